// Keeps a part of a robot: a subtree, a chain, or all except a subtree.
//
// Removed links take with them their joints and the elements that refer only to them: gazebo
// elements, transmissions and ros2_control joints, sensors, and robot-level materials that are no
// longer used; if a part is extracted, also materials that were never used. A joint that mimics a
// removed one becomes independent.
#include "base/memory.h"
#include "documents/edit/verbs.h"

#include <assert.h>
#include <string.h>

typedef struct pruning {
    limb_edit *edit;
    const bool *keep; // (nlink)
    bool *keep_joint; // (njoint)
    bool is_part;     // also remove materials that were never used
    int nfreed;       // mimic joints that lose their source
    limb__arena *arena;
} pruning;

// A material that visuals name and the robot level does not define.
typedef struct inline_material {
    const limb_material *use;  // the first use that stays
    const limb_material *lost; // the first definition that is removed
    bool is_defined;           // by one that stays
} inline_material;

static limb_status keep_links(limb_edit *edit, const bool *keep, bool is_part);
static void mark_tree(const limb_robot *robot, int link, bool *mark);
static void decide_joints(pruning *p);
static limb_status remove_links_and_joints(pruning *p);
static limb_status remove_materials(pruning *p);
static limb_status keep_definitions(pruning *p);
static void note_material(inline_material *found, const limb_material *m, bool is_kept);
static limb_status keep_definition(limb_edit *edit, const inline_material *found);

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
    const limb_status status = keep_links(edit, keep, false);
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
    if (status == LIMB_OK) status = keep_links(edit, keep, true);
    limb__release(edit->memory, keep, (size_t)nlink);
    return status;
}

static limb_status keep_links(limb_edit *edit, const bool *keep, bool is_part)
{
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    const limb_robot *robot = edit->robot;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    pruning p = {.edit = edit, .keep = keep, .is_part = is_part, .arena = &arena};
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

// Marks the link and its subtree: link_order has parents first.
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

// Removes materials that are no longer used; one that was never used is left to the author.
static limb_status remove_materials(pruning *p)
{
    const limb_robot *robot = p->edit->robot;
    const size_t count = (size_t)robot->nmaterial + 1;
    bool *was_used = limb__arena_take_zero(p->arena, count);
    bool *is_used = limb__arena_take_zero(p->arena, count);
    if (p->arena->failed) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < robot->nlink; i++) {
        for (int k = 0; k < robot->link[i].nvisual; k++) {
            const limb_material *use = robot->link[i].visual[k].inline_material;
            const int m = use && use->has_name ? limb_robot_find_material(robot, use->name) : -1;
            if (m < 0) continue;
            was_used[m] = true;
            is_used[m] |= p->keep[i];
        }
    }
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nmaterial && status == LIMB_OK; i++) {
        const int m = limb_robot_find_material(robot, robot->material[i].name);
        if (m >= 0 && (was_used[m] || p->is_part) && !is_used[m])
            status = limb_edit_remove(p->edit, robot->material[i].node);
    }
    return status;
}

// Moves a material's definition from a removed visual to one that stays and uses it.
static limb_status keep_definitions(pruning *p)
{
    const limb_robot *robot = p->edit->robot;
    int count = 0;
    for (int i = 0; i < robot->nlink; i++)
        count += robot->link[i].nvisual;
    limb__names names;
    inline_material *found = LIMB__ARENA_ARRAY(p->arena, inline_material, count);
    if (!limb__names_init(&names, p->arena, count) || !found) return LIMB_ERROR_MEMORY;
    int nfound = 0;
    for (int i = 0; i < robot->nlink; i++) {
        for (int k = 0; k < robot->link[i].nvisual; k++) {
            const limb_material *m = robot->link[i].visual[k].inline_material;
            if (!m || !m->has_name || limb_robot_find_material(robot, m->name) >= 0) continue;
            int at = limb__names_add(&names, m->name, strlen(m->name), nfound);
            if (at < 0) {
                at = nfound++;
                found[at] = (inline_material){NULL, NULL, false};
            }
            note_material(&found[at], m, p->keep[i]);
        }
    }
    limb_status status = LIMB_OK;
    for (int i = 0; i < nfound && status == LIMB_OK; i++)
        if (found[i].use && found[i].lost && !found[i].is_defined)
            status = keep_definition(p->edit, &found[i]);
    return status;
}

static void note_material(inline_material *found, const limb_material *m, bool is_kept)
{
    const bool defines = m->has_color || m->texture;
    if (is_kept && !found->use) found->use = m;
    if (is_kept && defines) found->is_defined = true;
    if (!is_kept && defines && !found->lost) found->lost = m;
}

static limb_status keep_definition(limb_edit *edit, const inline_material *found)
{
    limb__builder xml;
    limb__builder_init(&xml, edit->memory);
    limb__edit_copy_node(&xml, edit->doc, found->lost->node);
    limb__builder_nul(&xml);
    const limb_status status =
        xml.failed ? LIMB_ERROR_MEMORY : limb_edit_replace(edit, found->use->node, xml.data);
    limb__builder_free(&xml);
    return status;
}
