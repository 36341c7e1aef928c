// The regressor: the kernel is in numbers/kernels/regressor.c.
#include "limb/dynamics.h"

#include "numbers/kernels/kernels.h"

#include <assert.h>

void limb_regressor(const limb_model *m, limb_work *w, const double *q, const double *v,
                    const double *a, double *regressor)
{
    assert(m && w && ((q && v && a && regressor) || m->nv == 0));
    limb__kernels_for(m)->regressor(m, w, q, v, a, regressor);
}
