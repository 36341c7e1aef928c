// a b + c, fused only where the path has the instruction: see math/lanes.h.
#ifndef LIMB_MATH_FMA_H
#define LIMB_MATH_FMA_H

// Small functions on values: a call would send them through memory, where a vector store read back
// as numbers (or the other way round) stalls the processor.
#define LIMB__INLINE static inline __attribute__((always_inline))

// The name of a function of a file that is compiled once per path.
#if defined(__AVX2__) && defined(__FMA__)
#define LIMB__PATHED(name) name##_avx2
#else
#define LIMB__PATHED(name) name##_portable
#endif

LIMB__INLINE double limb__fma1(double a, double b, double c)
{
#if defined(__AVX2__) && defined(__FMA__)
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}

#endif
