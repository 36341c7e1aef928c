// Removes references to removed links and joints from elements of other programs: gazebo elements,
// transmissions, ros2_control joints, sensors.
#include "documents/edit/references.h"
#include "documents/edit/verbs.h"

#include <string.h>

typedef struct pruning {
    limb_edit *edit;
    const bool *keep;       // (nlink); NULL: all
    const bool *keep_joint; // (njoint)
    bool drives_only;       // only elements that drive joints
    bool *names_kept;       // by node: it or its content names something kept
    bool *names_gone;       // by node: it names something removed; for a child of <robot>, or
                            // its content does
} pruning;

static limb_status note_reference(void *ctx, const limb__reference *reference);
static bool is_kept_name(const pruning *p, const limb__reference *reference, bool *is_known);
static bool drives(const limb_document *doc, int node);
static limb_status remove_marked(pruning *p);
static limb_status remove_parts(pruning *p, int top);

limb_status limb__edit_prune(limb_edit *edit, const bool *keep, const bool *keep_joint,
                             bool drives_only)
{
    const size_t nnode = (size_t)edit->doc->nnode;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    pruning p = {edit, keep, keep_joint, drives_only, NULL, NULL};
    p.names_kept = limb__arena_take_zero(&arena, nnode);
    p.names_gone = limb__arena_take_zero(&arena, nnode);
    limb_status status = arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (status == LIMB_OK) status = limb__each_reference(edit->doc, &arena, note_reference, &p);
    if (status == LIMB_OK) status = remove_marked(&p);
    limb__arena_free(&arena);
    return status;
}

// Marks the elements that name something kept, and those that name something removed.
static limb_status note_reference(void *ctx, const limb__reference *reference)
{
    pruning *p = ctx;
    const limb_document *doc = p->edit->doc;
    if (!reference->in_extension || !reference->is_certain) return LIMB_OK;
    bool is_known;
    const bool is_kept = is_kept_name(p, reference, &is_known);
    const int top = limb__robot_child_of(doc, reference->node);
    if (!is_known || top < 0 || (p->drives_only && !drives(doc, top))) return LIMB_OK;
    if (!is_kept) p->names_gone[top] = p->names_gone[reference->node] = true;
    for (int node = reference->node; is_kept && node != doc->root && !p->names_kept[node];
         node = doc->node[node].parent)
        p->names_kept[node] = true;
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

// An element that names only removed things is removed; one that names both loses the parts
// that name removed things: each the largest that names nothing kept, or the single element
// that names both.
static limb_status remove_marked(pruning *p)
{
    const limb_document *doc = p->edit->doc;
    limb_status status = LIMB_OK;
    for (int node = limb__xml_first_child(doc, doc->root); node >= 0 && status == LIMB_OK;
         node = limb__xml_next(doc, node)) {
        if (!p->names_gone[node]) continue;
        status = p->names_kept[node] ? remove_parts(p, node) : limb_edit_remove(p->edit, node);
    }
    return status;
}

// Removes parts in document order, so that the removal of an element includes its content.
static limb_status remove_parts(pruning *p, int top)
{
    const limb_document *doc = p->edit->doc;
    const uint32_t end = doc->node[top].end;
    uint32_t gone = 0; // end of the removed text
    for (int node = top + 1; node < doc->nnode && doc->node[node].begin < end; node++) {
        if (!p->names_gone[node] || doc->node[node].begin < gone) continue;
        int part = node;
        while (!p->names_kept[part] && doc->node[part].parent != top &&
               !p->names_kept[doc->node[part].parent])
            part = doc->node[part].parent;
        gone = doc->node[part].end;
        const limb_status status = limb_edit_remove(p->edit, part);
        if (status != LIMB_OK) return status;
    }
    return LIMB_OK;
}
