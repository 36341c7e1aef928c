// The closest points of two segments.
#ifndef LIMB_NARROWPHASE_SEGMENTS_H
#define LIMB_NARROWPHASE_SEGMENTS_H

#include "numbers/narrowphase/vec3.h"

typedef struct limb__segment {
    limb__vec3 center, axis; // axis: unit
    double half;
} limb__segment;

LIMB__INLINE double limb__clamp(double t, double half)
{
    return t < -half ? -half : t > half ? half : t;
}

// Returned as distances from their centers along their axes: the solution on the two lines, then
// clamped (Ericson 2005, 5.1.9).
LIMB__INLINE void limb__segments_nearest(const limb__segment *a, const limb__segment *b, double *s,
                                         double *t)
{
    const limb__vec3 r = limb__vec3_subtract(b->center, a->center);
    const double along = limb__vec3_dot(a->axis, b->axis);
    const double on_a = limb__vec3_dot(r, a->axis), on_b = limb__vec3_dot(r, b->axis);
    const double across = limb__fma1(-along, along, 1);
    double at_a;
    if (across > 0.01) {
        at_a = limb__fma1(-along, on_b, on_a) / across;
    } else {
        // nearly parallel: from cross products, whose error is small relative to the angle
        const limb__vec3 n = limb__vec3_cross(a->axis, b->axis);
        const double nn = limb__vec3_squared(n);
        const double crossing = limb__vec3_dot(limb__vec3_cross(r, b->axis), n);
        at_a = nn > 1e-30 ? crossing / nn : on_a;
    }
    at_a = limb__clamp(at_a, a->half);
    const double wanted = limb__fma1(at_a, along, -on_b);
    const double at_b = limb__clamp(wanted, b->half);
    if (at_b != wanted) at_a = limb__clamp(limb__fma1(at_b, along, on_a), a->half);
    *s = at_a;
    *t = at_b;
}

#endif
