// A joint that moves becomes fixed where it is: its motion goes into its origin. Joints that
// mimic it would follow nothing, so they are locked with it, each at its own value; what
// drives them goes.
#include "edit/verbs.h"

#include "math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static limb_status lock(limb_edit *edit, int joint, double value);
static void motion_of(const limb_joint *joint, double value, double pose[12]);
static limb_status lock_followers(limb_edit *edit, double *value, bool *locked, int *count);
static void say_followers(limb_edit *edit, int count);

limb_status limb_edit_lock_joint(limb_edit *edit, int joint, double value)
{
    assert(edit);
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    if (joint < 0 || joint >= robot->njoint) return limb__edit_fail(edit, "no joint %d", joint);
    const limb_joint *j = &robot->joint[joint];
    if (j->type == LIMB_JOINT_FIXED)
        return limb__edit_fail(edit, "joint \"%s\" is fixed already", j->name);
    if (!isfinite(value)) return limb__edit_fail(edit, "the value is not finite");
    if (value != 0 && (j->type == LIMB_JOINT_FLOATING || j->type == LIMB_JOINT_PLANAR)) {
        return limb__edit_fail(edit, "joint \"%s\" has more than one coordinate: lock it at 0",
                               j->name);
    }
    const size_t count = (size_t)robot->njoint;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    double *values = limb__arena_take_zero(&arena, count * sizeof *values);
    bool *locked = limb__arena_take_zero(&arena, count * sizeof *locked);
    const int mark = limb__patches_mark(&edit->patches);
    int nfollower = 0;
    limb_status status = LIMB_ERROR_MEMORY;
    if (values && locked) {
        values[joint] = value;
        locked[joint] = true;
        status = lock(edit, joint, value);
        if (status == LIMB_OK) status = lock_followers(edit, values, locked, &nfollower);
        for (size_t i = 0; i < count; i++)
            locked[i] = !locked[i];
        if (status == LIMB_OK) status = limb__edit_prune(edit, NULL, locked, true);
        if (status == LIMB_OK) say_followers(edit, nfollower);
    }
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    limb__arena_free(&arena);
    return status;
}

// Chains of followers come in any order: again until none is left.
static limb_status lock_followers(limb_edit *edit, double *value, bool *locked, int *count)
{
    const limb_robot *robot = edit->robot;
    bool found = true;
    while (found) {
        found = false;
        for (int i = 0; i < robot->njoint; i++) {
            const limb_mimic *mimic = robot->joint[i].mimic;
            if (locked[i] || !mimic || mimic->joint < 0 || !locked[mimic->joint]) continue;
            if (robot->joint[i].type == LIMB_JOINT_FIXED) continue;
            value[i] = mimic->multiplier * value[mimic->joint] + mimic->offset;
            locked[i] = found = true;
            (*count)++;
            const limb_status status = lock(edit, i, value[i]);
            if (status != LIMB_OK) return status;
        }
    }
    return LIMB_OK;
}

static void say_followers(limb_edit *edit, int count)
{
    limb__edit_start(edit);
    if (count == 0) return;
    limb__edit_say(edit, "%d joint%s that mimic%s it locked too", count, count == 1 ? "" : "s",
                   count == 1 ? "s" : "");
}

static limb_status lock(limb_edit *edit, int joint, double value)
{
    const limb_joint *j = &edit->robot->joint[joint];
    double origin[12], motion[12], pose[12];
    limb_origin_pose(&j->origin, origin);
    motion_of(j, value, motion);
    limb_pose_multiply(origin, motion, pose);
    limb_status status = value == 0 ? LIMB_OK : limb_edit_set_origin(edit, j->node, pose);
    if (status == LIMB_OK)
        status = limb__edit_put_attribute(edit, j->node, "type", "fixed", strlen("fixed"));
    const int gone[] = {j->axis_node,
                        j->limit ? j->limit->node : -1,
                        j->dynamics ? j->dynamics->node : -1,
                        j->mimic ? j->mimic->node : -1,
                        j->safety ? j->safety->node : -1,
                        j->calibration ? j->calibration->node : -1};
    for (size_t i = 0; i < sizeof gone / sizeof *gone && status == LIMB_OK; i++)
        if (gone[i] >= 0) status = limb_edit_remove(edit, gone[i]);
    return status;
}

static void motion_of(const limb_joint *joint, double value, double pose[12])
{
    const double *a = joint->axis;
    const double length = sqrt(limb__dot(a, a));
    limb_pose_identity(pose);
    if (length == 0) return;
    const double axis[3] = {a[0] / length, a[1] / length, a[2] / length};
    if (joint->type == LIMB_JOINT_PRISMATIC) {
        for (int i = 0; i < 3; i++)
            pose[4 * i + 3] = axis[i] * value;
        return;
    }
    const double s = sin(value / 2), nowhere[3] = {0, 0, 0};
    const double quat[4] = {axis[0] * s, axis[1] * s, axis[2] * s, cos(value / 2)};
    if (joint->type == LIMB_JOINT_REVOLUTE || joint->type == LIMB_JOINT_CONTINUOUS)
        limb_pose_from_quat(nowhere, quat, pose);
}
