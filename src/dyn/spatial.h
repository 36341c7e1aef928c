// Spatial vectors and inertias in world axes about one point for all bodies, by value.
//
// Motion vectors are (w, v), v the velocity of the material at the point; force vectors (n, f), n
// the moment about it. With one point for all bodies nothing has to be transformed between them
// (Featherstone 2008, chapter 2). The point is the origin of the first moving body, so that a robot
// far from the world's origin loses no digits.
#ifndef LIMB_DYN_SPATIAL_H
#define LIMB_DYN_SPATIAL_H

#include "kin/fk.h"
#include "math/fma.h"

#if !defined(LIMB__PATHED)
#define LIMB__PATHED(name) name##_portable // not compiled per path
#endif
#define LIMB__LANES 1
#include "math/vec.inc"
#undef LIMB__LANES

//---- six-vectors ---------------------------------------------------------------------------------

typedef struct six {
    vec turn, move; // (w, v) or (n, f)
} six;

LIMB__INLINE six six_of(const double *a)
{
    return (six){vec_of(a), vec_of(a + 3)};
}

LIMB__INLINE void six_put(six a, double *out)
{
    vec_put(a.turn, out);
    vec_put(a.move, out + 3);
}

LIMB__INLINE six six_add(six a, six b)
{
    return (six){add(a.turn, b.turn), add(a.move, b.move)};
}

LIMB__INLINE six six_scaled(double s, six a)
{
    return (six){scaled(s, a.turn), scaled(s, a.move)};
}

// c + s a
LIMB__INLINE six six_add_scaled(six c, double s, six a)
{
    return (six){add_scaled(c.turn, s, a.turn), add_scaled(c.move, s, a.move)};
}

LIMB__INLINE double six_dot(six a, six b)
{
    return dot(a.turn, b.turn) + dot(a.move, b.move);
}

// v x m for a motion m
LIMB__INLINE six cross_motion(six v, six m)
{
    return (six){cross(v.turn, m.turn), add_cross(cross(v.turn, m.move), v.move, m.turn)};
}

// v x* f for a force f
LIMB__INLINE six cross_force(six v, six f)
{
    return (six){add_cross(cross(v.turn, f.turn), v.move, f.move), cross(v.turn, f.move)};
}

//---- inertias ------------------------------------------------------------------------------------

typedef struct symmetric { // 3x3
    double xx, xy, xz, yy, yz, zz;
} symmetric;

LIMB__INLINE vec symmetric_apply(symmetric t, vec a)
{
    return (vec){limb__fma1(t.xz, a.z, limb__fma1(t.xy, a.y, t.xx * a.x)),
                 limb__fma1(t.yz, a.z, limb__fma1(t.yy, a.y, t.xy * a.x)),
                 limb__fma1(t.zz, a.z, limb__fma1(t.yz, a.y, t.xz * a.x))};
}

LIMB__INLINE symmetric symmetric_add(symmetric a, symmetric b)
{
    return (symmetric){a.xx + b.xx, a.xy + b.xy, a.xz + b.xz,
                       a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}

typedef struct rigid { // mass, mass times centre, tensor about the point
    double m;
    vec h;
    symmetric t;
} rigid;

LIMB__INLINE rigid rigid_add(rigid a, rigid b)
{
    return (rigid){a.m + b.m, add(a.h, b.h), symmetric_add(a.t, b.t)};
}

// force = inertia motion
LIMB__INLINE six rigid_apply(rigid i, six m)
{
    return (six){add_cross(symmetric_apply(i.t, m.turn), i.h, m.move),
                 add_cross(scaled(i.m, m.move), m.turn, i.h)};
}

// A body's inertia (ten numbers in its own frame) in world axes about the point.
LIMB__INLINE rigid rigid_in_world(const double pose[12], vec point, const double inertia[10])
{
    const double *t = inertia + 4;
    const vec p = subtract(origin_of(pose), point);
    const vec x = {pose[0], pose[1], pose[2]}, y = {pose[4], pose[5], pose[6]},
              z = {pose[8], pose[9], pose[10]}; // rows of R
    const symmetric own = {t[0], t[1], t[2], t[3], t[4], t[5]};
    const vec ix = symmetric_apply(own, x), iy = symmetric_apply(own, y),
              iz = symmetric_apply(own, z);
    const vec h = turn_out(pose, vec_of(inertia + 1));
    // moved to the point: h' = h + m p, I' = R I R^T + (p.(h + h')) 1 - (p h^T + h' p^T)
    const vec moved = add_scaled(h, inertia[0], p);
    const double xx = p.x * (h.x + moved.x), yy = p.y * (h.y + moved.y), zz = p.z * (h.z + moved.z);
    return (rigid){inertia[0],
                   moved,
                   {dot(ix, x) + (yy + zz), dot(ix, y) - limb__fma1(p.x, h.y, moved.x * p.y),
                    dot(ix, z) - limb__fma1(p.x, h.z, moved.x * p.z), dot(iy, y) + (xx + zz),
                    dot(iy, z) - limb__fma1(p.y, h.z, moved.y * p.z), dot(iz, z) + (xx + yy)}};
}

//---- the tree ------------------------------------------------------------------------------------

LIMB__INLINE vec reference_point(const limb_model *m, const limb_work *w)
{
    return origin_of(limb__body_pose(w, m->njoint > 0 ? 1 : 0));
}

// The motion of a velocity coordinate that turns about, or slides along, column k of a body's pose.
LIMB__INLINE six turning(const double pose[12], vec point, int k)
{
    const vec axis = {pose[k], pose[4 + k], pose[8 + k]};
    return (six){axis, cross(subtract(origin_of(pose), point), axis)};
}

LIMB__INLINE six sliding(const double pose[12], int k)
{
    return (six){{0, 0, 0}, {pose[k], pose[4 + k], pose[8 + k]}};
}

// The motion of velocity coordinate k of a joint of that kind, which moves the body at pose.
LIMB__INLINE six joint_motion(const double pose[12], vec point, int kind, int k)
{
    if (kind == LIMB_KIND_REVOLUTE) return turning(pose, point, 2);
    if (kind == LIMB_KIND_PRISMATIC) return sliding(pose, 2);
    return k < 3 ? turning(pose, point, k) : sliding(pose, k - 3);
}

#endif
