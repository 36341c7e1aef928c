// Inverse kinematics: the problem, and the start of a search.
#define _POSIX_C_SOURCE 200809L
#include "numbers/kinematics/ik_search.h"

#include "limb/kinematics.h"
#include "limb/model.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"
#include "numbers/model/work.h"

#include <math.h>
#include <string.h>
#include <time.h>

// tolerance for the products of a rotation's rows: 1e-3, for matrices typed with three digits
static const double ROTATION_TOLERANCE = 1e-3;

enum { MAX_CORNER = 10 }; // coordinates whose limits are tried in all combinations

static void place_arrays(limb__ik_search *s, limb_work *w);
static void find_chain(limb__ik_search *s, int body);
static bool set_goal(limb__ik_search *s, const double *pose);
static double longest_reach(const limb__ik *ik);

limb_ik_outcome limb__ik_prepare(limb__ik_search *s, const limb_model *m, limb_work *w, int link,
                                 const double *pose, const limb_ik_opts *opts)
{
    static const limb_ik_opts defaults = {0};
    *s = (limb__ik_search){.opts = opts ? opts : &defaults, .min_cost = (double)INFINITY};
    opts = s->opts;
    s->position_tolerance = opts->position_tolerance > 0 ? opts->position_tolerance : 1e-6;
    s->rotation_tolerance = opts->rotation_tolerance > 0 ? opts->rotation_tolerance : 1e-6;
    s->max_iterations = opts->max_iterations > 0 ? opts->max_iterations : 100;
    s->max_tries = opts->max_tries > 0 ? opts->max_tries : 100;
    s->seed = opts->seed;
    if (opts->max_seconds > 0) s->began = limb__ik_seconds();
    s->ik.m = m;
    const int body = limb__link_body(m, link);
    if (body < 0) return LIMB_IK_OUTCOME_NO_JOINTS;
    place_arrays(s, w);
    find_chain(s, body);
    if (s->ik.ncolumn == 0) return LIMB_IK_OUTCOME_NO_JOINTS;
    limb__pose_copy(m->link_frame + 12 * (size_t)link, s->ik.tool);
    if (opts->tool && !limb__pose_is_rigid(opts->tool, ROTATION_TOLERANCE))
        return LIMB_IK_OUTCOME_NOT_A_POSE;
    if (opts->tool) limb_pose_multiply(s->ik.tool, opts->tool, s->ik.tool);
    return set_goal(s, pose) ? LIMB_IK_OUTCOME_SOLVED : LIMB_IK_OUTCOME_NOT_A_POSE;
}

double limb__ik_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// arrays per joint are in the scratch of bodies, arrays per coordinate in that of velocities
static void place_arrays(limb__ik_search *s, limb_work *w)
{
    limb__ik *ik = &s->ik;
    const limb_model *m = ik->m;
    double *at = w->scratch->body;
    ik->pose = at, at += 12 * (size_t)m->njoint;
    ik->joint = (int *)(void *)at, at += (size_t)limb__padded(m->njoint);
    ik->column = (int *)(void *)at;
    ik->position = w->scratch->position;
    ik->sine = w->scratch->sine;
    ik->cosine = w->scratch->cosine;
    const size_t nv = (size_t)m->nv, nq = (size_t)m->nq;
    at = w->scratch->velocity;
    ik->jacobian = at, at += 6 * nv;
    ik->step = at, at += nv;
    ik->wish = at, at += nv;
    ik->column_scale = at, at += nv;
    ik->q = at, at += nq;
    ik->best = at, at += nq;
    ik->moved = at, at += nq;
    s->begin = at, at += nq;
    s->start = at, at += nq;
    ik->coordinate = (int *)(void *)at, at += nv;
    ik->blocked = (bool *)(void *)at;
}

// joints from the base to the body, and one column for each of their coordinates
static void find_chain(limb__ik_search *s, int body)
{
    limb__ik *ik = &s->ik;
    const limb_model *m = ik->m;
    for (int at = body; at > 0; at = m->joint_parent[at - 1])
        ik->njoint++;
    int k = ik->njoint;
    for (int at = body; at > 0; at = m->joint_parent[at - 1])
        ik->joint[--k] = at - 1;
    limb__pose_copy(m->base_pose, ik->base);
    for (k = 0; k < ik->njoint; k++) {
        const int i = ik->joint[k], v = m->joint_v[i];
        ik->column[k] = ik->ncolumn;
        for (int c = 0; c < ik->ncolumn; c++) {
            if (ik->coordinate[c] == v) ik->column[k] = c;
        }
        if (ik->column[k] != ik->ncolumn) continue;
        const int count = m->joint_kind[i] == LIMB_MOTION_FLOATING ? 6 : 1;
        for (int c = 0; c < count; c++)
            ik->coordinate[ik->ncolumn++] = v + c;
    }
    for (k = ik->njoint; k % 4 != 0; k++)
        ik->position[k] = 0;
    for (int c = 0; c < ik->ncolumn; c++) {
        const double reluctance =
            s->opts->joint_weight ? s->opts->joint_weight[ik->coordinate[c]] : 1;
        ik->column_scale[c] = reluctance > 0 ? 1 / sqrt(reluctance) : 1;
        ik->wish[c] = 0;
    }
}

// Ignored components become the identity, whatever was given. Returns false if the requested
// ones are invalid.
static bool set_goal(limb__ik_search *s, const double *pose)
{
    limb__ik *ik = &s->ik;
    limb_pose_identity(ik->goal);
    for (int k = 0; k < 12; k++) {
        const bool turns = k % 4 != 3;
        if (s->opts->goal == LIMB_IK_GOAL_POSE ||
            turns == (s->opts->goal == LIMB_IK_GOAL_ORIENTATION))
            ik->goal[k] = pose[k];
    }
    ik->nrow = s->opts->goal == LIMB_IK_GOAL_POSE ? 6 : 3;
    ik->first_row = s->opts->goal == LIMB_IK_GOAL_POSITION ? 3 : 0;
    for (int row = 0; row < 6; row++) {
        const bool meant = row >= ik->first_row && row < ik->first_row + ik->nrow;
        const double weight = s->opts->weight ? s->opts->weight[row] : 1;
        ik->weight[row] = meant && weight > 0 ? sqrt(weight) : 0;
    }
    return limb__pose_is_rigid(ik->goal, ROTATION_TOLERANCE);
}

void limb__ik_start(const limb__ik_search *s, double *q)
{
    const limb_model *m = s->ik.m;
    if (s->opts->start) {
        memcpy(q, s->opts->start, (size_t)m->nq * sizeof(double));
        limb_clamp_to_limits(m, q);
        return;
    }
    limb_neutral(m, q);
    for (int k = 0; k < m->nq; k++) {
        const double middle = 0.5 * (m->q_min[k] + m->q_max[k]);
        if (isfinite(middle)) q[k] = middle;
    }
}

void limb__ik_start_at_random(limb__ik_search *s)
{
    const limb_model *m = s->ik.m;
    limb_random_configuration(m, &s->seed, s->ik.moved);
    for (int k = 0; k < s->ik.njoint; k++) {
        const int i = s->ik.joint[k], at = m->joint_q[i];
        const int count = m->joint_kind[i] == LIMB_MOTION_FLOATING ? 7 : 1;
        memcpy(s->ik.q + at, s->ik.moved + at, (size_t)count * sizeof(double));
    }
}

void limb__ik_start_in_corner(limb__ik_search *s)
{
    const limb_model *m = s->ik.m;
    int limited[MAX_CORNER], count = 0;
    limb__ik_start_at_random(s);
    for (int c = 0; c < s->ik.ncolumn; c++) {
        const int q = m->v_q[s->ik.coordinate[c]];
        if (q < 0 || !isfinite(m->q_min[q]) || !isfinite(m->q_max[q])) continue;
        if (count == MAX_CORNER) return;
        limited[count++] = q;
    }
    double least = (double)INFINITY;
    unsigned best = 0;
    for (unsigned corner = 0; corner <= 1u << count; corner++) {
        const unsigned sides = corner == 1u << count ? best : corner; // finally the best one again
        for (int k = 0; k < count; k++)
            s->ik.q[limited[k]] = sides >> k & 1 ? m->q_max[limited[k]] : m->q_min[limited[k]];
        limb__ik_evaluate(&s->ik, s->ik.q);
        if (limb__ik_cost(&s->ik) < least) {
            least = limb__ik_cost(&s->ik);
            best = corner;
        }
    }
}

bool limb__ik_is_too_far(const limb__ik_search *s)
{
    const limb__ik *ik = &s->ik;
    const double way[3] = {ik->goal[3] - ik->base[3], ik->goal[7] - ik->base[7],
                           ik->goal[11] - ik->base[11]};
    return ik->weight[3] > 0 && ik->weight[4] > 0 && ik->weight[5] > 0 &&
           sqrt(limb__dot(way, way)) > longest_reach(ik) + s->position_tolerance;
}

// no configuration brings the tool further from the base than the sum of all lengths
static double longest_reach(const limb__ik *ik)
{
    const limb_model *m = ik->m;
    double reach =
        sqrt(ik->tool[3] * ik->tool[3] + ik->tool[7] * ik->tool[7] + ik->tool[11] * ik->tool[11]);
    for (int k = 0; k < ik->njoint; k++) {
        const int i = ik->joint[k], q = m->joint_q[i];
        const double *frame = m->joint_frame + 12 * (size_t)i;
        reach += sqrt(frame[3] * frame[3] + frame[7] * frame[7] + frame[11] * frame[11]);
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) return INFINITY;
        if (m->joint_kind[i] == LIMB_MOTION_REVOLUTE) continue;
        reach += fmax(fabs(m->joint_scale[i] * m->q_min[q] + m->joint_offset[i]),
                      fabs(m->joint_scale[i] * m->q_max[q] + m->joint_offset[i]));
    }
    return reach;
}
