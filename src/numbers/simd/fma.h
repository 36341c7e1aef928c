// a b + c, fused only if the instruction set has it, never by the compiler's choice: one
// instruction set gives the same bits with every compiler.
#ifndef LIMB_SIMD_FMA_H
#define LIMB_SIMD_FMA_H

#include "base/isa.h"

// LIMB__FUSED: products can be fused. LIMB__WIDE: in addition one register holds four doubles.
#if defined(__AVX2__) && defined(__FMA__)
#define LIMB__WIDE  1
#define LIMB__FUSED 1
#elif defined(LIMB__NEON)
#define LIMB__WIDE  0
#define LIMB__FUSED 1
#else
#define LIMB__WIDE  0
#define LIMB__FUSED 0
#endif

LIMB__INLINE double limb__fma1(double a, double b, double c)
{
#if LIMB__FUSED
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}

#endif
