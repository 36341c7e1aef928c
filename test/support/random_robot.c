// Random robots, and reference poses.
#include "support/random_robot.h"

#include "limb/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINKS = 4096 };

typedef struct store { // one block for a whole robot
    limb_robot robot;
    limb_link *link;
    limb_joint *joint;
    limb_inertial *inertial;
    limb_limit *limit;
    limb_dynamics *dynamics;
    limb_mimic *mimic;
    limb_safety *safety;
    limb_calibration *calibration;
    char (*name)[16];
    int *child;
    int *order;
} store;

static void *take(size_t size)
{
    void *memory = calloc(1, size ? size : 1);
    if (!memory) abort();
    return memory;
}

static void random_origin(limb_test_rng *rng, limb_origin *origin, bool quaternion)
{
    origin->node = 0;
    origin->has_xyz = true;
    for (int k = 0; k < 3; k++)
        origin->xyz[k] = limb_test_uniform(rng, -0.5, 0.5);
    origin->quat[3] = 1;
    const int form = limb_test_below(rng, 4);
    switch (quaternion ? 3 : form) {
    case 0: // no rotation
        break;
    case 1: // quarter turns, as most files have them
        origin->has_rpy = true;
        for (int k = 0; k < 3; k++)
            origin->rpy[k] = 1.5707963267948966 * limb_test_below(rng, 4);
        break;
    case 2:
        origin->has_rpy = true;
        for (int k = 0; k < 3; k++)
            origin->rpy[k] = limb_test_uniform(rng, -3, 3);
        break;
    default:
        origin->has_quat = true;
        double length = 0;
        for (int k = 0; k < 4; k++) {
            origin->quat[k] = limb_test_uniform(rng, -1, 1);
            length += origin->quat[k] * origin->quat[k];
        }
        for (int k = 0; k < 4; k++)
            origin->quat[k] /= sqrt(length);
    }
}

static void plain_origin(limb_test_rng *rng, limb_origin *origin)
{
    *origin = (limb_origin){.has_xyz = true, .has_quat = true};
    for (int k = 0; k < 3; k++) {
        if (limb_test_below(rng, 2)) origin->xyz[k] = limb_test_uniform(rng, -0.5, 0.5);
    }
    double *quat = origin->quat;
    const int axis = limb_test_below(rng, 3);
    switch (limb_test_below(rng, 4)) {
    case 0: // no rotation
        quat[3] = 1;
        break;
    case 1: // half a turn
        quat[axis] = 1;
        break;
    case 2: // axes take each other's places
        for (int k = 0; k < 4; k++)
            quat[k] = limb_test_below(rng, 2) ? 0.5 : -0.5;
        break;
    default: // about one axis
        quat[axis] = limb_test_uniform(rng, -1, 1);
        quat[3] = sqrt(1 - quat[axis] * quat[axis]);
    }
}

// a few point masses, so that the tensor is one that a body can have
static void random_inertial(limb_test_rng *rng, limb_inertial *inertial, bool quaternion)
{
    random_origin(rng, &inertial->origin, quaternion);
    inertial->has_mass = inertial->has_inertia = true;
    double point[5][3], center[3] = {0};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 3; k++) {
            point[i][k] = limb_test_uniform(rng, -0.2, 0.2);
            center[k] += point[i][k] / 5;
        }
    }
    const double mass = limb_test_uniform(rng, 0.1, 5);
    inertial->mass = 5 * mass;
    double *tensor = inertial->inertia;
    for (int i = 0; i < 5; i++) {
        const double x = point[i][0] - center[0], y = point[i][1] - center[1],
                     z = point[i][2] - center[2];
        tensor[0] += mass * (y * y + z * z);
        tensor[1] -= mass * x * y;
        tensor[2] -= mass * x * z;
        tensor[3] += mass * (x * x + z * z);
        tensor[4] -= mass * y * z;
        tensor[5] += mass * (x * x + y * y);
    }
}

static void random_axis(limb_test_rng *rng, bool along_axes, double axis[3])
{
    static const double plain[6][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                       {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    const int pick = limb_test_below(rng, along_axes ? 6 : 9);
    for (int k = 0; k < 3; k++)
        axis[k] = pick < 6 ? plain[pick][k] : limb_test_uniform(rng, -2, 2);
}

static limb_joint_type random_type(limb_test_rng *rng, bool simple)
{
    static const limb_joint_type types[12] = {
        LIMB_JOINT_REVOLUTE,  LIMB_JOINT_REVOLUTE,   LIMB_JOINT_REVOLUTE,   LIMB_JOINT_REVOLUTE,
        LIMB_JOINT_PRISMATIC, LIMB_JOINT_CONTINUOUS, LIMB_JOINT_CONTINUOUS, LIMB_JOINT_PRISMATIC,
        LIMB_JOINT_FIXED,     LIMB_JOINT_FIXED,      LIMB_JOINT_PLANAR,     LIMB_JOINT_FLOATING};
    return types[limb_test_below(rng, simple ? 8 : 12)];
}

static bool one_coordinate(limb_joint_type type)
{
    return type == LIMB_JOINT_REVOLUTE || type == LIMB_JOINT_CONTINUOUS ||
           type == LIMB_JOINT_PRISMATIC;
}

static void random_joint(limb_test_rng *rng, store *s, int i, const limb_test_robot_opts *opts)
{
    limb_joint *joint = &s->joint[i];
    joint->type = random_type(rng, opts->simple);
    random_origin(rng, &joint->origin, opts->quaternions);
    if (opts->plain) plain_origin(rng, &joint->origin);
    joint->has_axis = true;
    random_axis(rng, opts->plain, joint->axis);
    if (joint->type == LIMB_JOINT_REVOLUTE || joint->type == LIMB_JOINT_PRISMATIC) {
        limb_limit *limit = &s->limit[i];
        limit->has_lower = limit->has_upper = limit->has_effort = limit->has_velocity = true;
        limit->lower = limb_test_uniform(rng, -3, -0.5);
        limit->upper = limb_test_uniform(rng, 0.5, 3);
        limit->effort = limb_test_uniform(rng, 10, 100);
        limit->velocity = limb_test_uniform(rng, 1, 5);
        limit->acceleration = limit->deceleration = limit->jerk = INFINITY;
        joint->limit = limit;
    }
    if (limb_test_below(rng, 2)) {
        s->dynamics[i].damping = limb_test_uniform(rng, 0, 1);
        s->dynamics[i].friction = limb_test_uniform(rng, 0, 1);
        joint->dynamics = &s->dynamics[i];
    }
}

static void random_mimic(limb_test_rng *rng, store *s, int i)
{
    limb_joint *joint = &s->joint[i];
    if (!one_coordinate(joint->type) || limb_test_below(rng, 4) != 0) return;
    // sources are followed from higher to lower numbers only, so there is no circle
    const int source = limb_test_below(rng, s->robot.njoint);
    if (source >= i || !one_coordinate(s->joint[source].type)) return;
    limb_mimic *mimic = &s->mimic[i];
    mimic->joint = source;
    mimic->joint_name = s->joint[source].name;
    mimic->has_multiplier = mimic->has_offset = true;
    mimic->multiplier = limb_test_uniform(rng, -2, 2);
    mimic->offset = limb_test_uniform(rng, -1, 1);
    joint->mimic = mimic;
}

static void connect(limb_test_rng *rng, store *s, const limb_test_robot_opts *opts)
{
    // links in a random order; each is a child of one before it
    const int n = s->robot.nlink;
    for (int i = 0; i < n; i++)
        s->order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        const int j = limb_test_below(rng, i + 1);
        const int swap = s->order[i];
        s->order[i] = s->order[j];
        s->order[j] = swap;
    }
    for (int i = 1; i < n; i++) {
        limb_joint *joint = &s->joint[i - 1];
        const bool chain = opts->serial || limb_test_below(rng, 3) != 0;
        joint->parent = s->order[chain ? i - 1 : limb_test_below(rng, i)];
        joint->child = s->order[i];
        joint->parent_name = s->link[joint->parent].name;
        joint->child_name = s->link[joint->child].name;
        s->link[joint->child].parent_joint = i - 1;
        s->link[joint->parent].nchild_joint++;
    }
    s->robot.root = s->order[0];
    int at = 0;
    for (int link = 0; link < n; link++) {
        s->link[link].child_joint = s->child + at;
        for (int i = 0; i < s->robot.njoint; i++) {
            if (s->joint[i].parent == link) s->child[at++] = i;
        }
    }
}

limb_robot *limb_test_robot(uint64_t seed, const limb_test_robot_opts *opts)
{
    const limb_test_robot_opts defaults = {0};
    if (!opts) opts = &defaults;
    limb_test_rng rng = {seed * 7919 + 1};
    const int n = opts->nlink ? opts->nlink : 2 + limb_test_below(&rng, 23);
    if (n > MAX_LINKS) abort();
    const size_t count = (size_t)n;
    store *s = take(sizeof *s);
    s->link = take(count * sizeof *s->link);
    s->joint = take(count * sizeof *s->joint);
    s->inertial = take(count * sizeof *s->inertial);
    s->limit = take(count * sizeof *s->limit);
    s->dynamics = take(count * sizeof *s->dynamics);
    s->mimic = take(count * sizeof *s->mimic);
    s->safety = take(count * sizeof *s->safety);
    s->calibration = take(count * sizeof *s->calibration);
    s->name = take(2 * count * sizeof *s->name);
    s->child = take(count * sizeof *s->child);
    s->order = take(count * sizeof *s->order);
    s->robot = (limb_robot){.file = "random.urdf", .name = "random", .nlink = n, .njoint = n - 1};
    s->robot.link = s->link;
    s->robot.joint = s->joint;
    s->robot.link_order = s->order;
    s->robot.norder = n;
    for (int i = 0; i < n; i++) {
        snprintf(s->name[2 * i], sizeof *s->name, "link%d", i);
        snprintf(s->name[2 * i + 1], sizeof *s->name, "joint%d", i);
        s->link[i].name = s->name[2 * i];
        s->joint[i].name = s->name[2 * i + 1];
        s->link[i].node = s->joint[i].node = -1;
        s->link[i].parent_joint = -1;
        if (opts->all_mass || limb_test_below(&rng, 5) != 0) {
            random_inertial(&rng, &s->inertial[i], opts->quaternions);
            s->link[i].inertial = &s->inertial[i];
        }
    }
    for (int i = 0; i < n - 1; i++)
        random_joint(&rng, s, i, opts);
    for (int i = 0; i < n - 1 && !opts->no_mimic; i++)
        random_mimic(&rng, s, i);
    connect(&rng, s, opts);
    return &s->robot;
}

void limb_test_robot_free(limb_robot *robot)
{
    store *s = (store *)(void *)robot;
    free(s->link);
    free(s->joint);
    free(s->inertial);
    free(s->limit);
    free(s->dynamics);
    free(s->mimic);
    free(s->safety);
    free(s->calibration);
    free(s->name);
    free(s->child);
    free(s->order);
    free(s);
}

//---- poses by the book ---------------------------------------------------------------------------

static double value_of(const limb_robot *robot, const limb_model *model, const double *q, int joint)
{
    const limb_mimic *mimic = robot->joint[joint].mimic;
    if (mimic) return mimic->multiplier * value_of(robot, model, q, mimic->joint) + mimic->offset;
    const int i = limb_model_find_joint(model, robot->joint[joint].name);
    return q[model->joint_q[i]];
}

static void rotation_about(const double axis[3], double angle, double pose[12])
{
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double s = sin(angle / 2) / length;
    const double quat[4] = {s * axis[0], s * axis[1], s * axis[2], cos(angle / 2)};
    const double origin[3] = {0};
    limb_pose_from_quat(origin, quat, pose);
}

// smallest rotation from z to the axis, half a turn about x for -z
static void plane_frame(const double axis[3], double pose[12])
{
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double pi = 3.14159265358979323846;
    const double across[3] = {-axis[1], axis[0], 0};
    static const double x[3] = {1, 0, 0};
    limb_pose_identity(pose);
    if (axis[0] != 0 || axis[1] != 0) {
        rotation_about(across, acos(axis[2] / length), pose);
    } else if (axis[2] < 0) {
        rotation_about(x, pi, pose);
    }
}

static void motion_of(const limb_robot *robot, const limb_model *model, const double *q, int index,
                      double pose[12])
{
    const limb_joint *joint = &robot->joint[index];
    const double *axis = joint->axis;
    limb_pose_identity(pose);
    if (one_coordinate(joint->type)) {
        const double value = value_of(robot, model, q, index);
        if (joint->type != LIMB_JOINT_PRISMATIC) {
            rotation_about(axis, value, pose);
            return;
        }
        const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
        for (int k = 0; k < 3; k++)
            pose[4 * k + 3] = value * axis[k] / length;
        return;
    }
    if (joint->type == LIMB_JOINT_FIXED) return;
    const double *own = q + model->joint_q[limb_model_find_joint(model, joint->name)];
    if (joint->type == LIMB_JOINT_FLOATING) {
        limb_pose_from_quat(own, own + 3, pose);
        return;
    }
    double frame[12], back[12], inside[12];
    static const double z[3] = {0, 0, 1};
    plane_frame(axis, frame);
    limb_pose_inverse(frame, back);
    rotation_about(z, own[2], inside);
    inside[3] = own[0];
    inside[7] = own[1];
    limb_pose_multiply(frame, inside, pose);
    limb_pose_multiply(pose, back, pose);
}

void limb_test_naive_pose(const limb_robot *robot, const limb_model *model, const double *q,
                          int link, double pose[12])
{
    limb_pose_identity(pose);
    for (int joint = robot->link[link].parent_joint; joint >= 0;
         joint = robot->link[robot->joint[joint].parent].parent_joint) {
        double origin[12], motion[12], step[12];
        limb_origin_pose(&robot->joint[joint].origin, origin);
        motion_of(robot, model, q, joint, motion);
        limb_pose_multiply(origin, motion, step);
        limb_pose_multiply(step, pose, pose);
    }
}

void limb_test_random_q(limb_test_rng *rng, const limb_model *model, double *q)
{
    for (int i = 0; i < model->nq; i++)
        q[i] = limb_test_uniform(rng, -3, 3);
    for (int i = 0; i < model->njoint; i++) {
        if (model->joint_kind[i] != LIMB_MOTION_FLOATING) continue;
        double *quat = q + model->joint_q[i] + 3;
        const double length =
            sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]);
        for (int k = 0; k < 4; k++)
            quat[k] /= length;
    }
}
