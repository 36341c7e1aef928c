// Inverse kinematics: one try, and motion of a solution along the solution manifold.
//
// One try is Levenberg-Marquardt with Sugihara's damping (IEEE T-RO 2011), proportional to the
// remaining error, so that it is robust far away and converges quadratically near the goal. Limits:
// a coordinate at a limit that the step would cross is blocked and the step solved again; the rest
// is clamped. A try that stops improving is abandoned.
#include "numbers/kinematics/ik_search.h"

#include "numbers/kinematics/configuration.h"

#include <math.h>
#include <string.h>

static const double MIN_DAMPING = 1e-12;
static const double MAX_STEP = 1;         // rad or m of one coordinate in one iteration
static const double GIVE_UP_RATIO = 0.95; // of the error after PATIENCE iterations
static const double SETTLED = 1e-6;       // no coordinate moved by more
enum { PATIENCE = 6, SETTLE_ITERATIONS = 60 };

static bool has_arrived(const limb__ik_search *s);
static void advance(limb__ik_search *s, double damping);
static bool block_at_limits(limb__ik_search *s);
static void apply_step(limb__ik_search *s);
static void wish_for(limb__ik_search *s, const double *rest);
static void return_to_goal(limb__ik_search *s);
static void remember(limb__ik_search *s, double now);
static void jacobian(limb__ik *ik);

// starts from ik.q; returns true if ik.q is then a solution
bool limb__ik_try(limb__ik_search *s)
{
    limb__ik *ik = &s->ik;
    double factor = 1, checked = INFINITY;
    limb__ik_evaluate(ik, ik->q);
    double now = limb__ik_cost(ik);
    for (int iteration = 0; iteration < s->max_iterations; iteration++) {
        if (has_arrived(s)) {
            remember(s, now);
            return true;
        }
        if (iteration % PATIENCE == 0) {
            if (!(now < GIVE_UP_RATIO * checked)) break;
            checked = now;
            if (limb__ik_is_time_up(s)) break;
        }
        s->result.iterations++;
        jacobian(ik);
        advance(s, factor * now + MIN_DAMPING);
        limb__ik_evaluate(ik, ik->moved);
        const double next = limb__ik_cost(ik);
        if (next < now) {
            memcpy(ik->q, ik->moved, (size_t)ik->m->nq * sizeof(double));
            now = next;
            factor = fmax(0.1 * factor, 1e-6);
        } else {
            limb__ik_evaluate(ik, ik->q);
            factor *= 10;
        }
        if (iteration + 1 == s->max_iterations) s->still_moving = true;
    }
    remember(s, now);
    return false;
}

static bool has_arrived(const limb__ik_search *s)
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

// computes the step from ik.q into ik.moved, within the limits
static void advance(limb__ik_search *s, double damping)
{
    limb__ik *ik = &s->ik;
    memset(ik->blocked, 0, (size_t)ik->ncolumn * sizeof(bool));
    for (int pass = 0; pass <= ik->ncolumn; pass++) {
        if (!limb__kernels_for(ik->m)->ik_solve(ik, damping)) {
            memset(ik->step, 0, (size_t)ik->ncolumn * sizeof(double));
            break;
        }
        if (s->unlimited || !block_at_limits(s)) break;
    }
    apply_step(s);
}

// blocks coordinates that are at a limit and would cross it; false: no new ones
static bool block_at_limits(limb__ik_search *s)
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

static void apply_step(limb__ik_search *s)
{
    limb__ik *ik = &s->ik;
    const limb_model *m = ik->m;
    double largest = 0;
    for (int c = 0; c < ik->ncolumn; c++)
        largest = fmax(largest, fabs(ik->step[c]));
    const double shorten = largest > MAX_STEP ? MAX_STEP / largest : 1;
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

void limb__ik_settle(limb__ik_search *s, const double *rest)
{
    limb__ik *ik = &s->ik;
    const size_t bytes = (size_t)ik->m->nq * sizeof(double);
    memcpy(s->begin, ik->q, bytes); // the last solution
    for (int iteration = 0; iteration < SETTLE_ITERATIONS; iteration++) {
        wish_for(s, rest);
        jacobian(ik);
        advance(s, MIN_DAMPING);
        memcpy(ik->q, ik->moved, bytes);
        return_to_goal(s);
        if (!has_arrived(s)) break;
        double largest = 0;
        for (int k = 0; k < ik->m->nq; k++)
            largest = fmax(largest, fabs(ik->q[k] - s->begin[k]));
        memcpy(s->begin, ik->q, bytes);
        if (largest < SETTLED) break;
    }
    memcpy(ik->q, s->begin, bytes);
    limb__ik_evaluate(ik, ik->q);
}

// half the distance to the rest pose, or all of it to the limits
static void wish_for(limb__ik_search *s, const double *rest)
{
    limb__ik *ik = &s->ik;
    const limb_model *m = ik->m;
    for (int c = 0; c < ik->ncolumn; c++) {
        const int q = m->v_q[ik->coordinate[c]];
        double way = 0;
        if (q >= 0 && rest) way = 0.5 * (rest[q] - ik->q[q]);
        if (q >= 0 && !rest) way = fmin(fmax(ik->q[q], m->q_min[q]), m->q_max[q]) - ik->q[q];
        ik->wish[c] = way / ik->column_scale[c];
    }
}

// back to the solution manifold after a straight step
static void return_to_goal(limb__ik_search *s)
{
    limb__ik *ik = &s->ik;
    memset(ik->wish, 0, (size_t)ik->ncolumn * sizeof(double));
    limb__ik_evaluate(ik, ik->q);
    for (int correction = 0; correction < PATIENCE && !has_arrived(s); correction++) {
        jacobian(ik);
        advance(s, MIN_DAMPING + 1e-3 * limb__ik_cost(ik));
        memcpy(ik->q, ik->moved, (size_t)ik->m->nq * sizeof(double));
        limb__ik_evaluate(ik, ik->q);
    }
}

double limb__ik_cost(const limb__ik *ik)
{
    double sum = 0;
    for (int row = ik->first_row; row < ik->first_row + ik->nrow; row++) {
        const double error = ik->weight[row] * ik->error[row];
        sum += error * error;
    }
    return 0.5 * sum;
}

static void remember(limb__ik_search *s, double now)
{
    if (!(now < s->min_cost)) return;
    s->min_cost = now;
    memcpy(s->ik.best, s->ik.q, (size_t)s->ik.m->nq * sizeof(double));
}

bool limb__ik_is_time_up(const limb__ik_search *s)
{
    return s->opts->max_seconds > 0 && limb__ik_seconds() - s->began >= s->opts->max_seconds;
}

static void jacobian(limb__ik *ik)
{
    limb__kernels_for(ik->m)->ik_jacobian(ik);
}
