// The regressor: torques are linear in the ten inertia parameters of each body.
//
// With the body's own velocity and acceleration at its origin in its axes, w, w', a, and the tensor
// A = [w'] + [w][w]: force = m a + A h, moment = I w' + w x I w + h x a. One column per parameter
// is the force of a unit of it, which is then seen by every joint towards the base.
#include "limb/dynamics.h"

#include "dyn/spatial.h"

#include <string.h>

typedef struct motion { // of a body, in its axes
    double w[3], dw[3], a[3];
} motion;

static void local_motion(const limb_model *m, const limb_work *w, int body, motion *out);
static void unit_force(const motion *b, int parameter, double wrench[6]);
static void spread(const limb_model *m, const limb_work *w, int body, const double wrench[6],
                   size_t column, double *regressor);

void limb_regressor(const limb_model *m, limb_work *w, const double *q, const double *v,
                    const double *a, double *regressor)
{
    const size_t columns = 10 * (size_t)m->nbody;
    limb_fk_acceleration(m, w, q, v, a);
    memset(regressor, 0, (size_t)m->nv * columns * sizeof(double));
    for (int body = 1; body < m->nbody; body++) {
        motion b;
        local_motion(m, w, body, &b);
        for (int parameter = 0; parameter < 10; parameter++) {
            double wrench[6];
            unit_force(&b, parameter, wrench);
            spread(m, w, body, wrench, 10 * (size_t)body + (size_t)parameter, regressor);
        }
    }
}

static void local_motion(const limb_model *m, const limb_work *w, int body, motion *out)
{
    const double *pose = limb__body_pose(w, body);
    const double *velocity = w->velocity + 6 * (size_t)body;
    const double *change = w->acceleration + 6 * (size_t)body;
    double felt[3];
    limb__subtract(change + 3, m->gravity, felt);
    limb__pose_rotate_back(pose, velocity, out->w);
    limb__pose_rotate_back(pose, change, out->dw);
    limb__pose_rotate_back(pose, felt, out->a);
}

static void unit_force(const motion *b, int parameter, double wrench[6])
{
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    memset(wrench, 0, 6 * sizeof(double));
    if (parameter == 0) {
        limb__copy3(b->a, wrench + 3);
    } else if (parameter < 4) {
        double h[3] = {0}, turned[3];
        h[parameter - 1] = 1;
        limb__cross(h, b->a, wrench);
        limb__cross(b->w, h, turned);
        limb__cross(b->dw, h, wrench + 3);
        limb__cross_add(b->w, turned, wrench + 3);
    } else {
        const int i = row[parameter - 4], j = column[parameter - 4];
        double spin[3] = {0};
        wrench[i] += b->dw[j];
        spin[i] += b->w[j];
        if (i != j) {
            wrench[j] += b->dw[i];
            spin[j] += b->w[i];
        }
        limb__cross_add(b->w, spin, wrench);
    }
}

// the wrench on a body, in its axes about its origin, along every coordinate towards the base
static void spread(const limb_model *m, const limb_work *w, int body, const double wrench[6],
                   size_t column, double *regressor)
{
    const size_t columns = 10 * (size_t)m->nbody;
    const double *pose = limb__body_pose(w, body);
    double force[6], origin[3];
    limb__pose_rotate(pose, wrench, force);
    limb__pose_rotate(pose, wrench + 3, force + 3);
    limb__pose_origin(pose, origin);
    for (int at = body; at > 0; at = m->joint_parent[at - 1]) {
        const int kind = m->joint_kind[at - 1];
        for (int k = 0; k < limb__kind_nv(kind); k++) {
            double unit[6];
            limb__joint_motion(w, origin, at, kind, k, unit);
            regressor[(size_t)(m->joint_v[at - 1] + k) * columns + column] +=
                m->joint_scale[at - 1] * limb__dot6(unit, force);
        }
    }
}
