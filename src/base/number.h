// Numbers as text: correctly rounded reading and shortest writing, free of locale.
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

// Reads the longest decimal number [+-]digits[.digits][(e|E)[+-]digits] that begins at text ("1.",
// ".5" too; no white space, no hex) and puts the position after it into *stop; malformed: *stop =
// text. Never reads at or past end. It is faster with readable bytes after the digits: let end be
// that of the whole document rather than that of one attribute, whose quote stops the number just
// as well. To read many, see limb__number_read in number_decimal.h.
limb__number_result limb__number_parse(const char *text, const char *end, double *value,
                                       const char **stop);

// 10^exponent as the nearest double: 0 or infinity beyond their range.
double limb__number_power_of_ten(int exponent);
// The exponent e of the leading digit, 10^e <= |value| < 10^(e + 1), for a finite value that
// is not 0.
int limb__number_exponent(double value);

enum { LIMB__NUMBER_TEXT_MAX = 32 };

// Shortest decimal that reads back as the same double, the nearest one where there are several;
// without NUL; returns its length. Plain notation for 1e-5 <= |x| < 1e16 ("0.001",
// "1.5707963267948966", "300"), else an exponent with sign and no padding ("1e-6", "1.5e+20");
// "inf", "-inf", "nan"; -0 is "-0".
size_t limb__number_print(char text[LIMB__NUMBER_TEXT_MAX], double value);

#endif
