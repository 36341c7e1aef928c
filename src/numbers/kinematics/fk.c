// Forward kinematics, and values that follow directly from poses.
#include "limb/kinematics.h"
#include "numbers/kernels/kernels.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"

#include <assert.h>
#include <math.h>

void limb_fk(const limb_model *m, limb_work *w, const double *q)
{
    assert(m && w && (q || m->nq == 0));
    limb__kernels_for(m)->fk(m, w, q);
}

void limb_fk_link(const limb_model *m, limb_work *w, const double *q, int link)
{
    assert(m && w && (q || m->nq == 0));
    if (limb__link_body(m, link) >= 0) limb__kernels_for(m)->fk_link(m, w, q, link);
}

const double *limb_link_pose(const limb_model *m, const limb_work *w, int link)
{
    static const double nowhere[12] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    assert(m && w);
    return limb__link_body(m, link) < 0 ? nowhere : limb__link_pose(m, w, link);
}

void limb_relative_pose(const limb_model *m, const limb_work *w, int a, int b, double pose[12])
{
    assert(m && w);
    double back[12];
    limb__pose_inverse(limb_link_pose(m, w, a), back);
    limb__pose_multiply(back, limb_link_pose(m, w, b), pose);
}
