// Forward kinematics: choosing the path, and what follows from poses at once.
#include "kin/fk.h"

#include "kin/fk_paths.h"

void limb_fk(const limb_model *m, limb_work *w, const double *q)
{
#if defined(LIMB_HAS_AVX2)
    if (m->path == LIMB_ISA_AVX2) {
        limb__fk_avx2(m, w, q);
        return;
    }
#endif
    limb__fk_portable(m, w, q);
}

void limb_fk_link(const limb_model *m, limb_work *w, const double *q, int link)
{
#if defined(LIMB_HAS_AVX2)
    if (m->path == LIMB_ISA_AVX2) {
        limb__fk_link_avx2(m, w, q, link);
        return;
    }
#endif
    limb__fk_link_portable(m, w, q, link);
}

void limb_relative_pose(const limb_model *m, const limb_work *w, int a, int b, double pose[12])
{
    double back[12];
    limb__pose_inverse(limb_link_pose(m, w, a), back);
    limb__pose_multiply(back, limb_link_pose(m, w, b), pose);
}
