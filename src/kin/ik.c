// Inverse kinematics: the search.
//
// One try is Levenberg-Marquardt with the damping of Sugihara (IEEE T-RO 2011), proportional to the
// error that is left, so that it is careful far away and quadratic near the goal. Limits: a
// coordinate at a limit that the step would cross is blocked and the step solved again; what still
// crosses is cut off. A try that stops coming nearer is given up, and the next begins at random.
// Why nothing was found is told by searching once more without limits.
#define _POSIX_C_SOURCE 200809L
#include "limb/ik.h"

#include "kernels/kernels.h"
#include "kin/configuration.h"
#include "limb/configuration.h"
#include "math/pose.h"
#include "model/bodies.h"
#include "model/model.h"
#include "model/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <time.h>

static const double LEAST_DAMPING = 1e-12;
static const double LARGEST_STEP = 1;     // rad or m of one coordinate in one iteration
static const double GIVE_UP_RATIO = 0.95; // of the error after PATIENCE iterations
enum { PATIENCE = 6, SETTLE_ITERATIONS = 60, UNLIMITED_TRIES = 20 };
static const double SAME_SOLUTION = 1e-3; // largest difference of a coordinate

typedef struct search {
    limb__ik ik;
    const limb_ik_opts *opts;
    double position_tolerance, rotation_tolerance;
    int max_iterations, max_tries;
    bool unlimited;    // limits are not looked at
    double least;      // cost of the nearest configuration so far, which is in ik.best
    bool still_moving; // some try used all its iterations while it came nearer
    struct timespec began;
    limb_ik_result result;
    uint64_t seed;
} search;

static bool prepare(search *s, const limb_model *m, limb_work *w, int link, const double *pose,
                    const limb_ik_opts *opts);
static void find_chain(search *s, int body);
static void set_goal(search *s, const double *pose);
static void start_at(search *s, double *q);
static bool one_try(search *s);
static void settle(search *s);
static void advance(search *s, double damping);
static bool block_at_limits(search *s);
static void apply_step(search *s);
static double cost(const limb__ik *ik);
static bool arrived(const search *s);
static void remember(search *s, double now);
static bool time_is_up(const search *s);
static void random_start(search *s);
static limb_ik_outcome explain(search *s);
static double longest_reach(const limb__ik *ik);
static void finish(search *s, double *q, limb_ik_outcome outcome, limb_ik_result *result);
static bool is_new(const limb_model *m, const double *found, int count, const double *q);
static void evaluate(limb__ik *ik, const double *q);
static void jacobian(limb__ik *ik);
static bool solve(limb__ik *ik, double damping);

const char *limb_ik_outcome_text(limb_ik_outcome outcome)
{
    switch (outcome) {
    case LIMB_IK_OUTCOME_SOLVED:
        return "solved";
    case LIMB_IK_OUTCOME_OUT_OF_REACH:
        return "out of reach";
    case LIMB_IK_OUTCOME_LIMITS:
        return "only beyond joint limits";
    case LIMB_IK_OUTCOME_BUDGET:
        return "budget used up";
    case LIMB_IK_OUTCOME_NO_JOINTS:
        return "no joint moves the link";
    }
    return "unknown";
}

limb_ik_outcome limb_ik(const limb_model *model, limb_work *work, int link, const double pose[12],
                        const limb_ik_opts *opts, double *q, limb_ik_result *result)
{
    limb_ik_result unused;
    limb_ik_many(model, work, link, pose, opts, 1, q, result ? result : &unused);
    return result ? result->outcome : unused.outcome;
}

int limb_ik_many(const limb_model *model, limb_work *work, int link, const double pose[12],
                 const limb_ik_opts *opts, int max, double *q, limb_ik_result *result)
{
    assert(model && work && pose && (q || model->nq == 0));
    if (max <= 0) return 0;
    search s;
    const size_t nq = (size_t)model->nq;
    if (!prepare(&s, model, work, link, pose, opts)) {
        start_at(&s, q);
        finish(&s, q, LIMB_IK_OUTCOME_NO_JOINTS, result);
        return 0;
    }
    start_at(&s, s.ik.q);
    memcpy(s.ik.best, s.ik.q, nq * sizeof(double));
    int found = 0;
    while (s.result.tries < s.max_tries && found < max) {
        if (s.result.tries > 0) random_start(&s);
        s.result.tries++;
        if (one_try(&s)) {
            if (s.opts->rest) settle(&s);
            if (is_new(model, q, found, s.ik.q)) memcpy(q + nq * (size_t)found++, s.ik.q, nq * 8);
        }
        if (time_is_up(&s)) break;
    }
    if (found == 0) {
        memcpy(q, s.ik.best, nq * sizeof(double));
        finish(&s, q, explain(&s), result);
    } else {
        finish(&s, q, LIMB_IK_OUTCOME_SOLVED, result);
    }
    return found;
}

//---- preparing -----------------------------------------------------------------------------------

static bool prepare(search *s, const limb_model *m, limb_work *w, int link, const double *pose,
                    const limb_ik_opts *opts)
{
    static const limb_ik_opts defaults = {0};
    *s = (search){.opts = opts ? opts : &defaults, .least = INFINITY};
    opts = s->opts;
    s->position_tolerance = opts->position_tolerance > 0 ? opts->position_tolerance : 1e-6;
    s->rotation_tolerance = opts->rotation_tolerance > 0 ? opts->rotation_tolerance : 1e-6;
    s->max_iterations = opts->max_iterations > 0 ? opts->max_iterations : 100;
    s->max_tries = opts->max_tries > 0 ? opts->max_tries : 100;
    s->seed = opts->seed;
    if (opts->max_seconds > 0) clock_gettime(CLOCK_MONOTONIC, &s->began);

    limb__ik *ik = &s->ik;
    ik->m = m;
    const int body = limb__link_body(m, link);
    if (body < 0) return false;
    // the scratch of bodies holds what is per joint, that of velocities what is per coordinate
    const size_t padded = (size_t)limb__padded(m->njoint);
    double *at = w->scratch->body;
    ik->pose = at, at += 12 * (size_t)m->njoint;
    ik->joint = (int *)(void *)at, at += padded;
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
    ik->coordinate = (int *)(void *)at, at += nv;
    ik->blocked = (bool *)(void *)at;
    find_chain(s, body);
    if (ik->ncolumn == 0) return false;

    limb__pose_copy(m->link_frame + 12 * (size_t)link, ik->tool);
    if (opts->tool) limb_pose_multiply(ik->tool, opts->tool, ik->tool);
    set_goal(s, pose);
    return true;
}

// joints from the base to the body, and one column for each coordinate that they have together
static void find_chain(search *s, int body)
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

static void set_goal(search *s, const double *pose)
{
    limb__ik *ik = &s->ik;
    limb__pose_copy(pose, ik->goal);
    ik->nrow = s->opts->goal == LIMB_IK_GOAL_POSE ? 6 : 3;
    ik->first_row = s->opts->goal == LIMB_IK_GOAL_POSITION ? 3 : 0;
    for (int row = 0; row < 6; row++) {
        const bool meant = row >= ik->first_row && row < ik->first_row + ik->nrow;
        const double weight = s->opts->weight ? s->opts->weight[row] : 1;
        ik->weight[row] = meant && weight > 0 ? sqrt(weight) : 0;
    }
}

static void start_at(search *s, double *q)
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

static void random_start(search *s)
{
    const limb_model *m = s->ik.m;
    limb_random_configuration(m, &s->seed, s->ik.moved);
    for (int k = 0; k < s->ik.njoint; k++) {
        const int i = s->ik.joint[k], at = m->joint_q[i];
        const int count = m->joint_kind[i] == LIMB_MOTION_FLOATING ? 7 : 1;
        memcpy(s->ik.q + at, s->ik.moved + at, (size_t)count * sizeof(double));
    }
}

//---- one try -------------------------------------------------------------------------------------

// from ik.q; true: ik.q is a solution
static bool one_try(search *s)
{
    limb__ik *ik = &s->ik;
    double factor = 1, checked = INFINITY;
    evaluate(ik, ik->q);
    double now = cost(ik);
    for (int iteration = 0; iteration < s->max_iterations; iteration++) {
        if (arrived(s)) {
            remember(s, now);
            return true;
        }
        if (iteration % PATIENCE == 0) {
            if (!(now < GIVE_UP_RATIO * checked)) break;
            checked = now;
            if (time_is_up(s)) break;
        }
        s->result.iterations++;
        jacobian(ik);
        advance(s, factor * now + LEAST_DAMPING);
        evaluate(ik, ik->moved);
        const double next = cost(ik);
        if (next < now) {
            memcpy(ik->q, ik->moved, (size_t)ik->m->nq * sizeof(double));
            now = next;
            factor = fmax(0.1 * factor, 1e-6);
        } else {
            evaluate(ik, ik->q);
            factor *= 10;
        }
        if (iteration + 1 == s->max_iterations) s->still_moving = true;
    }
    remember(s, now);
    return false;
}

// the step from ik.q into ik.moved, within the limits
static void advance(search *s, double damping)
{
    limb__ik *ik = &s->ik;
    memset(ik->blocked, 0, (size_t)ik->ncolumn * sizeof(bool));
    for (int pass = 0; pass <= ik->ncolumn; pass++) {
        if (!solve(ik, damping)) {
            memset(ik->step, 0, (size_t)ik->ncolumn * sizeof(double));
            break;
        }
        if (s->unlimited || !block_at_limits(s)) break;
    }
    apply_step(s);
}

// coordinates that stand at a limit and would cross it; false: no new ones
static bool block_at_limits(search *s)
{
    limb__ik *ik = &s->ik;
    const limb_model *m = ik->m;
    bool any = false;
    for (int c = 0; c < ik->ncolumn; c++) {
        const int q = m->v_q[ik->coordinate[c]];
        if (q < 0 || ik->blocked[c]) continue;
        if ((ik->q[q] <= m->q_min[q] && ik->step[c] < 0) ||
            (ik->q[q] >= m->q_max[q] && ik->step[c] > 0)) {
            ik->blocked[c] = true;
            any = true;
        }
    }
    return any;
}

static void apply_step(search *s)
{
    limb__ik *ik = &s->ik;
    const limb_model *m = ik->m;
    double largest = 0;
    for (int c = 0; c < ik->ncolumn; c++)
        largest = fmax(largest, fabs(ik->step[c]));
    const double shorten = largest > LARGEST_STEP ? LARGEST_STEP / largest : 1;
    memcpy(ik->moved, ik->q, (size_t)m->nq * sizeof(double));
    for (int c = 0; c < ik->ncolumn; c++) {
        const int q = m->v_q[ik->coordinate[c]];
        if (q < 0) continue;
        const double moved = ik->q[q] + shorten * ik->step[c];
        ik->moved[q] = s->unlimited ? moved : fmin(fmax(moved, m->q_min[q]), m->q_max[q]);
    }
    for (int k = 0; k < ik->njoint; k++) {
        const int i = ik->joint[k];
        if (m->joint_kind[i] != LIMB_MOTION_FLOATING) continue;
        limb__integrate_floating(ik->q + m->joint_q[i], ik->step + ik->column[k], shorten,
                                 ik->moved + m->joint_q[i]);
    }
}

// moves a solution towards the rest pose as far as it stays one
static void settle(search *s)
{
    limb__ik *ik = &s->ik;
    const limb_model *m = ik->m;
    memcpy(ik->best, ik->q, (size_t)m->nq * sizeof(double)); // the last that was a solution
    for (int iteration = 0; iteration < SETTLE_ITERATIONS; iteration++) {
        double largest = 0;
        for (int c = 0; c < ik->ncolumn; c++) {
            const int q = m->v_q[ik->coordinate[c]];
            const double way = q < 0 ? 0 : s->opts->rest[q] - ik->q[q];
            ik->wish[c] = 0.5 * way / ik->column_scale[c];
        }
        jacobian(ik);
        advance(s, LEAST_DAMPING);
        for (int c = 0; c < ik->ncolumn; c++) {
            const int q = m->v_q[ik->coordinate[c]];
            if (q >= 0) largest = fmax(largest, fabs(ik->moved[q] - ik->q[q]));
        }
        memcpy(ik->q, ik->moved, (size_t)m->nq * sizeof(double));
        // back onto the solutions after the straight step
        memset(ik->wish, 0, (size_t)ik->ncolumn * sizeof(double));
        for (int correction = 0; correction < PATIENCE; correction++) {
            evaluate(ik, ik->q);
            if (arrived(s)) break;
            jacobian(ik);
            advance(s, LEAST_DAMPING + 1e-3 * cost(ik));
            memcpy(ik->q, ik->moved, (size_t)m->nq * sizeof(double));
        }
        evaluate(ik, ik->q);
        if (!arrived(s)) break;
        memcpy(ik->best, ik->q, (size_t)m->nq * sizeof(double));
        if (largest < 1e-6) break;
    }
    memcpy(ik->q, ik->best, (size_t)m->nq * sizeof(double));
    evaluate(ik, ik->q);
}

static double cost(const limb__ik *ik)
{
    double sum = 0;
    for (int row = ik->first_row; row < ik->first_row + ik->nrow; row++) {
        const double error = ik->weight[row] * ik->error[row];
        sum += error * error;
    }
    return 0.5 * sum;
}

static bool arrived(const search *s)
{
    const limb__ik *ik = &s->ik;
    double turn = 0, way = 0;
    for (int k = 0; k < 3; k++) {
        if (ik->weight[k] > 0) turn += ik->error[k] * ik->error[k];
        if (ik->weight[3 + k] > 0) way += ik->error[3 + k] * ik->error[3 + k];
    }
    return turn <= s->rotation_tolerance * s->rotation_tolerance &&
           way <= s->position_tolerance * s->position_tolerance;
}

static void remember(search *s, double now)
{
    if (!(now < s->least)) return;
    s->least = now;
    memcpy(s->ik.best, s->ik.q, (size_t)s->ik.m->nq * sizeof(double));
}

static bool time_is_up(const search *s)
{
    if (!(s->opts->max_seconds > 0)) return false;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - s->began.tv_sec) +
               1e-9 * (double)(now.tv_nsec - s->began.tv_nsec) >=
           s->opts->max_seconds;
}

//---- telling -------------------------------------------------------------------------------------

static limb_ik_outcome explain(search *s)
{
    const limb__ik *ik = &s->ik;
    const double way[3] = {ik->goal[3] - ik->base[3], ik->goal[7] - ik->base[7],
                           ik->goal[11] - ik->base[11]};
    if (ik->weight[3] > 0 && ik->weight[4] > 0 && ik->weight[5] > 0 &&
        sqrt(limb__dot(way, way)) > longest_reach(ik) + s->position_tolerance) {
        return LIMB_IK_OUTCOME_OUT_OF_REACH;
    }
    if (time_is_up(s)) return LIMB_IK_OUTCOME_BUDGET;
    s->unlimited = true;
    s->least = 0; // keeps ik.best
    start_at(s, s->ik.q);
    bool found = one_try(s);
    for (int i = 0; i < UNLIMITED_TRIES && !found; i++) {
        random_start(s);
        found = one_try(s);
    }
    if (found) return LIMB_IK_OUTCOME_LIMITS;
    return s->still_moving ? LIMB_IK_OUTCOME_BUDGET : LIMB_IK_OUTCOME_OUT_OF_REACH;
}

// no configuration brings the tool further from the base than all lengths laid in a line
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

static void finish(search *s, double *q, limb_ik_outcome outcome, limb_ik_result *result)
{
    if (outcome != LIMB_IK_OUTCOME_NO_JOINTS) {
        double asked[6]; // what is not asked for is no error
        evaluate(&s->ik, q);
        for (int k = 0; k < 6; k++)
            asked[k] = s->ik.weight[k] > 0 ? s->ik.error[k] : 0;
        s->result.rotation_error = sqrt(limb__dot(asked, asked));
        s->result.position_error = sqrt(limb__dot(asked + 3, asked + 3));
    }
    s->result.outcome = outcome;
    if (result) *result = s->result;
}

static bool is_new(const limb_model *m, const double *found, int count, const double *q)
{
    for (int i = 0; i < count; i++) {
        double largest = 0;
        for (int k = 0; k < m->nq; k++)
            largest = fmax(largest, fabs(found[(size_t)m->nq * (size_t)i + (size_t)k] - q[k]));
        if (largest < SAME_SOLUTION) return false;
    }
    return true;
}

//---- kernels -------------------------------------------------------------------------------------

static void evaluate(limb__ik *ik, const double *q)
{
    limb__kernels_for(ik->m)->ik_evaluate(ik, q);
}

static void jacobian(limb__ik *ik)
{
    limb__kernels_for(ik->m)->ik_jacobian(ik);
}

static bool solve(limb__ik *ik, double damping)
{
    return limb__kernels_for(ik->m)->ik_solve(ik, damping);
}
