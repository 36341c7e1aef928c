// The AVX2 path of reading lists of numbers; empty unless the compiler targets AVX2.
#if defined(__AVX2__) && defined(__FMA__)
#include "scan/scan_list.inc"
#else
typedef int limb__scan_list_avx2_is_empty;
#endif
