// a b + c, fused only where the instruction set has it, never by the compiler's choice: one
// instruction set gives the same bits with every compiler.
#ifndef LIMB_KERNELS_FMA_H
#define LIMB_KERNELS_FMA_H

#include "base/isa.h"

// 1: one register holds four doubles, and products can be fused.
#if defined(__AVX2__) && defined(__FMA__)
#define LIMB__WIDE 1
#else
#define LIMB__WIDE 0
#endif

LIMB__INLINE double limb__fma1(double a, double b, double c)
{
#if LIMB__WIDE
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}

#endif
