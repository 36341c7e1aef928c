// Robots in free flight: their momentum over a step.
#ifndef LIMB_DYNAMICS_FLIGHT_H
#define LIMB_DYNAMICS_FLIGHT_H

#include "limb/dynamics.h"

// Both process every floating joint on the base. record has LIMB__FLIGHT numbers for each of them:
// 2 nv numbers are sufficient.
enum { LIMB__FLIGHT = 9 };

// Computes momentum and center of mass after dt, from q, v and the external forces: gravity, tau of
// the joint itself and wrenches (as stored in the work).
void limb__flight_begin(const limb_model *m, limb_work *w, const limb_simulate_opts *opts,
                        const double *tau, double dt, const double *q, const double *v,
                        double *record);
// Moves and rotates the robot as a whole by the difference between these and q, v after the step.
void limb__flight_end(const limb_model *m, limb_work *w, const double *record, double *q,
                      double *v);

#endif
