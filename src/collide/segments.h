// Two segments: their points nearest to each other.
#ifndef LIMB_COLLIDE_SEGMENTS_H
#define LIMB_COLLIDE_SEGMENTS_H

#include "collide/vec3.h"

typedef struct limb__segment {
    limb__vec3 center, axis; // axis: unit
    double half;
} limb__segment;

LIMB__INLINE double limb__clamp(double t, double half)
{
    return t < -half ? -half : t > half ? half : t;
}

// As distances from their centres along their axes. The solution on the two lines comes from cross
// products, whose error is small against the angle between the lines also where they are nearly
// parallel; then it is clamped (Ericson 2005, 5.1.9).
LIMB__INLINE void limb__segments_nearest(const limb__segment *a, const limb__segment *b, double *s,
                                         double *t)
{
    const limb__vec3 r = limb__vec3_subtract(b->center, a->center);
    const limb__vec3 n = limb__vec3_cross(a->axis, b->axis);
    const double nn = limb__vec3_squared(n);
    const double crossing = limb__vec3_dot(limb__vec3_cross(r, b->axis), n);
    const double along = limb__vec3_dot(a->axis, b->axis);
    double at_a = nn > 1e-30 ? crossing / nn : limb__vec3_dot(r, a->axis);
    at_a = limb__clamp(at_a, a->half);
    const double wanted = limb__fma1(at_a, along, -limb__vec3_dot(r, b->axis));
    const double at_b = limb__clamp(wanted, b->half);
    if (at_b != wanted)
        at_a = limb__clamp(limb__fma1(at_b, along, limb__vec3_dot(r, a->axis)), a->half);
    *s = at_a;
    *t = at_b;
}

#endif
