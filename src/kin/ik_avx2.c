// The AVX2 path of inverse kinematics; empty where the compiler was not told to make it.
#if defined(__AVX2__) && defined(__FMA__)
#include "kin/ik.inc"
#else
typedef int limb__ik_avx2_is_empty;
#endif
