// Inverse dynamics and what is made of it: gravity, bias, resistance of joints, pushes.
#include "dyn/paths.h"

#include "kin/fk.h"
#include "model/model.h"
#include "model/work.h"

#include <math.h>
#include <string.h>

static double *zeros(const limb_model *m, const limb_work *w);

void limb_inverse_dynamics(const limb_model *m, limb_work *w, const double *q, const double *v,
                           const double *a, const limb_external_wrench *push, int npush,
                           double *tau)
{
    LIMB__DYN_CALL(limb__rnea, m, m, w, q, v, a, push, npush, tau);
}

void limb_gravity(const limb_model *m, limb_work *w, const double *q, double *tau)
{
    const double *none = zeros(m, w);
    limb_inverse_dynamics(m, w, q, none, none, NULL, 0, tau);
}

void limb_bias_forces(const limb_model *m, limb_work *w, const double *q, const double *v,
                      double *tau)
{
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
    for (int k = 0; k < m->nv; k++) {
        double sign = (v[k] > 0) - (v[k] < 0);
        if (fabs(v[k]) < speed) sign = v[k] / speed;
        tau[k] = m->damping[k] * v[k] + m->friction[k] * sign;
    }
}

int limb__push_on_body(const limb_model *m, const limb_work *w, const limb_external_wrench *push,
                       double wrench[6])
{
    const int body = m->link_body[push->link];
    if (body < 0) return -1;
    const double *pose = limb__body_pose(w, body);
    double at[3], moment[3];
    limb__pose_point(limb_link_pose(m, w, push->link), push->point, at);
    const double arm[3] = {at[0] - pose[3], at[1] - pose[7], at[2] - pose[11]};
    limb__cross(arm, push->force, moment);
    for (int k = 0; k < 3; k++)
        moment[k] += push->moment[k];
    limb__pose_rotate_back(pose, moment, wrench);
    limb__pose_rotate_back(pose, push->force, wrench + 3);
    return body;
}

size_t limb_inverse_dynamics_lanes_size(const limb_model *model)
{
    // per body sine, cosine, and five vectors
    return (2 + 5 * 3) * LIMB__LANE_BYTES * (size_t)model->nbody;
}

void limb_inverse_dynamics_lanes(const limb_model *m, void *scratch, const double *q,
                                 const double *v, const double *a, double *tau)
{
    LIMB__DYN_CALL(limb__rnea_lanes, m, m, scratch, q, v, a, tau);
}

void limb_inverse_dynamics_lanes_float(const limb_model *m, void *scratch, const float *q,
                                       const float *v, const float *a, float *tau)
{
    LIMB__DYN_CALL(limb__rnea_lanes_float, m, m, scratch, q, v, a, tau);
}
