// One name for both kinds of lanes: code written with V and REAL is included once with
// LIMB__FLOAT_LANES 0 and once with 1.
#undef V
#undef REAL
#undef LANES
#undef FMA
#undef SPLAT
#undef SINCOS
#undef NAMED
#if LIMB__FLOAT_LANES
#define V           limb__v8
#define REAL        float
#define LANES       8
#define FMA         limb__fma8
#define SPLAT(x)    limb__splat8((float)(x))
#define SINCOS      limb__sincos8
#define NAMED(name) LIMB__PATHED(name##_float)
#else
#define V           limb__v4
#define REAL        double
#define LANES       4
#define FMA         limb__fma4
#define SPLAT(x)    limb__splat4(x)
#define SINCOS      limb__sincos4
#define NAMED(name) LIMB__PATHED(name)
#endif
