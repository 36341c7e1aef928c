// A part of a robot: a sub-tree, a chain, or all but a sub-tree.
//
// Links that go take their joints along, and what only refers to them: gazebo elements that refer
// to them, transmissions and ros2_control joints that drive them, sensors on them, and
// robot-level materials that nothing uses any more. A joint that mimics one that goes moves by
// itself from then on.
#include "base/memory.h"
#include "edit/verbs.h"

#include <assert.h>
#include <string.h>

typedef struct pruning {
    limb_edit *edit;
    const bool *keep; // (nlink)
    bool *keep_joint; // (njoint)
    int nfreed;       // mimic joints that lose their source
} pruning;

static void mark_tree(const limb_robot *robot, int link, bool *mark);
static void decide_joints(pruning *p);
static limb_status remove_links_and_joints(pruning *p);
static limb_status remove_materials(pruning *p);
static limb_status keep_definitions(pruning *p);
static limb_status keep_definition(pruning *p, const limb_material *use);
static bool is_definition(const limb_material *material, const char *name);
static bool uses_material(const limb_link *link, const limb_material *material);

limb_status limb_edit_remove_tree(limb_edit *edit, int link)
{
    assert(edit);
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    if (link < 0 || link >= robot->nlink) return limb__edit_fail(edit, "no link %d", link);
    if (robot->link[link].parent_joint < 0)
        return limb__edit_fail(edit, "link \"%s\" is the root: nothing would be left",
                               robot->link[link].name);
    bool *keep = limb__allocate(edit->memory, (size_t)robot->nlink);
    if (!keep) return LIMB_ERROR_MEMORY;
    const int nlink = robot->nlink;
    memset(keep, 0, (size_t)nlink);
    mark_tree(robot, link, keep);
    for (int i = 0; i < nlink; i++)
        keep[i] = !keep[i];
    const limb_status status = limb__edit_keep_links(edit, keep);
    limb__release(edit->memory, keep, (size_t)nlink);
    return status;
}

limb_status limb_edit_extract(limb_edit *edit, int from, int to)
{
    assert(edit);
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    if (from < 0 || from >= robot->nlink) return limb__edit_fail(edit, "no link %d", from);
    if (to < -1 || to >= robot->nlink) return limb__edit_fail(edit, "no link %d", to);
    const int nlink = robot->nlink;
    bool *keep = limb__allocate(edit->memory, (size_t)nlink);
    if (!keep) return LIMB_ERROR_MEMORY;
    memset(keep, 0, (size_t)nlink);
    limb_status status = LIMB_OK;
    if (to < 0) {
        mark_tree(robot, from, keep);
    } else {
        int at = to;
        for (int steps = 0; at >= 0 && at != from && steps <= nlink; steps++) {
            keep[at] = true;
            const int joint = robot->link[at].parent_joint;
            at = joint < 0 ? -1 : robot->joint[joint].parent;
        }
        keep[from] = true;
        if (at != from)
            status = limb__edit_fail(edit, "link \"%s\" is not below link \"%s\"",
                                     robot->link[to].name, robot->link[from].name);
    }
    if (status == LIMB_OK) status = limb__edit_keep_links(edit, keep);
    limb__release(edit->memory, keep, (size_t)nlink);
    return status;
}

limb_status limb__edit_keep_links(limb_edit *edit, const bool *keep)
{
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    const limb_robot *robot = edit->robot;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    pruning p = {.edit = edit, .keep = keep};
    p.keep_joint = limb__arena_take_zero(&arena, (size_t)robot->njoint + 1);
    const int mark = limb__patches_mark(&edit->patches);
    status = arena.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (status == LIMB_OK) {
        decide_joints(&p);
        status = remove_links_and_joints(&p);
    }
    if (status == LIMB_OK) status = limb__edit_prune(edit, keep, p.keep_joint, false);
    if (status == LIMB_OK) status = remove_materials(&p);
    if (status == LIMB_OK) status = keep_definitions(&p);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    if (status == LIMB_OK && p.nfreed > 0)
        limb__edit_say(edit, "%d joint%s no longer mimic%s one that is gone", p.nfreed,
                       p.nfreed == 1 ? "" : "s", p.nfreed == 1 ? "s" : "");
    limb__arena_free(&arena);
    return status;
}

// The link and all below it: link_order has parents first.
static void mark_tree(const limb_robot *robot, int link, bool *mark)
{
    mark[link] = true;
    for (int i = 0; i < robot->norder; i++) {
        const int at = robot->link_order[i];
        const int joint = robot->link[at].parent_joint;
        if (joint >= 0 && robot->joint[joint].parent >= 0 && mark[robot->joint[joint].parent])
            mark[at] = true;
    }
}

static void decide_joints(pruning *p)
{
    const limb_robot *robot = p->edit->robot;
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *j = &robot->joint[i];
        p->keep_joint[i] =
            j->parent >= 0 && j->child >= 0 && p->keep[j->parent] && p->keep[j->child];
    }
}

static limb_status remove_links_and_joints(pruning *p)
{
    const limb_robot *robot = p->edit->robot;
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++)
        if (!p->keep[i]) status = limb_edit_remove(p->edit, robot->link[i].node);
    for (int i = 0; i < robot->njoint && status == LIMB_OK; i++) {
        const limb_joint *j = &robot->joint[i];
        if (!p->keep_joint[i]) {
            status = limb_edit_remove(p->edit, j->node);
        } else if (j->mimic && j->mimic->joint >= 0 && !p->keep_joint[j->mimic->joint]) {
            status = limb_edit_remove(p->edit, j->mimic->node);
            p->nfreed++;
        }
    }
    return status;
}

// Those that were used and are not any more: one that nothing ever used is the author's business.
static limb_status remove_materials(pruning *p)
{
    const limb_robot *robot = p->edit->robot;
    limb_status status = LIMB_OK;
    for (int m = 0; m < robot->nmaterial && status == LIMB_OK; m++) {
        bool was_used = false, is_used = false;
        for (int i = 0; i < robot->nlink; i++) {
            if (!uses_material(&robot->link[i], &robot->material[m])) continue;
            was_used = true;
            is_used |= p->keep[i];
        }
        if (was_used && !is_used) status = limb_edit_remove(p->edit, robot->material[m].node);
    }
    return status;
}

static bool uses_material(const limb_link *link, const limb_material *material)
{
    for (int k = 0; k < link->nvisual; k++) {
        const limb_material *used = link->visual[k].inline_material;
        if (used && used->has_name && strcmp(used->name, material->name) == 0) return true;
    }
    return false;
}

// A material that is defined in a visual which goes, and named in one that stays, is defined there.
static limb_status keep_definitions(pruning *p)
{
    const limb_robot *robot = p->edit->robot;
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nlink; i++) {
        for (int k = 0; p->keep[i] && k < robot->link[i].nvisual && status == LIMB_OK; k++) {
            const limb_material *use = robot->link[i].visual[k].inline_material;
            if (use && use->has_name && !use->has_color && !use->texture &&
                limb_robot_find_material(robot, use->name) < 0) {
                status = keep_definition(p, use);
            }
        }
    }
    return status;
}

// Nothing to do when a visual that stays defines it, or one before this was made to.
static limb_status keep_definition(pruning *p, const limb_material *use)
{
    const limb_robot *robot = p->edit->robot;
    const limb_material *lost = NULL;
    for (int i = 0; i < robot->nlink; i++) {
        for (int k = 0; k < robot->link[i].nvisual; k++) {
            const limb_material *other = robot->link[i].visual[k].inline_material;
            if (!other || !other->has_name || strcmp(other->name, use->name) != 0) continue;
            const bool defines = is_definition(other, use->name);
            if (p->keep[i] && (defines || other->node < use->node)) return LIMB_OK;
            if (!p->keep[i] && defines && !lost) lost = other;
        }
    }
    if (!lost) return LIMB_OK;
    limb__builder xml;
    limb__builder_init(&xml, p->edit->memory);
    limb__edit_copy_node(&xml, p->edit->doc, lost->node);
    limb__builder_nul(&xml);
    const limb_status status =
        xml.failed ? LIMB_ERROR_MEMORY : limb_edit_replace(p->edit, use->node, xml.data);
    limb__builder_free(&xml);
    return status;
}

static bool is_definition(const limb_material *material, const char *name)
{
    return (material->has_color || material->texture) && strcmp(material->name, name) == 0;
}
