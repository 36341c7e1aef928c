// The last step of number parsing: exact comparison of a decimal with a halfway point.
#ifndef LIMB_BASE_NUMBER_EXACT_H
#define LIMB_BASE_NUMBER_EXACT_H

#include <stdint.h>

// Returns the sign of D * 10^exponent - (mantissa + 1/2) * 2^unit, where D are the digits in
// [first, last) as one integer; a decimal point among them is skipped. Both sides are below
// 2^1025 and above 1e-325 and differ by less than 2^unit; if there are more than 700 digits, the
// first is not 0.
int limb__number_compare_half(const char *first, const char *last, int64_t exponent,
                              uint64_t mantissa, int unit);

#endif
