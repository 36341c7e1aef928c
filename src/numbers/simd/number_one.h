// Numbers of kernels that compute one configuration: a number is a double.
//
// The templates vec.h, rnea.inc and others use `number`; a source includes one of number_one.h,
// number_double.h and number_float.h before them to define it.
#ifndef LIMB_SIMD_NUMBER_ONE_H
#define LIMB_SIMD_NUMBER_ONE_H

#include "numbers/simd/registers.h"

typedef double number;
typedef double real; // one lane of a number

LIMB__INLINE number number_of(real x)
{
    return x;
}

// a b + c
LIMB__INLINE number number_fma(number a, number b, number c)
{
    return limb__fma1(a, b, c);
}

#endif
