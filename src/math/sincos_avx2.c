// The AVX2 path of sincos; empty where the compiler was not told to make it.
#if defined(__AVX2__) && defined(__FMA__)
#include "math/sincos.inc"
#else
typedef int limb__sincos_avx2_is_empty;
#endif
