// Compares the meaning of two robots, field by field. Depends on nothing else, so that fuzz
// targets, which have no harness, can use it.
#include "support/robot.h"

#include <stdio.h>
#include <string.h>

typedef struct comparison {
    char *why;
    size_t size;
    bool same;
} comparison;

static void compare_link(comparison *c, const limb_link *a, const limb_link *b);
static void compare_geoms(comparison *c, const limb_link_shape *a, const limb_link_shape *b,
                          int count);
static void compare_joint(comparison *c, const limb_joint *a, const limb_joint *b);
static void compare_joint_parts(comparison *c, const limb_joint *a, const limb_joint *b);
static void compare_origin(comparison *c, const limb_origin *a, const limb_origin *b);
static void compare_material(comparison *c, const limb_material *a, const limb_material *b);
static void differ(comparison *c, const char *what);
static void same_int(comparison *c, const char *what, long long a, long long b);
static void same_text(comparison *c, const char *what, const char *a, const char *b);
static void same_numbers(comparison *c, const char *what, const double *a, const double *b,
                         int count);

bool limb_test_same_robot(const limb_robot *a, const limb_robot *b, char *why, size_t why_size)
{
    comparison c = {why, why_size, true};
    same_text(&c, "robot name", a->name, b->name);
    same_int(&c, "has_name", a->has_name, b->has_name);
    same_int(&c, "has_version", a->has_version, b->has_version);
    same_int(&c, "version", 1000 * a->version_major + a->version_minor,
             1000 * b->version_major + b->version_minor);
    same_int(&c, "link count", a->nlink, b->nlink);
    same_int(&c, "joint count", a->njoint, b->njoint);
    same_int(&c, "material count", a->nmaterial, b->nmaterial);
    same_int(&c, "extension count", a->nextension, b->nextension);
    same_int(&c, "root", a->root, b->root);
    same_int(&c, "reachable links", a->norder, b->norder);
    for (int i = 0; c.same && i < a->nlink; i++)
        compare_link(&c, &a->link[i], &b->link[i]);
    for (int i = 0; c.same && i < a->njoint; i++)
        compare_joint(&c, &a->joint[i], &b->joint[i]);
    for (int i = 0; c.same && i < a->nmaterial; i++)
        compare_material(&c, &a->material[i], &b->material[i]);
    for (int i = 0; c.same && i < a->nextension; i++) {
        same_text(&c, "extension tag", a->extension[i].tag, b->extension[i].tag);
        same_text(&c, "extension name", a->extension[i].name, b->extension[i].name);
        same_text(&c, "extension reference", a->extension[i].reference, b->extension[i].reference);
    }
    for (int i = 0; c.same && i < a->norder; i++)
        same_int(&c, "link order", a->link_order[i], b->link_order[i]);
    return c.same;
}

static void compare_link(comparison *c, const limb_link *a, const limb_link *b)
{
    same_text(c, "link name", a->name, b->name);
    same_int(c, "inertial", a->inertial != NULL, b->inertial != NULL);
    same_int(c, "visual count", a->nvisual, b->nvisual);
    same_int(c, "collision count", a->ncollision, b->ncollision);
    same_int(c, "parent joint", a->parent_joint, b->parent_joint);
    same_int(c, "child joint count", a->nchild_joint, b->nchild_joint);
    if (!c->same) return;
    if (a->inertial) {
        compare_origin(c, &a->inertial->origin, &b->inertial->origin);
        same_int(c, "has_mass", a->inertial->has_mass, b->inertial->has_mass);
        same_int(c, "has_inertia", a->inertial->has_inertia, b->inertial->has_inertia);
        same_numbers(c, "mass", &a->inertial->mass, &b->inertial->mass, 1);
        same_numbers(c, "inertia", a->inertial->inertia, b->inertial->inertia, 6);
    }
    compare_geoms(c, a->visual, b->visual, a->nvisual);
    compare_geoms(c, a->collision, b->collision, a->ncollision);
    for (int i = 0; i < a->nchild_joint; i++)
        same_int(c, "child joint", a->child_joint[i], b->child_joint[i]);
}

static void compare_geoms(comparison *c, const limb_link_shape *a, const limb_link_shape *b,
                          int count)
{
    for (int i = 0; c->same && i < count; i++, a++, b++) {
        same_text(c, "geom name", a->name, b->name);
        same_int(c, "geom has_name", a->has_name, b->has_name);
        compare_origin(c, &a->origin, &b->origin);
        same_int(c, "shape", a->geometry.type, b->geometry.type);
        same_numbers(c, "box size", a->geometry.size, b->geometry.size, 3);
        same_numbers(c, "radius", &a->geometry.radius, &b->geometry.radius, 1);
        same_numbers(c, "length", &a->geometry.length, &b->geometry.length, 1);
        same_text(c, "filename", a->geometry.filename, b->geometry.filename);
        same_int(c, "has_scale", a->geometry.has_scale, b->geometry.has_scale);
        same_numbers(c, "scale", a->geometry.scale, b->geometry.scale, 3);
        compare_material(c, a->inline_material, b->inline_material);
        compare_material(c, a->material, b->material);
        compare_material(c, a->urdfdom_material, b->urdfdom_material);
    }
}

static void compare_joint(comparison *c, const limb_joint *a, const limb_joint *b)
{
    same_text(c, "joint name", a->name, b->name);
    same_int(c, "joint type", a->type, b->type);
    compare_origin(c, &a->origin, &b->origin);
    same_text(c, "parent name", a->parent_name, b->parent_name);
    same_text(c, "child name", a->child_name, b->child_name);
    same_int(c, "parent", a->parent, b->parent);
    same_int(c, "child", a->child, b->child);
    same_int(c, "has_axis", a->has_axis, b->has_axis);
    same_numbers(c, "axis", a->axis, b->axis, 3);
    same_int(c, "limit", a->limit != NULL, b->limit != NULL);
    same_int(c, "dynamics", a->dynamics != NULL, b->dynamics != NULL);
    same_int(c, "mimic", a->mimic != NULL, b->mimic != NULL);
    same_int(c, "safety", a->safety != NULL, b->safety != NULL);
    same_int(c, "calibration", a->calibration != NULL, b->calibration != NULL);
    if (c->same) compare_joint_parts(c, a, b);
}

static void compare_joint_parts(comparison *c, const limb_joint *a, const limb_joint *b)
{
    if (a->limit) {
        const limb_limit *x = a->limit, *y = b->limit;
        const bool flags_a[] = {x->has_lower,    x->has_upper,        x->has_effort,
                                x->has_velocity, x->has_acceleration, x->has_deceleration,
                                x->has_jerk};
        const bool flags_b[] = {y->has_lower,    y->has_upper,        y->has_effort,
                                y->has_velocity, y->has_acceleration, y->has_deceleration,
                                y->has_jerk};
        const double values_a[] = {x->lower,        x->upper,        x->effort, x->velocity,
                                   x->acceleration, x->deceleration, x->jerk};
        const double values_b[] = {y->lower,        y->upper,        y->effort, y->velocity,
                                   y->acceleration, y->deceleration, y->jerk};
        same_int(c, "limit flags", memcmp(flags_a, flags_b, sizeof flags_a), 0);
        same_numbers(c, "limit", values_a, values_b, 7);
    }
    if (a->dynamics) {
        same_int(c, "has_damping", a->dynamics->has_damping, b->dynamics->has_damping);
        same_int(c, "has_friction", a->dynamics->has_friction, b->dynamics->has_friction);
        same_numbers(c, "damping", &a->dynamics->damping, &b->dynamics->damping, 1);
        same_numbers(c, "friction", &a->dynamics->friction, &b->dynamics->friction, 1);
    }
    if (a->mimic) {
        same_text(c, "mimic", a->mimic->joint_name, b->mimic->joint_name);
        same_int(c, "mimic source", a->mimic->joint, b->mimic->joint);
        same_int(c, "has_multiplier", a->mimic->has_multiplier, b->mimic->has_multiplier);
        same_int(c, "has_offset", a->mimic->has_offset, b->mimic->has_offset);
        same_numbers(c, "multiplier", &a->mimic->multiplier, &b->mimic->multiplier, 1);
        same_numbers(c, "offset", &a->mimic->offset, &b->mimic->offset, 1);
    }
    if (a->safety) {
        const double x[] = {a->safety->soft_lower, a->safety->soft_upper, a->safety->k_position,
                            a->safety->k_velocity};
        const double y[] = {b->safety->soft_lower, b->safety->soft_upper, b->safety->k_position,
                            b->safety->k_velocity};
        same_numbers(c, "safety", x, y, 4);
    }
    if (a->calibration) {
        same_int(c, "has_rising", a->calibration->has_rising, b->calibration->has_rising);
        same_int(c, "has_falling", a->calibration->has_falling, b->calibration->has_falling);
        same_numbers(c, "rising", &a->calibration->rising, &b->calibration->rising, 1);
        same_numbers(c, "falling", &a->calibration->falling, &b->calibration->falling, 1);
    }
}

static void compare_origin(comparison *c, const limb_origin *a, const limb_origin *b)
{
    same_int(c, "origin", a->node >= 0, b->node >= 0);
    same_int(c, "has_xyz", a->has_xyz, b->has_xyz);
    same_int(c, "has_rpy", a->has_rpy, b->has_rpy);
    same_int(c, "has_quat", a->has_quat, b->has_quat);
    same_numbers(c, "xyz", a->xyz, b->xyz, 3);
    same_numbers(c, "rpy", a->rpy, b->rpy, 3);
    same_numbers(c, "quat", a->quat, b->quat, 4);
}

static void compare_material(comparison *c, const limb_material *a, const limb_material *b)
{
    same_int(c, "material", a != NULL, b != NULL);
    if (!a || !b) return;
    same_text(c, "material name", a->name, b->name);
    same_int(c, "material has_name", a->has_name, b->has_name);
    same_int(c, "has_color", a->has_color, b->has_color);
    same_numbers(c, "rgba", a->rgba, b->rgba, 4);
    same_text(c, "texture", a->texture, b->texture);
}

static void differ(comparison *c, const char *what)
{
    if (c->same) snprintf(c->why, c->size, "%s differs", what);
    c->same = false;
}

static void same_int(comparison *c, const char *what, long long a, long long b)
{
    if (a != b) differ(c, what);
}

static void same_text(comparison *c, const char *what, const char *a, const char *b)
{
    if ((a == NULL) != (b == NULL) || (a && strcmp(a, b) != 0)) differ(c, what);
}

// bit for bit: -0 is not 0
static void same_numbers(comparison *c, const char *what, const double *a, const double *b,
                         int count)
{
    if (memcmp(a, b, (size_t)count * sizeof *a) != 0) differ(c, what);
}
