// Pairs with a closed form, at their poses in the world: two lines, a point and a box or cylinder,
// a segment and a box.
//
// A line is a point or a segment: the core of a sphere or capsule. Two lines are processed in the
// world; for a box or cylinder the line is transformed into its frame.
#ifndef LIMB_NARROWPHASE_DIRECT_H
#define LIMB_NARROWPHASE_DIRECT_H

#include "numbers/narrowphase/convex.h"
#include "numbers/narrowphase/segment_box.h"
#include "numbers/narrowphase/segments.h"

// A line and another, or a box or cylinder.
typedef struct limb__direct {
    const limb__convex *line, *other;
    const double *line_pose, *other_pose;
    bool swapped; // other is the first of the pair
} limb__direct;

LIMB__INLINE limb__vec3 limb__axis_of(const double *pose)
{
    return (limb__vec3){pose[2], pose[6], pose[10]};
}

// Returns the center of the line in the frame of the other.
LIMB__INLINE limb__vec3 limb__center_in_other(const limb__direct *m)
{
    return limb__vec3_rotate_back(
        m->other_pose,
        limb__vec3_subtract(limb__vec3_origin(m->line_pose), limb__vec3_origin(m->other_pose)));
}

// The result: on_line is the point of the line closest to the other, in the world, and normal
// points there from the other; distance is that of the cores.
LIMB__INLINE void limb__direct_answer(const limb__direct *m, limb__vec3 on_line, double distance,
                                      limb__vec3 normal, limb__proximity *out)
{
    double from_core = m->line->radius; // to the surface of a
    if (m->swapped) {
        on_line = limb__vec3_add_scaled(on_line, m->other->radius - distance, normal);
        from_core = 0;
    } else {
        normal = limb__vec3_negate(normal);
    }
    out->distance = distance - m->line->radius - m->other->radius;
    const limb__vec3 on_a = limb__vec3_add_scaled(on_line, from_core, normal);
    limb__vec3_store(out->normal, normal);
    limb__vec3_store(out->point[0], on_a);
    limb__vec3_store(out->point[1], limb__vec3_add_scaled(on_a, out->distance, normal));
}

//---- two lines -----------------------------------------------------------------------------------

// Computes the vector from the nearest point of one core, *on_line, to that of the other.
LIMB__INLINE limb__vec3 limb__between_lines(const limb__direct *m, limb__vec3 *on_line)
{
    const limb__vec3 from = limb__vec3_origin(m->line_pose), to = limb__vec3_origin(m->other_pose);
    *on_line = from;
    const limb__vec3 apart = limb__vec3_subtract(to, from);
    if (m->other->core == LIMB__CORE_POINT) return apart;
    const limb__vec3 axis = limb__axis_of(m->other_pose);
    if (m->line->core == LIMB__CORE_POINT) {
        const double t = limb__clamp(-limb__vec3_dot(apart, axis), m->other->half[2]);
        return limb__vec3_add_scaled(apart, t, axis);
    }
    const limb__segment first = {from, limb__axis_of(m->line_pose), m->line->half[2]};
    const limb__segment second = {to, axis, m->other->half[2]};
    double s, t;
    limb__segments_nearest(&first, &second, &s, &t);
    *on_line = limb__vec3_add_scaled(from, s, first.axis);
    return limb__vec3_subtract(limb__vec3_add_scaled(to, t, axis), *on_line);
}

LIMB__INLINE bool limb__lines_collide(const limb__direct *m, double reach)
{
    limb__vec3 on_line;
    return limb__vec3_squared(limb__between_lines(m, &on_line)) <= reach * reach;
}

LIMB__INLINE bool limb__lines_distance(const limb__direct *m, limb__proximity *out)
{
    limb__vec3 on_line, normal = {-1, 0, 0};
    const limb__vec3 apart = limb__between_lines(m, &on_line);
    // the root and the quotient are independent; a length whose square underflows
    // counts as touching
    const double squared = limb__vec3_squared(apart), distance = sqrt(squared);
    const double inverse = distance * (1 / squared);
    // balls can be separated along any direction, crossing segments only along some
    const double size =
        fabs(on_line.x) + fabs(on_line.y) + fabs(on_line.z) + m->line->half[2] + m->other->half[2];
    if (distance > 1e-13 * size && squared > 1e-300) {
        normal = limb__vec3_scale(apart, -inverse);
    } else if (m->other->core != LIMB__CORE_POINT) {
        return false;
    }
    limb__direct_answer(m, on_line, distance, normal, out);
    return true;
}

//---- a point and a box or cylinder ---------------------------------------------------------------

LIMB__INLINE double limb__beyond_one(double x, double half)
{
    const double low = x < half ? x : half;
    return x - (low > -half ? low : -half);
}

LIMB__INLINE limb__vec3 limb__beyond_box(limb__vec3 p, const double half[3])
{
    return (limb__vec3){limb__beyond_one(p.x, half[0]), limb__beyond_one(p.y, half[1]),
                        limb__beyond_one(p.z, half[2])};
}

LIMB__INLINE bool limb__point_box_collide(const limb__direct *m, double reach)
{
    const limb__vec3 over = limb__beyond_box(limb__center_in_other(m), m->other->half);
    return limb__vec3_squared(over) <= reach * reach;
}

LIMB__INLINE bool limb__point_box_distance(const limb__direct *m, limb__proximity *out)
{
    const limb__vec3 p = limb__center_in_other(m);
    const limb__vec3 over = limb__beyond_box(p, m->other->half);
    const double squared = limb__vec3_squared(over);
    double distance = sqrt(squared);
    limb__vec3 normal = limb__vec3_scale(over, distance * (1 / squared));
    if (!(squared > 1e-300)) {
        limb__vec3 surface;
        distance = limb__point_box(p, m->other->half, &surface, &normal);
    }
    limb__direct_answer(m, limb__vec3_origin(m->line_pose), distance,
                        limb__vec3_rotate(m->other_pose, normal), out);
    return true;
}

LIMB__INLINE bool limb__point_cylinder_collide(const limb__direct *m, double reach)
{
    const limb__vec3 p = limb__center_in_other(m);
    const double across = sqrt(limb__fma1(p.x, p.x, p.y * p.y)) - m->other->half[0];
    const double beside = across > 0 ? across : 0, above = limb__beyond_one(p.z, m->other->half[2]);
    return limb__fma1(beside, beside, above * above) <= reach * reach;
}

LIMB__INLINE bool limb__point_cylinder_distance(const limb__direct *m, limb__proximity *out)
{
    const limb__vec3 p = limb__center_in_other(m);
    const double round = limb__fma1(p.x, p.x, p.y * p.y), across = sqrt(round);
    const double beside = across > m->other->half[0] ? across - m->other->half[0] : 0;
    const double above = limb__beyond_one(p.z, m->other->half[2]);
    const double squared = limb__fma1(beside, beside, above * above);
    double distance = sqrt(squared);
    const double inverse = distance * (1 / squared);
    // round has no inverse where across has no square
    const double outward = round > 1e-300 ? beside * inverse * across * (1 / round) : 0;
    limb__vec3 normal = {p.x * outward, p.y * outward, above * inverse};
    if (!(squared > 1e-300)) {
        limb__vec3 surface;
        distance = limb__point_cylinder(p, m->other->half, &surface, &normal);
    }
    limb__direct_answer(m, limb__vec3_origin(m->line_pose), distance,
                        limb__vec3_rotate(m->other_pose, normal), out);
    return true;
}

//---- a segment and a box -------------------------------------------------------------------------

LIMB__INLINE limb__v4 limb__lanes_of(limb__vec3 a)
{
    return (limb__v4){a.x, a.y, a.z, 0};
}

// Smaller relative distances of the two are rounding errors.
static const double limb__segment_box_rounding = 1e-13;

LIMB__INLINE double limb__segment_box_size(limb__vec3 center, double half)
{
    return fabs(center.x) + fabs(center.y) + fabs(center.z) + half;
}

LIMB__INLINE bool limb__segment_box_collide(const limb__direct *m, double reach)
{
    const limb__vec3 axis = limb__vec3_rotate_back(m->other_pose, limb__axis_of(m->line_pose));
    const limb__vec3 center = limb__center_in_other(m);
    const double half = m->line->half[2];
    const limb__segment_box near = limb__segment_box_nearest(
        limb__lanes_of(center), limb__lanes_of(axis), half, m->other->half);
    // a segment through a flat box has a point on it only up to rounding
    const double least = limb__segment_box_rounding * limb__segment_box_size(center, half);
    const double most = reach > least ? reach : least;
    return near.squared <= most * most;
}

LIMB__INLINE bool limb__segment_box_distance(const limb__direct *m, limb__proximity *out)
{
    const limb__vec3 axis = limb__axis_of(m->line_pose), center = limb__center_in_other(m);
    const limb__v4 turned = limb__lanes_of(limb__vec3_rotate_back(m->other_pose, axis));
    const double half = m->line->half[2];
    const limb__segment_box near =
        limb__segment_box_nearest(limb__lanes_of(center), turned, half, m->other->half);
    const double distance = sqrt(near.squared);
    const double least = limb__segment_box_rounding * limb__segment_box_size(center, half);
    if (!(distance > least) || !(near.squared > 1e-300)) return false;
    const limb__v4 normal = limb__segment_box_normal(&near, turned, half, distance);
    limb__direct_answer(
        m, limb__vec3_add_scaled(limb__vec3_origin(m->line_pose), near.s, axis), distance,
        limb__vec3_rotate(m->other_pose, (limb__vec3){normal[0], normal[1], normal[2]}), out);
    return true;
}

#endif
