// One name for all kinds of lanes: code written with V and REAL is included once each with
// LIMB__LANES 1 (one double), 4 (doubles) and 8 (floats).
#undef V
#undef I
#undef REAL
#undef FMA
#undef SPLAT
#undef NAMED
#undef CHOOSE
#undef ALL
#if LIMB__LANES == 8
#define V           limb__v8
#define I           limb__i8
#define REAL        float
#define FMA         limb__fma8
#define SPLAT(x)    limb__splat8((float)(x))
#define NAMED(name) LIMB__PATHED(name##_float)
#define CHOOSE      limb__choose8
#define ALL         limb__all8
#elif LIMB__LANES == 4
#define V           limb__v4
#define I           limb__i4
#define REAL        double
#define FMA         limb__fma4
#define SPLAT(x)    limb__splat4(x)
#define NAMED(name) LIMB__PATHED(name)
#define CHOOSE      limb__choose4
#define ALL         limb__all4
#else
#define V           double
#define REAL        double
#define FMA         limb__fma1
#define SPLAT(x)    (x)
#define NAMED(name) LIMB__PATHED(name##_one)
#endif
