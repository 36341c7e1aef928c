// The AVX2 path of measuring facets; empty unless the compiler targets AVX2.
#if defined(__AVX2__) && defined(__FMA__)
#include "mesh/facets.inc"
#else
typedef int limb__facets_avx2_is_empty;
#endif
