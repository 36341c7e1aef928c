// Jacobians: what point of which body is meant, in whose axes; the columns are in kernels.
#include "limb/kinematics.h"
#include "numbers/kernels/kernels.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static bool aim(const limb_model *m, const limb_work *w, int link, const double point[3],
                limb_reference reference, double *matrix, limb__jacobian_target *t);

void limb_jacobian(const limb_model *m, const limb_work *w, int link, const double point[3],
                   limb_reference reference, double *jacobian)
{
    assert(m && w);
    limb__jacobian_target t;
    if (!aim(m, w, link, point, reference, jacobian, &t)) return;
    limb__kernels_for(m)->jacobian(m, w, &t, jacobian);
}

void limb_jacobian_rate(const limb_model *m, const limb_work *w, int link, const double point[3],
                        limb_reference reference, double *rate)
{
    assert(m && w);
    limb__jacobian_target t;
    if (!aim(m, w, link, point, reference, rate, &t)) return;
    limb_link_velocity(m, w, link, point, LIMB_REFERENCE_ALIGNED, t.motion);
    if (reference == LIMB_REFERENCE_WORLD) memset(t.motion + 3, 0, 3 * sizeof(double));
    limb__kernels_for(m)->jacobian_rate(m, w, &t, rate);
}

// clears the matrix; a link that is attached to nothing gives NaN
static bool aim(const limb_model *m, const limb_work *w, int link, const double point[3],
                limb_reference reference, double *matrix, limb__jacobian_target *t)
{
    const size_t entries = 6 * (size_t)m->nv;
    assert(m && w && (matrix || m->nv == 0));
    t->body = limb__link_body(m, link);
    memset(matrix, 0, entries * sizeof(double));
    for (size_t k = 0; k < entries && t->body < 0; k++)
        matrix[k] = NAN;
    if (t->body < 0) return false;
    static const double origin[3] = {0};
    const double *pose = limb__link_pose(m, w, link);
    t->local = reference == LIMB_REFERENCE_LOCAL ? pose : NULL;
    limb__copy3(origin, t->point);
    if (reference != LIMB_REFERENCE_WORLD) limb__pose_point(pose, point ? point : origin, t->point);
    return true;
}
