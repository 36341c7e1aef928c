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
    bool unlimited;  // limits are not looked at
    double min_cost; // of the nearest configuration so far, which is in ik.best
    bool reachable;  // without limits
    bool too_far;    // by the arm's length alone
    int unlimited_tries;
    bool still_moving; // some try used all its iterations while it came nearer
    double began;      // s
    double *begin;     // where the try began, then other configurations (nq)
    double *start;     // where the search began (nq)
    limb_ik_result result;
    uint64_t seed;
} limb__ik_search;

//---- ik_setup.c ----------------------------------------------------------------------------------

// LIMB_IK_OUTCOME_SOLVED: the search can begin; others: why it cannot.
limb_ik_outcome limb__ik_prepare(limb__ik_search *s, const limb_model *m, limb_work *w, int link,
                                 const double *pose, const limb_ik_opts *opts);
// The start that was asked for, within limits.
void limb__ik_start(const limb__ik_search *s, double *q);
// ik.q at random within limits.
void limb__ik_start_at_random(limb__ik_search *s);
// ik.q where every coordinate that has limits is at one of them: of all such places the nearest
// to the goal. At random when there are too many.
void limb__ik_start_in_corner(limb__ik_search *s);
// The goal is farther away than all lengths of the arm laid in a line.
bool limb__ik_is_too_far(const limb__ik_search *s);
double limb__ik_seconds(void);

//---- ik_try.c ------------------------------------------------------------------------------------

// From ik.q; true: ik.q is a solution.
bool limb__ik_try(limb__ik_search *s);
// Moves the solution ik.q towards a configuration (nq) as far as it stays one; NULL:
// into the limits.
void limb__ik_settle(limb__ik_search *s, const double *rest);
double limb__ik_cost(const limb__ik *ik); // of the error evaluated last
bool limb__ik_is_time_up(const limb__ik_search *s);

//---- ik_windings.c -------------------------------------------------------------------------------

// Turns joints of a solution by full turns into their limits, as near to a configuration as they
// allow; what is then still outside is moved to the limit when clamp is true.
void limb__ik_wind(const limb__ik_search *s, const double *near, bool clamp, double *q);
// Whether two solutions differ by full turns only.
bool limb__ik_is_same_posture(const limb__ik_search *s, const double *a, const double *b);
// Adds to found solutions (nq each) others by full turns, fewest turns first. Returns how many
// there are then, at most max.
int limb__ik_add_windings(const limb__ik_search *s, double *q, int found, int max);

static inline void limb__ik_evaluate(limb__ik *ik, const double *q)
{
    limb__kernels_for(ik->m)->ik_evaluate(ik, q);
}

#endif
