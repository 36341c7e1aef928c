// The rules of joint_state_publisher: free joints have values of their own; dependent ones follow a
// free joint, directly or through others, by a factor and an offset that are composed at build.
#include "services/ros/joint_publisher.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/names.h"
#include "services/ros/joint_range.h"

#include <math.h>
#include <stdio.h>

typedef struct axis { // state of a joint
    double min, max;  // rad or m
    bool is_continuous;
    bool goes_back;
    bool has_position, has_velocity, has_effort;
    double position, velocity, effort; // of a free joint
    int parent;                        // the joint that it follows; -1: free
    double factor, offset;
    int root; // the free joint at the end of the chain; a free joint's own index
    double root_factor, root_offset;
} axis;

struct limb__joint_publisher {
    limb__arena arena;
    int count;
    const char **name;
    axis *axis;
    double *position, *velocity, *effort; // output buffers
    limb__names names;
};

static bool number(const limb__parameters *parameters, const char *name);
static bool add_axes(limb__joint_publisher *p, const limb_robot *robot,
                     const limb__parameters *parameters);
static void add_axis(limb__joint_publisher *p, const limb_joint *joint,
                     const limb__parameters *parameters);
static void follow_mimic(limb__joint_publisher *p, const limb_robot *robot);
static void use_given(limb__joint_publisher *p, const limb__parameters *parameters);
static int find(const limb__joint_publisher *p, const char *name, size_t size);
static void set_dependence(limb__joint_publisher *p, const char *rest,
                           const limb__parameter *value);
static void compose(limb__joint_publisher *p, int *path, int *mark);
static void move(axis *joint, double delta);

limb_status limb__joint_publisher_build(limb__joint_publisher **out, const limb_robot *robot,
                                        const limb__parameters *parameters)
{
    const limb_allocator *memory = limb__memory(NULL);
    *out = NULL;
    limb__joint_publisher *p = limb__allocate(memory, sizeof *p);
    if (!p) return LIMB_ERROR_MEMORY;
    memset(p, 0, sizeof *p);
    limb__arena_init(&p->arena, memory, 4096);
    const size_t count = (size_t)robot->njoint + 1;
    int *path = limb__arena_take_zero(&p->arena, sizeof *path * count);
    int *mark = limb__arena_take_zero(&p->arena, sizeof *mark * count);
    if (path && mark && add_axes(p, robot, parameters)) {
        if (number(parameters, "use_mimic_tags")) follow_mimic(p, robot);
        use_given(p, parameters);
        compose(p, path, mark);
        *out = p;
        return LIMB_OK;
    }
    limb__joint_publisher_free(p);
    return LIMB_ERROR_MEMORY;
}

void limb__joint_publisher_free(limb__joint_publisher *p)
{
    if (!p) return;
    limb__arena_free(&p->arena);
    limb__release(limb__memory(NULL), p, sizeof *p);
}

void limb__joint_publisher_hear(limb__joint_publisher *p, const limb__joint_message *in)
{
    for (int i = 0; i < in->nname; i++) {
        const int index = limb__names_find(&p->names, in->name[i].data, in->name[i].size);
        axis *joint = index >= 0 ? &p->axis[index] : NULL;
        if (!joint || joint->parent >= 0) continue;
        if (i < in->nvalue && isfinite(in->value[i])) {
            joint->position = in->value[i];
            joint->has_position = true;
        }
        if (i < in->nvelocity && isfinite(in->velocity[i])) {
            joint->velocity = in->velocity[i];
            joint->has_velocity = true;
        }
        if (i < in->neffort && isfinite(in->effort[i])) {
            joint->effort = in->effort[i];
            joint->has_effort = true;
        }
    }
}

void limb__joint_publisher_tick(limb__joint_publisher *p, double delta, limb__joint_output *out)
{
    bool has_position = false, has_velocity = false, has_effort = false;
    for (int i = 0; i < p->count; i++) {
        axis *joint = &p->axis[i];
        if (delta > 0 && joint->parent < 0 && joint->has_position) move(joint, delta);
        // a dependent joint always has a position
        has_position |= joint->has_position || joint->parent >= 0;
        has_velocity |= joint->has_velocity;
        has_effort |= joint->has_effort;
    }
    for (int i = 0; i < p->count; i++) {
        const axis *own = &p->axis[i], *joint = &p->axis[own->root];
        p->position[i] =
            joint->has_position ? joint->position * own->root_factor + own->root_offset : 0;
        p->velocity[i] = joint->has_velocity ? joint->velocity * own->root_factor : 0;
        p->effort[i] = joint->has_effort ? joint->effort : 0;
    }
    *out = (limb__joint_output){.count = p->count,
                                .name = p->name,
                                .nposition = has_position ? p->count : 0,
                                .nvelocity = has_velocity ? p->count : 0,
                                .neffort = has_effort ? p->count : 0,
                                .position = p->position,
                                .velocity = p->velocity,
                                .effort = p->effort};
}

//---- building ------------------------------------------------------------------------------------

static bool number(const limb__parameters *parameters, const char *name)
{
    const limb__parameter *p = limb__parameters_find(parameters, name);
    double value = 0;
    return p && limb__parameter_number(p, &value) && value != 0;
}

static bool add_axes(limb__joint_publisher *p, const limb_robot *robot,
                     const limb__parameters *parameters)
{
    limb__arena *arena = &p->arena;
    const size_t count = (size_t)robot->njoint + 1;
    p->name = limb__arena_take_zero(arena, sizeof *p->name * count);
    p->axis = limb__arena_take_zero(arena, sizeof *p->axis * count);
    p->position = limb__arena_take_zero(arena, sizeof *p->position * count);
    p->velocity = limb__arena_take_zero(arena, sizeof *p->velocity * count);
    p->effort = limb__arena_take_zero(arena, sizeof *p->effort * count);
    limb__names_init(&p->names, arena, robot->njoint);
    for (int i = 0; i < robot->njoint && !arena->failed; i++) {
        const limb_joint *joint = &robot->joint[i];
        const limb_joint_info *info = limb_joint_info_of(joint->type);
        // the range of a joint without limits is unknown, unless it follows another
        if (info->ndof == 1 && (!info->has_bounds || joint->limit || joint->mimic))
            add_axis(p, joint, parameters);
    }
    return !arena->failed;
}

static void add_axis(limb__joint_publisher *p, const limb_joint *joint,
                     const limb__parameters *parameters)
{
    const size_t size = strlen(joint->name);
    p->name[p->count] = limb__arena_copy_text(&p->arena, joint->name, size);
    axis *added = &p->axis[p->count];
    *added = (axis){.parent = -1, .factor = 1, .root = p->count, .root_factor = 1};
    limb__joint_range(joint, number(parameters, "use_smallest_joint_limits"), &added->min,
                      &added->max);
    added->is_continuous = joint->type == LIMB_JOINT_CONTINUOUS;
    const bool has_zero = added->min <= 0 && added->max >= 0;
    added->position = has_zero ? 0 : 0.5 * added->min + 0.5 * added->max;
    added->has_position = number(parameters, "publish_default_positions");
    added->has_velocity = number(parameters, "publish_default_velocities");
    added->has_effort = number(parameters, "publish_default_efforts");
    limb__names_add(&p->names, joint->name, size, p->count);
    p->count++;
}

static void follow_mimic(limb__joint_publisher *p, const limb_robot *robot)
{
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &robot->joint[i];
        if (!joint->mimic) continue;
        const int at = find(p, joint->name, strlen(joint->name));
        const int parent = find(p, joint->mimic->joint_name, strlen(joint->mimic->joint_name));
        if (at < 0 || parent < 0) continue;
        p->axis[at].parent = parent;
        p->axis[at].factor = joint->mimic->multiplier;
        p->axis[at].offset = joint->mimic->offset;
    }
}

static void use_given(limb__joint_publisher *p, const limb__parameters *parameters)
{
    static const char zeros[] = "zeros.", dependent[] = "dependent_joints.";
    for (int i = 0; i < parameters->count; i++) {
        const limb__parameter *value = &parameters->item[i];
        if (strncmp(value->name, zeros, sizeof zeros - 1) == 0) {
            const char *name = value->name + sizeof zeros - 1;
            const int at = find(p, name, strlen(name));
            if (at >= 0) limb__parameter_number(value, &p->axis[at].position);
        } else if (strncmp(value->name, dependent, sizeof dependent - 1) == 0) {
            set_dependence(p, value->name + sizeof dependent - 1, value);
        }
    }
}

// Parses rest: "JOINT.parent", "JOINT.factor" or "JOINT.offset".
static void set_dependence(limb__joint_publisher *p, const char *rest, const limb__parameter *value)
{
    const char *dot = strrchr(rest, '.');
    const int at = dot ? find(p, rest, (size_t)(dot - rest)) : -1;
    if (at < 0) return;
    const char *text = limb__parameter_text(value);
    if (strcmp(dot, ".parent") == 0 && text) {
        p->axis[at].parent = find(p, text, strlen(text));
    } else if (strcmp(dot, ".factor") == 0) {
        limb__parameter_number(value, &p->axis[at].factor);
    } else if (strcmp(dot, ".offset") == 0) {
        limb__parameter_number(value, &p->axis[at].offset);
    }
}

static int find(const limb__joint_publisher *p, const char *name, size_t size)
{
    return limb__names_find(&p->names, name, size);
}

// Follows the parents from each joint to one that is done, and returns.
static void compose(limb__joint_publisher *p, int *path, int *mark)
{
    enum { NEW, ON_PATH, DONE };
    for (int i = 0; i < p->count; i++) {
        int length = 0, at = i;
        for (; at >= 0 && mark[at] == NEW; at = p->axis[at].parent) {
            mark[at] = ON_PATH;
            path[length++] = at;
        }
        const bool is_circle = at >= 0 && mark[at] == ON_PATH;
        while (length > 0) {
            axis *joint = &p->axis[path[--length]];
            if (is_circle && mark[at] == ON_PATH) joint->parent = -1;
            mark[path[length]] = DONE;
            if (joint->parent < 0) continue;
            const axis *parent = &p->axis[joint->parent];
            joint->root = parent->root;
            joint->root_factor = joint->factor * parent->root_factor;
            joint->root_offset = joint->factor * parent->root_offset + joint->offset;
        }
    }
}

// Moves one step towards a limit, where the motion reverses, or for a continuous
// joint wraps around.
static void move(axis *joint, double delta)
{
    joint->position += joint->goes_back ? -delta : delta;
    if (joint->goes_back && joint->position < joint->min) {
        joint->position = joint->min;
        joint->goes_back = false;
    } else if (!joint->goes_back && joint->position > joint->max) {
        joint->position = joint->is_continuous ? joint->min : joint->max;
        joint->goes_back = !joint->is_continuous;
    }
}
