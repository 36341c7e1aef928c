// Energy and momentum, summed over bodies in world axes.
#include "limb/dynamics.h"

#include "dyn/spatial.h"

#include <string.h>

// velocity of a body as (w, v) about its own origin, and its momentum about the same
static void body_momentum(const limb_model *m, const limb_work *w, int body, double momentum[6])
{
    const double *pose = limb__body_pose(w, body);
    double origin[3], inertia[10];
    limb__pose_origin(pose, origin);
    limb__world_inertia(pose, origin, m->body_inertia + 10 * (size_t)body, inertia);
    limb__inertia_apply(inertia, w->velocity + 6 * (size_t)body, momentum);
}

double limb_kinetic_energy(const limb_model *m, limb_work *w, const double *q, const double *v)
{
    limb_fk_velocity(m, w, q, v);
    double sum = 0;
    for (int body = 1; body < m->nbody; body++) {
        double momentum[6];
        body_momentum(m, w, body, momentum);
        sum += 0.5 * limb__dot6(w->velocity + 6 * (size_t)body, momentum);
    }
    return sum;
}

double limb_potential_energy(const limb_model *m, limb_work *w, const double *q)
{
    limb_fk(m, w, q);
    double sum = 0;
    for (int body = 0; body < m->nbody; body++) {
        const double *inertia = m->body_inertia + 10 * (size_t)body;
        const double *pose = limb__body_pose(w, body);
        double moment[3];
        limb__pose_rotate(pose, inertia + 1, moment);
        for (int k = 0; k < 3; k++)
            sum -= m->gravity[k] * (moment[k] + inertia[0] * pose[4 * k + 3]);
    }
    return sum;
}

void limb_momentum(const limb_model *m, limb_work *w, const double *q, const double *v,
                   double momentum[6])
{
    limb_fk_velocity(m, w, q, v);
    // about the origin of the first moving body, then moved to the centre of mass
    double point[3], center[3];
    limb__reference_point(m, w, point);
    memset(momentum, 0, 6 * sizeof(double));
    for (int body = 1; body < m->nbody; body++) {
        const double *pose = limb__body_pose(w, body);
        const double arm[3] = {pose[3] - point[0], pose[7] - point[1], pose[11] - point[2]};
        double own[6];
        body_momentum(m, w, body, own);
        limb__cross_add(arm, own + 3, own);
        for (int k = 0; k < 6; k++)
            momentum[k] += own[k];
    }
    limb_center_of_mass(m, w, center);
    const double back[3] = {point[0] - center[0], point[1] - center[1], point[2] - center[2]};
    limb__cross_add(back, momentum + 3, momentum);
}
