// Builds a state: the joints of a robot, the names of their frames, and the order of mimic joints.
#include "base/memory.h"
#include "numbers/math/pose.h"
#include "numbers/math/rotation.h"
#include "services/dds/clock.h"
#include "services/ros/state_joint.h"

#include <limits.h>
#include <math.h>

static bool make_room(limb__state *state, const limb_robot *robot);
static int count_values(limb__joint_motion motion);
static limb__joint_motion joint_motion(const limb_joint *joint);
static void fill_joint(limb__state *state, const limb_joint *joint, const limb_robot *robot,
                       const char *prefix, limb__state_joint *out);
static const char *frame_name(limb__arena *arena, const char *prefix, const char *link);
static void add_values(limb__state *state, int index);
static void follow_sources(limb__state *state, const limb_robot *robot, const int *from_robot);
static void order_joints(limb__state *state);
static void place_joint(limb__state *state, int index);

limb_status limb__state_build(limb__state **out, const limb_robot *robot,
                              const limb__state_opts *opts)
{
    const limb_allocator *memory = limb__memory(NULL);
    *out = NULL;
    limb__state *state = limb__allocate(memory, sizeof *state);
    if (!state) return LIMB_ERROR_MEMORY;
    memset(state, 0, sizeof *state);
    limb__arena_init(&state->arena, memory, 4096);
    limb__state_set_rate(state, opts->frequency, opts->ignore_timestamp);
    int *from_robot = limb__arena_take(&state->arena, sizeof *from_robot * (size_t)robot->njoint);
    if (!from_robot || !make_room(state, robot)) {
        limb__state_free(state);
        return LIMB_ERROR_MEMORY;
    }
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &robot->joint[i];
        from_robot[i] = -1;
        if (joint->parent < 0 || joint->child < 0) continue;
        from_robot[i] = state->njoint++;
        fill_joint(state, joint, robot, opts->frame_prefix ? opts->frame_prefix : "",
                   &state->joint[from_robot[i]]);
        add_values(state, from_robot[i]);
    }
    follow_sources(state, robot, from_robot);
    order_joints(state);
    if (state->arena.failed) {
        limb__state_free(state);
        return LIMB_ERROR_MEMORY;
    }
    *out = state;
    return LIMB_OK;
}

void limb__state_free(limb__state *state)
{
    if (!state) return;
    limb__arena_free(&state->arena);
    limb__release(limb__memory(NULL), state, sizeof *state);
}

static bool make_room(limb__state *state, const limb_robot *robot)
{
    limb__arena *arena = &state->arena;
    int nvalue = 0;
    for (int i = 0; i < robot->njoint; i++)
        nvalue += count_values(joint_motion(&robot->joint[i]));
    const size_t values = (size_t)nvalue;
    const size_t joints = (size_t)robot->njoint;
    state->joint = limb__arena_take_zero(arena, sizeof *state->joint * joints);
    state->moving = limb__arena_take_zero(arena, sizeof *state->moving * joints);
    state->value = limb__arena_take_zero(arena, sizeof *state->value * values);
    state->value_at = limb__arena_take_zero(arena, sizeof *state->value_at * values);
    state->value_joint = limb__arena_take_zero(arena, sizeof *state->value_joint * values);
    state->value_name = limb__arena_take_zero(arena, sizeof *state->value_name * values);
    state->value_name_size = limb__arena_take_zero(arena, sizeof *state->value_name_size * values);
    state->guess = limb__arena_take_zero(arena, sizeof *state->guess * values);
    limb__names_init(&state->names, arena, nvalue);
    limb__names_init(&state->joint_names, arena, robot->njoint);
    return !arena->failed;
}

static int count_values(limb__joint_motion motion)
{
    static const int count[] = {[LIMB__JOINT_STILL] = 0,
                                [LIMB__JOINT_TURNS] = 1,
                                [LIMB__JOINT_SLIDES] = 1,
                                [LIMB__JOINT_PLANAR] = 3,
                                [LIMB__JOINT_FLOATS] = LIMB__MAX_VALUES};
    return count[motion];
}

// As in limb_model, a joint with a zero axis does not move.
static limb__joint_motion joint_motion(const limb_joint *joint)
{
    static const limb__joint_motion motion[] = {
        [LIMB_JOINT_REVOLUTE] = LIMB__JOINT_TURNS,   [LIMB_JOINT_CONTINUOUS] = LIMB__JOINT_TURNS,
        [LIMB_JOINT_PRISMATIC] = LIMB__JOINT_SLIDES, [LIMB_JOINT_FIXED] = LIMB__JOINT_STILL,
        [LIMB_JOINT_FLOATING] = LIMB__JOINT_FLOATS,  [LIMB_JOINT_PLANAR] = LIMB__JOINT_PLANAR,
    };
    double unit[3];
    const bool needs_axis = limb_joint_info_of(joint->type)->has_axis;
    if (needs_axis && !limb__axis_unit(joint->axis, unit)) return LIMB__JOINT_STILL;
    return motion[joint->type];
}

static void fill_joint(limb__state *state, const limb_joint *joint, const limb_robot *robot,
                       const char *prefix, limb__state_joint *out)
{
    limb__arena *arena = &state->arena;
    out->name = limb__arena_copy_text(arena, joint->name, strlen(joint->name));
    out->parent = frame_name(arena, prefix, robot->link[joint->parent].name);
    out->child = frame_name(arena, prefix, robot->link[joint->child].name);
    out->motion = joint_motion(joint);
    out->source = -1;
    double pose[12];
    limb_origin_pose(&joint->origin, pose);
    for (int row = 0; row < 3; row++) {
        limb__copy3(pose + 4 * row, out->rotation + 3 * row);
        out->xyz[row] = pose[4 * row + 3];
    }
    limb_pose_to_quat(pose, out->quat);
    if (!limb__axis_unit(joint->axis, out->axis)) return;
    double turn[9];
    limb__rotation_to_axis(out->axis, turn);
    for (int row = 0; row < 3; row++) {
        out->plane[row] = turn[3 * row];
        out->plane[3 + row] = turn[3 * row + 1];
    }
}

static const char *frame_name(limb__arena *arena, const char *prefix, const char *link)
{
    const size_t before = strlen(prefix), after = strlen(link);
    char *name = limb__arena_take(arena, before + after + 1);
    if (!name) return "";
    memcpy(name, prefix, before);
    memcpy(name + before, link, after + 1);
    return name;
}

// Adds the names of a joint's coordinates.
static void add_values(limb__state *state, int index)
{
    static const char *const planar[] = {"/x", "/y", "/theta"};
    static const char *const floating[] = {"/x", "/y", "/z", "/qx", "/qy", "/qz", "/qw"};
    static const char *const single[] = {""};
    limb__state_joint *joint = &state->joint[index];
    const char *const *part = joint->motion == LIMB__JOINT_PLANAR   ? planar
                              : joint->motion == LIMB__JOINT_FLOATS ? floating
                                                                    : single;
    joint->nvalue = count_values(joint->motion);
    joint->first_value = state->nvalue;
    joint->published = INT64_MIN;
    limb__names_add(&state->joint_names, joint->name, strlen(joint->name), index);
    for (int i = 0; i < joint->nvalue; i++) {
        const int value = state->nvalue++;
        // frame_name(prefix, name) concatenates, so it also appends the part
        const char *name = frame_name(&state->arena, joint->name, part[i]);
        state->value_name[value] = name;
        state->value_name_size[value] = strlen(name);
        state->value_joint[value] = index;
        limb__names_add(&state->names, name, strlen(name), value);
    }
}

// Applies limb_model's rule: a joint with one coordinate may mimic another such joint, or one
// that never moves.
static void follow_sources(limb__state *state, const limb_robot *robot, const int *from_robot)
{
    for (int i = 0; i < robot->njoint; i++) {
        const limb_mimic *mimic = robot->joint[i].mimic;
        if (!mimic || mimic->joint < 0 || from_robot[i] < 0 || from_robot[mimic->joint] < 0)
            continue;
        limb__state_joint *joint = &state->joint[from_robot[i]];
        if (joint->nvalue != 1 || state->joint[from_robot[mimic->joint]].nvalue > 1) continue;
        joint->source = from_robot[mimic->joint];
        joint->multiplier = mimic->multiplier;
        joint->offset = mimic->offset;
    }
}

// Sorts sources first: follows the sources from each joint to one that is done, and returns. Mimic
// joints in a cycle become independent.
static void order_joints(limb__state *state)
{
    enum { NEW, ON_PATH, DONE };
    const size_t size = sizeof(int) * (size_t)state->njoint;
    int *path = limb__arena_take_zero(&state->arena, size);
    int *mark = limb__arena_take_zero(&state->arena, size);
    for (int i = 0; path && mark && i < state->njoint; i++) {
        int length = 0;
        int at = i;
        for (; at >= 0 && mark[at] == NEW; at = state->joint[at].source) {
            mark[at] = ON_PATH;
            path[length++] = at;
        }
        const bool is_circle = at >= 0 && mark[at] == ON_PATH;
        while (length > 0) {
            const int joint = path[--length];
            if (is_circle && mark[at] == ON_PATH) state->joint[joint].source = -1;
            mark[joint] = DONE;
            place_joint(state, joint);
        }
    }
}

// Adds the joint to the moving ones, unless it mimics one that never moves.
static void place_joint(limb__state *state, int index)
{
    limb__state_joint *joint = &state->joint[index];
    if (joint->motion == LIMB__JOINT_STILL) return;
    const limb__state_joint *source = joint->source >= 0 ? &state->joint[joint->source] : NULL;
    joint->is_held = source && (source->motion == LIMB__JOINT_STILL || source->is_held);
    if (joint->is_held) {
        joint->held = joint->multiplier * source->held + joint->offset;
    } else {
        state->moving[state->nmoving++] = index;
    }
}
