// Energy and momentum: the passes over the tree are in numbers/kernels/momentum.c.
#include "limb/dynamics.h"

#include "numbers/kernels/kernels.h"

#include <assert.h>

double limb_kinetic_energy(const limb_model *m, limb_work *w, const double *q, const double *v)
{
    assert(m && w && ((q && v) || m->nv == 0));
    return limb__kernels_for(m)->kinetic_energy(m, w, q, v);
}

// - g . (sum of mass times center)
double limb_potential_energy(const limb_model *m, limb_work *w, const double *q)
{
    assert(m && w && (q || m->nq == 0));
    double sum[4], energy = 0;
    limb__kernels_for(m)->mass_moment(m, w, q, sum);
    for (int k = 0; k < 3; k++)
        energy -= m->gravity[k] * sum[k];
    return energy;
}

void limb_momentum(const limb_model *m, limb_work *w, const double *q, const double *v,
                   double momentum[6])
{
    assert(m && w && momentum && ((q && v) || m->nv == 0));
    limb__kernels_for(m)->momentum(m, w, q, v, momentum);
}
