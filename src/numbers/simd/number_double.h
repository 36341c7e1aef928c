// Numbers of kernels that compute a block of LIMB_LANES configurations in doubles.
//
// A number of a block is 64 bytes: PARTS vectors `number` of the instruction set's own width,
// computed side by side because a single one would be latency bound.
#ifndef LIMB_SIMD_NUMBER_DOUBLE_H
#define LIMB_SIMD_NUMBER_DOUBLE_H

#include "numbers/simd/registers.h"

// The name of a function that exists for doubles and for floats.
#define LIMB__REAL_NAME(name) name

typedef double real;     // one lane of a number
enum { SINE_TERMS = 6 }; // of the polynomial with sufficient precision

#if LIMB__WIDE

typedef limb__v4 number;
typedef limb__i4 number_bits;
enum { PARTS = 2 };

LIMB__INLINE number number_of(real x)
{
    return limb__splat4(x);
}

// a b + c
LIMB__INLINE number number_fma(number a, number b, number c)
{
    return _mm256_fmadd_pd(a, b, c);
}

// c - a b
LIMB__INLINE number number_fnma(number a, number b, number c)
{
    return _mm256_fnmadd_pd(a, b, c);
}

// by the lowest bit of each lane
LIMB__INLINE number number_choose(number_bits odd, number yes, number no)
{
    return _mm256_blendv_pd(no, yes, (__m256d)(odd << 63));
}

// whether all bits are set
LIMB__INLINE bool number_all(number_bits mask)
{
    return _mm256_movemask_pd((__m256d)mask) == 15;
}

#else

typedef limb__v2 number;
typedef limb__i2 number_bits;
enum { PARTS = 4 };

LIMB__INLINE number number_of(real x)
{
    return (number){x, x};
}

LIMB__INLINE number number_fma(number a, number b, number c)
{
#if LIMB__FUSED
    return vfmaq_f64(c, a, b);
#else
    return a * b + c;
#endif
}

LIMB__INLINE number number_fnma(number a, number b, number c)
{
#if LIMB__FUSED
    return vfmsq_f64(c, a, b);
#else
    return c - a * b;
#endif
}

LIMB__INLINE number number_choose(number_bits odd, number yes, number no)
{
    const number_bits mask = -(odd & 1);
    return (number)(((number_bits)yes & mask) | ((number_bits)no & ~mask));
}

LIMB__INLINE bool number_all(number_bits mask)
{
    return (mask[0] & mask[1]) == -1;
}

#endif
#endif
