// Vector lanes: doubles or floats that are computed together.
#ifndef LIMB_MATH_LANES_H
#define LIMB_MATH_LANES_H

#include "base/isa.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

// Vectors are passed only between inlined functions, so the platform's calling convention
// does not matter.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
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

// mask lanes are all ones or all zeros, as results of comparisons
LIMB__INLINE limb__v4 limb__select4(limb__i4 mask, limb__v4 yes, limb__v4 no)
{
    return (limb__v4)(((limb__i4)yes & mask) | ((limb__i4)no & ~mask));
}

// returns b if one of them is NaN; compilers do not find the single x86 instruction for it
LIMB__INLINE limb__f4 limb__min_f4(limb__f4 a, limb__f4 b)
{
#if defined(__SSE__)
    return _mm_min_ps(a, b);
#else
    const limb__if4 mask = a < b;
    return (limb__f4)(((limb__if4)a & mask) | ((limb__if4)b & ~mask));
#endif
}

LIMB__INLINE limb__f4 limb__max_f4(limb__f4 a, limb__f4 b)
{
#if defined(__SSE__)
    return _mm_max_ps(a, b);
#else
    const limb__if4 mask = a > b;
    return (limb__f4)(((limb__if4)a & mask) | ((limb__if4)b & ~mask));
#endif
}

#endif
