// The state of a search for inverse kinematics, and its steps.
#ifndef LIMB_KINEMATICS_IK_SEARCH_H
#define LIMB_KINEMATICS_IK_SEARCH_H

#include "limb/kinematics.h"
#include "numbers/kernels/kernels.h"

typedef struct limb__ik_search {
    limb__ik ik;
    const limb_ik_opts *opts;
    double position_tolerance, rotation_tolerance;
    int max_iterations, max_tries;
    bool unlimited;  // limits are ignored
    double min_cost; // of the closest configuration so far, which is in ik.best
    bool reachable;  // without limits
    bool too_far;    // by the arm's length alone
    int unlimited_tries;
    bool still_moving; // some try used all its iterations while still improving
    double began;      // s
    double *begin;     // start of the try, then other configurations (nq)
    double *start;     // start of the search (nq)
    limb_ik_result result;
    uint64_t seed;
} limb__ik_search;

//---- ik_setup.c ----------------------------------------------------------------------------------

// LIMB_IK_OUTCOME_SOLVED: the search can start; otherwise the reason why not.
limb_ik_outcome limb__ik_prepare(limb__ik_search *s, const limb_model *m, limb_work *w, int link,
                                 const double *pose, const limb_ik_opts *opts);
// The given start, within limits.
void limb__ik_start(const limb__ik_search *s, double *q);
// Sets ik.q at random within limits.
void limb__ik_start_at_random(limb__ik_search *s);
// Sets every coordinate of ik.q that has limits to one of them, choosing the corner closest to the
// goal; at random if there are too many.
void limb__ik_start_in_corner(limb__ik_search *s);
// Returns whether the goal is farther away than the total length of the arm.
bool limb__ik_is_too_far(const limb__ik_search *s);
double limb__ik_seconds(void);

//---- ik_try.c ------------------------------------------------------------------------------------

// Starts from ik.q; returns true if ik.q is then a solution.
bool limb__ik_try(limb__ik_search *s);
// Moves the solution ik.q towards a configuration (nq) as far as it remains a solution; NULL:
// into the limits.
void limb__ik_settle(limb__ik_search *s, const double *rest);
double limb__ik_cost(const limb__ik *ik); // of the error evaluated last
bool limb__ik_is_time_up(const limb__ik_search *s);

//---- ik_windings.c -------------------------------------------------------------------------------

// Shifts joints of a solution by full turns into their limits, as close to a configuration as
// possible; coordinates that remain outside are set to the limit if clamp is true.
void limb__ik_wind(const limb__ik_search *s, const double *near, bool clamp, double *q);
// Returns whether two solutions differ only by full turns.
bool limb__ik_is_same_posture(const limb__ik_search *s, const double *a, const double *b);
// Adds solutions that differ from found ones (nq each) by full turns, fewest turns first. Returns
// their total number, at most max.
int limb__ik_add_windings(const limb__ik_search *s, double *q, int found, int max);

static inline void limb__ik_evaluate(limb__ik *ik, const double *q)
{
    limb__kernels_for(ik->m)->ik_evaluate(ik, q);
}

#endif
