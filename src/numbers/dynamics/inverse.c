// Inverse dynamics and derived quantities: gravity, bias, resistance of joints.
#include "limb/dynamics.h"

#include "numbers/dynamics/wrench.h"
#include "numbers/kernels/kernels.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static double *zeros(const limb_model *m, const limb_work *w);

void limb_inverse_dynamics(const limb_model *m, limb_work *w, const double *q, const double *v,
                           const double *a, const limb_external_wrench *wrench, int nwrench,
                           double *tau)
{
    assert(m && w && ((q && v && a && tau) || m->nv == 0));
    const double *on_body = limb__wrench_on_bodies(m, w, q, wrench, nwrench);
    limb__kernels_for(m)->rnea(m, w, q, v, a, on_body, tau);
}

void limb_gravity(const limb_model *m, limb_work *w, const double *q, double *tau)
{
    assert(m && w);
    const double *none = zeros(m, w);
    limb_inverse_dynamics(m, w, q, none, none, NULL, 0, tau);
}

void limb_bias_forces(const limb_model *m, limb_work *w, const double *q, const double *v,
                      double *tau)
{
    assert(m && w);
    limb_inverse_dynamics(m, w, q, v, zeros(m, w), NULL, 0, tau);
}

// in the scratch of velocities, which inverse dynamics does not use
static double *zeros(const limb_model *m, const limb_work *w)
{
    memset(w->scratch->velocity, 0, (size_t)m->nv * sizeof(double));
    return w->scratch->velocity;
}

void limb_resistance(const limb_model *m, const double *v, double speed, double *tau)
{
    assert(m);
    for (int k = 0; k < m->nv; k++) {
        double sign = (v[k] > 0) - (v[k] < 0);
        if (fabs(v[k]) < speed) sign = v[k] / speed;
        tau[k] = m->damping[k] * v[k] + m->friction[k] * sign;
    }
}

size_t limb_inverse_dynamics_lanes_size(const limb_model *model)
{
    assert(model);
    // per body sine, cosine, and five vectors
    return (2 + 5 * 3) * LIMB__LANE_BYTES * (size_t)model->nbody;
}

void limb_inverse_dynamics_lanes(const limb_model *m, void *scratch, const double *q,
                                 const double *v, const double *a, double *tau)
{
    assert(m);
    limb__kernels_for(m)->rnea_lanes(m, scratch, q, v, a, tau);
}

void limb_inverse_dynamics_lanes_float(const limb_model *m, void *scratch, const float *q,
                                       const float *v, const float *a, float *tau)
{
    assert(m);
    limb__kernels_for(m)->rnea_lanes_float(m, scratch, q, v, a, tau);
}
