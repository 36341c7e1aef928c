// Poses in the file: setting an origin, and hanging a joint from another link.
//
// A pose is written with as few changes as the file allows: values that already say it keep their
// text, attributes that are absent and would say zero stay absent. Poses along the tree are taken
// at position zero, where every joint is its origin alone.
#include "urdf/edit.h"

#include "math/rotation.h"

#include <math.h>
#include <string.h>

// how far a matrix may be from a rotation, and a quaternion from unit length, before it is refused
static const double ROTATION_TOLERANCE = 1e-6;
// two rotations whose entries differ by no more are the same to rounding
static const double SAME_ROTATION = 4.5e-16;

static limb_status put_origin(limb_edit *edit, int node, const double xyz[3], const double r[9],
                              const double *quat);
static limb_status put_rotation(limb_edit *edit, int origin, const double r[9], const double *quat);
static limb_status put_three(limb_edit *edit, int origin, const char *name, const double value[3]);
static limb_status make_origin(limb_edit *edit, int node, const double xyz[3], const double rpy[3]);
static bool holds_origin(limb_edit *edit, int node);
static bool is_pose(const double xyz[3], const double r[9]);
static void append_three(limb__builder *out, const char *name, const double value[3]);
static limb_status keep_pose_under(limb_edit *edit, int joint, int new_parent);
static int common_link(const limb_robot *robot, int a, int b);
static int depth_of(const limb_robot *robot, int link);
static bool is_below(const limb_robot *robot, int link, int top);
static int link_above(const limb_robot *robot, int link);
static void pose_up_to(const limb_robot *robot, int link, int top, double pose[12]);
static void multiply(const double a[12], const double b[12], double out[12]);
static void invert(const double pose[12], double out[12]);
static void split(const double pose[12], double xyz[3], double r[9]);

limb_status limb_edit_set_origin(limb_edit *edit, int node, const double pose[12])
{
    if (!holds_origin(edit, node)) return LIMB_ERROR_INPUT;
    double xyz[3], r[9];
    split(pose, xyz, r);
    if (!is_pose(xyz, r)) return limb__edit_fail(edit, "the matrix is not a pose");
    return put_origin(edit, node, xyz, r, NULL);
}

limb_status limb_edit_set_origin_quat(limb_edit *edit, int node, const double xyz[3],
                                      const double quat[4])
{
    if (!holds_origin(edit, node)) return LIMB_ERROR_INPUT;
    const double square =
        quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3];
    if (!(fabs(square - 1) <= ROTATION_TOLERANCE)) {
        return limb__edit_fail(edit, "the quaternion is not of unit length");
    }
    double r[9];
    limb__quat_to_rotation(quat, r);
    if (!is_pose(xyz, r)) return limb__edit_fail(edit, "a number is not finite");
    return put_origin(edit, node, xyz, r, quat);
}

limb_status limb_edit_reparent(limb_edit *edit, int joint, int new_parent, bool keep_pose)
{
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    if (joint < 0 || joint >= robot->njoint) return limb__edit_fail(edit, "no joint %d", joint);
    if (new_parent < 0 || new_parent >= robot->nlink) {
        return limb__edit_fail(edit, "no link %d", new_parent);
    }
    const limb_joint *moved = &robot->joint[joint];
    const char *name = robot->link[new_parent].name;
    if (moved->child >= 0 && is_below(robot, new_parent, moved->child)) {
        return limb__edit_fail(edit, "link \"%s\" hangs from joint \"%s\" itself", name,
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

// The quaternion is the caller's own, or NULL; it is written where the file has one.
static limb_status put_origin(limb_edit *edit, int node, const double xyz[3], const double r[9],
                              const double *quat)
{
    const int origin = limb_node_find(edit->doc, node, "origin");
    if (origin < 0) {
        double rpy[3];
        limb__rotation_to_rpy(r, rpy);
        return make_origin(edit, node, xyz, rpy);
    }
    const int mark = limb__patches_mark(&edit->patches);
    limb_status status = put_three(edit, origin, "xyz", xyz);
    if (status == LIMB_OK) status = put_rotation(edit, origin, r, quat);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    return status;
}

static limb_status put_rotation(limb_edit *edit, int origin, const double r[9], const double *quat)
{
    double old[4] = {0}, there[9];
    const bool has_quat =
        limb__edit_has_quat(edit) && limb__xml_find_attr(edit->doc, origin, "quat_xyzw") >= 0;
    bool is_read = has_quat && limb_node_numbers(edit->doc, origin, "quat_xyzw", old, 4) &&
                   old[0] * old[0] + old[1] * old[1] + old[2] * old[2] + old[3] * old[3] > 0;
    if (is_read) limb__quat_to_rotation(old, there);
    if (!has_quat) {
        is_read = limb__xml_find_attr(edit->doc, origin, "rpy") < 0 ||
                  limb_node_numbers(edit->doc, origin, "rpy", old, 3);
        limb__rpy_to_rotation(old, there);
    }
    double misfit = 0;
    for (int i = 0; i < 9; i++)
        misfit = fmax(misfit, is_read ? fabs(there[i] - r[i]) : 1);
    if (misfit <= SAME_ROTATION) return LIMB_OK;

    double made[4];
    if (!has_quat) {
        limb__rotation_to_rpy(r, made);
        return limb__edit_put_numbers(edit, origin, "rpy", made, 3);
    }
    limb__rotation_to_quat(r, made);
    return limb__edit_put_numbers(edit, origin, "quat_xyzw", quat ? quat : made, 4);
}

static limb_status put_three(limb_edit *edit, int origin, const char *name, const double value[3])
{
    double old[3] = {0, 0, 0};
    const bool is_read = limb__xml_find_attr(edit->doc, origin, name) < 0 ||
                         limb_node_numbers(edit->doc, origin, name, old, 3);
    if (is_read && old[0] == value[0] && old[1] == value[1] && old[2] == value[2]) return LIMB_OK;
    return limb__edit_put_numbers(edit, origin, name, value, 3);
}

// As the first child, where people look for it.
static limb_status make_origin(limb_edit *edit, int node, const double xyz[3], const double rpy[3])
{
    limb__builder xml;
    limb__builder_init(&xml, edit->memory);
    limb__builder_text(&xml, "<origin");
    append_three(&xml, "xyz", xyz);
    append_three(&xml, "rpy", rpy);
    const bool is_identity = xml.size == strlen("<origin");
    limb__builder_text(&xml, "/>");
    if (limb__layout_quote(edit->doc) == '\'') {
        for (size_t i = 0; i < xml.size; i++)
            if (xml.data[i] == '"') xml.data[i] = '\'';
    }
    limb__builder_nul(&xml);
    limb_status status = xml.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (status == LIMB_OK && !is_identity) {
        status = limb__edit_insert(edit, node, true, xml.data);
    }
    limb__builder_free(&xml);
    return status;
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

static bool is_pose(const double xyz[3], const double r[9])
{
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        if (!isfinite(xyz[i])) return false;
        for (int j = 0; j < 3; j++) {
            const double product =
                r[3 * i] * r[3 * j] + r[3 * i + 1] * r[3 * j + 1] + r[3 * i + 2] * r[3 * j + 2];
            const double miss = fabs(product - (i == j ? 1 : 0));
            if (!(miss <= worst)) worst = miss;
        }
    }
    const double determinant = r[0] * (r[4] * r[8] - r[5] * r[7]) -
                               r[1] * (r[3] * r[8] - r[5] * r[6]) +
                               r[2] * (r[3] * r[7] - r[4] * r[6]);
    return worst <= ROTATION_TOLERANCE && determinant > 0;
}

// nothing for zeros
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

// With C the nearest link above both: origin = (C to new parent)^-1 (C to old parent) origin.
static limb_status keep_pose_under(limb_edit *edit, int joint, int new_parent)
{
    const limb_robot *robot = edit->robot;
    const limb_joint *moved = &robot->joint[joint];
    const int common = moved->parent < 0 ? -1 : common_link(robot, moved->parent, new_parent);
    if (common < 0) {
        return limb__edit_fail(edit, "joint \"%s\" and link \"%s\" are not in one tree",
                               moved->name, robot->link[new_parent].name);
    }
    double from_new[12], from_old[12], back[12], both[12], origin[12], pose[12];
    pose_up_to(robot, new_parent, common, from_new);
    pose_up_to(robot, moved->parent, common, from_old);
    limb_origin_pose(&moved->origin, origin);
    invert(from_new, back);
    multiply(back, from_old, both);
    multiply(both, origin, pose);

    double xyz[3], r[9];
    split(pose, xyz, r);
    if (!is_pose(xyz, r)) return limb__edit_fail(edit, "the new pose is not finite");
    for (int i = 0; i < 3; i++)
        xyz[i] = limb__tidy(xyz[i]);
    return put_origin(edit, moved->node, xyz, r, NULL);
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

// joints above the link; -1: a cycle
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
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    memcpy(pose, identity, sizeof identity);
    while (link != top) {
        double origin[12], product[12];
        limb_origin_pose(&robot->joint[robot->link[link].parent_joint].origin, origin);
        multiply(origin, pose, product);
        memcpy(pose, product, sizeof product);
        link = link_above(robot, link);
    }
}

static void multiply(const double a[12], const double b[12], double out[12])
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            const double moved = j == 3 ? a[4 * i + 3] : 0;
            out[4 * i + j] =
                a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j] + moved;
        }
    }
}

static void invert(const double pose[12], double out[12])
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            out[4 * i + j] = pose[4 * j + i];
        out[4 * i + 3] = -(pose[i] * pose[3] + pose[4 + i] * pose[7] + pose[8 + i] * pose[11]);
    }
}

static void split(const double pose[12], double xyz[3], double r[9])
{
    for (int i = 0; i < 3; i++) {
        xyz[i] = pose[4 * i + 3];
        for (int j = 0; j < 3; j++)
            r[3 * i + j] = pose[4 * i + j];
    }
}
