// Operations of an instruction set for kernels: fused products, and registers of four doubles or
// eight floats that can be shuffled. Two smaller registers replace one if necessary.
#ifndef LIMB_SIMD_REGISTERS_H
#define LIMB_SIMD_REGISTERS_H

#include "numbers/math/lanes.h"
#include "numbers/simd/fma.h"

#if LIMB__WIDE
#include <immintrin.h>
#elif LIMB__FUSED
#include <arm_neon.h>
#endif

// a b + c
LIMB__INLINE limb__v4 fma4(limb__v4 a, limb__v4 b, limb__v4 c)
{
#if LIMB__WIDE
    return _mm256_fmadd_pd(a, b, c);
#elif LIMB__FUSED
    return (limb__v4){limb__fma1(a[0], b[0], c[0]), limb__fma1(a[1], b[1], c[1]),
                      limb__fma1(a[2], b[2], c[2]), limb__fma1(a[3], b[3], c[3])};
#else
    return a * b + c;
#endif
}

LIMB__INLINE limb__v8 fma8(limb__v8 a, limb__v8 b, limb__v8 c)
{
#if LIMB__WIDE
    return _mm256_fmadd_ps(a, b, c);
#elif LIMB__FUSED
    limb__v8 out;
    for (int k = 0; k < 8; k++)
        out[k] = __builtin_fmaf(a[k], b[k], c[k]);
    return out;
#else
    return a * b + c;
#endif
}

//---- choosing by lane ----------------------------------------------------------------------------

// mask lanes are all ones or all zeros, as results of comparisons
LIMB__INLINE limb__v4 select4(limb__i4 mask, limb__v4 yes, limb__v4 no)
{
#if LIMB__WIDE
    return _mm256_blendv_pd(no, yes, (__m256d)mask);
#else
    return limb__select4(mask, yes, no);
#endif
}

LIMB__INLINE bool all4(limb__i4 mask)
{
#if LIMB__WIDE
    return _mm256_movemask_pd((__m256d)mask) == 15;
#else
    return (mask[0] & mask[1] & mask[2] & mask[3]) != 0;
#endif
}

// out[k] = from[pick[2 k] / 2]: pick counts halves of numbers, as the instruction does
LIMB__INLINE limb__v4 permute4(const double *from, const int pick[8])
{
#if LIMB__WIDE
    const __m256 halves = *(const __m256 *)(const void *)from;
    return (limb__v4)_mm256_permutevar8x32_ps(halves, *(const __m256i *)(const void *)pick);
#else
    return (limb__v4){from[pick[0] / 2], from[pick[2] / 2], from[pick[4] / 2], from[pick[6] / 2]};
#endif
}

//---- comparing by lane ---------------------------------------------------------------------------

// bit k is set where lane k of the mask is
LIMB__INLINE int bits4(limb__i4 mask)
{
#if LIMB__WIDE
    return _mm256_movemask_pd((__m256d)mask);
#else
    int bits = 0;
    for (int k = 0; k < 4; k++)
        bits |= mask[k] ? 1 << k : 0;
    return bits;
#endif
}

LIMB__INLINE int bits8(limb__i8 mask)
{
#if LIMB__WIDE
    return _mm256_movemask_ps((__m256)mask);
#else
    int bits = 0;
    for (int k = 0; k < 8; k++)
        bits |= mask[k] ? 1 << k : 0;
    return bits;
#endif
}

LIMB__INLINE limb__v4 min4(limb__v4 a, limb__v4 b)
{
#if LIMB__WIDE
    return _mm256_min_pd(a, b);
#else
    return limb__select4(a < b, a, b);
#endif
}

LIMB__INLINE limb__v4 max4(limb__v4 a, limb__v4 b)
{
#if LIMB__WIDE
    return _mm256_max_pd(a, b);
#else
    return limb__select4(a > b, a, b);
#endif
}

LIMB__INLINE limb__v8 max8(limb__v8 a, limb__v8 b)
{
#if LIMB__WIDE
    return _mm256_max_ps(a, b);
#else
    const limb__i8 mask = a > b;
    return (limb__v8)(((limb__i8)a & mask) | ((limb__i8)b & ~mask));
#endif
}

LIMB__INLINE limb__i8 choose8(limb__i8 mask, limb__i8 yes, limb__i8 no)
{
#if LIMB__WIDE
    return (limb__i8)_mm256_blendv_ps((__m256)no, (__m256)yes, (__m256)mask);
#else
    return (yes & mask) | (no & ~mask);
#endif
}

// the maximum of the lanes, in all of them
LIMB__INLINE limb__v8 largest8(limb__v8 a)
{
    a = max8(a, __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3));
    a = max8(a, __builtin_shufflevector(a, a, 2, 3, 0, 1, 6, 7, 4, 5));
    return max8(a, __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6));
}

// the first lane whose mask is set; 0 if there is none
LIMB__INLINE int first_of8(limb__i8 mask)
{
    return __builtin_ctz((unsigned)bits8(mask) | 256) & 7;
}

LIMB__INLINE limb__v4 sqrt4(limb__v4 a)
{
#if LIMB__WIDE
    return _mm256_sqrt_pd(a);
#else
    return (limb__v4){__builtin_sqrt(a[0]), __builtin_sqrt(a[1]), __builtin_sqrt(a[2]),
                      __builtin_sqrt(a[3])};
#endif
}

LIMB__INLINE limb__v8 sqrt8(limb__v8 a)
{
#if LIMB__WIDE
    return _mm256_sqrt_ps(a);
#else
    limb__v8 out;
    for (int k = 0; k < 8; k++)
        out[k] = __builtin_sqrtf(a[k]);
    return out;
#endif
}

LIMB__INLINE double sum4(limb__v4 a)
{
    return (a[0] + a[1]) + (a[2] + a[3]);
}

LIMB__INLINE limb__v4 abs4(limb__v4 a)
{
    return (limb__v4)((limb__i4)a & INT64_MAX);
}

LIMB__INLINE limb__v8 abs8(limb__v8 a)
{
    return (limb__v8)((limb__i8)a & INT32_MAX);
}

#endif
