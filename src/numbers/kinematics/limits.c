// Limits of positions, and configurations drawn at random within them.
#include "limb/kinematics.h"

#include "numbers/math/pose.h"
#include "numbers/math/random.h"

#include <assert.h>
#include <math.h>

static const double PI = 3.14159265358979323846;
static const double REACH_WITHOUT_LIMITS = 1; // m, to either side

static void sampling_range(const limb_model *m, int i, double *low, double *high);
static void random_rotation(uint64_t *seed, double quat[4]);

int limb_clamp_to_limits(const limb_model *m, double *q)
{
    assert(m);
    int outside = 0;
    for (int k = 0; k < m->nq; k++) {
        const double inside = fmin(fmax(q[k], m->q_min[k]), m->q_max[k]);
        if (isnan(q[k]) || inside == q[k]) continue;
        q[k] = inside;
        outside++;
    }
    for (int i = 0; i < m->njoint; i++) {
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) limb__quat_normalize(q + m->joint_q[i] + 3);
    }
    return outside;
}

double limb_limit_margin(const limb_model *m, const double *q, double *margin, int *nearest)
{
    assert(m);
    double smallest = INFINITY;
    int where = -1;
    for (int k = 0; k < m->nq; k++) {
        const double inside = fmin(q[k] - m->q_min[k], m->q_max[k] - q[k]);
        if (margin) margin[k] = inside;
        if (inside < smallest) {
            smallest = inside;
            where = k;
        }
    }
    if (nearest) *nearest = where;
    return smallest;
}

void limb_random_configuration(const limb_model *m, uint64_t *seed, double *q)
{
    assert(m);
    for (int i = 0; i < m->njoint; i++) {
        if (m->joint_mimics[i]) continue;
        double *own = q + m->joint_q[i];
        const bool floating = m->joint_kind[i] == LIMB_MOTION_FLOATING;
        double low, high;
        sampling_range(m, i, &low, &high);
        for (int k = 0; k < (floating ? 3 : 1); k++) {
            const double t = limb__random_unit(seed);
            own[k] = (1 - t) * low + t * high;
        }
        if (floating) random_rotation(seed, own + 3);
    }
}

static void sampling_range(const limb_model *m, int i, double *low, double *high)
{
    const double reach = m->joint_kind[i] == LIMB_MOTION_REVOLUTE ? PI : REACH_WITHOUT_LIMITS;
    *low = m->q_min[m->joint_q[i]];
    *high = m->q_max[m->joint_q[i]];
    if (*low < -LIMB_RANDOM_LIMIT) *low = -(double)INFINITY;
    if (*high > LIMB_RANDOM_LIMIT) *high = (double)INFINITY;
    if (isinf(*low) && isinf(*high)) {
        *low = -reach;
        *high = reach;
    } else if (isinf(*low)) {
        *low = *high - 2 * reach;
    } else if (isinf(*high)) {
        *high = *low + 2 * reach;
    }
}

// Shoemake, Uniform random rotations, Graphics Gems III (1992)
static void random_rotation(uint64_t *seed, double quat[4])
{
    const double u = limb__random_unit(seed);
    const double a = 2 * PI * limb__random_unit(seed);
    const double b = 2 * PI * limb__random_unit(seed);
    quat[0] = sqrt(1 - u) * sin(a);
    quat[1] = sqrt(1 - u) * cos(a);
    quat[2] = sqrt(u) * sin(b);
    quat[3] = sqrt(u) * cos(b);
}
