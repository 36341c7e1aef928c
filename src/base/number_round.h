// The rare part of number parsing: values that one operation on doubles cannot round.
#ifndef LIMB_BASE_NUMBER_ROUND_H
#define LIMB_BASE_NUMBER_ROUND_H

#include "base/number.h"

enum { LIMB__NUMBER_MAX_DIGITS = 19 }; // any 19 digits fit in 64 bits

// Returns the double nearest to the ndigit digits in [first, last), ignoring a point among them,
// times 10^exponent: OK, OVERFLOW or UNDERFLOW. digits is their value if there are at most 19.
limb__number_result limb__number_round(const char *first, const char *last, ptrdiff_t ndigit,
                                       uint64_t digits, int64_t exponent, double *value);

#endif
