// Forward kinematics, and what follows from poses at once.
#include "kernels/kernels.h"
#include "limb/kinematics.h"
#include "math/pose.h"

void limb_fk(const limb_model *m, limb_work *w, const double *q)
{
    limb__kernels_for(m)->fk(m, w, q);
}

void limb_fk_link(const limb_model *m, limb_work *w, const double *q, int link)
{
    limb__kernels_for(m)->fk_link(m, w, q, link);
}

void limb_relative_pose(const limb_model *m, const limb_work *w, int a, int b, double pose[12])
{
    double back[12];
    limb__pose_inverse(limb_link_pose(m, w, a), back);
    limb__pose_multiply(back, limb_link_pose(m, w, b), pose);
}
