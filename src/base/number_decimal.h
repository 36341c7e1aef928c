// Short decimals such as 0, 1.5 and -0.0312: nearly all numbers of a robot, parsed inline.
//
// Digits and power of ten are both exact doubles here, so a single division rounds once and
// correctly (Clinger 1990, "How to read floating point numbers accurately"). Digits are read eight
// at a time in one word.
#ifndef LIMB_BASE_NUMBER_DECIMAL_H
#define LIMB_BASE_NUMBER_DECIMAL_H

#include "base/bits.h"
#include "base/number.h"

#include <float.h>

// Powers of ten that are exact doubles: 10^0 .. 10^22.
extern const double limb__exact_power[23];
extern const double limb__signed_power[2][16]; // 10^0 .. 10^15, and their negatives
extern const uint64_t limb__whole_power[9];    // 10^0 .. 10^8

enum {
    LIMB__DECIMAL_WHOLE = 4,  // digits before the point
    LIMB__DECIMAL_REACH = 30, // bytes accessed: sign, whole digits, point, and three words
};

// Maps '0'..'9' to 0..9, and no other character to these.
static inline uint64_t limb__digits_load(const char *p)
{
    return limb__load_eight(p) ^ 0x3030303030303030u;
}

// Returns the top bit of each byte that is not a digit, exact up to the first: the addition's carry
// out of such a byte affects only later bytes.
static inline uint64_t limb__digits_end(uint64_t word)
{
    return ((word + 0x7676767676767676u) | word) & 0x8080808080808080u;
}

// Returns the value of four pairs of digits, each a number in the first, third, fifth and seventh
// byte: two multiplications sum them with their weights in the high half.
static inline uint64_t limb__pairs_value(uint64_t pairs)
{
    const uint64_t low_of_each_half = 0x000000ff000000ffu;
    const uint64_t first_and_third = (pairs & low_of_each_half) * (100 + ((uint64_t)1000000 << 32));
    const uint64_t second_and_fourth =
        ((pairs >> 16) & low_of_each_half) * (1 + ((uint64_t)10000 << 32));
    return (first_and_third + second_and_fourth) >> 32;
}

// Appends eight digits, one in each byte, the first lowest, to those in front.
static inline uint64_t limb__digits_append_eight(uint64_t front, uint64_t word)
{
    return front * limb__whole_power[8] + limb__pairs_value(10 * word + (word >> 8));
}

// Appends the digits before the first non-digit of a word to those in front; adds their number to
// count. They are shifted to the end of the word, so that zeros precede them and one multiplication
// combines each with its neighbor.
static inline uint64_t limb__digits_append(uint64_t front, uint64_t word, uint64_t end,
                                           size_t *count)
{
    const unsigned bit = (unsigned)limb__trailing_zeros(end); // 8 * number + 7
    *count += bit >> 3;
    return front * limb__whole_power[bit >> 3] +
           limb__pairs_value((word << (63 - bit)) * (10 * 256 + 1));
}

// For limb__number_decimal: parses a fraction with more than sixteen digits, or with too many
// digits for one rounding. It starts at p, after the point; first is after the sign.
const char *limb__number_long_decimal(const char *first, const char *p, bool negative,
                                      double *value);

// Parses a number of at most four digits before the point, 19 digits in all; ignores a following
// exponent. Returns the position after it, or NULL if limb__number_parse has to be used.
// LIMB__DECIMAL_REACH bytes must be readable.
static inline const char *limb__number_decimal(const char *text, double *value)
{
    const size_t negative = *text == '-';
    const char *first = text + negative;
    const char *p = first + 1;
    uint64_t digits = (unsigned char)*first - (uint64_t)'0';
    if (digits > 9 || FLT_EVAL_METHOD != 0) return NULL;
    for (uint64_t digit; (digit = (unsigned char)*p - (uint64_t)'0') <= 9; p++) {
        if (p == first + LIMB__DECIMAL_WHOLE) return NULL;
        digits = 10 * digits + digit;
    }
    if (*p != '.') {
        const double magnitude = (double)(int64_t)digits;
        *value = negative ? -magnitude : magnitude;
        return p;
    }
    size_t count = 0;
    uint64_t word = limb__digits_load(++p);
    uint64_t end = limb__digits_end(word);
    if (end) {
        digits = limb__digits_append(digits, word, end, &count);
    } else {
        digits = limb__digits_append_eight(digits, word);
        word = limb__digits_load(p + 8);
        end = limb__digits_end(word);
        if (!end) return limb__number_long_decimal(first, p, negative, value);
        count = 8;
        digits = limb__digits_append(digits, word, end, &count);
        if (digits > (uint64_t)1 << 53) {
            return limb__number_long_decimal(first, p, negative, value);
        }
    }
    // signed divisors avoid a branch on the sign, which is unpredictable: half of the
    // numbers are negative
    *value = (double)(int64_t)digits / limb__signed_power[negative][count];
    return p + count;
}

// The same for a number that ends before end and has no exponent.
static inline const char *limb__number_decimal_before(const char *text, const char *end,
                                                      double *value)
{
    if (end - text < LIMB__DECIMAL_REACH) return NULL;
    const char *stop = limb__number_decimal(text, value);
    return stop && (*stop | 0x20) != 'e' ? stop : NULL;
}

// The same as limb__number_parse, inlined for callers that parse many numbers.
static inline limb__number_result limb__number_read(const char *text, const char *end,
                                                    double *value, const char **stop)
{
    const char *after = limb__number_decimal_before(text, end, value);
    if (!after) return limb__number_parse(text, end, value, stop);
    *stop = after;
    return LIMB__NUMBER_OK;
}

#endif
