// Combines two robots: attaches a tool to a link of the edited robot.
//
// The tool is parsed again as a private copy and adapted there (join_fit.c). Then the content of
// its <robot> is copied unchanged, including comments and unknown elements, and a fixed joint
// connects the two.
#include "documents/edit/edit_join.h"

#include "base/memory.h"
#include "limb/model.h"
#include "numbers/math/rotation.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static limb_status copy_tool(limb_robot **out, const limb_robot *tool,
                             const limb_allocator *memory);
static limb_status check_fit(limb_edit *edit, const limb_robot *tool, const limb_join_opts *opts);
static limb_status copy_namespaces(limb__joining *j);
static limb_status copy_content(limb__joining *j);
static limb_status add_joint(limb__joining *j);
static void append_attribute(limb__builder *xml, const char *before, const char *value);

limb_status limb_edit_join(limb_edit *edit, const limb_robot *tool, const limb_join_opts *opts)
{
    assert(edit);
    limb__edit_start(edit);
    if (!tool || !opts) return limb__edit_fail(edit, "there is no robot to join");
    limb__joining j = {.edit = edit, .opts = opts};
    limb_robot *copy = NULL;
    limb__arena_init(&j.arena, edit->memory, 0);
    // first the copy: the tool may be this edit's own robot, which staging replaces
    limb_status status = copy_tool(&copy, tool, edit->memory);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    const int mark = limb__patches_mark(&edit->patches);
    if (status == LIMB_OK) status = check_fit(edit, copy, opts);
    if (status == LIMB_OK) status = limb_edit_begin(&j.tool, copy);
    if (status == LIMB_OK) status = limb__join_fit(&j);
    if (status == LIMB_OK) status = copy_namespaces(&j);
    if (status == LIMB_OK) status = copy_content(&j);
    if (status == LIMB_OK) status = add_joint(&j);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    limb_edit_free(j.tool);
    limb_robot_free(copy);
    limb__arena_free(&j.arena);
    return status;
}

static limb_status copy_tool(limb_robot **out, const limb_robot *tool, const limb_allocator *memory)
{
    const limb__robot *inner = limb__robot_of(tool);
    limb_load_opts opts = inner->opts;
    opts.memory = memory;
    opts.file = tool->file;
    return limb_robot_parse(out, inner->text, inner->size, &opts);
}

static limb_status check_fit(limb_edit *edit, const limb_robot *tool, const limb_join_opts *opts)
{
    if (opts->at < 0 || opts->at >= edit->robot->nlink)
        return limb__edit_fail(edit, "no link %d", opts->at);
    if (tool->root < 0) return limb__edit_fail(edit, "the tool has no single root link");
    if (tool->version_minor != edit->robot->version_minor)
        return limb__edit_fail(edit, "the files are of different URDF versions: 1.%d and 1.%d",
                               edit->robot->version_minor, tool->version_minor);
    return LIMB_OK;
}

// Copies xmlns attributes of the tool's <robot>, which prefixes of its elements need.
static limb_status copy_namespaces(limb__joining *j)
{
    const limb_document *from = j->tool->doc, *to = j->edit->doc;
    const limb__xml_node *root = &from->node[from->root];
    limb_status status = LIMB_OK;
    for (int attr = root->attr; attr < limb__xml_attr_end(root) && status == LIMB_OK; attr++) {
        const limb__xml_attr *a = &from->attr[attr];
        const char *key = from->source.text + a->name;
        if (a->label.size <= 6 || memcmp(key, "xmlns:", 6) != 0) continue;
        const char *name = limb__arena_copy_text(&j->arena, key, a->label.size);
        const char *value = limb__xml_attr_text(from, attr, &j->arena);
        if (!name || !value) return LIMB_ERROR_MEMORY;
        const int there = limb__xml_find_attr(to, to->root, name);
        if (there < 0) {
            status = limb__edit_put_attribute(j->edit, to->root, name, value, strlen(value));
        } else {
            const char *other = limb__xml_attr_text(to, there, &j->arena);
            if (!other) return LIMB_ERROR_MEMORY;
            if (strcmp(other, value) != 0)
                return limb__edit_fail(j->edit, "the files mean different things by %s", name);
        }
    }
    return status;
}

static limb_status copy_content(limb__joining *j)
{
    const limb_document *doc = j->tool->doc;
    const limb_robot *tool = j->tool->robot;
    limb_status status = LIMB_OK;
    int material = 0; // the first one not before the node
    for (int node = limb__xml_first_child(doc, doc->root); node >= 0 && status == LIMB_OK;
         node = limb__xml_next(doc, node)) {
        while (material < tool->nmaterial && tool->material[material].node < node)
            material++;
        const bool is_material =
            material < tool->nmaterial && tool->material[material].node == node;
        if (is_material && j->is_merged[material]) continue;
        status = limb__edit_insert_copy(j->edit, j->edit->doc->root, doc, node);
    }
    return status;
}

static limb_status add_joint(limb__joining *j)
{
    const char *parent = j->edit->robot->link[j->opts->at].name;
    const char *child = j->tool->robot->link[j->tool->robot->root].name;
    const size_t size = strlen(parent) + strlen(child) + 2;
    char *made = limb__arena_take(&j->arena, size);
    if (!made) return LIMB_ERROR_MEMORY;
    snprintf(made, size, "%s_%s", parent, child);
    const char *name =
        j->opts->joint ? j->opts->joint : limb__edit_free_name(j->edit, &j->arena, made);
    if (!name) return LIMB_ERROR_MEMORY;
    if (limb_robot_find_joint(j->edit->robot, name) >= 0 ||
        limb_robot_find_joint(j->tool->robot, name) >= 0) {
        return limb__edit_fail(j->edit, "there is a joint \"%s\" already", name);
    }
    limb__builder xml;
    limb__builder_init(&xml, j->edit->memory);
    append_attribute(&xml, "<joint name=", name);
    limb__builder_text(&xml, " type=\"fixed\">");
    if (j->opts->pose) {
        double rpy[3];
        limb_pose_to_rpy(j->opts->pose, rpy);
        for (int k = 0; k < 6; k++) {
            limb__builder_text(&xml, k == 0 ? "\n  <origin xyz=\"" : k == 3 ? "\" rpy=\"" : " ");
            limb__builder_number(&xml, k < 3 ? limb__tidy(j->opts->pose[4 * k + 3]) : rpy[k - 3]);
        }
        limb__builder_text(&xml, "\"/>");
    }
    append_attribute(&xml, "\n  <parent link=", parent);
    append_attribute(&xml, "/>\n  <child link=", child);
    limb__builder_text(&xml, "/>\n</joint>");
    return limb__edit_insert_built(j->edit, j->edit->doc->root, false, &xml);
}

static void append_attribute(limb__builder *xml, const char *before, const char *value)
{
    limb__builder_text(xml, before);
    limb__builder_char(xml, '"');
    limb__builder_xml(xml, value, strlen(value), '"');
    limb__builder_char(xml, '"');
}
