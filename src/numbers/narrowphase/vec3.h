// Vectors of three doubles passed by value, used by the collision algorithms.
#ifndef LIMB_NARROWPHASE_VEC3_H
#define LIMB_NARROWPHASE_VEC3_H

#include "numbers/simd/fma.h"

#include <math.h>

typedef struct limb__vec3 {
    double x, y, z;
} limb__vec3;

LIMB__INLINE limb__vec3 limb__vec3_load(const double *p)
{
    return (limb__vec3){p[0], p[1], p[2]};
}

LIMB__INLINE void limb__vec3_store(double *p, limb__vec3 a)
{
    p[0] = a.x;
    p[1] = a.y;
    p[2] = a.z;
}

LIMB__INLINE limb__vec3 limb__vec3_add(limb__vec3 a, limb__vec3 b)
{
    return (limb__vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

LIMB__INLINE limb__vec3 limb__vec3_subtract(limb__vec3 a, limb__vec3 b)
{
    return (limb__vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

LIMB__INLINE limb__vec3 limb__vec3_negate(limb__vec3 a)
{
    return (limb__vec3){-a.x, -a.y, -a.z};
}

LIMB__INLINE limb__vec3 limb__vec3_scale(limb__vec3 a, double s)
{
    return (limb__vec3){a.x * s, a.y * s, a.z * s};
}

// a + s b
LIMB__INLINE limb__vec3 limb__vec3_add_scaled(limb__vec3 a, double s, limb__vec3 b)
{
    return (limb__vec3){limb__fma1(s, b.x, a.x), limb__fma1(s, b.y, a.y), limb__fma1(s, b.z, a.z)};
}

LIMB__INLINE double limb__vec3_dot(limb__vec3 a, limb__vec3 b)
{
    return limb__fma1(a.z, b.z, limb__fma1(a.y, b.y, a.x * b.x));
}

LIMB__INLINE limb__vec3 limb__vec3_cross(limb__vec3 a, limb__vec3 b)
{
    return (limb__vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

LIMB__INLINE double limb__vec3_squared(limb__vec3 a)
{
    return limb__vec3_dot(a, a);
}

LIMB__INLINE double limb__vec3_length(limb__vec3 a)
{
    return sqrt(limb__vec3_squared(a));
}

// Normalizes a; returns the given fallback if its length is zero.
LIMB__INLINE limb__vec3 limb__vec3_unit(limb__vec3 a, limb__vec3 fallback)
{
    // scaled first, so that squares of tiny and huge vectors neither underflow nor overflow
    const double largest = fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
    if (!(largest > 0) || !isfinite(largest)) return fallback;
    const limb__vec3 b = {a.x / largest, a.y / largest, a.z / largest};
    return limb__vec3_scale(b, 1 / limb__vec3_length(b));
}

// Returns any unit vector perpendicular to a, which need not be unit but must not be zero.
LIMB__INLINE limb__vec3 limb__vec3_normal_to(limb__vec3 a)
{
    const double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    const limb__vec3 axis = x <= y && x <= z ? (limb__vec3){1, 0, 0}
                            : y <= z         ? (limb__vec3){0, 1, 0}
                                             : (limb__vec3){0, 0, 1};
    return limb__vec3_unit(limb__vec3_cross(a, axis), (limb__vec3){1, 0, 0});
}

//---- poses (3x4 row-major) -----------------------------------------------------------------------

LIMB__INLINE limb__vec3 limb__vec3_rotate(const double pose[12], limb__vec3 a)
{
    return (limb__vec3){
        limb__fma1(pose[2], a.z, limb__fma1(pose[1], a.y, pose[0] * a.x)),
        limb__fma1(pose[6], a.z, limb__fma1(pose[5], a.y, pose[4] * a.x)),
        limb__fma1(pose[10], a.z, limb__fma1(pose[9], a.y, pose[8] * a.x)),
    };
}

LIMB__INLINE limb__vec3 limb__vec3_rotate_back(const double pose[12], limb__vec3 a)
{
    return (limb__vec3){
        limb__fma1(pose[8], a.z, limb__fma1(pose[4], a.y, pose[0] * a.x)),
        limb__fma1(pose[9], a.z, limb__fma1(pose[5], a.y, pose[1] * a.x)),
        limb__fma1(pose[10], a.z, limb__fma1(pose[6], a.y, pose[2] * a.x)),
    };
}

LIMB__INLINE limb__vec3 limb__vec3_origin(const double pose[12])
{
    return (limb__vec3){pose[3], pose[7], pose[11]};
}

LIMB__INLINE limb__vec3 limb__vec3_transform(const double pose[12], limb__vec3 a)
{
    return limb__vec3_add(limb__vec3_rotate(pose, a), limb__vec3_origin(pose));
}

#endif
