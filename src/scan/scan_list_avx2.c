// The AVX2 path of reading lists of numbers; empty where the compiler was not told to make it.
#if defined(__AVX2__) && defined(__FMA__)
#include "scan/scan_list.inc"
#else
typedef int limb__scan_list_avx2_is_empty;
#endif
