// External wrenches, transferred from links to bodies.
#include "numbers/dynamics/wrench.h"

#include "limb/kinematics.h"
#include "numbers/math/pose.h"
#include "numbers/model/bodies.h"
#include "numbers/model/work.h"

#include <string.h>

static void add_wrench(const limb_model *m, const limb_work *w, const limb_external_wrench *wrench,
                       double *sum);

const double *limb__wrench_on_bodies(const limb_model *m, limb_work *w, const double *q,
                                     const limb_external_wrench *wrench, int nwrench)
{
    if (nwrench <= 0) return NULL;
    limb_fk(m, w, q);
    double *sum = w->scratch->wrench;
    memset(sum, 0, 6 * (size_t)m->nbody * sizeof(double));
    for (int i = 0; i < nwrench; i++)
        add_wrench(m, w, &wrench[i], sum);
    return sum;
}

// a wrench on a link that is not connected to the root has no effect
static void add_wrench(const limb_model *m, const limb_work *w, const limb_external_wrench *wrench,
                       double *sum)
{
    const int body = limb__link_body(m, wrench->link);
    if (body < 0) return;
    const double *pose = limb__body_pose(w, body);
    double at[3], moment[3], local[6];
    limb__pose_point(limb__link_pose(m, w, wrench->link), wrench->point, at);
    const double arm[3] = {at[0] - pose[3], at[1] - pose[7], at[2] - pose[11]};
    limb__cross(arm, wrench->force, moment);
    for (int k = 0; k < 3; k++)
        moment[k] += wrench->moment[k];
    limb__pose_rotate_back(pose, moment, local);
    limb__pose_rotate_back(pose, wrench->force, local + 3);
    for (int k = 0; k < 6; k++)
        sum[6 * body + k] += local[k];
}
