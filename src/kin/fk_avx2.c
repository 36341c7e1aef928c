// The AVX2 path of forward kinematics; empty where the compiler was not told to make it.
#if defined(__AVX2__) && defined(__FMA__)
#include "kin/fk.inc"
#define LIMB__LANES 8
#include "kin/lanes.inc"
#undef LIMB__LANES
#define LIMB__LANES 16
#include "kin/lanes.inc"
#else
typedef int limb__fk_avx2_is_empty;
#endif
