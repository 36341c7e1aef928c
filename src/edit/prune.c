// Elements of other programs lose what refers to links and joints that go: gazebo elements,
// transmissions, ros2_control joints, sensors.
#include "edit/references.h"
#include "edit/verbs.h"

#include <string.h>

typedef struct pruning {
    limb_edit *edit;
    const bool *keep;       // (nlink); NULL: all
    const bool *keep_joint; // (njoint)
    bool drives_only;       // only what drives joints
    bool *names_kept;       // by node: a child of <robot> that names something kept
    bool *names_gone;       // and something that goes
    bool *is_gone;          // by node: a part of such a child that names what goes
} pruning;

static limb_status note_reference(void *ctx, const limb__reference *reference);
static bool is_kept_name(const pruning *p, const limb__reference *reference, bool *is_known);
static bool drives(const limb_document *doc, int node);
static limb_status remove_marked(pruning *p);

limb_status limb__edit_prune(limb_edit *edit, const bool *keep, const bool *keep_joint,
                             bool drives_only)
{
    const size_t nnode = (size_t)edit->doc->nnode;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    pruning p = {edit, keep, keep_joint, drives_only, NULL, NULL, NULL};
    p.names_kept = limb__arena_take_zero(&arena, nnode);
    p.names_gone = limb__arena_take_zero(&arena, nnode);
    p.is_gone = limb__arena_take_zero(&arena, nnode);
    limb_status status = arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (status == LIMB_OK) status = limb__each_reference(edit->doc, &arena, note_reference, &p);
    if (status == LIMB_OK) status = remove_marked(&p);
    limb__arena_free(&arena);
    return status;
}

// Which children of <robot> name something, and which of their own children name what goes.
static limb_status note_reference(void *ctx, const limb__reference *reference)
{
    pruning *p = ctx;
    const limb_document *doc = p->edit->doc;
    if (!reference->in_extension || !reference->is_certain) return LIMB_OK;
    bool is_known;
    const bool is_kept = is_kept_name(p, reference, &is_known);
    const int top = limb__robot_child_of(doc, reference->node);
    if (!is_known || top < 0 || (p->drives_only && !drives(doc, top))) return LIMB_OK;
    (is_kept ? p->names_kept : p->names_gone)[top] = true;
    int part = reference->node;
    while (part != top && doc->node[part].parent != top)
        part = doc->node[part].parent;
    if (!is_kept && part != top) p->is_gone[part] = true;
    return LIMB_OK;
}

static bool is_kept_name(const pruning *p, const limb__reference *reference, bool *is_known)
{
    const limb__robot *robot = limb__robot_of(p->edit->robot);
    const limb_text name = reference->name;
    const int link = limb__names_find(&robot->link_name, name.data, name.size);
    const int joint = limb__names_find(&robot->joint_name, name.data, name.size);
    *is_known = true;
    if (reference->what & LIMB__NAMES_LINK && link >= 0) return !p->keep || p->keep[link];
    if (reference->what & LIMB__NAMES_JOINT && joint >= 0) return p->keep_joint[joint];
    *is_known = false;
    return false;
}

static bool drives(const limb_document *doc, int node)
{
    const limb_text tag = limb_node_name(doc, node);
    return limb__text_equal(tag, "transmission") || limb__text_equal(tag, "ros2_control");
}

// One that names only what goes, goes; one that names both loses the parts that name what goes.
static limb_status remove_marked(pruning *p)
{
    const limb_document *doc = p->edit->doc;
    limb_status status = LIMB_OK;
    for (int node = limb__xml_first_child(doc, doc->root); node >= 0 && status == LIMB_OK;
         node = limb__xml_next(doc, node)) {
        if (!p->names_gone[node]) continue;
        if (!p->names_kept[node]) {
            status = limb_edit_remove(p->edit, node);
            continue;
        }
        for (int part = limb__xml_first_child(doc, node); part >= 0 && status == LIMB_OK;
             part = limb__xml_next(doc, part))
            if (p->is_gone[part]) status = limb_edit_remove(p->edit, part);
    }
    return status;
}
