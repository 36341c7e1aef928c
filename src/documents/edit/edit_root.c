// Makes another link the root: the joints between it and the old root are reversed.
//
// A joint places its child C in its parent P by T(q) = O M(q), with O its origin. Reversed, it
// places P in C by M(q)^-1 O^-1 = O^-1 (O M(q)^-1 O^-1). A translation along a remains a
// translation along -R a, with R the rotation of O; a rotation remains one about -R a only if the
// axis passes through P's origin. If it does not, a link without mass is added at the joint, and a
// fixed joint from it to P; so all links keep their frames, and every joint its values and limits.
#include "documents/edit/verbs.h"

#include "numbers/math/pose.h"
#include "numbers/math/rotation.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// an axis closer than this to the origin, relative to the distance of the joint, passes through it
static const double THROUGH_ORIGIN = 1e-12;

static limb_status check_path(limb_edit *edit, int link);
static limb_status turn_around(limb_edit *edit, int joint, limb__arena *arena);
static limb_status connect(limb_edit *edit, const limb_joint *joint, const char *parent,
                           const char *child);
static limb_status put_axis(limb_edit *edit, const limb_joint *joint, const double axis[3]);
static limb_status add_helper(limb_edit *edit, const limb_joint *joint, const char *helper,
                              const char *helper_joint, const double pose[12]);
static bool runs_through(const double origin[12], const double axis[3]);
static void append_numbers(limb__builder *out, const char *key, const double value[3]);

limb_status limb_edit_set_root(limb_edit *edit, int link)
{
    assert(edit);
    limb__edit_start(edit);
    limb_status status = check_path(edit, link);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    const int mark = limb__patches_mark(&edit->patches);
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    const limb_robot *robot = edit->robot;
    int *path = LIMB__ARENA_ARRAY(&arena, int, robot->njoint);
    int length = 0;
    if (!path) status = LIMB_ERROR_MEMORY;
    for (int at = link; status == LIMB_OK && robot->link[at].parent_joint >= 0;) {
        path[length++] = robot->link[at].parent_joint;
        at = robot->joint[robot->link[at].parent_joint].parent;
    }
    // from the old root on, the order of most files, in which adding patches is cheaper
    while (length > 0 && status == LIMB_OK)
        status = turn_around(edit, path[--length], &arena);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    limb__arena_free(&arena);
    return status;
}

static limb_status check_path(limb_edit *edit, int link)
{
    const limb_robot *robot = edit->robot;
    if (link < 0 || link >= robot->nlink) return limb__edit_fail(edit, "no link %d", link);
    int steps = 0;
    for (int at = link; robot->link[at].parent_joint >= 0;) {
        const limb_joint *joint = &robot->joint[robot->link[at].parent_joint];
        if (joint->type == LIMB_JOINT_FLOATING || joint->type == LIMB_JOINT_PLANAR) {
            return limb__edit_fail(edit,
                                   "joint \"%s\" is %s: turned around, its coordinates would have "
                                   "another meaning",
                                   joint->name, limb_joint_type_name(joint->type));
        }
        if (joint->parent < 0 || ++steps > robot->nlink)
            return limb__edit_fail(edit, "link \"%s\" is not connected to a root",
                                   robot->link[link].name);
        at = joint->parent;
    }
    return LIMB_OK;
}

static limb_status turn_around(limb_edit *edit, int joint, limb__arena *arena)
{
    const limb_robot *robot = edit->robot;
    const limb_joint *j = &robot->joint[joint];
    const char *parent = robot->link[j->parent].name, *child = robot->link[j->child].name;
    double origin[12], inverse[12], axis[3], turned[3];
    limb_origin_pose(&j->origin, origin);
    limb_pose_inverse(origin, inverse);
    for (int i = 3; i < 12; i += 4)
        inverse[i] = limb__tidy(inverse[i]);
    for (int i = 0; i < 3; i++) {
        axis[i] = -j->axis[i] + 0.0;
        turned[i] = limb__tidy(-limb__dot(origin + 4 * i, j->axis));
    }
    const bool moves = j->type != LIMB_JOINT_FIXED;
    const bool is_direct =
        !moves || j->type == LIMB_JOINT_PRISMATIC || runs_through(origin, j->axis);
    if (is_direct) {
        limb_status status = connect(edit, j, child, parent);
        if (status == LIMB_OK) status = limb_edit_set_origin(edit, j->node, inverse);
        if (status == LIMB_OK && moves) status = put_axis(edit, j, turned);
        return status;
    }
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const size_t size = strlen(j->name) + 16;
    char *wanted = limb__arena_take(arena, size);
    if (!wanted) return LIMB_ERROR_MEMORY;
    strcat(strcpy(wanted, j->name), "_axis");
    const char *helper = limb__edit_free_name(edit, arena, wanted);
    strcat(strcpy(wanted, j->name), "_axis_fixed");
    const char *helper_joint = limb__edit_free_name(edit, arena, wanted);
    if (!helper || !helper_joint) return LIMB_ERROR_MEMORY;
    limb_status status = connect(edit, j, child, helper);
    if (status == LIMB_OK) status = limb_edit_set_origin(edit, j->node, identity);
    if (status == LIMB_OK) status = put_axis(edit, j, axis);
    if (status == LIMB_OK) status = add_helper(edit, j, helper, helper_joint, inverse);
    return status;
}

static limb_status connect(limb_edit *edit, const limb_joint *joint, const char *parent,
                           const char *child)
{
    const int parent_node = limb_node_find(edit->doc, joint->node, "parent");
    const int child_node = limb_node_find(edit->doc, joint->node, "child");
    limb_status status =
        limb__edit_put_attribute(edit, parent_node, "link", parent, strlen(parent));
    if (status != LIMB_OK) return status;
    return limb__edit_put_attribute(edit, child_node, "link", child, strlen(child));
}

static limb_status put_axis(limb_edit *edit, const limb_joint *joint, const double axis[3])
{
    if (joint->axis_node >= 0)
        return limb__edit_put_numbers(edit, joint->axis_node, "xyz", axis, 3);
    limb__builder xml;
    limb__builder_init(&xml, edit->memory);
    limb__builder_text(&xml, "<axis");
    append_numbers(&xml, "xyz", axis);
    limb__builder_text(&xml, "/>");
    return limb__edit_insert_built(edit, joint->node, false, &xml);
}

static limb_status add_helper(limb_edit *edit, const limb_joint *joint, const char *helper,
                              const char *helper_joint, const double pose[12])
{
    const char *parent = edit->robot->link[joint->parent].name;
    const double xyz[3] = {pose[3], pose[7], pose[11]};
    double rpy[3];
    limb_pose_to_rpy(pose, rpy);
    limb__builder xml;
    limb__builder_init(&xml, edit->memory);
    limb__builder_text(&xml, "<link name=\"");
    limb__builder_xml(&xml, helper, strlen(helper), '"');
    limb__builder_text(&xml, "\"/>\n<joint name=\"");
    limb__builder_xml(&xml, helper_joint, strlen(helper_joint), '"');
    limb__builder_text(&xml, "\" type=\"fixed\">\n  <origin");
    append_numbers(&xml, "xyz", xyz);
    append_numbers(&xml, "rpy", rpy);
    limb__builder_text(&xml, "/>\n  <parent link=\"");
    limb__builder_xml(&xml, helper, strlen(helper), '"');
    limb__builder_text(&xml, "\"/>\n  <child link=\"");
    limb__builder_xml(&xml, parent, strlen(parent), '"');
    limb__builder_text(&xml, "\"/>\n</joint>");
    return limb__edit_insert_built(edit, edit->robot->node, false, &xml);
}

// Returns whether the axis, in the parent's frame, is parallel to the line from the parent
// to the joint.
static bool runs_through(const double origin[12], const double axis[3])
{
    const double place[3] = {origin[3], origin[7], origin[11]};
    double turned[3], across[3];
    for (int i = 0; i < 3; i++)
        turned[i] = limb__dot(origin + 4 * i, axis);
    limb__cross(place, turned, across);
    const double bound = THROUGH_ORIGIN * THROUGH_ORIGIN * limb__dot(place, place);
    return limb__dot(across, across) <= bound * limb__dot(turned, turned);
}

static void append_numbers(limb__builder *out, const char *key, const double value[3])
{
    limb__builder_char(out, ' ');
    limb__builder_text(out, key);
    limb__builder_text(out, "=\"");
    for (int i = 0; i < 3; i++) {
        if (i > 0) limb__builder_char(out, ' ');
        limb__builder_number(out, value[i]);
    }
    limb__builder_char(out, '"');
}
