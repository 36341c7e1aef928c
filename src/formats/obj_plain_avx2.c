// The AVX2 path of reading plain lines of OBJ; empty unless the compiler targets AVX2.
#if defined(__AVX2__) && defined(__FMA__)
#include "formats/obj_plain.inc"
#else
typedef int limb__obj_plain_avx2_is_empty;
#endif
