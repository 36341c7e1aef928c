// Inverse kinematics: the search.
//
// Tries start at the given configuration, then at random ones. If a try within limits fails, it is
// repeated from the same start without limits: its result is shifted by full turns and moved along
// the solution manifold into the limits, and refined there. This finds solutions in corners of the
// limits, and determines the reason if there are none. The arm's length alone excludes targets far
// out of reach.
#include "numbers/kinematics/ik_search.h"

#include "numbers/math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// After this many failed tries, even without limits, there is probably no solution.
enum { UNLIMITED_TRIES = 20 };
// The try that starts with all joints at limits, a region that random starts rarely hit.
enum { CORNER_TRY = 6 };
enum { DOUBTFUL_TRIES = 400 };

static int collect(limb__ik_search *s, int max, double *q);
static int tries_allowed(const limb__ik_search *s, int found);
static bool attempt(limb__ik_search *s);
static bool attempt_unlimited(limb__ik_search *s);
static void keep_solution(limb__ik_search *s, double *q, int *found);
static limb_ik_outcome explain(const limb__ik_search *s);
static void finish(limb__ik_search *s, double *q, limb_ik_outcome outcome, limb_ik_result *result);

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
    case LIMB_IK_OUTCOME_NOT_A_POSE:
        return "not a pose: its matrix is not a rotation, or a number is not finite";
    }
    return "unknown";
}

limb_ik_outcome limb_ik(const limb_model *model, limb_work *work, int link, const double pose[12],
                        const limb_ik_opts *opts, double *q, limb_ik_result *result)
{
    assert(model && work);
    limb_ik_result unused;
    limb_ik_many(model, work, link, pose, opts, 1, q, result ? result : &unused);
    return result ? result->outcome : unused.outcome;
}

int limb_ik_many(const limb_model *model, limb_work *work, int link, const double pose[12],
                 const limb_ik_opts *opts, int max, double *q, limb_ik_result *result)
{
    assert(model && work && pose && (q || model->nq == 0));
    if (max <= 0) return 0;
    limb__ik_search s;
    const size_t bytes = (size_t)model->nq * sizeof(double);
    const limb_ik_outcome doomed = limb__ik_prepare(&s, model, work, link, pose, opts);
    if (doomed != LIMB_IK_OUTCOME_SOLVED) {
        limb__ik_start(&s, q);
        finish(&s, q, doomed, result);
        return 0;
    }
    limb__ik_start(&s, s.start);
    memcpy(s.ik.q, s.start, bytes);
    memcpy(s.ik.best, s.start, bytes);
    const int found = collect(&s, max, q);
    if (found == 0) {
        memcpy(q, s.ik.best, bytes);
        finish(&s, q, explain(&s), result);
        return 0;
    }
    finish(&s, q, LIMB_IK_OUTCOME_SOLVED, result);
    return limb__ik_add_windings(&s, q, found, max);
}

// different postures, each shifted by full turns as close to the start as possible
static int collect(limb__ik_search *s, int max, double *q)
{
    int found = 0;
    while (s->result.tries < tries_allowed(s, found) && found < max) {
        if (s->result.tries == CORNER_TRY) {
            limb__ik_start_in_corner(s);
        } else if (s->result.tries > 0) {
            limb__ik_start_at_random(s);
        }
        s->result.tries++;
        if (attempt(s)) keep_solution(s, q, &found);
        if (s->too_far || limb__ik_is_time_up(s)) break;
    }
    return found;
}

// "only beyond limits" needs more evidence than the default number of tries
static int tries_allowed(const limb__ik_search *s, int found)
{
    const bool doubtful = s->reachable && found == 0 && s->opts->max_tries <= 0;
    return doubtful ? DOUBTFUL_TRIES : s->max_tries;
}

static bool attempt(limb__ik_search *s)
{
    const size_t bytes = (size_t)s->ik.m->nq * sizeof(double);
    memcpy(s->begin, s->ik.q, bytes);
    if (limb__ik_try(s)) return true;
    s->too_far = s->result.tries == 1 && limb__ik_is_too_far(s);
    if (s->too_far || limb__ik_is_time_up(s) ||
        (!s->reachable && s->unlimited_tries >= UNLIMITED_TRIES))
        return false;
    memcpy(s->ik.q, s->begin, bytes);
    return attempt_unlimited(s);
}

static bool attempt_unlimited(limb__ik_search *s)
{
    limb__ik *ik = &s->ik;
    const double min_cost = s->min_cost;
    s->unlimited_tries++;
    s->unlimited = true;
    s->min_cost = 0; // ik.best stays within limits
    const bool found = limb__ik_try(s);
    if (found) {
        s->reachable = true;
        limb__ik_wind(s, s->start, false, ik->q);
        limb__ik_settle(s, NULL);
    }
    s->unlimited = false;
    s->min_cost = min_cost;
    if (!found) return false;
    limb__ik_wind(s, s->start, true, ik->q);
    return limb__ik_try(s);
}

static void keep_solution(limb__ik_search *s, double *q, int *found)
{
    const size_t nq = (size_t)s->ik.m->nq;
    limb__ik_wind(s, s->opts->rest ? s->opts->rest : s->start, false, s->ik.q);
    if (s->opts->rest) {
        limb__ik_evaluate(&s->ik, s->ik.q);
        limb__ik_settle(s, s->opts->rest);
    }
    for (int i = 0; i < *found; i++) {
        if (limb__ik_is_same_posture(s, q + nq * (size_t)i, s->ik.q)) return;
    }
    memcpy(q + nq * (size_t)(*found)++, s->ik.q, nq * sizeof(double));
}

static limb_ik_outcome explain(const limb__ik_search *s)
{
    if (s->too_far) return LIMB_IK_OUTCOME_OUT_OF_REACH;
    if (limb__ik_is_time_up(s)) return LIMB_IK_OUTCOME_BUDGET;
    if (s->reachable) return LIMB_IK_OUTCOME_LIMITS;
    return s->still_moving ? LIMB_IK_OUTCOME_BUDGET : LIMB_IK_OUTCOME_OUT_OF_REACH;
}

static void finish(limb__ik_search *s, double *q, limb_ik_outcome outcome, limb_ik_result *result)
{
    if (outcome == LIMB_IK_OUTCOME_NOT_A_POSE) {
        s->result.position_error = s->result.rotation_error = (double)NAN;
    } else if (outcome != LIMB_IK_OUTCOME_NO_JOINTS) {
        double asked[6]; // ignored components are not errors
        limb__ik_evaluate(&s->ik, q);
        for (int k = 0; k < 6; k++)
            asked[k] = s->ik.weight[k] > 0 ? s->ik.error[k] : 0;
        s->result.rotation_error = sqrt(limb__dot(asked, asked));
        s->result.position_error = sqrt(limb__dot(asked + 3, asked + 3));
    }
    s->result.outcome = outcome;
    if (result) *result = s->result;
}
