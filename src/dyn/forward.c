// Forward dynamics: by articulated bodies, or through the mass matrix.
#include "dyn/paths.h"

#include "math/dense.h"
#include "model/work.h"

#include <string.h>

void limb_mass_matrix(const limb_model *m, limb_work *w, const double *q, double *mass)
{
    LIMB__DYN_CALL(limb__crba, m, m, w, q, mass);
}

limb_status limb_forward_dynamics(const limb_model *m, limb_work *w, const double *q,
                                  const double *v, const double *tau, const limb_push *push,
                                  int npush, double *a)
{
    // followers tie distant joints together, which the recursion cannot see
    if (m->nmimic > 0)
        return limb_forward_dynamics_dense(m, w, q, v, tau, push, npush, w->scratch->dense, a);
    const bool regular = LIMB__DYN_CALL(limb__aba, m, m, w, q, v, tau, push, npush, a);
    return regular ? LIMB_OK : LIMB_ERROR_NUMERIC;
}

limb_status limb_forward_dynamics_dense(const limb_model *m, limb_work *w, const double *q,
                                        const double *v, const double *tau, const limb_push *push,
                                        int npush, double *mass, double *a)
{
    double *none = w->scratch->velocity, *bias = none + m->nv;
    memset(none, 0, (size_t)m->nv * sizeof(double));
    limb_inverse_dynamics(m, w, q, v, none, push, npush, bias);
    for (int k = 0; k < m->nv; k++)
        a[k] = tau[k] - bias[k];
    limb_mass_matrix(m, w, q, mass);
    const limb_status status = limb_mass_factor(m, mass);
    if (status == LIMB_OK) limb_mass_solve(m, mass, a);
    return status;
}

limb_status limb_mass_factor(const limb_model *m, double *mass)
{
    return limb__ldlt_factor(mass, m->nv) ? LIMB_OK : LIMB_ERROR_NUMERIC;
}

void limb_mass_solve(const limb_model *m, const double *factors, double *x)
{
    limb__ldlt_solve(factors, m->nv, x);
}
