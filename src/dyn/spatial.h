// Spatial vectors and inertias in world axes about one point for all bodies, inline.
//
// Motion vectors are (w, v), v the velocity of the material at the point; force vectors (n, f), n
// the moment about it. With one point for all bodies nothing has to be transformed between them
// (Featherstone 2008, chapter 2). The point is the origin of the first moving body, so that a robot
// far from the world's origin loses no digits. Inertias are the ten numbers of math/inertia.h.
#ifndef LIMB_DYN_SPATIAL_H
#define LIMB_DYN_SPATIAL_H

#include "kin/fk.h"
#include "math/fma.h"

static inline void limb__reference_point(const limb_model *m, const limb_work *w, double point[3])
{
    limb__pose_origin(limb__body_pose(w, m->njoint > 0 ? 1 : 0), point);
}

static inline double limb__dot6(const double a[6], const double b[6])
{
    const double turn = limb__fma1(a[2], b[2], limb__fma1(a[1], b[1], a[0] * b[0]));
    return limb__fma1(a[5], b[5], limb__fma1(a[4], b[4], limb__fma1(a[3], b[3], turn)));
}

static inline void limb__cross_fma(const double a[3], const double b[3], double out[3])
{
    out[0] = limb__fma1(a[1], b[2], -(a[2] * b[1]));
    out[1] = limb__fma1(a[2], b[0], -(a[0] * b[2]));
    out[2] = limb__fma1(a[0], b[1], -(a[1] * b[0]));
}

static inline void limb__cross_fma_add(const double a[3], const double b[3], double out[3])
{
    out[0] = limb__fma1(a[1], b[2], limb__fma1(-a[2], b[1], out[0]));
    out[1] = limb__fma1(a[2], b[0], limb__fma1(-a[0], b[2], out[1]));
    out[2] = limb__fma1(a[0], b[1], limb__fma1(-a[1], b[0], out[2]));
}

// v x m for a motion vector m
static inline void limb__cross_motion(const double v[6], const double m[6], double out[6])
{
    limb__cross_fma(v, m, out);
    limb__cross_fma(v, m + 3, out + 3);
    limb__cross_fma_add(v + 3, m, out + 3);
}

// v x* f for a force vector f
static inline void limb__cross_force(const double v[6], const double f[6], double out[6])
{
    limb__cross_fma(v, f, out);
    limb__cross_fma_add(v + 3, f + 3, out);
    limb__cross_fma(v, f + 3, out + 3);
}

// The motion of velocity coordinate k of the joint that moves body.
static inline void limb__joint_motion(const limb_work *w, const double point[3], int body, int kind,
                                      int k, double motion[6])
{
    double axis[3];
    limb__joint_axis(w, body, kind, k, axis);
    if (!limb__joint_turns(kind, k)) {
        motion[0] = motion[1] = motion[2] = 0;
        limb__copy3(axis, motion + 3);
        return;
    }
    const double *pose = limb__body_pose(w, body);
    const double arm[3] = {pose[3] - point[0], pose[7] - point[1], pose[11] - point[2]};
    limb__copy3(axis, motion);
    limb__cross_fma(arm, axis, motion + 3);
}

// A body's inertia, given in its own frame.
static inline void limb__world_inertia(const double pose[12], const double point[3],
                                       const double inertia[10], double out[10])
{
    const double p[3] = {pose[3] - point[0], pose[7] - point[1], pose[11] - point[2]};
    const double mass = inertia[0], *t = inertia + 4;
    double h[3], rt[9]; // m c, and R I, in world axes
    for (int k = 0; k < 3; k++) {
        const double *r = pose + 4 * k;
        h[k] = limb__fma1(r[2], inertia[3], limb__fma1(r[1], inertia[2], r[0] * inertia[1]));
        rt[3 * k] = limb__fma1(r[2], t[2], limb__fma1(r[1], t[1], r[0] * t[0]));
        rt[3 * k + 1] = limb__fma1(r[2], t[4], limb__fma1(r[1], t[3], r[0] * t[1]));
        rt[3 * k + 2] = limb__fma1(r[2], t[5], limb__fma1(r[1], t[4], r[0] * t[2]));
    }
    out[0] = mass;
    // moved: h' = h + m p, I' = R I R^T + (p.(h + h')) 1 - (p h^T + h' p^T)
    double moved[3];
    for (int k = 0; k < 3; k++) {
        moved[k] = limb__fma1(mass, p[k], h[k]);
        out[1 + k] = moved[k];
    }
    const double xx = p[0] * (h[0] + moved[0]), yy = p[1] * (h[1] + moved[1]),
                 zz = p[2] * (h[2] + moved[2]);
    const double own[6] = {
        yy + zz, -limb__fma1(p[0], h[1], moved[0] * p[1]), -limb__fma1(p[0], h[2], moved[0] * p[2]),
        xx + zz, -limb__fma1(p[1], h[2], moved[1] * p[2]), xx + yy};
    int at = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            const double *r = pose + 4 * j, *a = rt + 3 * i;
            out[4 + at] =
                limb__fma1(a[2], r[2], limb__fma1(a[1], r[1], limb__fma1(a[0], r[0], own[at])));
            at++;
        }
    }
}

// force = inertia motion
static inline void limb__inertia_apply(const double inertia[10], const double motion[6],
                                       double force[6])
{
    const double *h = inertia + 1, *t = inertia + 4, *w = motion, *v = motion + 3;
    force[0] = limb__fma1(t[2], w[2], limb__fma1(t[1], w[1], t[0] * w[0]));
    force[1] = limb__fma1(t[4], w[2], limb__fma1(t[3], w[1], t[1] * w[0]));
    force[2] = limb__fma1(t[5], w[2], limb__fma1(t[4], w[1], t[2] * w[0]));
    for (int k = 0; k < 3; k++)
        force[3 + k] = inertia[0] * v[k];
    limb__cross_fma_add(h, v, force);
    limb__cross_fma_add(w, h, force + 3);
}

#endif
