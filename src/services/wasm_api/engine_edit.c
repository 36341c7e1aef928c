// Edits of the engine: each is one limb_edit, applied immediately.
#include "services/wasm_api/engine.h"

#include "limb/edit.h"

#include <assert.h>

typedef struct change {
    limb_engine *engine;
    limb_edit *edit;    // NULL: creating it failed
    limb_status status; // the reason
} change;

static change begin(limb_engine *engine);
static limb_status end(change *c, limb_status status);
static limb_status apply(const change *c);
static limb_status replace_text(limb_engine *engine, const limb__builder *text);
static limb_status append(void *builder, const void *bytes, size_t size);
static int find_named(const limb_engine *engine, const char *name, bool joint);

limb_status limb_engine_rename_link(limb_engine *engine, const char *from, const char *to)
{
    assert(engine);
    change c = begin(engine);
    const int link = find_named(engine, from, false);
    return end(&c, c.edit ? limb_edit_rename_link(c.edit, link, to) : c.status);
}

limb_status limb_engine_rename_joint(limb_engine *engine, const char *from, const char *to)
{
    assert(engine);
    change c = begin(engine);
    const int joint = find_named(engine, from, true);
    return end(&c, c.edit ? limb_edit_rename_joint(c.edit, joint, to) : c.status);
}

limb_status limb_engine_reparent(limb_engine *engine, const char *joint, const char *new_parent,
                                 bool keep_pose)
{
    assert(engine);
    change c = begin(engine);
    const int moved = find_named(engine, joint, true);
    const int parent = find_named(engine, new_parent, false);
    return end(&c, c.edit ? limb_edit_reparent(c.edit, moved, parent, keep_pose) : c.status);
}

limb_status limb_engine_set_attribute(limb_engine *engine, int node, const char *name,
                                      const char *value)
{
    assert(engine);
    change c = begin(engine);
    return end(&c, c.edit ? limb_edit_set_attribute(c.edit, node, name, value) : c.status);
}

limb_status limb_engine_set_origin(limb_engine *engine, int node, const double pose[12])
{
    assert(engine && pose);
    change c = begin(engine);
    return end(&c, c.edit ? limb_edit_set_origin(c.edit, node, pose) : c.status);
}

limb_status limb_engine_add(limb_engine *engine, int parent, const char *xml)
{
    assert(engine);
    change c = begin(engine);
    return end(&c, c.edit ? limb_edit_add(c.edit, parent, xml) : c.status);
}

limb_status limb_engine_remove(limb_engine *engine, int node)
{
    assert(engine);
    change c = begin(engine);
    return end(&c, c.edit ? limb_edit_remove(c.edit, node) : c.status);
}

int limb_engine_fix(limb_engine *engine)
{
    assert(engine);
    int count = 0;
    limb__builder fixed;
    if (!engine->robot) return 0;
    limb__builder_init(&fixed, engine->memory);
    limb_robot_file_opts how = *limb__engine_how(engine, engine->robot->file);
    how.load.report = NULL;
    const limb_check_opts opts = {.file = &how, .ignore_policy = true};
    const limb_text source = limb_document_source(engine->robot->document);
    limb_status status = limb_fix_text(source.data, source.size, &opts, append, &fixed, &count);
    if (status == LIMB_OK && count > 0) status = replace_text(engine, &fixed);
    limb__builder_free(&fixed);
    limb__engine_end(engine, status, NULL);
    return status == LIMB_OK ? count : 0;
}

// Loads the new text under the same name, with its findings.
static limb_status replace_text(limb_engine *engine, const limb__builder *text)
{
    limb_robot *robot = NULL;
    const limb_load_opts opts = {.memory = engine->memory,
                                 .file = engine->robot->file,
                                 .keep_broken = true,
                                 .skip_checks = true};
    const limb_status status = limb_robot_parse(&robot, text->data, text->size, &opts);
    if (!robot) return status;
    limb_robot_free(engine->robot);
    engine->robot = robot;
    limb__engine_changed(engine);
    return limb__engine_check_text(engine);
}

static limb_status append(void *builder, const void *bytes, size_t size)
{
    limb__builder *out = builder;
    limb__builder_bytes(out, bytes, size);
    return out->failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

static change begin(limb_engine *engine)
{
    change c = {.engine = engine, .status = LIMB_ERROR_INPUT};
    if (engine->robot) c.status = limb_edit_begin(&c.edit, engine->robot);
    if (c.status != LIMB_OK) c.edit = NULL;
    return c;
}

// Applies the change or sets the reason why it cannot be made; frees the edit.
static limb_status end(change *c, limb_status status)
{
    limb_engine *engine = c->engine;
    if (!c->edit)
        return limb__engine_end(engine, c->status,
                                engine->robot ? NULL : "there is no robot to change");
    if (status == LIMB_OK) {
        status = apply(c);
    } else {
        const char *message = limb_edit_message(c->edit);
        limb__engine_end(engine, status, message[0] ? message : NULL);
    }
    limb_edit_free(c->edit);
    c->edit = NULL;
    return status;
}

// Updates the findings to those of the new text, unless the text is unchanged.
static limb_status apply(const change *c)
{
    limb_engine *engine = c->engine;
    limb_report *report;
    limb_status status = limb_report_create(&report, &(limb_report_opts){.memory = engine->memory});
    if (status != LIMB_OK) return limb__engine_end(engine, status, NULL);
    const char *before = limb_document_source(engine->robot->document).data;
    status = limb_edit_apply(c->edit, report);
    const bool refused = status == LIMB_ERROR_INPUT && report->nfinding > 0;
    limb__engine_end(engine, status, refused ? report->finding[0].message : NULL);
    if (status == LIMB_OK && limb_document_source(engine->robot->document).data != before) {
        limb__engine_changed(engine);
        status = limb__engine_check_text(engine);
    }
    limb_report_free(report);
    return status;
}

//---- elements ------------------------------------------------------------------------------------

static int find_named(const limb_engine *engine, const char *name, bool joint)
{
    if (!engine->robot) return -1;
    return joint ? limb_robot_find_joint(engine->robot, name)
                 : limb_robot_find_link(engine->robot, name);
}

int limb_engine_root_node(const limb_engine *engine)
{
    assert(engine);
    return engine->robot ? engine->robot->node : -1;
}

int limb_engine_link_node(const limb_engine *engine, const char *name)
{
    assert(engine);
    const int link = find_named(engine, name, false);
    return link >= 0 ? engine->robot->link[link].node : -1;
}

int limb_engine_joint_node(const limb_engine *engine, const char *name)
{
    assert(engine);
    const int joint = find_named(engine, name, true);
    return joint >= 0 ? engine->robot->joint[joint].node : -1;
}

static bool is_node(const limb_engine *engine, int node)
{
    return engine->robot && node >= 0 && node < limb_document_node_count(engine->robot->document);
}

int limb_engine_child_node(const limb_engine *engine, int node, const char *tag)
{
    assert(engine);
    return is_node(engine, node) ? limb_node_find(engine->robot->document, node, tag) : -1;
}

int limb_engine_next_node(const limb_engine *engine, int node, const char *tag)
{
    assert(engine);
    return is_node(engine, node) ? limb_node_find_next(engine->robot->document, node, tag) : -1;
}

int limb_engine_find_node(const limb_engine *engine, const char *path)
{
    assert(engine);
    return engine->robot ? limb_robot_find_node(engine->robot, path) : -1;
}

int limb_engine_attribute(const limb_engine *engine, int node, const char *name, char *value,
                          size_t size)
{
    assert(engine && (value || size == 0));
    if (!is_node(engine, node)) return -1;
    return limb_node_attribute(engine->robot->document, node, name, value, size);
}
