// Powers of ten to 128 bits: the table for reading and writing numbers.
#ifndef LIMB_BASE_POWERS_H
#define LIMB_BASE_POWERS_H

#include "base/bits.h"

enum {
    LIMB__POWER_MIN = -342,     // smallest power that 19 digits of a non-zero double can have
    LIMB__POWER_MAX = 324,      // largest power that writing the smallest double needs
    LIMB__POWER_EXACT_MAX = 55, // 5^0 .. 5^55 fit in 128 bits
    LIMB__POWER_STEP = 27,      // 5^26 fits in 64 bits
};

// floor(10^k * 2^(127 - floor(log2(10^k)))) for k = LIMB__POWER_MIN .. LIMB__POWER_MAX: the leading
// 128 bits of 10^k, cut. Exact for k = 0 .. LIMB__POWER_EXACT_MAX.
extern const limb__wide limb__power_of_ten[LIMB__POWER_MAX - LIMB__POWER_MIN + 1];

// The same from every 27th power, which takes longer. In a module that a page loads the table of
// all powers, which does not compress, counts more.
limb__wide limb__power_compute(int k);

static inline limb__wide limb__power(int k)
{
#ifdef LIMB__COMPUTE_POWERS
    return limb__power_compute(k);
#else
    return limb__power_of_ten[k - LIMB__POWER_MIN];
#endif
}

// floor(log2(10^k)) for |k| <= 1650: the fraction is log2(10) to 19 bits.
static inline int limb__power_exponent(int k)
{
    return (int)((k * (int64_t)1741647) >> 19);
}

#endif
