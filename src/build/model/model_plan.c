// Plan: determines how each joint of the file is modeled. Locks hold joints; chains of mimic are
// composed to one independent source.
//
// A chain is followed to a joint that is already resolved, then resolved backwards, so that all
// chains together cost one visit per joint; a joint met again on its own chain closes a cycle.
#include "build/model/model_build.h"

#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

enum { UNKNOWN, ON_CHAIN, KNOWN };

static void plan_alone(limb__model_builder *build, int joint);
static limb_status apply_locks(limb__model_builder *build, unsigned char *state);
static int find_joint(const limb_robot *robot, const char *name);
static bool has_one(const limb__joint_plan *plan);
static int direct_source(limb__model_builder *build, int joint);
static void follow_chain(limb__model_builder *build, int joint, unsigned char *state, int *chain);
static void compose(limb__model_builder *build, int joint, int source);

limb_status limb__model_plan(limb__model_builder *build)
{
    const limb_robot *robot = build->robot;
    const size_t njoint = (size_t)robot->njoint;
    build->plan = limb__arena_take_zero(&build->arena, njoint * sizeof *build->plan);
    unsigned char *state = limb__arena_take_zero(&build->arena, njoint);
    int *chain = LIMB__ARENA_ARRAY(&build->arena, int, njoint);
    if (build->arena.failed) return LIMB_ERROR_MEMORY;

    for (int i = 0; i < build->nstep; i++)
        build->plan[build->step[i].joint].reached = true;
    for (int joint = 0; joint < robot->njoint; joint++)
        plan_alone(build, joint);
    const limb_status status = apply_locks(build, state);
    if (status != LIMB_OK) return status;
    for (int joint = 0; joint < robot->njoint; joint++)
        build->plan[joint].mimics = direct_source(build, joint);
    for (int joint = 0; joint < robot->njoint; joint++)
        follow_chain(build, joint, state, chain);
    return LIMB_OK;
}

// by the joint's own element, as if nothing mimicked
static void plan_alone(limb__model_builder *build, int joint)
{
    static const limb__motion motion_of[] = {
        [LIMB_JOINT_REVOLUTE] = LIMB__MOTION_TURN,     [LIMB_JOINT_CONTINUOUS] = LIMB__MOTION_TURN,
        [LIMB_JOINT_PRISMATIC] = LIMB__MOTION_SLIDE,   [LIMB_JOINT_FIXED] = LIMB__MOTION_HELD,
        [LIMB_JOINT_FLOATING] = LIMB__MOTION_FLOATING, [LIMB_JOINT_PLANAR] = LIMB__MOTION_PLANAR,
    };
    const limb_joint *read = &build->robot->joint[joint];
    limb__joint_plan *plan = &build->plan[joint];
    plan->motion = motion_of[read->type];
    plan->source = joint;
    plan->scale = 1;
    const limb_joint_info *info = limb_joint_info_of(read->type);
    if (!limb__axis_unit(read->axis, plan->axis) && info->has_axis) {
        plan->motion = LIMB__MOTION_HELD;
        if (plan->reached) {
            limb__model_report_change(build, joint, LIMB_RULE_AXIS_ZERO,
                                      "has an axis without length and does not move in the model");
        }
    }
    if (has_one(plan) && plan->reached && read->limit && read->limit->lower > read->limit->upper &&
        info->has_bounds) {
        limb__model_report_change(build, joint, LIMB_RULE_LIMIT_SWAPPED,
                                  "has its limits swapped; they are swapped back in the model");
    }
}

static limb_status apply_locks(limb__model_builder *build, unsigned char *state)
{
    if (build->opts->nlock < 0) return LIMB_ERROR_INPUT;
    for (int i = 0; i < build->opts->nlock; i++) {
        const limb_lock *lock = &build->opts->lock[i];
        const int joint = lock->joint ? find_joint(build->robot, lock->joint) : -1;
        if (joint < 0 || !isfinite(lock->value) ||
            (!has_one(&build->plan[joint]) && build->plan[joint].motion != LIMB__MOTION_HELD)) {
            return limb__model_refuse(
                build, LIMB_RULE_MIMIC_SOURCE,
                "a lock names no joint of one coordinate:", lock->joint ? lock->joint : "");
        }
        limb__joint_plan *plan = &build->plan[joint];
        // a fixed joint is held already
        if (has_one(plan)) plan->value = lock->value;
        plan->motion = LIMB__MOTION_HELD;
        state[joint] = KNOWN;
    }
    return LIMB_OK;
}

static int find_joint(const limb_robot *robot, const char *name)
{
    for (int joint = 0; joint < robot->njoint; joint++) {
        if (strcmp(robot->joint[joint].name, name) == 0) return joint;
    }
    return -1;
}

static bool has_one(const limb__joint_plan *plan)
{
    return plan->motion == LIMB__MOTION_TURN || plan->motion == LIMB__MOTION_SLIDE;
}

// returns the joint that this one mimics, or -1: it is independent, or does not move
static int direct_source(limb__model_builder *build, int joint)
{
    const limb_robot *robot = build->robot;
    const limb_mimic *mimic = robot->joint[joint].mimic;
    const limb__joint_plan *plan = &build->plan[joint];
    if (!mimic || !plan->reached || plan->motion == LIMB__MOTION_HELD) return -1;
    const int source = mimic->joint;
    if (source < 0 || !build->plan[source].reached) {
        limb__model_report_change(
            build, joint, LIMB_RULE_MIMIC_MISSING,
            "mimics one that is not there and moves independently in the model");
        return -1;
    }
    const bool single = limb_joint_info_of(robot->joint[source].type)->ndof == 1;
    if (!single || !has_one(plan)) {
        limb__model_report_change(
            build, joint, LIMB_RULE_MIMIC_SOURCE,
            "mimics another, but mimic needs one degree of freedom on both joints; it "
            "moves independently in the model");
        return -1;
    }
    return source;
}

static void follow_chain(limb__model_builder *build, int joint, unsigned char *state, int *chain)
{
    int count = 0;
    int at = joint;
    while (at >= 0 && state[at] == UNKNOWN) {
        state[at] = ON_CHAIN;
        chain[count++] = at;
        at = build->plan[at].mimics;
    }
    if (at >= 0 && state[at] == ON_CHAIN) {
        // the cycle is cut here: this joint becomes independent and the others follow it
        const bool itself = count > 0 && chain[count - 1] == at;
        limb__model_report_change(build, at, itself ? LIMB_RULE_MIMIC_SELF : LIMB_RULE_MIMIC_CYCLE,
                                  itself
                                      ? "mimics itself and moves independently in the model"
                                      : "mimics in a circle and moves independently in the model");
        state[at] = KNOWN;
    }
    while (count > 0) {
        const int follower = chain[--count];
        if (state[follower] == KNOWN) continue;
        const int source = build->plan[follower].mimics;
        if (source >= 0) compose(build, follower, source);
        state[follower] = KNOWN;
    }
}

// follower = multiplier * source + offset, where the source may itself follow or be held
static void compose(limb__model_builder *build, int joint, int source)
{
    const limb_mimic *mimic = build->robot->joint[joint].mimic;
    const limb__joint_plan *ahead = &build->plan[source];
    limb__joint_plan *plan = &build->plan[joint];
    if (ahead->motion == LIMB__MOTION_HELD) {
        plan->motion = LIMB__MOTION_HELD;
        plan->value = mimic->multiplier * ahead->value + mimic->offset;
        return;
    }
    plan->source = ahead->source;
    plan->scale = mimic->multiplier * ahead->scale;
    plan->offset = mimic->multiplier * ahead->offset + mimic->offset;
}
