// The mobility of a coordinate: an upper bound of its diagonal entry of the inverse mass matrix,
// for all configurations.
//
// (M^-1)_kk is the largest v_k^2 / (v^T M v), and v^T M v is at least twice the kinetic energy of
// the two bodies connected by joint k. If these were free, v_k^2 would be at most (b + b_parent)
// times that, with b = z^T Ic^-1 z for a rotation about z (Ic about the center of mass), and 1/m +
// (r x z)^T Ic^-1 (r x z) for a translation along z at r from the center of mass. On the base a
// body can only rotate about the axis: 1 / Izz, or translate: 1 / m. Infinite for a body without
// inertia, and for floating joints.
#include "numbers/math/dense.h"
#include "numbers/math/pose.h"
#include "numbers/model/model.h"

#include <math.h>

static double mobility_of(const limb_model *m, int i);
static double free_mobility(const double inertia[10], bool turns, const double axis[3],
                            const double point[3]);

void limb__model_fill_mobility(limb_model *m)
{
    limb__model_fill *fill = limb__model_fill_of(m);
    for (int v = 0; v < m->nv; v++)
        fill->mobility[v] = (double)INFINITY;
    // the minimum over joints that move together
    for (int i = 0; i < m->njoint; i++) {
        if (m->joint_kind[i] == LIMB_MOTION_FLOATING) continue;
        double *bound = &fill->mobility[m->joint_v[i]];
        *bound = fmin(*bound, mobility_of(m, i) / (m->joint_scale[i] * m->joint_scale[i]));
    }
}

static double mobility_of(const limb_model *m, int i)
{
    static const double z[3] = {0, 0, 1}, origin[3] = {0};
    const double *own = m->body_inertia + 10 * ((size_t)i + 1);
    const double *frame = m->joint_frame + 12 * (size_t)i;
    const bool turns = m->joint_kind[i] == LIMB_MOTION_REVOLUTE;
    const int parent = m->joint_parent[i];
    if (parent == 0) return 1 / (turns ? own[9] : own[0]);
    const double axis[3] = {frame[2], frame[6], frame[10]};
    const double point[3] = {frame[3], frame[7], frame[11]};
    return free_mobility(own, turns, z, origin) +
           free_mobility(m->body_inertia + 10 * (size_t)parent, turns, axis, point);
}

static double free_mobility(const double inertia[10], bool turns, const double axis[3],
                            const double point[3])
{
    const double mass = inertia[0], *h = inertia + 1, *t = inertia + 4;
    if (!(mass > 0)) return (double)INFINITY;
    const double square = limb__dot(h, h) / mass;
    double tensor[9] = {t[0] - square + h[0] * h[0] / mass,
                        t[1] + h[0] * h[1] / mass,
                        t[2] + h[0] * h[2] / mass,
                        0,
                        t[3] - square + h[1] * h[1] / mass,
                        t[4] + h[1] * h[2] / mass,
                        0,
                        0,
                        t[5] - square + h[2] * h[2] / mass};
    const double arm[3] = {point[0] - h[0] / mass, point[1] - h[1] / mass, point[2] - h[2] / mass};
    double lever[3], solved[3];
    limb__cross(arm, axis, lever);
    limb__copy3(turns ? axis : lever, solved);
    if (!limb__ldlt_factor(tensor, 3)) return (double)INFINITY;
    limb__ldlt_solve(tensor, 3, solved);
    return limb__dot(turns ? axis : lever, solved) + (turns ? 0 : 1 / mass);
}
