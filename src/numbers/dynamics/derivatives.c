// Derivatives of inverse and forward dynamics; the recursions are in kernels.
#include "limb/dynamics.h"
#include "numbers/kernels/kernels.h"

#include <assert.h>

void limb_inverse_dynamics_derivatives(const limb_model *m, limb_work *w, const double *q,
                                       const double *v, const double *a, double *by_q, double *by_v,
                                       double *by_a)
{
    assert(m && w && ((q && v && a) || m->nv == 0));
    limb__kernels_for(m)->rnea_derivatives(m, w, q, v, a, by_q, by_v, by_a);
}

limb_status limb_forward_dynamics_derivatives(const limb_model *m, limb_work *w, const double *q,
                                              const double *v, const double *tau, double *a,
                                              double *by_q, double *by_v, double *by_tau)
{
    assert(m && w && ((q && v && tau && a && by_q && by_v && by_tau) || m->nv == 0));
    const limb__forward_input in = {.q = q, .v = v, .tau = tau, .gravity = m->gravity};
    const bool regular =
        limb__kernels_for(m)->forward_derivatives(m, w, &in, a, by_q, by_v, by_tau);
    return regular ? LIMB_OK : LIMB_ERROR_NUMERIC;
}
