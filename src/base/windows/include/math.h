// Windows: classifies numbers without the casts of mingw's macros, which cause warnings.
#include_next <math.h>
#ifndef LIMB_WINDOWS_MATH_H
#define LIMB_WINDOWS_MATH_H

#undef isfinite
#undef isinf
#undef isnan
#undef signbit
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x)    __builtin_isinf(x)
#define isnan(x)    __builtin_isnan(x)
#define signbit(x)  __builtin_signbit(x)

// the Windows C library has no lgamma_r; no caller uses the sign of the gamma function
#define lgamma_r(x, sign) (*(sign) = 1, lgamma(x))

#endif
