// Compares two robots as mechanisms. Each link must have a counterpart with the same pose
// relative to the root's counterpart, for joint values generated from a fixed seed, and the mass
// matrices must agree.
#include "base/memory.h"
#include "limb/dynamics.h"
#include "limb/edit.h"
#include "limb/kinematics.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CONFIGURATIONS = 8 };
enum {
    MAX_DENSE = 128
};                                    // maximum of coordinates for which the whole mass
                                      // matrix is compared
static const double TOLERANCE = 1e-9; // m, entries of rotations, relative for masses

typedef struct mover {
    limb_model *model;
    limb_work *work;
    double *q;
    double *mass; // (nv x nv), or beyond MAX_DENSE scratch (nv x 4)
    void *block;  // contains q and mass
    size_t size;
} mover;

typedef struct comparison {
    const limb_allocator *memory;
    const limb_robot *a, *b;
    const limb_diff *diff;
    mover old_one, new_one;
    int *coordinate;  // of the new model, by that of the old one (nq)
    int *velocity;    // the same for velocities (nv)
    int *joints;      // scratch: two lists over the joints of the new robot and its model
    bool *is_matched; // (nlink of the new robot)
    void *block;      // contains the four arrays
    size_t size;
    limb_mechanism_comparison *out;
} comparison;

static limb_status compare(comparison *c);
static limb_status open_mover(mover *m, const limb_robot *robot, const limb_allocator *memory);
static void close_mover(mover *m, const limb_allocator *memory);
static limb_status take_lists(comparison *c);
static bool match_coordinates(comparison *c);
static bool compare_once(comparison *c, uint64_t *seed);
static bool compare_poses(comparison *c);
static bool is_frame(const limb_link *link);
static bool is_alone(const comparison *c, const limb_link *link);
static bool compare_masses(comparison *c, uint64_t *seed);
static bool compare_matrices(comparison *c);
static bool compare_products(comparison *c, uint64_t *seed);
static const double *product(const mover *m);

limb_status limb_mechanism_compare(limb_mechanism_comparison *out, const limb_robot *old_robot,
                                   const limb_robot *new_robot, const limb_diff *diff,
                                   const limb_allocator *memory)
{
    assert(out && old_robot && new_robot);
    *out = (limb_mechanism_comparison){.mechanism = LIMB_MECHANISM_UNKNOWN};
    limb_diff *made = NULL;
    limb_status status = LIMB_OK;
    if (!diff) status = limb_diff_build(&made, old_robot, new_robot, memory);
    if (status != LIMB_OK) return status;
    comparison c = {.memory = limb__memory(memory),
                    .a = old_robot,
                    .b = new_robot,
                    .diff = diff ? diff : made,
                    .out = out};
    status = compare(&c);
    limb__release(c.memory, c.block, c.size);
    close_mover(&c.old_one, c.memory);
    close_mover(&c.new_one, c.memory);
    limb_diff_free(made);
    return status;
}

// If a robot has no model, the two are not compared, which is also a result.
static limb_status compare(comparison *c)
{
    limb_status status = open_mover(&c->old_one, c->a, c->memory);
    if (status == LIMB_OK) status = open_mover(&c->new_one, c->b, c->memory);
    if (status == LIMB_OK) status = take_lists(c);
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status != LIMB_OK) {
        snprintf(c->out->reason, sizeof c->out->reason, "a robot cannot be modeled");
        return LIMB_OK;
    }
    c->out->mechanism = LIMB_MECHANISM_DIFFERENT;
    bool same = match_coordinates(c);
    uint64_t seed = 1;
    for (int i = 0; i < CONFIGURATIONS && same; i++)
        same = compare_once(c, &seed);
    if (same) c->out->mechanism = LIMB_MECHANISM_SAME;
    return LIMB_OK;
}

static limb_status open_mover(mover *m, const limb_robot *robot, const limb_allocator *memory)
{
    if (robot->root < 0) return LIMB_ERROR_INPUT;
    limb_status status = limb_model_build(&m->model, robot, &(limb_model_opts){.memory = memory});
    if (status == LIMB_OK) status = limb_work_create(&m->work, m->model, memory);
    if (status != LIMB_OK) return status;
    const size_t nq = (size_t)m->model->nq, nv = (size_t)m->model->nv;
    const size_t count = nq + (nv <= MAX_DENSE ? nv * nv : 4 * nv) + 1;
    m->size = count * sizeof(double);
    m->block = limb__allocate(memory, m->size);
    if (!m->block) return LIMB_ERROR_MEMORY;
    memset(m->block, 0, m->size);
    m->q = m->block;
    m->mass = m->q + nq;
    return LIMB_OK;
}

static void close_mover(mover *m, const limb_allocator *memory)
{
    limb__release(memory, m->block, m->size);
    limb_work_free(m->work);
    limb_model_free(m->model);
}

static limb_status take_lists(comparison *c)
{
    const limb_model *model = c->old_one.model;
    const size_t ncoordinate = (size_t)model->nq + (size_t)model->nv;
    const size_t njoint = (size_t)c->b->njoint + (size_t)c->new_one.model->njoint;
    const size_t nlink = (size_t)c->b->nlink;
    c->size = (ncoordinate + njoint) * sizeof(int) + (nlink + 1) * sizeof(bool);
    c->block = limb__allocate(c->memory, c->size);
    if (!c->block) return LIMB_ERROR_MEMORY;
    memset(c->block, 0, c->size);
    c->coordinate = c->block;
    c->velocity = c->coordinate + model->nq;
    c->joints = c->velocity + model->nv;
    c->is_matched = (bool *)(c->joints + njoint);
    return LIMB_OK;
}

// Matches coordinates by their joints; a joint's own coordinates are in the same order.
static bool match_coordinates(comparison *c)
{
    const limb_model *a = c->old_one.model, *b = c->new_one.model;
    if (a->nq != b->nq || a->nv != b->nv) {
        snprintf(c->out->reason, sizeof c->out->reason, "%d coordinates, not %d", b->nq, a->nq);
        return false;
    }
    // the model's joints of each joint of the new robot, as lists
    int *first = c->joints;
    int *next = first + c->b->njoint;
    for (int i = 0; i < c->b->njoint; i++)
        first[i] = -1;
    for (int k = b->njoint - 1; k >= 0; k--) {
        const int source = b->joint_source[k];
        if (source < 0) continue;
        next[k] = first[source];
        first[source] = k;
    }
    for (int i = 0; i < a->nq; i++)
        c->coordinate[i] = -1;
    for (int i = 0; i < a->njoint; i++) {
        if (a->joint_mimics[i] || a->joint_source[i] < 0) continue;
        const int partner = c->diff->joint_match[a->joint_source[i]];
        const int count = a->joint_kind[i] == LIMB_MOTION_FLOATING ? 7 : 1;
        for (int k = partner >= 0 ? first[partner] : -1; k >= 0; k = next[k]) {
            const bool is_free = !b->joint_mimics[k] && b->joint_kind[k] == a->joint_kind[i];
            // a planar joint is several joints: matched by the suffix of the name
            const char *x = strrchr(a->joint_name[i], '/'), *y = strrchr(b->joint_name[k], '/');
            if (!is_free || !x != !y || (x && strcmp(x, y) != 0)) continue;
            for (int n = 0; n < count; n++)
                c->coordinate[a->joint_q[i] + n] = b->joint_q[k] + n;
            for (int n = 0; n < (count == 7 ? 6 : 1); n++)
                c->velocity[a->joint_v[i] + n] = b->joint_v[k] + n;
        }
    }
    for (int i = 0; i < a->nq; i++) {
        if (c->coordinate[i] >= 0) continue;
        snprintf(c->out->reason, sizeof c->out->reason, "no joint moves like \"%s\"", a->q_name[i]);
        return false;
    }
    return true;
}

static bool compare_once(comparison *c, uint64_t *seed)
{
    mover *a = &c->old_one, *b = &c->new_one;
    limb_random_configuration(a->model, seed, a->q);
    for (int i = 0; i < a->model->nq; i++)
        b->q[c->coordinate[i]] = a->q[i];
    limb_fk(a->model, a->work, a->q);
    limb_fk(b->model, b->work, b->q);
    return compare_poses(c) && compare_masses(c, seed);
}

// Links without content are only frames, which may be missing.
static bool compare_poses(comparison *c)
{
    const mover *a = &c->old_one, *b = &c->new_one;
    const int root = c->diff->link_match[c->a->root];
    for (int i = 0; i < c->a->nlink; i++) {
        const int k = c->diff->link_match[i];
        if (a->model->link_body[i] < 0) continue;
        if (k < 0 || root < 0) {
            if (is_frame(&c->a->link[i]) && i != c->a->root) continue;
            return is_alone(c, &c->a->link[i]);
        }
        c->is_matched[k] = true;
        double x[12], y[12], worst = 0;
        limb_relative_pose(a->model, a->work, c->a->root, i, x);
        limb_relative_pose(b->model, b->work, root, k, y);
        for (int n = 0; n < 12 && isfinite(worst); n++)
            worst = fmax(worst, fabs(x[n] - y[n]) / (1 + fabs(x[n])));
        if (worst <= TOLERANCE) continue;
        snprintf(c->out->reason, sizeof c->out->reason, "link \"%s\" has a different pose",
                 c->a->link[i].name);
        return false;
    }
    for (int k = 0; k < c->b->nlink; k++)
        if (!c->is_matched[k] && b->model->link_body[k] >= 0 && !is_frame(&c->b->link[k]))
            return is_alone(c, &c->b->link[k]);
    return true;
}

static bool is_frame(const limb_link *link)
{
    return !link->inertial && link->nvisual == 0 && link->ncollision == 0;
}

// Sets the reason; returns false.
static bool is_alone(const comparison *c, const limb_link *link)
{
    snprintf(c->out->reason, sizeof c->out->reason, "link \"%s\" has no counterpart", link->name);
    return false;
}

static bool compare_masses(comparison *c, uint64_t *seed)
{
    const mover *a = &c->old_one, *b = &c->new_one;
    const double mass = limb_model_mass(a->model);
    bool same = fabs(limb_model_mass(b->model) - mass) <= TOLERANCE * (1 + mass);
    if (same) same = a->model->nv <= MAX_DENSE ? compare_matrices(c) : compare_products(c, seed);
    if (!same) snprintf(c->out->reason, sizeof c->out->reason, "masses or inertias differ");
    return same;
}

// The largest entry gives the scale.
static bool compare_matrices(comparison *c)
{
    const mover *a = &c->old_one, *b = &c->new_one;
    const int n = a->model->nv;
    limb_mass_matrix(a->model, a->work, a->q, a->mass);
    limb_mass_matrix(b->model, b->work, b->q, b->mass);
    bool same = true;
    double scale = 0;
    for (int i = 0; i < n * n; i++)
        scale = fmax(scale, fabs(a->mass[i]));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            const double x = a->mass[i * n + k];
            const double y = b->mass[c->velocity[i] * n + c->velocity[k]];
            same &= fabs(x - y) <= TOLERANCE * (scale + 1e-12);
        }
    }
    return same;
}

// Compares large matrices by their product with a random vector, which takes time and memory linear
// in the robot: equal products of seeded vectors imply equal matrices except by chance.
static bool compare_products(comparison *c, uint64_t *seed)
{
    const mover *a = &c->old_one, *b = &c->new_one;
    const int n = a->model->nv;
    for (int i = 0; i < n; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        a->mass[i] = (double)(*seed >> 11) * 0x1p-52 - 1; // -1 .. 1
        b->mass[c->velocity[i]] = a->mass[i];
    }
    const double *x = product(a), *y = product(b);
    bool same = true;
    double scale = 0;
    for (int i = 0; i < n; i++)
        scale = fmax(scale, fabs(x[i]));
    for (int i = 0; i < n; i++)
        same &= fabs(x[i] - y[c->velocity[i]]) <= TOLERANCE * (scale + 1e-12);
    return same;
}

// Multiplies the mass matrix with the first column of the scratch: torques with that acceleration
// minus those without.
static const double *product(const mover *m)
{
    const size_t n = (size_t)m->model->nv;
    double *zero = m->mass + n, *with = m->mass + 2 * n, *without = m->mass + 3 * n;
    memset(zero, 0, n * sizeof *zero);
    limb_inverse_dynamics(m->model, m->work, m->q, zero, m->mass, NULL, 0, with);
    limb_inverse_dynamics(m->model, m->work, m->q, zero, zero, NULL, 0, without);
    for (size_t i = 0; i < n; i++)
        with[i] -= without[i];
    return with;
}
