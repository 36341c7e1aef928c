// Forward dynamics with everything said; see limb_forward_dynamics.
#ifndef LIMB_DYN_FORWARD_H
#define LIMB_DYN_FORWARD_H

#include "kernels/kernels.h"

limb_status limb__forward(const limb_model *m, limb_work *w, const limb__forward_input *in,
                          double *a);

#endif
