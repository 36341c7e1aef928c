// The regressor: torques are linear in the ten inertia parameters of each body.
//
// With the body's own velocity and acceleration at its origin in its axes, w, w', a, and the tensor
// A = [w'] + [w][w]: force = m a + A h, moment = I w' + w x I w + h x a. One column per parameter
// is the force of a unit of it, which is then seen by every joint towards the base.
#include "limb/dynamics.h"

#include "limb/kinematics.h"
#include "numbers/kernels/spatial.h"

#include <assert.h>
#include <string.h>

typedef struct felt { // motion of a body, in its axes; gravity counts as acceleration
    vec w, dw, a;
} felt;

static felt local_motion(const limb_model *m, const limb_work *w, int body);
static six unit_force(felt b, int parameter);
static void share_out(const limb_model *m, const limb_work *w, int body, six wrench, size_t column,
                      double *regressor);

void limb_regressor(const limb_model *m, limb_work *w, const double *q, const double *v,
                    const double *a, double *regressor)
{
    assert(m && w);
    const size_t columns = 10 * (size_t)m->nbody;
    limb_fk_acceleration(m, w, q, v, a);
    memset(regressor, 0, (size_t)m->nv * columns * sizeof(double));
    for (int body = 1; body < m->nbody; body++) {
        const felt b = local_motion(m, w, body);
        for (int parameter = 0; parameter < 10; parameter++) {
            share_out(m, w, body, unit_force(b, parameter), 10 * (size_t)body + (size_t)parameter,
                      regressor);
        }
    }
}

static felt local_motion(const limb_model *m, const limb_work *w, int body)
{
    const double *pose = limb__body_pose(w, body);
    const double *velocity = w->velocity + 6 * (size_t)body;
    const double *change = w->acceleration + 6 * (size_t)body;
    return (felt){turn_in(pose, vec_of(velocity)), turn_in(pose, vec_of(change)),
                  turn_in(pose, vec_subtract(vec_of(change + 3), vec_of(m->gravity)))};
}

static six unit_force(felt b, int parameter)
{
    const vec none = {0, 0, 0};
    if (parameter == 0) return (six){none, b.a};
    if (parameter < 4) {
        const vec h = {parameter == 1, parameter == 2, parameter == 3};
        return (six){vec_cross(h, b.a), vec_add_cross(vec_cross(b.dw, h), b.w, vec_cross(b.w, h))};
    }
    const int which = parameter - 4;
    const double unit[6] = {which == 0, which == 1, which == 2, which == 3, which == 4, which == 5};
    columns3 t;
    tensor_columns(unit, &t.x, &t.y, &t.z);
    return (six){vec_add_cross(columns3_apply(t, b.dw), b.w, columns3_apply(t, b.w)), none};
}

// the wrench on a body, in its axes about its origin, along every coordinate towards the base
static void share_out(const limb_model *m, const limb_work *w, int body, six wrench, size_t column,
                      double *regressor)
{
    const size_t columns = 10 * (size_t)m->nbody;
    const double *pose = limb__body_pose(w, body);
    const axes f = axes_of(pose);
    const six force = {turn_out(f, wrench.turn), turn_out(f, wrench.move)};
    const vec origin = origin_of(pose);
    for (int at = body; at > 0; at = m->joint_parent[at - 1]) {
        const int kind = m->joint_kind[at - 1];
        for (int k = 0; k < limb__kind_nv(kind); k++) {
            const six unit = joint_motion(axes_of(limb__body_pose(w, at)), origin, kind, k);
            regressor[(size_t)(m->joint_v[at - 1] + k) * columns + column] +=
                m->joint_scale[at - 1] * six_dot(unit, force);
        }
    }
}
