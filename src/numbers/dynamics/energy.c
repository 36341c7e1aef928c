// Energy and momentum, summed over bodies in world axes.
#include "limb/dynamics.h"

#include "limb/kinematics.h"
#include "numbers/kernels/spatial.h"

#include <assert.h>

// velocity of a body, and its momentum about its own origin, in world axes
static six body_momentum(const limb_model *m, const limb_work *w, int body, six *velocity)
{
    const double *pose = limb__body_pose(w, body);
    *velocity = six_of(w->velocity + 6 * (size_t)body);
    return rigid_apply(
        rigid_in_world(pose, axes_of(pose), origin_of(pose), m->body_inertia + 10 * (size_t)body),
        *velocity);
}

double limb_kinetic_energy(const limb_model *m, limb_work *w, const double *q, const double *v)
{
    assert(m && w);
    limb_fk_velocity(m, w, q, v);
    double sum = 0;
    for (int body = 1; body < m->nbody; body++) {
        six velocity;
        const six momentum = body_momentum(m, w, body, &velocity);
        sum += 0.5 * six_dot(velocity, momentum);
    }
    return sum;
}

double limb_potential_energy(const limb_model *m, limb_work *w, const double *q)
{
    assert(m && w);
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
    assert(m && w);
    limb_fk_velocity(m, w, q, v);
    // about the origin of the first moving body, then moved to the centre of mass
    const vec point = reference_point(m, w);
    six sum = {{0, 0, 0}, {0, 0, 0}};
    for (int body = 1; body < m->nbody; body++) {
        six velocity;
        const six own = body_momentum(m, w, body, &velocity);
        const vec arm = vec_subtract(origin_of(limb__body_pose(w, body)), point);
        sum = six_add(sum, (six){vec_add_cross(own.turn, arm, own.move), own.move});
    }
    double center[3];
    limb_center_of_mass(m, w, center);
    if (limb_model_mass(m) == 0) limb__pose_origin(limb__body_pose(w, 0), center); // any point
    sum.turn = vec_add_cross(sum.turn, vec_subtract(point, vec_of(center)), sum.move);
    six_put(sum, momentum);
}
