// Makes a moving joint fixed at a position: its motion becomes part of its origin. Joints that
// mimic it are locked with it, each at its own value; elements that drive them are removed.
#include "documents/edit/verbs.h"

#include "numbers/math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef enum state { UNKNOWN, IN_WORK, FREE, LOCKED } state;

typedef struct locking {
    limb_edit *edit;
    state *state;  // (njoint)
    double *value; // (njoint) of the locked joints
    int *chain;    // (njoint) scratch: a joint, its source, the source of that, ...
    int nfollower;
} locking;

static limb_status check_joint(limb_edit *edit, int joint, double value);
static limb_status lock_all(locking *l, int joint, double value, bool *keep);
static void find_followers(locking *l);
static void decide(locking *l, int joint);
static limb_status lock(limb_edit *edit, int joint, double value);
static void motion_of(const limb_joint *joint, double value, double pose[12]);
static void say_followers(limb_edit *edit, int count);

limb_status limb_edit_lock_joint(limb_edit *edit, int joint, double value)
{
    assert(edit);
    limb__edit_start(edit);
    limb_status status = check_joint(edit, joint, value);
    if (status != LIMB_OK) return status;
    const int count = edit->robot->njoint;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    locking l = {.edit = edit};
    l.state = limb__arena_take_zero(&arena, (size_t)count * sizeof *l.state);
    l.value = LIMB__ARENA_ARRAY(&arena, double, count);
    l.chain = LIMB__ARENA_ARRAY(&arena, int, count);
    bool *keep = LIMB__ARENA_ARRAY(&arena, bool, count);
    const int mark = limb__patches_mark(&edit->patches);
    status = arena.failed ? LIMB_ERROR_MEMORY : lock_all(&l, joint, value, keep);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    limb__arena_free(&arena);
    return status;
}

static limb_status check_joint(limb_edit *edit, int joint, double value)
{
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
    return LIMB_OK;
}

static limb_status lock_all(locking *l, int joint, double value, bool *keep)
{
    l->state[joint] = LOCKED;
    l->value[joint] = value;
    find_followers(l);
    limb_status status = LIMB_OK;
    for (int i = 0; i < l->edit->robot->njoint && status == LIMB_OK; i++) {
        keep[i] = l->state[i] != LOCKED;
        if (!keep[i]) status = lock(l->edit, i, l->value[i]);
    }
    if (status == LIMB_OK) status = limb__edit_prune(l->edit, NULL, keep, true);
    if (status == LIMB_OK) say_followers(l->edit, l->nfollower);
    return status;
}

// Mimic chains are in any order: each is followed to its source once, and resolved on the way back.
// One that ends in a cycle has no source.
static void find_followers(locking *l)
{
    const limb_robot *robot = l->edit->robot;
    for (int i = 0; i < robot->njoint; i++) {
        int length = 0;
        for (int at = i; at >= 0 && l->state[at] == UNKNOWN;) {
            l->state[at] = IN_WORK;
            l->chain[length++] = at;
            at = robot->joint[at].mimic ? robot->joint[at].mimic->joint : -1;
        }
        while (length > 0)
            decide(l, l->chain[--length]);
    }
}

// A joint follows its source, which is already resolved, unless it is fixed.
static void decide(locking *l, int joint)
{
    const limb_joint *j = &l->edit->robot->joint[joint];
    const limb_mimic *mimic = j->mimic;
    const bool follows = mimic && mimic->joint >= 0 && l->state[mimic->joint] == LOCKED &&
                         j->type != LIMB_JOINT_FIXED;
    l->state[joint] = follows ? LOCKED : FREE;
    if (!follows) return;
    l->value[joint] = mimic->multiplier * l->value[mimic->joint] + mimic->offset;
    l->nfollower++;
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
