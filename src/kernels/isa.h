// What an instruction set offers to kernels: fused products, and registers of four doubles or eight
// floats that can be shuffled.
#ifndef LIMB_KERNELS_ISA_H
#define LIMB_KERNELS_ISA_H

#include "kernels/fma.h"
#include "math/lanes.h"

#if LIMB__WIDE
#include <immintrin.h>
#endif

// a b + c
LIMB__INLINE limb__v4 fma4(limb__v4 a, limb__v4 b, limb__v4 c)
{
#if LIMB__WIDE
    return _mm256_fmadd_pd(a, b, c);
#else
    return a * b + c;
#endif
}

//---- choosing by lane ----------------------------------------------------------------------------

// mask lanes are all ones or all zeros, as comparisons give them
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

// out[k] = from[pick[2 k] / 2]: pick counts in halves of numbers, as the instruction does
LIMB__INLINE limb__v4 permute4(const double *from, const int pick[8])
{
#if LIMB__WIDE
    const __m256 halves = *(const __m256 *)(const void *)from;
    return (limb__v4)_mm256_permutevar8x32_ps(halves, *(const __m256i *)(const void *)pick);
#else
    return (limb__v4){from[pick[0] / 2], from[pick[2] / 2], from[pick[4] / 2], from[pick[6] / 2]};
#endif
}

#endif
