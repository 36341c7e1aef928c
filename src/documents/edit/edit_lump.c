// Merges links across fixed joints: the content of child links moves to the parent link.
//
// Poses are composed along runs of fixed joints, so each shape, joint and mass is transformed once
// to the remaining link; masses are added as 10-parameter inertias about that link's origin. Two
// steps on a private copy: first all poses and references are changed in place, then the elements
// are moved unchanged, including comments and unknown ones.
//
// Links and fixed joints that other programs name (gazebo, sensors, plug-ins) are kept, since these
// would lose their frame, and so is a root without mass above a link with mass, which KDL needs.
#include "documents/edit/references.h"
#include "documents/edit/verbs.h"

#include "base/memory.h"
#include "numbers/math/inertia.h"
#include "numbers/math/pose.h"
#include "numbers/math/rotation.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct lumping {
    limb_edit *edit;
    bool *is_named;        // (nlink) by another program, or its joint is
    bool *is_folded;       // (nlink)
    int *target;           // (nlink) the link that receives its content; itself if not folded
    double (*pose)[12];    // (nlink) in the target
    double (*inertia)[10]; // (nlink) of everything that a target receives, itself included
    bool *has_inertia;     // (nlink) an element with an inertial is folded into it
} lumping;

static limb_status plan(lumping *l, limb__arena *arena);
static bool can_fold(const lumping *l, int link);
static limb_status note_name(void *ctx, const limb__reference *reference);
static limb_status place_all(lumping *l);
static limb_status place_link(lumping *l, int link);
static limb_status place(lumping *l, int link, int node, const limb_origin *origin);
static void add_inertia(lumping *l, int link);
static limb_status write_inertia(lumping *l, int link);
static limb_status move_all(limb_edit *edit, const char *const *target, int count);
static limb_status move_content(limb_edit *edit, int link, int target);

limb_status limb_edit_lump(limb_edit *edit)
{
    assert(edit);
    limb__edit_start(edit);
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    lumping l = {.edit = edit};
    status = plan(&l, &arena);
    const int nlink = edit->robot->nlink;
    int count = 0;
    // by name, because the robot's texts are gone after the first step
    const char **target = limb__arena_take_zero(&arena, (size_t)nlink * sizeof *target + 1);
    for (int i = 0; status == LIMB_OK && target && i < nlink; i++) {
        if (!l.is_folded[i]) continue;
        const char *name = edit->robot->link[l.target[i]].name;
        target[i] = limb__arena_copy_text(&arena, name, strlen(name));
        count++;
    }
    if (arena.failed) status = LIMB_ERROR_MEMORY;
    limb__edit_hold(edit);
    if (status == LIMB_OK && count > 0) {
        status = place_all(&l);
        if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
        if (status == LIMB_OK) status = move_all(edit, target, nlink);
        if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    }
    limb__edit_settle(edit, status);
    if (status == LIMB_OK) limb__edit_say(edit, "%d link%s folded", count, count == 1 ? "" : "s");
    limb__arena_free(&arena);
    return status;
}

static limb_status plan(lumping *l, limb__arena *arena)
{
    const limb_robot *robot = l->edit->robot;
    const size_t n = (size_t)robot->nlink;
    l->is_named = limb__arena_take_zero(arena, n + 1);
    l->is_folded = limb__arena_take_zero(arena, n + 1);
    l->has_inertia = limb__arena_take_zero(arena, n + 1);
    l->target = limb__arena_take_zero(arena, n * sizeof *l->target + 1);
    l->pose = limb__arena_take_zero(arena, n * sizeof *l->pose + 1);
    l->inertia = limb__arena_take_zero(arena, n * sizeof *l->inertia + 1);
    if (arena->failed) return LIMB_ERROR_MEMORY;
    const limb_status status = limb__each_reference(l->edit->doc, arena, note_name, l);
    if (status != LIMB_OK) return status;
    for (int i = 0; i < robot->nlink; i++) {
        l->target[i] = i;
        limb_pose_identity(l->pose[i]);
    }
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i];
        if (!can_fold(l, link)) continue;
        const limb_joint *joint = &robot->joint[robot->link[link].parent_joint];
        double origin[12];
        limb_origin_pose(&joint->origin, origin);
        l->is_folded[link] = true;
        l->target[link] = l->target[joint->parent];
        limb_pose_multiply(l->pose[joint->parent], origin, l->pose[link]);
    }
    for (int i = 0; i < robot->nlink; i++)
        if (l->is_folded[i] && robot->link[i].inertial) l->has_inertia[l->target[i]] = true;
    return LIMB_OK;
}

static bool can_fold(const lumping *l, int link)
{
    const limb_robot *robot = l->edit->robot;
    const int joint = robot->link[link].parent_joint;
    if (joint < 0 || robot->joint[joint].type != LIMB_JOINT_FIXED || l->is_named[link])
        return false;
    const limb_link *above = &robot->link[robot->joint[joint].parent];
    const bool is_bare_root = above->parent_joint < 0 && !above->inertial;
    return !is_bare_root || !robot->link[link].inertial;
}

static limb_status note_name(void *ctx, const limb__reference *reference)
{
    lumping *l = ctx;
    const limb__robot *robot = limb__robot_of(l->edit->robot);
    const limb_text name = reference->name;
    if (!reference->in_extension) return LIMB_OK;
    const int link = limb__names_find(&robot->link_name, name.data, name.size);
    const int joint = limb__names_find(&robot->joint_name, name.data, name.size);
    if (link >= 0 && reference->what & LIMB__NAMES_LINK) l->is_named[link] = true;
    if (joint >= 0 && reference->what & LIMB__NAMES_JOINT) {
        const int child = robot->open.joint[joint].child;
        if (child >= 0) l->is_named[child] = true;
    }
    return LIMB_OK;
}

//---- first step: poses, parents and masses -------------------------------------------------------

static limb_status place_all(lumping *l)
{
    const limb_robot *robot = l->edit->robot;
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nlink; i++)
        if (l->has_inertia[l->target[i]]) add_inertia(l, i);
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++)
        if (l->is_folded[i]) status = place_link(l, i);
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++)
        if (!l->is_folded[i] && l->has_inertia[i]) status = write_inertia(l, i);
    return status;
}

// shapes of a folded link, and the joints below it
static limb_status place_link(lumping *l, int link)
{
    const limb_robot *robot = l->edit->robot;
    const limb_link *from = &robot->link[link];
    const char *target = robot->link[l->target[link]].name;
    limb_status status = LIMB_OK;
    for (int k = 0; k < from->nvisual && status == LIMB_OK; k++)
        status = place(l, link, from->visual[k].node, &from->visual[k].origin);
    for (int k = 0; k < from->ncollision && status == LIMB_OK; k++)
        status = place(l, link, from->collision[k].node, &from->collision[k].origin);
    for (int k = 0; k < from->nchild_joint && status == LIMB_OK; k++) {
        const limb_joint *joint = &robot->joint[from->child_joint[k]];
        if (joint->child >= 0 && l->is_folded[joint->child]) continue;
        const int parent = limb_node_find(l->edit->doc, joint->node, "parent");
        status = limb__edit_put_attribute(l->edit, parent, "link", target, strlen(target));
        if (status == LIMB_OK) status = place(l, link, joint->node, &joint->origin);
    }
    return status;
}

static limb_status place(lumping *l, int link, int node, const limb_origin *origin)
{
    double inner[12], pose[12];
    limb_origin_pose(origin, inner);
    limb_pose_multiply(l->pose[link], inner, pose);
    for (int i = 3; i < 12; i += 4)
        pose[i] = limb__tidy(pose[i]);
    return limb_edit_set_origin(l->edit, node, pose);
}

// about the origin of the target, in its axes
static void add_inertia(lumping *l, int link)
{
    const limb_inertial *inertial = l->edit->robot->link[link].inertial;
    if (!inertial) return;
    static const double center[3] = {0, 0, 0};
    double own[10], pose[12], origin[12], moved[10];
    limb__inertia_from_center(inertial->mass, center, inertial->inertia, own);
    limb_origin_pose(&inertial->origin, origin);
    limb_pose_multiply(l->pose[link], origin, pose);
    limb__inertia_transform(pose, own, moved);
    limb__inertia_add(moved, l->inertia[l->target[link]]);
}

// Stores the center of mass and the tensor about it, in the link's axes.
static limb_status write_inertia(lumping *l, int link)
{
    static const char *const key[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    limb_edit *edit = l->edit;
    const double *sum = l->inertia[link];
    const double mass = sum[0];
    double center[3] = {0, 0, 0}, about[10];
    for (int i = 0; i < 3 && mass != 0; i++)
        center[i] = sum[1 + i] / mass;
    const double back[12] = {1, 0, 0, -center[0], 0, 1, 0, -center[1], 0, 0, 1, -center[2]};
    limb__inertia_transform(back, sum, about);

    limb__builder xml;
    limb__builder_init(&xml, edit->memory);
    limb__builder_text(&xml, "<inertial>\n  <origin xyz=\"");
    for (int i = 0; i < 3; i++) {
        if (i > 0) limb__builder_char(&xml, ' ');
        limb__builder_number(&xml, limb__tidy(center[i]));
    }
    limb__builder_text(&xml, "\"/>\n  <mass value=\"");
    limb__builder_number(&xml, mass);
    limb__builder_text(&xml, "\"/>\n  <inertia");
    for (int i = 0; i < 6; i++) {
        limb__builder_char(&xml, ' ');
        limb__builder_text(&xml, key[i]);
        limb__builder_text(&xml, "=\"");
        limb__builder_number(&xml, about[4 + i] + 0.0);
        limb__builder_char(&xml, '"');
    }
    limb__builder_text(&xml, "/>\n</inertial>");
    limb__builder_nul(&xml);
    const limb_link *to = &edit->robot->link[link];
    limb_status status = xml.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (status == LIMB_OK) {
        status = to->inertial ? limb_edit_replace(edit, to->inertial->node, xml.data)
                              : limb__edit_insert(edit, to->node, true, xml.data);
    }
    limb__builder_free(&xml);
    return status;
}

//---- second step: elements move ------------------------------------------------------------------

// Links keep their indices in the first step, which adds and removes none.
static limb_status move_all(limb_edit *edit, const char *const *target, int count)
{
    const limb_robot *robot = edit->robot;
    limb_status status = LIMB_OK;
    for (int i = 0; i < count && status == LIMB_OK; i++) {
        if (!target[i]) continue;
        status = move_content(edit, i, limb_robot_find_link(robot, target[i]));
        if (status == LIMB_OK) status = limb_edit_remove(edit, robot->link[i].node);
        const int joint = robot->link[i].parent_joint;
        if (status == LIMB_OK) status = limb_edit_remove(edit, robot->joint[joint].node);
    }
    return status;
}

static limb_status move_content(limb_edit *edit, int link, int target)
{
    const limb_document *doc = edit->doc;
    const limb_link *from = &edit->robot->link[link];
    limb_status status = LIMB_OK;
    for (int node = limb__xml_first_child(doc, from->node); node >= 0 && status == LIMB_OK;
         node = limb__xml_next(doc, node)) {
        if (from->inertial && node == from->inertial->node) continue;
        status = limb__edit_insert_copy(edit, edit->robot->link[target].node, doc, node);
    }
    return status;
}
