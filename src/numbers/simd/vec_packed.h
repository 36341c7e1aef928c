// Three-vectors by value, each packed into one register of four doubles; the fourth is
// undefined. The functions are those of vec.h; a spread holds the three entries of a vector
// ready for multiplication.
#ifndef LIMB_SIMD_VEC_PACKED_H
#define LIMB_SIMD_VEC_PACKED_H

#include "numbers/simd/registers.h"

typedef limb__v4 vec;
typedef struct spread {
    limb__v4 x, y, z;
} spread;
typedef struct axes { // columns
    vec x, y, z, p;
} axes;

// y z x
LIMB__INLINE vec vec_rotated(vec a)
{
    return __builtin_shufflevector(a, a, 1, 2, 0, 3);
}

LIMB__INLINE vec vec_of(const double *a)
{
    return (vec){a[0], a[1], a[2], 0};
}

// the same number for all entries from memory; the versions in lanes broadcast theirs
LIMB__INLINE vec vec_splat(const double *a)
{
    return vec_of(a);
}

LIMB__INLINE void vec_put(vec a, double *out)
{
    out[0] = a[0];
    out[1] = a[1];
    out[2] = a[2];
}

// the first entries of four vectors, then the second, then the third
LIMB__INLINE void vec_columns(vec a, vec b, vec c, vec d, double out[12])
{
    const limb__v4 ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const limb__v4 cd = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const limb__v4 ab_second = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const limb__v4 cd_second = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    *(limb__v4 *)out = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
    *(limb__v4 *)(out + 4) = __builtin_shufflevector(ab_second, cd_second, 0, 1, 4, 5);
    *(limb__v4 *)(out + 8) = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

LIMB__INLINE spread spread_of(vec a)
{
    return (spread){__builtin_shufflevector(a, a, 0, 0, 0, 0),
                    __builtin_shufflevector(a, a, 1, 1, 1, 1),
                    __builtin_shufflevector(a, a, 2, 2, 2, 2)};
}

// for a vector in memory, without shuffles
LIMB__INLINE spread spread_at(const vec *a)
{
    const double *entry = (const double *)a;
    return (spread){limb__splat4(entry[0]), limb__splat4(entry[1]), limb__splat4(entry[2])};
}

LIMB__INLINE spread spread_splat(double x, double y, double z)
{
    return (spread){limb__splat4(x), limb__splat4(y), limb__splat4(z)};
}

LIMB__INLINE vec vec_add(vec a, vec b)
{
    return a + b;
}

LIMB__INLINE vec vec_subtract(vec a, vec b)
{
    return a - b;
}

LIMB__INLINE vec vec_scaled(double s, vec a)
{
    return limb__splat4(s) * a;
}

LIMB__INLINE vec vec_add_scaled(vec c, double s, vec a)
{
    return fma4(limb__splat4(s), a, c);
}

LIMB__INLINE double vec_dot(vec a, vec b)
{
    const vec p = a * b;
    return p[0] + p[1] + p[2];
}

// a . b + c . d
LIMB__INLINE double vec_dot2(vec a, vec b, vec c, vec d)
{
    const vec p = fma4(c, d, a * b);
    return p[0] + p[1] + p[2];
}

LIMB__INLINE vec vec_cross(vec a, vec b)
{
    const vec t = fma4(a, vec_rotated(b), -(vec_rotated(a) * b));
    return vec_rotated(t);
}

LIMB__INLINE vec vec_add_cross(vec c, vec a, vec b)
{
    return c + vec_cross(a, b);
}

// a s.x + b s.y + c s.z
LIMB__INLINE vec vec_combine(vec a, vec b, vec c, spread s)
{
    return fma4(c, s.z, fma4(b, s.y, a * s.x));
}

// c + s a, s one entry of a spread
LIMB__INLINE vec vec_add_spread(vec c, limb__v4 s, vec a)
{
    return fma4(s, a, c);
}

LIMB__INLINE axes axes_of(const double *pose)
{
    const limb__v4 a = *(const limb__v4 *)pose, b = *(const limb__v4 *)(pose + 4),
                   c = *(const limb__v4 *)(pose + 8);
    const limb__v4 even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const limb__v4 odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const limb__v4 c_odd = __builtin_shufflevector(c, c, 1, 1, 3, 3);
    return (axes){__builtin_shufflevector(even, c, 0, 1, 4, 5),
                  __builtin_shufflevector(odd, c_odd, 0, 1, 4, 5),
                  __builtin_shufflevector(even, c, 2, 3, 6, 7),
                  __builtin_shufflevector(odd, c_odd, 2, 3, 6, 7)};
}

LIMB__INLINE vec turn_out(axes f, vec a)
{
    return vec_combine(f.x, f.y, f.z, spread_of(a));
}

LIMB__INLINE vec turn_in(const double *pose, vec a)
{
    return vec_combine(*(const limb__v4 *)pose, *(const limb__v4 *)(pose + 4),
                       *(const limb__v4 *)(pose + 8), spread_of(a));
}

LIMB__INLINE vec origin_of(const double *pose)
{
    return (vec){pose[3], pose[7], pose[11], 0};
}

LIMB__INLINE double vec_z(vec a)
{
    return a[2];
}

LIMB__INLINE vec vec_add_z(vec a, double s)
{
    return a + (vec){0, 0, s, 0};
}

// a x (0, 0, s)
LIMB__INLINE vec vec_cross_z(vec a, double s)
{
    return __builtin_shufflevector(a, a, 1, 0, 2, 3) * (vec){s, -s, 0, 0};
}

// of the tensor xx xy xz yy yz zz in memory
LIMB__INLINE void tensor_columns(const double *t, vec *x, vec *y, vec *z)
{
    const limb__v4 a = *(const limb__v4u *)t, b = *(const limb__v4u *)(t + 2);
    *x = a;
    *y = __builtin_shufflevector(a, b, 1, 5, 6, 7);
    *z = __builtin_shufflevector(b, b, 0, 2, 3, 3);
}

// of the matrix that takes r to h x r
LIMB__INLINE void skew_columns(vec h, vec *x, vec *y, vec *z)
{
    *x = __builtin_shufflevector(h, h, 0, 2, 1, 3) * (vec){0, 1, -1, 0};
    *y = __builtin_shufflevector(h, h, 2, 1, 0, 3) * (vec){-1, 0, 1, 0};
    *z = __builtin_shufflevector(h, h, 1, 0, 2, 3) * (vec){1, -1, 0, 0};
}

// x, y, z as columns of a matrix become its rows
LIMB__INLINE void vec_transpose(vec *x, vec *y, vec *z)
{
    const vec a = *x, b = *y, c = *z;
    const vec even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const vec odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    *x = __builtin_shufflevector(even, c, 0, 1, 4, 5);
    *y = __builtin_shufflevector(odd, c, 0, 1, 5, 5);
    *z = __builtin_shufflevector(even, c, 2, 3, 6, 7);
}

#endif
