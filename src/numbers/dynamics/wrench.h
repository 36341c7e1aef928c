// External wrenches, transferred from links to bodies.
#ifndef LIMB_DYNAMICS_WRENCH_H
#define LIMB_DYNAMICS_WRENCH_H

#include "limb/dynamics.h"

// Returns the sums of moment and force on each body about its origin, in its axes (nbody x 6, in
// the scratch), at q; NULL if there are none. Computes poses.
const double *limb__wrench_on_bodies(const limb_model *m, limb_work *w, const double *q,
                                     const limb_external_wrench *wrench, int nwrench);

#endif
