// The engine's edits: each is one limb_edit, applied at once.
#include "services/wasm_api/engine.h"

#include "limb/edit.h"

#include <assert.h>

typedef struct change {
    limb_engine *engine;
    limb_edit *edit;    // NULL: it could not be begun
    limb_status status; // why not
} change;

static change begin(limb_engine *engine);
static limb_status end(change *c, limb_status status);
static limb_status apply(const change *c);
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
    // a fix may reveal another finding; what they can do in so many turns is enough
    enum { MAX_TURNS = 20 };
    int total = 0;
    for (int turn = 0; turn < MAX_TURNS; turn++) {
        change c = begin(engine);
        const int count = c.edit ? limb_edit_add_fixes(c.edit, engine->report) : 0;
        if (count == 0 || end(&c, LIMB_OK) != LIMB_OK) {
            limb_edit_free(c.edit);
            break;
        }
        total += count;
    }
    return total;
}

static change begin(limb_engine *engine)
{
    change c = {.engine = engine, .status = LIMB_ERROR_INPUT};
    if (engine->robot) c.status = limb_edit_begin(&c.edit, engine->robot);
    if (c.status != LIMB_OK) c.edit = NULL;
    return c;
}

// Applies the change, or says why it cannot be made; the edit is gone afterwards.
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

// The findings become those of the new text, unless the text is the same.
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
        limb_report *old = engine->report;
        engine->report = report;
        report = old;
        limb__engine_changed(engine);
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
