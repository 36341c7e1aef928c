// Forward dynamics with all inputs; see limb_forward_dynamics.
#ifndef LIMB_DYNAMICS_FORWARD_H
#define LIMB_DYNAMICS_FORWARD_H

#include "numbers/kernels/kernels.h"

limb_status limb__forward(const limb_model *m, limb_work *w, const limb__forward_input *in,
                          double *a);

#endif
