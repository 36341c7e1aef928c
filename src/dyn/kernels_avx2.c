// The AVX2 path of dynamics; empty where the compiler was not told to make it.
#if defined(__AVX2__) && defined(__FMA__)
#include "dyn/kernels.inc"
#else
typedef int limb__dyn_avx2_is_empty;
#endif
