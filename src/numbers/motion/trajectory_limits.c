// Finds the limits of a model that a trajectory exceeds.
#include "limb/motion.h"

#include <assert.h>
#include <math.h>

// Differences of rounded positions are not exact: smaller excesses are ignored.
static const double SLACK = 1e-6;

typedef struct limit {
    limb_limit_kind kind;
    const double *value; // of the first row
    int stride;
    double low, high;
} limit;

static bool find_excess(const limb_trajectory *t, limit l, limb_limit_excess *out);

int limb_trajectory_check(const limb_trajectory *trajectory, const limb_model *model,
                          limb_limit_excess *excess, int max)
{
    assert(trajectory && model);
    const limb_trajectory *t = trajectory;
    const int nq = model->nq, nv = model->nv;
    if (t->nq != nq || t->nv != nv) return -1;
    int count = 0;
    for (int k = 0; k < nv; k++) {
        const int position = model->v_q[k];
        const double a_max = fmax(model->a_max[k], model->d_max[k]);
        limit all[4];
        int nlimit = 0;
        if (position >= 0)
            all[nlimit++] = (limit){LIMB_LIMIT_POSITION, t->q + position, nq,
                                    model->q_min[position], model->q_max[position]};
        all[nlimit++] =
            (limit){LIMB_LIMIT_VELOCITY, t->v + k, nv, -model->v_max[k], model->v_max[k]};
        all[nlimit++] = (limit){LIMB_LIMIT_ACCELERATION, t->a + k, nv, -a_max, a_max};
        if (t->tau)
            all[nlimit++] =
                (limit){LIMB_LIMIT_EFFORT, t->tau + k, nv, -model->tau_max[k], model->tau_max[k]};
        for (int i = 0; i < nlimit; i++) {
            limb_limit_excess found;
            if (!find_excess(t, all[i], &found)) continue;
            found.v = k;
            if (count < max) excess[count] = found;
            count++;
        }
    }
    return count;
}

static bool find_excess(const limb_trajectory *t, limit l, limb_limit_excess *out)
{
    const double slack =
        SLACK * (1 + fmax(isfinite(l.low) ? fabs(l.low) : 0, isfinite(l.high) ? fabs(l.high) : 0));
    *out = (limb_limit_excess){.kind = l.kind};
    for (int row = 0; row < t->nrow; row++) {
        const double value = l.value[(size_t)row * (size_t)l.stride];
        if (value >= l.low - slack && value <= l.high + slack) continue;
        if (out->count++ > 0) continue;
        out->row = row;
        out->value = value;
        out->limit = value < l.low ? l.low : l.high;
    }
    return out->count > 0;
}
