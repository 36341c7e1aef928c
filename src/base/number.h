// Numbers as text: correctly rounded parsing and shortest printing, independent of the locale.
#ifndef LIMB_BASE_NUMBER_H
#define LIMB_BASE_NUMBER_H

#include "limb/base.h"

typedef enum limb__number_result {
    LIMB__NUMBER_OK,
    LIMB__NUMBER_MALFORMED, // no number begins here; the value is 0
    LIMB__NUMBER_OVERFLOW,  // finite as written, too large for a double; the value is +-inf
    LIMB__NUMBER_UNDERFLOW, // not zero as written, but the value is +-0
    LIMB__NUMBER_SPECIAL    // inf, infinity or nan in any case, with or without sign
} limb__number_result;

// Parses the longest decimal number [+-]digits[.digits][(e|E)[+-]digits] at the start of text
// ("1.", ".5" too; no white space, no hex) and stores the position after it in *stop; if malformed,
// *stop = text. Never reads at or beyond end. It is faster with readable bytes after the digits:
// pass the end of the whole document rather than that of one attribute, whose quote stops the
// number as well. To read many numbers, see limb__number_read in number_decimal.h.
limb__number_result limb__number_parse(const char *text, const char *end, double *value,
                                       const char **stop);

// Returns 10^exponent as the nearest double: 0 or infinity outside their range.
double limb__number_power_of_ten(int exponent);
// Returns the exponent e of the leading digit, 10^e <= |value| < 10^(e + 1), for a finite value
// other than 0.
int limb__number_exponent(double value);

enum { LIMB__NUMBER_TEXT_MAX = 32 };

// Prints the shortest decimal that reads back as the same double, the nearest one if there are
// several; without NUL; returns its length. Positional notation for 1e-5 <= |x| < 1e16 ("0.001",
// "1.5707963267948966", "300"), else an exponent with sign and no padding ("1e-6", "1.5e+20").
// "inf", "-inf", "nan"; -0 is "-0".
size_t limb__number_print(char text[LIMB__NUMBER_TEXT_MAX], double value);

#endif
