// The AVX2 path of measuring facets; empty where the compiler was not told to make it.
#if defined(__AVX2__) && defined(__FMA__)
#include "mesh/facets.inc"
#else
typedef int limb__facets_avx2_is_empty;
#endif
