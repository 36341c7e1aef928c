// Vector lanes: doubles or floats that are computed with together.
//
// A file that includes this is compiled once per path (limb_isa); LIMB__PATHED(name) gives its
// functions the path's name. Products are fused only where the path has the instruction, by
// limb__fma*, never by the compiler's choice: one path gives the same bits with every compiler.
#ifndef LIMB_MATH_LANES_H
#define LIMB_MATH_LANES_H

#include "limb/base.h"
#include "math/fma.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

typedef double limb__v2 __attribute__((vector_size(16), may_alias));
typedef int64_t limb__i2 __attribute__((vector_size(16), may_alias));
typedef float limb__f4 __attribute__((vector_size(16), may_alias));
typedef int32_t limb__if4 __attribute__((vector_size(16), may_alias));
typedef double limb__v4 __attribute__((vector_size(32), may_alias));
typedef double limb__v4u __attribute__((vector_size(32), may_alias, aligned(8)));
typedef int64_t limb__i4 __attribute__((vector_size(32), may_alias));
typedef float limb__v8 __attribute__((vector_size(32), may_alias));
typedef int32_t limb__i8 __attribute__((vector_size(32), may_alias));

LIMB__INLINE limb__v4 limb__splat4(double x)
{
    return (limb__v4){x, x, x, x};
}

LIMB__INLINE limb__v8 limb__splat8(float x)
{
    return (limb__v8){x, x, x, x, x, x, x, x};
}

// a b + c
LIMB__INLINE limb__v4 limb__fma4(limb__v4 a, limb__v4 b, limb__v4 c)
{
#if defined(__AVX2__) && defined(__FMA__)
    return _mm256_fmadd_pd(a, b, c);
#else
    return a * b + c;
#endif
}

LIMB__INLINE limb__v8 limb__fma8(limb__v8 a, limb__v8 b, limb__v8 c)
{
#if defined(__AVX2__) && defined(__FMA__)
    return _mm256_fmadd_ps(a, b, c);
#else
    return a * b + c;
#endif
}

// mask lanes are all ones or all zeros, as comparisons give them
LIMB__INLINE limb__v4 limb__select4(limb__i4 mask, limb__v4 yes, limb__v4 no)
{
#if defined(__AVX2__) && defined(__FMA__)
    return _mm256_blendv_pd(no, yes, (__m256d)mask);
#else
    return (limb__v4)(((limb__i4)yes & mask) | ((limb__i4)no & ~mask));
#endif
}

LIMB__INLINE bool limb__all4(limb__i4 mask)
{
#if defined(__AVX2__) && defined(__FMA__)
    return _mm256_movemask_pd((__m256d)mask) == 15;
#else
    return (mask[0] & mask[1] & mask[2] & mask[3]) != 0;
#endif
}

#endif
