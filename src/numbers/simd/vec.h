// Three-vectors by value, whose entries are numbers: a template for number_one.h, number_double.h
// and number_float.h, one of which is included before.
//
// A spread holds the three entries of a vector ready for multiplication; axes are a pose ready to
// rotate vectors outward. They differ from vec if one register holds a whole vector (vec_packed.h);
// code that uses them compiles for both.
#ifndef LIMB_SIMD_VEC_H
#define LIMB_SIMD_VEC_H

typedef struct vec {
    number x, y, z;
} vec;
typedef vec spread;
typedef struct axes { // columns
    vec x, y, z, p;
} axes;

LIMB__INLINE vec vec_of(const number *a)
{
    return (vec){a[0], a[1], a[2]};
}

LIMB__INLINE vec vec_splat(const double *a)
{
    return (vec){number_of((real)a[0]), number_of((real)a[1]), number_of((real)a[2])};
}

LIMB__INLINE void vec_put(vec a, number *out)
{
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
}

LIMB__INLINE spread spread_of(vec a)
{
    return a;
}

LIMB__INLINE spread spread_at(const vec *a)
{
    return *a;
}

LIMB__INLINE spread spread_splat(double x, double y, double z)
{
    return (spread){number_of((real)x), number_of((real)y), number_of((real)z)};
}

LIMB__INLINE vec vec_add(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

LIMB__INLINE vec vec_subtract(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

LIMB__INLINE vec vec_scaled(number s, vec a)
{
    return (vec){s * a.x, s * a.y, s * a.z};
}

// c + s a
LIMB__INLINE vec vec_add_scaled(vec c, number s, vec a)
{
    return (vec){number_fma(s, a.x, c.x), number_fma(s, a.y, c.y), number_fma(s, a.z, c.z)};
}

LIMB__INLINE number vec_dot(vec a, vec b)
{
    return number_fma(a.z, b.z, number_fma(a.y, b.y, a.x * b.x));
}

LIMB__INLINE number vec_dot2(vec a, vec b, vec c, vec d)
{
    return vec_dot(a, b) + vec_dot(c, d);
}

LIMB__INLINE vec vec_cross(vec a, vec b)
{
    return (vec){number_fma(a.y, b.z, -(a.z * b.y)), number_fma(a.z, b.x, -(a.x * b.z)),
                 number_fma(a.x, b.y, -(a.y * b.x))};
}

// c + a x b
LIMB__INLINE vec vec_add_cross(vec c, vec a, vec b)
{
    return (vec){number_fma(a.y, b.z, number_fma(-a.z, b.y, c.x)),
                 number_fma(a.z, b.x, number_fma(-a.x, b.z, c.y)),
                 number_fma(a.x, b.y, number_fma(-a.y, b.x, c.z))};
}

LIMB__INLINE vec vec_combine(vec a, vec b, vec c, spread s)
{
    return (vec){number_fma(c.x, s.z, number_fma(b.x, s.y, a.x * s.x)),
                 number_fma(c.y, s.z, number_fma(b.y, s.y, a.y * s.x)),
                 number_fma(c.z, s.z, number_fma(b.z, s.y, a.z * s.x))};
}

LIMB__INLINE vec vec_add_spread(vec c, number s, vec a)
{
    return vec_add_scaled(c, s, a);
}

LIMB__INLINE axes axes_of(const number *r)
{
    return (axes){{r[0], r[4], r[8]}, {r[1], r[5], r[9]}, {r[2], r[6], r[10]}, {r[3], r[7], r[11]}};
}

LIMB__INLINE vec turn_out(axes f, vec a)
{
    return vec_combine(f.x, f.y, f.z, spread_of(a));
}

LIMB__INLINE vec turn_in(const number *r, vec a)
{
    return (vec){number_fma(r[8], a.z, number_fma(r[4], a.y, r[0] * a.x)),
                 number_fma(r[9], a.z, number_fma(r[5], a.y, r[1] * a.x)),
                 number_fma(r[10], a.z, number_fma(r[6], a.y, r[2] * a.x))};
}

LIMB__INLINE vec origin_of(const number *pose)
{
    return (vec){pose[3], pose[7], pose[11]};
}

LIMB__INLINE number vec_z(vec a)
{
    return a.z;
}

LIMB__INLINE vec vec_add_z(vec a, number s)
{
    return (vec){a.x, a.y, a.z + s};
}

LIMB__INLINE vec vec_cross_z(vec a, number s)
{
    return (vec){a.y * s, -(a.x * s), number_of(0)};
}

LIMB__INLINE void tensor_columns(const double *t, vec *x, vec *y, vec *z)
{
    *x = (vec){number_of((real)t[0]), number_of((real)t[1]), number_of((real)t[2])};
    *y = (vec){number_of((real)t[1]), number_of((real)t[3]), number_of((real)t[4])};
    *z = (vec){number_of((real)t[2]), number_of((real)t[4]), number_of((real)t[5])};
}

LIMB__INLINE void skew_columns(vec h, vec *x, vec *y, vec *z)
{
    const number none = number_of(0);
    *x = (vec){none, h.z, -h.y};
    *y = (vec){-h.z, none, h.x};
    *z = (vec){h.y, -h.x, none};
}

#endif
