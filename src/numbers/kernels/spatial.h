// Spatial vectors and inertias in world axes about one point for all bodies, by value.
//
// Motion vectors are (w, v), v the velocity of the material at the point; force vectors (n, f), n
// the moment about it. With one point for all bodies no transformations are needed between them
// (Featherstone 2008, chapter 2). The point is the origin of the first moving body, so that a robot
// far from the world's origin loses no precision.
#ifndef LIMB_KERNELS_SPATIAL_H
#define LIMB_KERNELS_SPATIAL_H

#include "numbers/model/bodies.h"
#include "numbers/simd/vec_one.h"

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
    return (six){vec_add(a.turn, b.turn), vec_add(a.move, b.move)};
}

LIMB__INLINE six six_scaled(double s, six a)
{
    return (six){vec_scaled(s, a.turn), vec_scaled(s, a.move)};
}

// c + s a
LIMB__INLINE six six_add_scaled(six c, double s, six a)
{
    return (six){vec_add_scaled(c.turn, s, a.turn), vec_add_scaled(c.move, s, a.move)};
}

LIMB__INLINE double six_dot(six a, six b)
{
    return vec_dot2(a.turn, b.turn, a.move, b.move);
}

// Stores four of them side by side: 6 entries x 4.
LIMB__INLINE void six_columns(const six *a, double *out)
{
    for (int half = 0; half < 2; half++) {
        const vec *first = half ? &a[0].move : &a[0].turn, *second = half ? &a[1].move : &a[1].turn;
        const vec *third = half ? &a[2].move : &a[2].turn, *fourth = half ? &a[3].move : &a[3].turn;
        vec_columns(*first, *second, *third, *fourth, out + 12 * half);
    }
}

// Returns a . b for four b side by side (6 entries x 4).
LIMB__INLINE limb__v4 six_along(const six *a, const limb__v4 *b)
{
    const double *turn = (const double *)&a->turn, *move = (const double *)&a->move;
    limb__v4 sum = limb__splat4(turn[0]) * b[0];
    sum = fma4(limb__splat4(turn[1]), b[1], sum);
    sum = fma4(limb__splat4(turn[2]), b[2], sum);
    sum = fma4(limb__splat4(move[0]), b[3], sum);
    sum = fma4(limb__splat4(move[1]), b[4], sum);
    return fma4(limb__splat4(move[2]), b[5], sum);
}

// v x m for a motion m
LIMB__INLINE six cross_motion(six v, six m)
{
    return (six){vec_cross(v.turn, m.turn),
                 vec_add_cross(vec_cross(v.turn, m.move), v.move, m.turn)};
}

// v x* f for a force f
LIMB__INLINE six cross_force(six v, six f)
{
    return (six){vec_add_cross(vec_cross(v.turn, f.turn), v.move, f.move),
                 vec_cross(v.turn, f.move)};
}

//---- inertias ------------------------------------------------------------------------------------

typedef struct columns3 { // a 3x3 matrix
    vec x, y, z;
} columns3;

LIMB__INLINE vec columns3_apply(columns3 t, vec a)
{
    return vec_combine(t.x, t.y, t.z, spread_of(a));
}

LIMB__INLINE columns3 columns3_add(columns3 a, columns3 b)
{
    return (columns3){vec_add(a.x, b.x), vec_add(a.y, b.y), vec_add(a.z, b.z)};
}

// t + a b^T
LIMB__INLINE columns3 columns3_add_product(columns3 t, vec a, spread b)
{
    const vec x = t.x, y = t.y, z = t.z;
    return (columns3){vec_add_spread(x, b.x, a), vec_add_spread(y, b.y, a),
                      vec_add_spread(z, b.z, a)};
}

typedef struct rigid { // mass times center, tensor about the point, mass
    vec h;
    columns3 t;
    double m;
} rigid;

LIMB__INLINE rigid rigid_add(rigid a, rigid b)
{
    return (rigid){vec_add(a.h, b.h), columns3_add(a.t, b.t), a.m + b.m};
}

// force = inertia motion
LIMB__INLINE six rigid_apply(rigid i, six m)
{
    return (six){vec_add_cross(columns3_apply(i.t, m.turn), i.h, m.move),
                 vec_add_cross(vec_scaled(i.m, m.move), m.turn, i.h)};
}

// Returns a body's inertia (ten numbers in its own frame) in world axes about the point.
LIMB__INLINE rigid rigid_in_world(const double *pose, axes f, vec point, const double *inertia)
{
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double *t = inertia + 4;
    // R I, then R I R^T
    const vec x = vec_combine(f.x, f.y, f.z, spread_splat(t[0], t[1], t[2]));
    const vec y = vec_combine(f.x, f.y, f.z, spread_splat(t[1], t[3], t[4]));
    const vec z = vec_combine(f.x, f.y, f.z, spread_splat(t[2], t[4], t[5]));
    columns3 own = {vec_combine(x, y, z, spread_splat(pose[0], pose[1], pose[2])),
                    vec_combine(x, y, z, spread_splat(pose[4], pose[5], pose[6])),
                    vec_combine(x, y, z, spread_splat(pose[8], pose[9], pose[10]))};
    // shifted to the point: h' = h + m p, I' = R I R^T + (p.(h + h')) 1 - (p h^T + h' p^T)
    const vec p = vec_subtract(f.p, point);
    const vec h = vec_combine(f.x, f.y, f.z, spread_splat(inertia[1], inertia[2], inertia[3]));
    const vec moved = vec_add_scaled(h, inertia[0], p);
    const double trace = vec_dot(p, vec_add(h, moved));
    own = columns3_add_product(own, vec_scaled(-1, p), spread_of(h));
    own = columns3_add_product(own, vec_scaled(-1, moved), spread_of(p));
    own.x = vec_add_scaled(own.x, trace, vec_splat(unit[0]));
    own.y = vec_add_scaled(own.y, trace, vec_splat(unit[1]));
    own.z = vec_add_scaled(own.z, trace, vec_splat(unit[2]));
    return (rigid){moved, own, inertia[0]};
}

//---- the tree ------------------------------------------------------------------------------------

LIMB__INLINE vec reference_point(const limb_model *m, const limb_work *w)
{
    return origin_of(limb__body_pose(w, m->njoint > 0 ? 1 : 0));
}

LIMB__INLINE six turning(vec axis, vec arm)
{
    return (six){axis, vec_cross(arm, axis)};
}

LIMB__INLINE six sliding(vec axis)
{
    static const double nothing[3] = {0};
    return (six){vec_splat(nothing), axis};
}

// Returns the motion of velocity coordinate k of a joint of that kind, which moves the body
// with frame f.
LIMB__INLINE six joint_motion(axes f, vec point, int kind, int k)
{
    if (kind == LIMB_MOTION_REVOLUTE) return turning(f.z, vec_subtract(f.p, point));
    if (kind == LIMB_MOTION_PRISMATIC) return sliding(f.z);
    const vec axis = k % 3 == 0 ? f.x : k % 3 == 1 ? f.y : f.z;
    return k < 3 ? turning(axis, vec_subtract(f.p, point)) : sliding(axis);
}

#endif
