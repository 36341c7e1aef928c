// Forward dynamics: by articulated bodies, or through the mass matrix.
#include "numbers/dynamics/forward.h"

#include "numbers/dynamics/wrench.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"

#include <assert.h>
#include <string.h>

static limb_status dense(const limb_model *m, limb_work *w, const limb__forward_input *in,
                         double *mass, double *a);

void limb_mass_matrix(const limb_model *m, limb_work *w, const double *q, double *mass)
{
    assert(m && w && ((q && mass) || m->nv == 0));
    limb__kernels_for(m)->crba(m, w, q, mass);
}

limb_status limb_forward_dynamics(const limb_model *m, limb_work *w, const double *q,
                                  const double *v, const double *tau,
                                  const limb_external_wrench *wrench, int nwrench, double *a)
{
    assert(m && w && ((q && v && tau && a) || m->nv == 0));
    const double *on_body = limb__wrench_on_bodies(m, w, q, wrench, nwrench);
    const limb__forward_input in = {q, v, tau, on_body, m->gravity, NULL};
    return limb__forward(m, w, &in, a);
}

limb_status limb__forward(const limb_model *m, limb_work *w, const limb__forward_input *in,
                          double *a)
{
    // mimic joints in other branches couple joints in ways that the recursion cannot represent
    if (!m->internal->fill.grouped) return dense(m, w, in, w->scratch->dense, a);
    return limb__kernels_for(m)->aba(m, w, in, a) ? LIMB_OK : LIMB_ERROR_NUMERIC;
}

limb_status limb_forward_dynamics_dense(const limb_model *m, limb_work *w, const double *q,
                                        const double *v, const double *tau,
                                        const limb_external_wrench *wrench, int nwrench,
                                        double *mass, double *a)
{
    assert(m && w && ((q && v && tau && a) || m->nv == 0));
    const double *on_body = limb__wrench_on_bodies(m, w, q, wrench, nwrench);
    const limb__forward_input in = {q, v, tau, on_body, m->gravity, NULL};
    return dense(m, w, &in, mass, a);
}

static limb_status dense(const limb_model *m, limb_work *w, const limb__forward_input *in,
                         double *mass, double *a)
{
    double *none = w->scratch->velocity, *bias = none + m->nv;
    memset(none, 0, (size_t)m->nv * sizeof(double));
    limb_model pulled = *m; // the same arrays with another gravity
    memcpy(pulled.gravity, in->gravity, sizeof pulled.gravity);
    limb__kernels_for(m)->rnea(&pulled, w, in->q, in->v, none, in->wrench, bias);
    limb_mass_matrix(m, w, in->q, mass);
    for (int k = 0; k < m->nv; k++) {
        a[k] = in->tau[k] - bias[k];
        if (in->armature) mass[(size_t)k * (size_t)m->nv + (size_t)k] += in->armature[k];
    }
    const limb_status status = limb_mass_factor(m, mass);
    if (status == LIMB_OK) limb_mass_solve(m, mass, a);
    return status;
}

limb_status limb_mass_factor(const limb_model *m, double *mass)
{
    assert(m);
    return limb__kernels_for(m)->mass_factor(m, mass) ? LIMB_OK : LIMB_ERROR_NUMERIC;
}

void limb_mass_solve(const limb_model *m, const double *factors, double *x)
{
    assert(m);
    limb__kernels_for(m)->mass_solve(m, factors, x);
}

limb_status limb_inverse_mass_matrix(const limb_model *m, limb_work *w, const double *q,
                                     double *inverse)
{
    assert(m && w && q && inverse);
    limb_mass_matrix(m, w, q, inverse);
    if (limb_mass_factor(m, inverse) != LIMB_OK) return LIMB_ERROR_NUMERIC;
    limb__kernels_for(m)->mass_invert(m, w, inverse);
    return LIMB_OK;
}
