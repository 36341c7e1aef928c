// Robots in free flight: their momentum over a step.
#ifndef LIMB_DYNAMICS_FLIGHT_H
#define LIMB_DYNAMICS_FLIGHT_H

#include "limb/dynamics.h"

// Both act on every floating joint on the base. record holds LIMB__FLIGHT numbers for each of them:
// 2 nv numbers are enough.
enum { LIMB__FLIGHT = 9 };

// What momentum and center of mass will be after dt, from q, v and the forces from outside:
// gravity, tau of the joint itself and wrenches (as the work holds them).
void limb__flight_begin(const limb_model *m, limb_work *w, const limb_simulate_opts *opts,
                        const double *tau, double dt, const double *q, const double *v,
                        double *record);
// Moves and turns the robot as a whole by what q and v after the step lack of that.
void limb__flight_end(const limb_model *m, limb_work *w, const double *record, double *q,
                      double *v);

#endif
