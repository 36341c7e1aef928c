// Poses in the file: sets an origin, and attaches a joint to another link.
//
// A pose is written with as few changes as possible: values that already express it keep their
// text, and absent attributes that would be zero stay absent. Poses along the tree are at position
// zero, where every joint is its origin alone.
#include "documents/edit/verbs.h"

#include "numbers/math/pose.h"
#include "numbers/math/rotation.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// tolerance for a matrix that should be a rotation and a quaternion that should have unit length
static const double ROTATION_TOLERANCE = 1e-6;
// rotation matrices whose entries differ by less are equal up to rounding
static const double SAME_ROTATION = 4.5e-16;

static limb_status put_origin(limb_edit *edit, int node, const double pose[12], const double *quat);
static limb_status put_xyz(limb_edit *edit, int origin, const double pose[12]);
static limb_status put_rotation(limb_edit *edit, int origin, const double pose[12],
                                const double *quat);
static bool has_rotation(const limb_edit *edit, int origin, bool has_quat, const double pose[12]);
static limb_status make_origin(limb_edit *edit, int node, const double pose[12]);
static void append_three(limb__builder *out, const char *name, const double value[3]);
static bool holds_origin(limb_edit *edit, int node);
static limb_status keep_pose_under(limb_edit *edit, int joint, int new_parent);
static int common_link(const limb_robot *robot, int a, int b);
static int depth_of(const limb_robot *robot, int link);
static bool is_below(const limb_robot *robot, int link, int top);
static int link_above(const limb_robot *robot, int link);
static void pose_up_to(const limb_robot *robot, int link, int top, double pose[12]);

limb_status limb_edit_set_origin(limb_edit *edit, int node, const double pose[12])
{
    assert(edit);
    if (!holds_origin(edit, node)) return LIMB_ERROR_INPUT;
    if (!pose || !limb__pose_is_rigid(pose, ROTATION_TOLERANCE))
        return limb__edit_fail(edit, "the matrix is not a pose");
    return put_origin(edit, node, pose, NULL);
}

limb_status limb_edit_set_origin_quat(limb_edit *edit, int node, const double xyz[3],
                                      const double quat[4])
{
    assert(edit);
    if (!holds_origin(edit, node)) return LIMB_ERROR_INPUT;
    if (!xyz || !quat) return limb__edit_fail(edit, "there is no pose");
    const double square =
        quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3];
    if (!(fabs(square - 1) <= ROTATION_TOLERANCE)) {
        return limb__edit_fail(edit, "the quaternion is not of unit length");
    }
    double pose[12];
    limb_pose_from_quat(xyz, quat, pose);
    if (!limb__pose_is_rigid(pose, ROTATION_TOLERANCE))
        return limb__edit_fail(edit, "a number is not finite");
    return put_origin(edit, node, pose, quat);
}

limb_status limb_edit_reparent(limb_edit *edit, int joint, int new_parent, bool keep_pose)
{
    assert(edit);
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    if (joint < 0 || joint >= robot->njoint) return limb__edit_fail(edit, "no joint %d", joint);
    if (new_parent < 0 || new_parent >= robot->nlink) {
        return limb__edit_fail(edit, "no link %d", new_parent);
    }
    const limb_joint *moved = &robot->joint[joint];
    const char *name = robot->link[new_parent].name;
    if (moved->child >= 0 && is_below(robot, new_parent, moved->child)) {
        return limb__edit_fail(edit, "link \"%s\" is a descendant of joint \"%s\"", name,
                               moved->name);
    }
    const int element = limb_node_find(edit->doc, moved->node, "parent");
    if (element < 0) return limb__edit_fail(edit, "joint \"%s\" has no <parent>", moved->name);

    const int mark = limb__patches_mark(&edit->patches);
    limb_status status = limb__edit_put_attribute(edit, element, "link", name, strlen(name));
    if (status == LIMB_OK && keep_pose) status = keep_pose_under(edit, joint, new_parent);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    return status;
}

// With C the lowest common ancestor of both links: (C to outer)^-1 (C to inner).
limb_status limb__edit_pose_between(limb_edit *edit, int outer, int inner, double pose[12])
{
    const limb_robot *robot = edit->robot;
    const int common = inner < 0 ? -1 : common_link(robot, inner, outer);
    if (common < 0) {
        return limb__edit_fail(edit, "links \"%s\" and \"%s\" are not in one tree",
                               inner < 0 ? "" : robot->link[inner].name, robot->link[outer].name);
    }
    double from_outer[12], from_inner[12];
    pose_up_to(robot, outer, common, from_outer);
    pose_up_to(robot, inner, common, from_inner);
    limb_pose_inverse(from_outer, from_outer);
    limb_pose_multiply(from_outer, from_inner, pose);
    return LIMB_OK;
}

// Writes an origin. quat is the caller's quaternion, or NULL; a quaternion is written if the
// file has one.
static limb_status put_origin(limb_edit *edit, int node, const double pose[12], const double *quat)
{
    const int origin = limb_node_find(edit->doc, node, "origin");
    if (origin < 0) return make_origin(edit, node, pose);
    const int mark = limb__patches_mark(&edit->patches);
    limb_status status = put_xyz(edit, origin, pose);
    if (status == LIMB_OK) status = put_rotation(edit, origin, pose, quat);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    return status;
}

static limb_status put_xyz(limb_edit *edit, int origin, const double pose[12])
{
    const double xyz[3] = {pose[3], pose[7], pose[11]};
    double old[3] = {0, 0, 0};
    const bool is_read = limb__xml_find_attr(edit->doc, origin, "xyz") < 0 ||
                         limb_node_numbers(edit->doc, origin, "xyz", old, 3);
    if (is_read && old[0] == xyz[0] && old[1] == xyz[1] && old[2] == xyz[2]) return LIMB_OK;
    return limb__edit_put_numbers(edit, origin, "xyz", xyz, 3);
}

static limb_status put_rotation(limb_edit *edit, int origin, const double pose[12],
                                const double *quat)
{
    const bool has_quat =
        limb__edit_has_quat(edit) && limb__xml_find_attr(edit->doc, origin, "quat_xyzw") >= 0;
    if (has_rotation(edit, origin, has_quat, pose)) return LIMB_OK;
    double made[4];
    if (!has_quat) {
        limb_pose_to_rpy(pose, made);
        return limb__edit_put_numbers(edit, origin, "rpy", made, 3);
    }
    limb_pose_to_quat(pose, made);
    return limb__edit_put_numbers(edit, origin, "quat_xyzw", quat ? quat : made, 4);
}

// Returns whether the file already expresses this rotation.
static bool has_rotation(const limb_edit *edit, int origin, bool has_quat, const double pose[12])
{
    static const double nowhere[3] = {0, 0, 0};
    double value[4] = {0, 0, 0, 0}, there[12];
    if (has_quat) {
        if (!limb_node_numbers(edit->doc, origin, "quat_xyzw", value, 4)) return false;
        limb_pose_from_quat(nowhere, value, there);
    } else {
        if (limb__xml_find_attr(edit->doc, origin, "rpy") >= 0 &&
            !limb_node_numbers(edit->doc, origin, "rpy", value, 3)) {
            return false;
        }
        limb_pose_from_rpy(nowhere, value, there);
    }
    for (int i = 0; i < 12; i++)
        if (i % 4 != 3 && !(fabs(there[i] - pose[i]) <= SAME_ROTATION)) return false;
    return true;
}

// Inserts an origin as the first child; inserts nothing for the identity.
static limb_status make_origin(limb_edit *edit, int node, const double pose[12])
{
    const double xyz[3] = {pose[3], pose[7], pose[11]};
    double rpy[3];
    limb_pose_to_rpy(pose, rpy);
    limb__builder xml;
    limb__builder_init(&xml, edit->memory);
    limb__builder_text(&xml, "<origin");
    append_three(&xml, "xyz", xyz);
    append_three(&xml, "rpy", rpy);
    const bool is_identity = xml.size == strlen("<origin");
    limb__builder_text(&xml, "/>");
    limb__builder_nul(&xml);
    if (!xml.failed && limb__layout_quote(edit->doc) == '\'') {
        for (size_t i = 0; i < xml.size; i++)
            if (xml.data[i] == '"') xml.data[i] = '\'';
    }
    limb_status status = xml.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (status == LIMB_OK && !is_identity) status = limb__edit_insert(edit, node, true, xml.data);
    limb__builder_free(&xml);
    return status;
}

// writes nothing for zeros
static void append_three(limb__builder *out, const char *name, const double value[3])
{
    if (value[0] == 0 && value[1] == 0 && value[2] == 0) return;
    limb__builder_char(out, ' ');
    limb__builder_text(out, name);
    limb__builder_text(out, "=\"");
    for (int i = 0; i < 3; i++) {
        if (i > 0) limb__builder_char(out, ' ');
        limb__builder_number(out, value[i]);
    }
    limb__builder_char(out, '"');
}

static bool holds_origin(limb_edit *edit, int node)
{
    if (!limb__edit_start_element(edit, node)) return false;
    static const char *const holder[] = {"joint", "visual", "collision", "inertial", "sensor"};
    const limb_text tag = limb_node_name(edit->doc, node);
    for (size_t i = 0; i < sizeof holder / sizeof *holder; i++)
        if (limb__text_equal(tag, holder[i])) return true;
    limb__edit_fail(edit, "<%.*s> has no origin", (int)tag.size, tag.data);
    return false;
}

// origin = (new parent from old parent) origin
static limb_status keep_pose_under(limb_edit *edit, int joint, int new_parent)
{
    const limb_joint *moved = &edit->robot->joint[joint];
    double between[12], pose[12];
    const limb_status status = limb__edit_pose_between(edit, new_parent, moved->parent, between);
    if (status != LIMB_OK) return status;
    limb_origin_pose(&moved->origin, pose);
    limb_pose_multiply(between, pose, pose);
    if (!limb__pose_is_rigid(pose, ROTATION_TOLERANCE))
        return limb__edit_fail(edit, "the new pose is not finite");
    for (int i = 3; i < 12; i += 4)
        pose[i] = limb__tidy(pose[i]);
    return put_origin(edit, moved->node, pose, NULL);
}

// -1: none, or a cycle
static int common_link(const limb_robot *robot, int a, int b)
{
    int a_depth = depth_of(robot, a), b_depth = depth_of(robot, b);
    if (a_depth < 0 || b_depth < 0) return -1;
    for (; a_depth > b_depth; a_depth--)
        a = link_above(robot, a);
    for (; b_depth > a_depth; b_depth--)
        b = link_above(robot, b);
    while (a != b) {
        a = link_above(robot, a);
        b = link_above(robot, b);
    }
    return a;
}

// Returns the number of joints above the link; -1: a cycle.
static int depth_of(const limb_robot *robot, int link)
{
    int depth = 0;
    for (int up = link_above(robot, link); up >= 0; up = link_above(robot, up))
        if (++depth > robot->nlink) return -1;
    return depth;
}

static bool is_below(const limb_robot *robot, int link, int top)
{
    for (int steps = 0; link >= 0 && steps <= robot->nlink; steps++) {
        if (link == top) return true;
        link = link_above(robot, link);
    }
    return false;
}

static int link_above(const limb_robot *robot, int link)
{
    const int joint = robot->link[link].parent_joint;
    return joint < 0 ? -1 : robot->joint[joint].parent;
}

// top from link, at position zero
static void pose_up_to(const limb_robot *robot, int link, int top, double pose[12])
{
    limb_pose_identity(pose);
    while (link != top) {
        double origin[12];
        limb_origin_pose(&robot->joint[robot->link[link].parent_joint].origin, origin);
        limb_pose_multiply(origin, pose, pose);
        link = link_above(robot, link);
    }
}
