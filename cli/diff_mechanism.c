// Are two robots one mechanism? Each link must have a partner that is at the same place relative to
// the root's partner, at joint values drawn by a fixed seed, and the mass matrices must agree.
#include "diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIGURATIONS = 8 };
static const double TOLERANCE = 1e-9; // m, entries of rotations, relative for masses

typedef struct mover {
    limb_model *model;
    limb_work *work;
    double *q;
    double *mass; // (nv x nv)
} mover;

typedef struct comparison {
    const limb_robot *a, *b;
    const limb_diff *diff;
    mover old_one, new_one;
    int *coordinate; // of the new model, by that of the old one (nq)
    cli_mechanism_result *out;
} comparison;

static bool open_mover(mover *m, const limb_robot *robot);
static void close_mover(mover *m);
static bool match_coordinates(comparison *c);
static bool compare_once(comparison *c, uint64_t *seed);
static bool compare_poses(comparison *c);
static bool compare_masses(comparison *c);

cli_mechanism_result cli_compare_mechanism(const limb_robot *a, const limb_robot *b,
                                           const limb_diff *diff)
{
    cli_mechanism_result result = {.mechanism = CLI_MECHANISM_UNKNOWN};
    comparison c = {.a = a, .b = b, .diff = diff, .out = &result};
    if (open_mover(&c.old_one, a) && open_mover(&c.new_one, b)) {
        c.coordinate = calloc((size_t)c.old_one.model->nq + 1, sizeof *c.coordinate);
        result.mechanism = CLI_MECHANISM_DIFFERENT;
        bool same = c.coordinate && match_coordinates(&c);
        uint64_t seed = 1;
        for (int i = 0; i < CONFIGURATIONS && same; i++)
            same = compare_once(&c, &seed);
        if (same) result.mechanism = CLI_MECHANISM_SAME;
    } else {
        snprintf(result.reason, sizeof result.reason, "a robot cannot be modelled");
    }
    free(c.coordinate);
    close_mover(&c.old_one);
    close_mover(&c.new_one);
    return result;
}

static bool open_mover(mover *m, const limb_robot *robot)
{
    if (robot->root < 0 || limb_model_build(&m->model, robot, NULL) != LIMB_OK) return false;
    if (limb_work_create(&m->work, m->model, NULL) != LIMB_OK) return false;
    const size_t nv = (size_t)m->model->nv;
    m->q = calloc((size_t)m->model->nq + 1, sizeof *m->q);
    m->mass = calloc(nv * nv + 1, sizeof *m->mass);
    return m->q && m->mass;
}

static void close_mover(mover *m)
{
    free(m->q);
    free(m->mass);
    limb_work_free(m->work);
    limb_model_free(m->model);
}

// By the joint that each belongs to; a joint's own coordinates are in the same order.
static bool match_coordinates(comparison *c)
{
    const limb_model *a = c->old_one.model, *b = c->new_one.model;
    if (a->nq != b->nq || a->nv != b->nv) {
        snprintf(c->out->reason, sizeof c->out->reason, "%d coordinates, not %d", b->nq, a->nq);
        return false;
    }
    for (int i = 0; i < a->nq; i++)
        c->coordinate[i] = -1;
    for (int i = 0; i < a->njoint; i++) {
        if (a->joint_mimics[i] || a->joint_source[i] < 0) continue;
        const int partner = c->diff->joint_match[a->joint_source[i]];
        const int count = a->joint_kind[i] == LIMB_MOTION_FLOATING ? 7 : 1;
        for (int k = 0; k < b->njoint && partner >= 0; k++) {
            const bool is_free = b->joint_source[k] == partner && !b->joint_mimics[k] &&
                                 b->joint_kind[k] == a->joint_kind[i];
            // a planar joint is several: the same one by the end of its name
            const char *x = strrchr(a->joint_name[i], '/'), *y = strrchr(b->joint_name[k], '/');
            if (!is_free || !x != !y || (x && strcmp(x, y) != 0)) continue;
            for (int n = 0; n < count; n++)
                c->coordinate[a->joint_q[i] + n] = b->joint_q[k] + n;
        }
    }
    for (int i = 0; i < a->nq; i++) {
        if (c->coordinate[i] >= 0) continue;
        snprintf(c->out->reason, sizeof c->out->reason, "no joint moves as \"%s\" does",
                 a->q_name[i]);
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
    return compare_poses(c) && compare_masses(c);
}

static bool compare_poses(comparison *c)
{
    const mover *a = &c->old_one, *b = &c->new_one;
    const int root = c->diff->link_match[c->a->root];
    for (int i = 0; i < c->a->nlink; i++) {
        const int k = c->diff->link_match[i];
        if (a->model->link_body[i] < 0) continue;
        double x[12], y[12];
        if (k >= 0 && root >= 0) {
            limb_relative_pose(a->model, a->work, c->a->root, i, x);
            limb_relative_pose(b->model, b->work, root, k, y);
        }
        double worst = k < 0 || root < 0 ? INFINITY : 0;
        for (int n = 0; n < 12 && isfinite(worst); n++)
            worst = fmax(worst, fabs(x[n] - y[n]) / (1 + fabs(x[n])));
        if (worst <= TOLERANCE) continue;
        snprintf(c->out->reason, sizeof c->out->reason,
                 k < 0 ? "link \"%s\" has no counterpart" : "link \"%s\" is at another place",
                 c->a->link[i].name);
        return false;
    }
    return true;
}

// The largest entry gives the scale. Coordinates of joints with one each have the same index in q
// and v only without floating joints, so those are compared by total mass alone.
static bool compare_masses(comparison *c)
{
    const mover *a = &c->old_one, *b = &c->new_one;
    const int n = a->model->nv;
    const double mass = limb_model_mass(a->model);
    bool same = fabs(limb_model_mass(b->model) - mass) <= TOLERANCE * (1 + mass);
    if (same && a->model->nq == n) {
        limb_mass_matrix(a->model, a->work, a->q, a->mass);
        limb_mass_matrix(b->model, b->work, b->q, b->mass);
        double scale = 0;
        for (int i = 0; i < n * n; i++)
            scale = fmax(scale, fabs(a->mass[i]));
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                const double x = a->mass[i * n + k];
                const double y = b->mass[c->coordinate[i] * n + c->coordinate[k]];
                same &= fabs(x - y) <= TOLERANCE * (scale + 1e-12);
            }
        }
    }
    if (!same) snprintf(c->out->reason, sizeof c->out->reason, "masses or inertias differ");
    return same;
}
