// Two robots in one file: a tool under a link of the robot that is edited.
//
// The tool is read again as a private copy and made to fit there: names get the prefix, materials
// that clash are renamed, mesh addresses relative to its own folder are written relative to the
// robot's. Then everything in its <robot> is copied as it is written, comments and unknown elements
// too, and a fixed joint connects the two.
#include "edit/verbs.h"

#include "base/memory.h"
#include "limb/math.h"
#include "math/rotation.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct joining {
    limb_edit *edit;
    limb_edit *tool; // on the private copy
    const limb_join_opts *opts;
    limb__arena arena;
    bool *is_merged; // (nmaterial of the tool): the robot has it already
} joining;

static limb_status copy_tool(limb_robot **out, const limb_robot *tool,
                             const limb_allocator *memory);
static limb_status check_fit(limb_edit *edit, const limb_robot *tool, const limb_join_opts *opts);
static limb_status fit_tool(joining *j);
static limb_status fit_materials(joining *j);
static limb_status rename_material(joining *j, const char *name);
static bool is_same_material(const limb_material *a, const limb_material *b);
static limb_status fit_addresses(joining *j);
static limb_status fit_address(limb_edit *tool, const limb_link_shape *shape, const void *folder);
static const char *folder_between(joining *j);
static limb_status check_names(joining *j);
static limb_status copy_namespaces(joining *j);
static limb_status copy_content(joining *j);
static limb_status add_joint(joining *j);
static void append_attribute(limb__builder *xml, const char *before, const char *value);
static limb_status pass_on(limb_edit *edit, limb_status status, const limb_edit *from);

limb_status limb_edit_join(limb_edit *edit, const limb_robot *tool, const limb_join_opts *opts)
{
    assert(edit);
    limb__edit_start(edit);
    if (!tool || !opts) return limb__edit_fail(edit, "there is no robot to join");
    joining j = {.edit = edit, .opts = opts};
    limb_robot *copy = NULL;
    limb__arena_init(&j.arena, edit->memory, 0);
    // the copy first: the tool may be this edit's own robot, which staging replaces
    limb_status status = copy_tool(&copy, tool, edit->memory);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    const int mark = limb__patches_mark(&edit->patches);
    if (status == LIMB_OK) status = check_fit(edit, copy, opts);
    if (status == LIMB_OK) status = limb_edit_begin(&j.tool, copy);
    if (status == LIMB_OK) status = fit_tool(&j);
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

static limb_status fit_tool(joining *j)
{
    limb_status status = LIMB_OK;
    if (j->opts->prefix && *j->opts->prefix)
        status = pass_on(j->edit, limb_edit_add_prefix(j->tool, j->opts->prefix), j->tool);
    if (status == LIMB_OK) status = check_names(j);
    if (status == LIMB_OK) status = fit_materials(j);
    if (status == LIMB_OK) status = fit_addresses(j);
    if (status == LIMB_OK) status = pass_on(j->edit, limb_edit_stage(j->tool, NULL), j->tool);
    return status;
}

static limb_status check_names(joining *j)
{
    const limb_robot *robot = j->edit->robot, *tool = j->tool->robot;
    for (int i = 0; i < tool->nlink; i++)
        if (limb_robot_find_link(robot, tool->link[i].name) >= 0)
            return limb__edit_fail(j->edit, "both robots have a link \"%s\"; give a prefix",
                                   tool->link[i].name);
    for (int i = 0; i < tool->njoint; i++)
        if (limb_robot_find_joint(robot, tool->joint[i].name) >= 0)
            return limb__edit_fail(j->edit, "both robots have a joint \"%s\"; give a prefix",
                                   tool->joint[i].name);
    return LIMB_OK;
}

//---- materials -----------------------------------------------------------------------------------

// A material of the robot level that the robot has too is merged when it is the same, else renamed.
static limb_status fit_materials(joining *j)
{
    const limb_robot *robot = j->edit->robot, *tool = j->tool->robot;
    j->is_merged = limb__arena_take_zero(&j->arena, (size_t)tool->nmaterial + 1);
    if (!j->is_merged) return LIMB_ERROR_MEMORY;
    limb_status status = LIMB_OK;
    for (int i = 0; i < tool->nmaterial && status == LIMB_OK; i++) {
        const limb_material *own = &tool->material[i];
        const int other = limb_robot_find_material(robot, own->name);
        if (other < 0) continue;
        if (is_same_material(own, &robot->material[other])) {
            j->is_merged[i] = true;
        } else if (j->opts->prefix && *j->opts->prefix) {
            status = rename_material(j, own->name);
        } else {
            status = limb__edit_fail(
                j->edit, "both robots have a material \"%s\", and they differ; give a prefix",
                own->name);
        }
    }
    return status;
}

static bool is_same_material(const limb_material *a, const limb_material *b)
{
    const bool same_texture =
        a->texture && b->texture ? strcmp(a->texture, b->texture) == 0 : a->texture == b->texture;
    return same_texture && a->has_color == b->has_color &&
           (!a->has_color || memcmp(a->rgba, b->rgba, sizeof a->rgba) == 0);
}

// in its definition and in all visuals
static limb_status rename_material(joining *j, const char *name)
{
    const limb_robot *tool = j->tool->robot;
    const char *new_name = limb__arena_join_text(&j->arena, j->opts->prefix, name);
    if (!new_name) return LIMB_ERROR_MEMORY;
    limb_status status = LIMB_OK;
    for (int i = 0; i < tool->nmaterial && status == LIMB_OK; i++)
        if (strcmp(tool->material[i].name, name) == 0)
            status = limb_edit_set_attribute(j->tool, tool->material[i].node, "name", new_name);
    for (int i = 0; i < tool->nlink; i++) {
        for (int k = 0; k < tool->link[i].nvisual && status == LIMB_OK; k++) {
            const limb_material *used = tool->link[i].visual[k].inline_material;
            if (used && used->has_name && strcmp(used->name, name) == 0)
                status = limb_edit_set_attribute(j->tool, used->node, "name", new_name);
        }
    }
    return status;
}

//---- addresses -----------------------------------------------------------------------------------

static limb_status fit_addresses(joining *j)
{
    const char *folder = folder_between(j);
    if (!folder) return LIMB_ERROR_MEMORY;
    return *folder ? limb__edit_each_shape(j->tool, fit_address, folder) : LIMB_OK;
}

static limb_status fit_address(limb_edit *tool, const limb_link_shape *shape, const void *folder)
{
    const char *uri = shape->geometry.filename;
    if (!uri || strstr(uri, "://") || uri[0] == '/') return LIMB_OK;
    limb__builder text;
    limb__builder_init(&text, tool->memory);
    limb__builder_text(&text, folder);
    limb__builder_text(&text, uri);
    limb__builder_nul(&text);
    const limb_status status =
        text.failed ? LIMB_ERROR_MEMORY
                    : limb_edit_set_attribute(tool, shape->geometry.node, "filename", text.data);
    limb__builder_free(&text);
    return status;
}

// From the folder of the robot's file to that of the tool's, with a slash at its end; "" when it is
// the same or the names alone do not say. NULL: no memory.
static const char *folder_between(joining *j)
{
    const char *robot = j->edit->target->file, *tool = j->tool->robot->file;
    if (!*robot || !*tool || (robot[0] == '/') != (tool[0] == '/') || strstr(robot, ".."))
        return "";
    size_t shared = 0; // through the last slash that both have
    for (size_t i = 0; robot[i] && robot[i] == tool[i]; i++)
        if (robot[i] == '/') shared = i + 1;
    limb__builder text;
    limb__builder_init(&text, j->edit->memory);
    for (const char *at = robot + shared; (at = strchr(at, '/')); at++)
        limb__builder_text(&text, "../");
    const char *end = strrchr(tool + shared, '/');
    if (end) limb__builder_bytes(&text, tool + shared, (size_t)(end + 1 - (tool + shared)));
    const char *copy =
        text.failed ? NULL
                    : limb__arena_copy_text(&j->arena, text.data ? text.data : "", text.size);
    limb__builder_free(&text);
    return copy;
}

//---- the text ------------------------------------------------------------------------------------

// xmlns attributes of the tool's <robot>, which prefixes of its elements need
static limb_status copy_namespaces(joining *j)
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

static limb_status copy_content(joining *j)
{
    const limb_document *doc = j->tool->doc;
    const limb_robot *tool = j->tool->robot;
    limb_status status = LIMB_OK;
    int material = 0; // the first that is not before the node
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

static limb_status add_joint(joining *j)
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

// what went wrong with the tool is said by the edit that the caller asked
static limb_status pass_on(limb_edit *edit, limb_status status, const limb_edit *from)
{
    if (status == LIMB_ERROR_INPUT) limb__edit_fail(edit, "%s", from->message);
    return status;
}
