// Compares joints, and the materials at robot level.
#include "documents/diff/diff.h"

#include <string.h>

typedef struct number {
    const char *attribute;
    double a, b;
} number;

static void compare_joint(limb__diff *d, const limb_joint *a, const limb_joint *b);
static void compare_connections(limb__diff *d, const char *path, const limb_joint *a,
                                const limb_joint *b);
static void compare_limit(limb__diff *d, const char *path, const limb_limit *a,
                          const limb_limit *b);
static void compare_mimic(limb__diff *d, const char *path, const limb_mimic *a,
                          const limb_mimic *b);
static void compare_small(limb__diff *d, const char *path, const limb_joint *a,
                          const limb_joint *b);
static void compare_numbers(limb__diff *d, limb__diff_place at, const number *list, int count);

void limb__diff_joints(limb__diff *d)
{
    for (int i = 0; i < d->a->njoint; i++) {
        const limb_joint *a = &d->a->joint[i];
        const int k = d->joint_match[i];
        const char *path = limb__diff_path(d, "joint", a->name, "");
        if (k < 0) {
            limb__diff_add(d, LIMB_CHANGE_REMOVED, path, "", "", "", a->node, -1);
            continue;
        }
        const limb_joint *b = &d->b->joint[k];
        if (strcmp(a->name, b->name) != 0)
            limb__diff_add(d, LIMB_CHANGE_RENAMED, path, "name", a->name, b->name, a->node,
                           b->node);
        compare_joint(d, a, b);
    }
    for (int k = 0; k < d->b->njoint; k++)
        if (d->joint_back[k] < 0)
            limb__diff_add(d, LIMB_CHANGE_ADDED,
                           limb__diff_path(d, "joint", d->b->joint[k].name, ""), "", "", "", -1,
                           d->b->joint[k].node);
}

void limb__diff_materials(limb__diff *d)
{
    static const double none[4] = {0, 0, 0, 0};
    for (int i = 0; i < d->a->nmaterial; i++) {
        const limb_material *a = &d->a->material[i];
        const int k = limb_robot_find_material(d->b, a->name);
        const char *path = limb__diff_path(d, "material", a->name, "");
        if (!limb__diff_both(d, path, a->node, k < 0 ? -1 : d->b->material[k].node)) continue;
        const limb_material *b = &d->b->material[k];
        const limb__diff_place color = {limb__diff_path(d, path, "color", ""), a->node, b->node};
        const limb__diff_place texture = {limb__diff_path(d, path, "texture", ""), a->node,
                                          b->node};
        limb__diff_numbers(d, color, "rgba", a->has_color ? a->rgba : none,
                           b->has_color ? b->rgba : none, 4);
        limb__diff_text(d, texture, "filename", a->texture ? a->texture : "",
                        b->texture ? b->texture : "");
    }
    for (int k = 0; k < d->b->nmaterial; k++)
        if (limb_robot_find_material(d->a, d->b->material[k].name) < 0)
            limb__diff_add(d, LIMB_CHANGE_ADDED,
                           limb__diff_path(d, "material", d->b->material[k].name, ""), "", "", "",
                           -1, d->b->material[k].node);
}

static void compare_joint(limb__diff *d, const limb_joint *a, const limb_joint *b)
{
    const char *path = limb__diff_path(d, "joint", a->name, "");
    const limb__diff_place at = {path, a->node, b->node};
    limb__diff_text(d, at, "type", limb_joint_type_name(a->type), limb_joint_type_name(b->type));
    compare_connections(d, path, a, b);
    limb__diff_origin(d, path, &a->origin, &b->origin, a->node, b->node);
    const limb__diff_place axis = {limb__diff_path(d, path, "axis", ""),
                                   a->axis_node >= 0 ? a->axis_node : a->node,
                                   b->axis_node >= 0 ? b->axis_node : b->node};
    limb__diff_numbers(d, axis, "xyz", a->axis, b->axis, 3);
    const char *limit = limb__diff_path(d, path, "limit", "");
    if ((a->limit || b->limit) &&
        limb__diff_both(d, limit, a->limit ? a->limit->node : -1, b->limit ? b->limit->node : -1))
        compare_limit(d, limit, a->limit, b->limit);
    const char *mimic = limb__diff_path(d, path, "mimic", "");
    if ((a->mimic || b->mimic) &&
        limb__diff_both(d, mimic, a->mimic ? a->mimic->node : -1, b->mimic ? b->mimic->node : -1))
        compare_mimic(d, mimic, a->mimic, b->mimic);
    compare_small(d, path, a, b);
    limb__diff_unknown(d, path, a->node, b->node);
}

// Compares parent and child. A renamed link does not change the joint.
static void compare_connections(limb__diff *d, const char *path, const limb_joint *a,
                                const limb_joint *b)
{
    const limb__diff_place parent = {limb__diff_path(d, path, "parent", ""), a->node, b->node};
    const limb__diff_place child = {limb__diff_path(d, path, "child", ""), a->node, b->node};
    if (a->parent < 0 || d->link_match[a->parent] != b->parent)
        limb__diff_text(d, parent, "link", a->parent_name, b->parent_name);
    if (a->child < 0 || d->link_match[a->child] != b->child)
        limb__diff_text(d, child, "link", a->child_name, b->child_name);
}

static void compare_limit(limb__diff *d, const char *path, const limb_limit *a, const limb_limit *b)
{
    const limb__diff_place at = {path, a->node, b->node};
    const number list[] = {{"lower", a->lower, b->lower},
                           {"upper", a->upper, b->upper},
                           {"effort", a->effort, b->effort},
                           {"velocity", a->velocity, b->velocity},
                           {"acceleration", a->acceleration, b->acceleration},
                           {"deceleration", a->deceleration, b->deceleration},
                           {"jerk", a->jerk, b->jerk}};
    compare_numbers(d, at, list, 7);
}

static void compare_mimic(limb__diff *d, const char *path, const limb_mimic *a, const limb_mimic *b)
{
    const limb__diff_place at = {path, a->node, b->node};
    if (a->joint < 0 || d->joint_match[a->joint] != b->joint)
        limb__diff_text(d, at, "joint", a->joint_name, b->joint_name);
    const number list[] = {{"multiplier", a->multiplier, b->multiplier},
                           {"offset", a->offset, b->offset}};
    compare_numbers(d, at, list, 2);
}

// Compares dynamics, safety_controller and calibration, where absent and zero differ.
static void compare_small(limb__diff *d, const char *path, const limb_joint *a, const limb_joint *b)
{
    const limb_dynamics *p = a->dynamics, *q = b->dynamics;
    const char *dynamics = limb__diff_path(d, path, "dynamics", "");
    if ((p || q) && limb__diff_both(d, dynamics, p ? p->node : -1, q ? q->node : -1)) {
        const limb__diff_place at = {dynamics, p->node, q->node};
        const number list[] = {{"damping", p->damping, q->damping},
                               {"friction", p->friction, q->friction}};
        compare_numbers(d, at, list, 2);
    }
    const limb_safety *r = a->safety, *s = b->safety;
    const char *safety = limb__diff_path(d, path, "safety_controller", "");
    if ((r || s) && limb__diff_both(d, safety, r ? r->node : -1, s ? s->node : -1)) {
        const limb__diff_place at = {safety, r->node, s->node};
        const number list[] = {{"soft_lower_limit", r->soft_lower, s->soft_lower},
                               {"soft_upper_limit", r->soft_upper, s->soft_upper},
                               {"k_position", r->k_position, s->k_position},
                               {"k_velocity", r->k_velocity, s->k_velocity}};
        compare_numbers(d, at, list, 4);
    }
    const limb_calibration *t = a->calibration, *u = b->calibration;
    const char *calibration = limb__diff_path(d, path, "calibration", "");
    if ((t || u) && limb__diff_both(d, calibration, t ? t->node : -1, u ? u->node : -1)) {
        const limb__diff_place at = {calibration, t->node, u->node};
        const number list[] = {{"rising", t->rising, u->rising},
                               {"falling", t->falling, u->falling}};
        compare_numbers(d, at, list, 2);
    }
}

static void compare_numbers(limb__diff *d, limb__diff_place at, const number *list, int count)
{
    for (int i = 0; i < count; i++)
        limb__diff_numbers(d, at, list[i].attribute, &list[i].a, &list[i].b, 1);
}
