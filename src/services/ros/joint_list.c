// The joints that a joint publisher moves, by the rules of joint_state_publisher.
#include "base/arena.h"
#include "base/memory.h"
#include "base/names.h"
#include "limb/ros.h"
#include "services/ros/joint_range.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

typedef struct list { // storage of the public list
    limb_joint_list public_list;
    limb__arena arena;
    limb__names names;
    int *order; // sources before their followers
    double *min, *max, *zero, *multiplier, *offset;
    int *source;
    const char **name;
} list;

static bool make_room(list *out, int count);
static bool add_joint(list *out, const limb_joint *joint, int at);
static void follow(list *out, const limb_robot *robot);
static void order_followers(list *out);
static void settle_zeros(list *out);

limb_status limb_joint_list_build(limb_joint_list **out, const limb_robot *robot)
{
    assert(out && robot);
    const limb_allocator *memory = limb__memory(NULL);
    *out = NULL;
    list *made = limb__allocate(memory, sizeof *made);
    if (!made) return LIMB_ERROR_MEMORY;
    memset(made, 0, sizeof *made);
    limb__arena_init(&made->arena, memory, 4096);
    limb_joint_list *shown = &made->public_list;
    if (make_room(made, robot->njoint)) {
        for (int i = 0; i < robot->njoint; i++) {
            const limb_joint *joint = &robot->joint[i];
            if (limb_joint_info_of(joint->type)->ndof != 1) continue;
            if (add_joint(made, joint, shown->count)) {
                shown->count++;
            } else {
                shown->nleft_out++;
            }
        }
        follow(made, robot);
        order_followers(made);
    }
    if (made->arena.failed) {
        limb_joint_list_free(shown);
        return LIMB_ERROR_MEMORY;
    }
    *out = shown;
    return LIMB_OK;
}

void limb_joint_list_free(limb_joint_list *joints)
{
    list *made = (list *)joints; // the first member
    if (!made) return;
    limb__arena_free(&made->arena);
    limb__release(limb__memory(NULL), made, sizeof *made);
}

void limb_joint_list_settle(const limb_joint_list *joints, double *position)
{
    assert(joints && (position || joints->count == 0));
    const list *made = (const list *)joints;
    for (int k = 0; k < joints->count; k++) {
        const int i = made->order[k];
        if (joints->source[i] >= 0) {
            position[i] = joints->multiplier[i] * position[joints->source[i]] + joints->offset[i];
        } else {
            position[i] = fmin(fmax(position[i], joints->min[i]), joints->max[i]);
        }
    }
}

bool limb_joint_list_set_zero(limb_joint_list *joints, const char *name, double value)
{
    assert(joints);
    list *made = (list *)joints; // the first member
    const int index = limb_joint_list_find(joints, name);
    if (index < 0 || joints->source[index] >= 0 || !isfinite(value)) return false;
    made->zero[index] = value;
    settle_zeros(made);
    return true;
}

int limb_joint_list_find(const limb_joint_list *joints, const char *name)
{
    assert(joints);
    const list *made = (const list *)joints;
    return name ? limb__names_find(&made->names, name, strlen(name)) : -1;
}

static bool make_room(list *out, int count)
{
    limb__arena *arena = &out->arena;
    const size_t numbers = sizeof(double) * (size_t)count;
    out->name = limb__arena_take_zero(arena, sizeof *out->name * (size_t)count);
    out->order = limb__arena_take_zero(arena, sizeof *out->order * (size_t)count);
    out->source = limb__arena_take_zero(arena, sizeof *out->source * (size_t)count);
    out->min = limb__arena_take_zero(arena, numbers);
    out->max = limb__arena_take_zero(arena, numbers);
    out->zero = limb__arena_take_zero(arena, numbers);
    out->multiplier = limb__arena_take_zero(arena, numbers);
    out->offset = limb__arena_take_zero(arena, numbers);
    limb__names_init(&out->names, arena, count);
    limb_joint_list *shown = &out->public_list;
    shown->name = out->name;
    shown->min = out->min;
    shown->max = out->max;
    shown->zero = out->zero;
    shown->source = out->source;
    shown->multiplier = out->multiplier;
    shown->offset = out->offset;
    return !arena->failed;
}

// Returns false for a joint without limits, whose range is unknown.
static bool add_joint(list *out, const limb_joint *joint, int at)
{
    const bool needs_limit = limb_joint_info_of(joint->type)->has_bounds;
    if (needs_limit && !joint->limit && !joint->mimic) return false;
    const size_t size = strlen(joint->name);
    char *name = limb__arena_copy_text(&out->arena, joint->name, size);
    if (!name) return true; // the arena records the failure
    out->name[at] = name;
    out->source[at] = -1;
    limb__joint_range(joint, true, &out->min[at], &out->max[at]);
    const bool has_zero = out->min[at] <= 0 && out->max[at] >= 0;
    // the rule of limb_neutral
    out->zero[at] = has_zero ? 0 : 0.5 * out->min[at] + 0.5 * out->max[at];
    limb__names_add(&out->names, name, size, at);
    return true;
}

void limb__joint_range(const limb_joint *joint, bool is_soft, double *min, double *max)
{
    const limb_limit *limit = joint->limit;
    const limb_safety *safety = is_soft ? joint->safety : NULL;
    if (!limb_joint_info_of(joint->type)->has_bounds || !limit) {
        *min = -PI;
        *max = PI;
    } else {
        *min = fmin(limit->lower, limit->upper);
        *max = fmax(limit->lower, limit->upper);
    }
    if (safety && safety->has_soft_lower) *min = fmax(*min, safety->soft_lower);
    if (safety && safety->has_soft_upper) *max = fmin(*max, safety->soft_upper);
    // without limits, one radian or meter in that direction suffices for display
    if (!isfinite(*min)) *min = isfinite(*max) ? *max - 1 : -1;
    if (!isfinite(*max)) *max = *min + 2;
    if (*min > *max) *min = *max = 0.5 * (*min + *max);
}

static void follow(list *out, const limb_robot *robot)
{
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &robot->joint[i];
        if (!joint->mimic) continue;
        const int at = limb_joint_list_find(&out->public_list, joint->name);
        const int source = limb_joint_list_find(&out->public_list, joint->mimic->joint_name);
        if (at < 0 || source < 0) continue;
        out->source[at] = source;
        out->multiplier[at] = joint->mimic->multiplier;
        out->offset[at] = joint->mimic->offset;
    }
}

// Follows the sources to one that is done, and returns; followers in a cycle become independent.
static void order_followers(list *out)
{
    enum { NEW, ON_PATH, DONE };
    const int count = out->public_list.count;
    int *path = limb__arena_take_zero(&out->arena, sizeof *path * (size_t)count);
    int *mark = limb__arena_take_zero(&out->arena, sizeof *mark * (size_t)count);
    int placed = 0;
    for (int i = 0; path && mark && i < count; i++) {
        int length = 0;
        int at = i;
        for (; at >= 0 && mark[at] == NEW; at = out->source[at]) {
            mark[at] = ON_PATH;
            path[length++] = at;
        }
        const bool is_circle = at >= 0 && mark[at] == ON_PATH;
        while (length > 0) {
            const int joint = path[--length];
            if (is_circle && mark[at] == ON_PATH) out->source[joint] = -1;
            mark[joint] = DONE;
            out->order[placed++] = joint;
        }
    }
    if (!out->arena.failed) settle_zeros(out);
}

// Computes the zeros of followers from those of their sources.
static void settle_zeros(list *out)
{
    for (int k = 0; k < out->public_list.count; k++) {
        const int joint = out->order[k];
        if (out->source[joint] >= 0)
            out->zero[joint] =
                out->multiplier[joint] * out->zero[out->source[joint]] + out->offset[joint];
    }
}
