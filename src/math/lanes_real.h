// One name for all kinds of numbers that kernels compute with: code written with V and REAL is
// included once each with LIMB__LANES 1 (one double), 8 (a block of doubles) and 16 (of floats).
//
// A number of a block is 64 bytes, PARTS vectors V of the path's own width. CHOOSE takes the
// highest bit of each lane, ALL asks whether all bits are set.
#undef V
#undef I
#undef REAL
#undef PARTS
#undef FMA
#undef FNMA
#undef SPLAT
#undef CHOOSE
#undef ALL
#undef NAMED
#if LIMB__LANES == 1
#define V           double
#define REAL        double
#define FMA         limb__fma1
#define SPLAT(x)    (x)
#define NAMED(name) LIMB__PATHED(name##_one)
#elif LIMB__LANES == 8
#define REAL        double
#define NAMED(name) LIMB__PATHED(name)
#else
#define REAL        float
#define NAMED(name) LIMB__PATHED(name##_float)
#endif

#if LIMB__LANES > 1 && defined(__AVX2__) && defined(__FMA__)
#define PARTS 2
#if LIMB__LANES == 8
#define V                  limb__v4
#define I                  limb__i4
#define FMA                limb__fma4
#define FNMA               _mm256_fnmadd_pd // c - a b
#define SPLAT(x)           limb__splat4(x)
#define CHOOSE(n, yes, no) ((V)_mm256_blendv_pd(no, yes, (__m256d)((n) << 63)))
#define ALL(mask)          (_mm256_movemask_pd((__m256d)(mask)) == 15)
#else
#define V                  limb__v8
#define I                  limb__i8
#define FMA                limb__fma8
#define FNMA               _mm256_fnmadd_ps
#define SPLAT(x)           limb__splat8((float)(x))
#define CHOOSE(n, yes, no) ((V)_mm256_blendv_ps(no, yes, (__m256)((n) << 31)))
#define ALL(mask)          (_mm256_movemask_ps((__m256)(mask)) == 255)
#endif
#elif LIMB__LANES > 1
#define PARTS              4
#define FMA(a, b, c)       ((a) * (b) + (c))
#define FNMA(a, b, c)      ((c) - (a) * (b))
#define CHOOSE(n, yes, no) ((V)(((I)(yes) & -((n)&1)) | ((I)(no) & ~-((n)&1))))
#define ALL(mask)          ((((limb__i2)(mask))[0] & ((limb__i2)(mask))[1]) == -1)
#if LIMB__LANES == 8
#define V        limb__v2
#define I        limb__i2
#define SPLAT(x) ((V){x, x})
#else
#define V        limb__f4
#define I        limb__if4
#define SPLAT(x) ((V){(float)(x), (float)(x), (float)(x), (float)(x)})
#endif
#endif
