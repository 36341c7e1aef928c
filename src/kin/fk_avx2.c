// The AVX2 path of forward kinematics; empty where the compiler was not told to make it.
#if defined(__AVX2__) && defined(__FMA__)
#include "kin/fk.inc"
#define LIMB__FLOAT_LANES 0
#include "kin/lanes.inc"
#undef LIMB__FLOAT_LANES
#define LIMB__FLOAT_LANES 1
#include "kin/lanes.inc"
#else
typedef int limb__fk_avx2_is_empty;
#endif
