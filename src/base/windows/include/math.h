// Windows: questions about numbers without mingw's casts, which warn.
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

// the sign of the gamma function goes to a variable there, and nobody reads it
#define lgamma_r(x, sign) (*(sign) = 1, lgamma(x))

#endif
