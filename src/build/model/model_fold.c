// Fold: converts links and joints to bodies.
//
// Every joint frame is rotated so that its axis is z; the rotation Z (the smallest one from z
// to the axis) is absorbed by the constant frames around the joint. For a joint with origin O
// and motion T(q) = Z Rz(q) Z^-1 the body's frame is O Z Rz(q), and the link is placed in its
// body at Z^-1. Traversed from child to parent, the motion is T(q)^-1 O^-1: the same form with
// the reversed axis.
#include "build/model/model_build.h"

#include "numbers/math/inertia.h"
#include "numbers/math/pose.h"
#include "numbers/math/sin_cos.h"

#include <math.h>

static void fold_step(limb__model_builder *build, const limb__model_step *step);
static void held_pose(const limb__model_builder *build, int joint, double pose[12]);
static void fold_planar(limb__model_builder *build, const limb__model_step *step,
                        const double before[12], const double turn[12]);
static void fold_link(limb__model_builder *build, int link, int body, const double frame[12]);
static int add_joint(limb__model_builder *build, int source, int part, limb_motion_kind kind,
                     int parent, const double frame[12]);
static void turn_to(const double axis[3], double pose[12]);
static limb_status check_finite(limb__model_builder *build);

limb_status limb__model_fold(limb__model_builder *build)
{
    const limb_robot *robot = build->robot;
    size_t capacity = 1; // the floating base
    for (int joint = 0; joint < robot->njoint; joint++) {
        if (!build->plan[joint].reached) continue;
        capacity += build->plan[joint].motion == LIMB__MOTION_PLANAR ? 3 : 1;
    }
    const size_t nlink = (size_t)robot->nlink;
    build->joint = LIMB__ARENA_ARRAY(&build->arena, limb__built_joint, capacity);
    build->link_body = LIMB__ARENA_ARRAY(&build->arena, int, nlink);
    build->link_frame = LIMB__ARENA_ARRAY(&build->arena, double, 12 * nlink);
    build->body_inertia =
        limb__arena_take_zero(&build->arena, 10 * (capacity + 1) * sizeof(double));
    if (build->arena.failed) return LIMB_ERROR_MEMORY;

    for (int link = 0; link < robot->nlink; link++) {
        build->link_body[link] = -1;
        for (int k = 0; k < 12; k++)
            build->link_frame[12 * (size_t)link + (size_t)k] = NAN;
    }
    double identity[12];
    limb_pose_identity(identity);
    int base = 0;
    if (build->opts->floating_base)
        base = add_joint(build, -1, 0, LIMB_MOTION_FLOATING, 0, identity);
    fold_link(build, build->root, base, identity);
    for (int i = 0; i < build->nstep; i++)
        fold_step(build, &build->step[i]);
    return check_finite(build);
}

static void fold_step(limb__model_builder *build, const limb__model_step *step)
{
    const limb__joint_plan *plan = &build->plan[step->joint];
    const int parent = build->link_body[step->from];
    const double *from = build->link_frame + 12 * (size_t)step->from;
    double origin[12], after[12], before[12], turn[12], frame[12], link[12];
    limb_origin_pose(&build->robot->joint[step->joint].origin, origin);

    // before: constant transform preceding the motion; after: following it
    if (step->reversed) {
        limb__pose_copy(from, before);
        limb__pose_inverse(origin, after);
    } else {
        limb__pose_multiply(from, origin, before);
        limb_pose_identity(after);
    }
    if (plan->motion == LIMB__MOTION_HELD) {
        held_pose(build, step->joint, turn);
        if (step->reversed) limb_pose_inverse(turn, turn);
        limb__pose_multiply(before, turn, frame);
        limb__pose_multiply(frame, after, link);
        fold_link(build, step->to, parent, link);
        return;
    }
    if (plan->motion == LIMB__MOTION_FLOATING) {
        const int body = add_joint(build, step->joint, 0, LIMB_MOTION_FLOATING, parent, before);
        fold_link(build, step->to, body, after);
        return;
    }
    const bool planar = plan->motion == LIMB__MOTION_PLANAR;
    const double sign = step->reversed && !planar ? -1 : 1;
    const double axis[3] = {sign * plan->axis[0], sign * plan->axis[1], sign * plan->axis[2]};
    turn_to(axis, turn);
    limb__pose_multiply(before, turn, frame);
    double back[12];
    limb__pose_inverse(turn, back);
    limb__pose_multiply(back, after, link);
    if (planar) {
        fold_planar(build, step, frame, link);
        return;
    }
    const limb_motion_kind kind =
        plan->motion == LIMB__MOTION_TURN ? LIMB_MOTION_REVOLUTE : LIMB_MOTION_PRISMATIC;
    const int body = add_joint(build, step->joint, 0, kind, parent, frame);
    fold_link(build, step->to, body, link);
}

// the motion of a held joint at its value
static void held_pose(const limb__model_builder *build, int joint, double pose[12])
{
    const limb__joint_plan *plan = &build->plan[joint];
    limb_pose_identity(pose);
    if (plan->value == 0) return;
    double motion[12], turn[12], back[12], half[12];
    limb_pose_identity(motion);
    if (!limb_joint_info_of(build->robot->joint[joint].type)->turns) {
        motion[11] = plan->value;
    } else {
        double s, c;
        limb__sin_cos(plan->value, &s, &c);
        motion[0] = motion[5] = c;
        motion[1] = -s;
        motion[4] = s;
    }
    turn_to(plan->axis, turn);
    limb__pose_inverse(turn, back);
    limb__pose_multiply(turn, motion, half);
    limb__pose_multiply(half, back, pose);
}

// x, y and theta in series, in the plane whose normal is z of the given frame
static void fold_planar(limb__model_builder *build, const limb__model_step *step,
                        const double frame[12], const double link[12])
{
    static const double x_axis[3] = {1, 0, 0}, y_axis[3] = {0, 1, 0};
    double to_x[12], to_y[12], back[12], frame_x[12], frame_y[12];
    turn_to(x_axis, to_x);
    turn_to(y_axis, to_y);
    limb__pose_multiply(frame, to_x, frame_x);
    limb__pose_inverse(to_x, back);
    limb__pose_multiply(back, to_y, frame_y);
    limb__pose_inverse(to_y, back);
    int body = build->link_body[step->from];
    body = add_joint(build, step->joint, 1, LIMB_MOTION_PRISMATIC, body, frame_x);
    body = add_joint(build, step->joint, 2, LIMB_MOTION_PRISMATIC, body, frame_y);
    body = add_joint(build, step->joint, 3, LIMB_MOTION_REVOLUTE, body, back);
    fold_link(build, step->to, body, link);
}

static void fold_link(limb__model_builder *build, int link, int body, const double frame[12])
{
    build->link_body[link] = body;
    limb__pose_copy(frame, build->link_frame + 12 * (size_t)link);
    const limb_inertial *inertial = build->robot->link[link].inertial;
    if (!inertial) return;
    // about the center of mass in the inertial's own axes, then in the body's frame
    static const double none[6] = {0}, center[3] = {0};
    double origin[12], pose[12], own[10], moved[10];
    limb_origin_pose(&inertial->origin, origin);
    limb__pose_multiply(frame, origin, pose);
    limb__inertia_from_center(inertial->has_mass ? inertial->mass : 0, center,
                              inertial->has_inertia ? inertial->inertia : none, own);
    limb__inertia_transform(pose, own, moved);
    limb__inertia_add(moved, build->body_inertia + 10 * (size_t)body);
}

// returns the body that the joint moves
static int add_joint(limb__model_builder *build, int source, int part, limb_motion_kind kind,
                     int parent, const double frame[12])
{
    limb__built_joint *joint = &build->joint[build->njoint++];
    joint->source = source;
    joint->part = part;
    joint->kind = kind;
    joint->parent = parent;
    limb__pose_copy(frame, joint->frame);
    return build->njoint;
}

static void turn_to(const double axis[3], double pose[12])
{
    double rotation[9];
    limb__rotation_to_axis(axis, rotation);
    for (int row = 0; row < 3; row++) {
        limb__copy3(rotation + 3 * row, pose + 4 * row);
        pose[4 * row + 3] = 0;
    }
}

// finite numbers can overflow when combined
static limb_status check_finite(limb__model_builder *build)
{
    const limb_robot *robot = build->robot;
    for (int i = 0; i < build->njoint; i++) {
        double sum = 0;
        for (int k = 0; k < 12; k++)
            sum += 0 * build->joint[i].frame[k];
        for (int k = 0; k < 10; k++)
            sum += 0 * build->body_inertia[10 * ((size_t)i + 1) + (size_t)k];
        if (isnan(sum)) { // 0 * inf and 0 * NaN are NaN
            const int source = build->joint[i].source;
            return limb__model_refuse(build, LIMB_RULE_NUMBER_RANGE,
                                      "numbers are not finite at joint",
                                      source < 0 ? "floating_base" : robot->joint[source].name);
        }
    }
    for (int link = 0; link < robot->nlink; link++) {
        double sum = 0;
        for (int k = 0; build->link_body[link] >= 0 && k < 12; k++)
            sum += 0 * build->link_frame[12 * (size_t)link + (size_t)k];
        if (isnan(sum)) { // 0 * inf and 0 * NaN are NaN
            return limb__model_refuse(build, LIMB_RULE_NUMBER_RANGE,
                                      "numbers are not finite at link", robot->link[link].name);
        }
    }
    for (int k = 0; k < 10; k++) {
        if (!isfinite(build->body_inertia[k])) {
            return limb__model_refuse(build, LIMB_RULE_NUMBER_RANGE,
                                      "inertia is not finite at the root of robot", robot->name);
        }
    }
    return LIMB_OK;
}
