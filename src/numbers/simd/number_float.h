// Numbers of kernels that compute a block of LIMB_LANES_FLOAT configurations in floats.
//
// A number of a block is 64 bytes: PARTS vectors `number` of the instruction set's own width,
// computed side by side because a single one would be latency bound.
#ifndef LIMB_SIMD_NUMBER_FLOAT_H
#define LIMB_SIMD_NUMBER_FLOAT_H

#include "numbers/simd/registers.h"

// The name of a function that exists for doubles and for floats.
#define LIMB__REAL_NAME(name) name##_float

typedef float real;      // one lane of a number
enum { SINE_TERMS = 3 }; // of the polynomial with sufficient precision

#if LIMB__WIDE

typedef limb__v8 number;
typedef limb__i8 number_bits;
enum { PARTS = 2 };

LIMB__INLINE number number_of(real x)
{
    return limb__splat8(x);
}

// a b + c
LIMB__INLINE number number_fma(number a, number b, number c)
{
    return _mm256_fmadd_ps(a, b, c);
}

// c - a b
LIMB__INLINE number number_fnma(number a, number b, number c)
{
    return _mm256_fnmadd_ps(a, b, c);
}

// by the lowest bit of each lane
LIMB__INLINE number number_choose(number_bits odd, number yes, number no)
{
    return _mm256_blendv_ps(no, yes, (__m256)(odd << 31));
}

// whether all bits are set
LIMB__INLINE bool number_all(number_bits mask)
{
    return _mm256_movemask_ps((__m256)mask) == 255;
}

#else

typedef limb__f4 number;
typedef limb__if4 number_bits;
enum { PARTS = 4 };

LIMB__INLINE number number_of(real x)
{
    return (number){x, x, x, x};
}

LIMB__INLINE number number_fma(number a, number b, number c)
{
#if LIMB__FUSED
    return vfmaq_f32(c, a, b);
#else
    return a * b + c;
#endif
}

LIMB__INLINE number number_fnma(number a, number b, number c)
{
#if LIMB__FUSED
    return vfmsq_f32(c, a, b);
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
    return (mask[0] & mask[1] & mask[2] & mask[3]) == -1;
}

#endif
#endif
