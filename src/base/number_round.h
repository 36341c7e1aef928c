// The rare part of number reading: what one operation on doubles cannot round.
#ifndef LIMB_BASE_NUMBER_ROUND_H
#define LIMB_BASE_NUMBER_ROUND_H

#include "base/number.h"

enum { LIMB__NUMBER_MAX_DIGITS = 19 }; // any 19 digits fit in 64 bits

// The double nearest to the ndigit digits in [first, last), a point among them skipped, times
// 10^exponent: OK, OVERFLOW or UNDERFLOW. Digits is their value when they are at most 19.
limb__number_result limb__number_round(const char *first, const char *last, ptrdiff_t ndigit,
                                       uint64_t digits, int64_t exponent, double *value);

#endif
