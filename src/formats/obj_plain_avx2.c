// The AVX2 path of reading plain lines of OBJ; empty where the compiler was not told to make it.
#if defined(__AVX2__) && defined(__FMA__)
#include "formats/obj_plain.inc"
#else
typedef int limb__obj_plain_avx2_is_empty;
#endif
