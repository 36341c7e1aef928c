// Short decimals such as 0, 1.5 and -0.0312: nearly all numbers of a robot, read without a call.
//
// Digits and power of ten are both doubles here, so that one division rounds once and correctly
// (Clinger 1990, "How to read floating point numbers accurately"). Digits are read eight at a time
// in one word.
#ifndef LIMB_BASE_NUMBER_DECIMAL_H
#define LIMB_BASE_NUMBER_DECIMAL_H

#include "base/bits.h"
#include "base/number.h"

#include <float.h>

// Powers of ten that are doubles: 10^0 .. 10^22.
extern const double limb__exact_power[23];
extern const double limb__signed_power[2][16]; // 10^0 .. 10^15, and their negatives
extern const uint64_t limb__whole_power[9];    // 10^0 .. 10^8

enum {
    LIMB__DECIMAL_WHOLE = 4,  // digits before the point
    LIMB__DECIMAL_REACH = 30, // sign, those, point, and three words: bytes that are looked at
};

// '0'..'9' become 0..9; what is not a digit does not.
static inline uint64_t limb__digits_load(const char *p)
{
    return limb__load_eight(p) ^ 0x3030303030303030u;
}

// The top bit of each byte of a word that is not a digit, up to the first: it is found by an
// addition whose carry out of a byte that is not a digit disturbs only bytes after it.
static inline uint64_t limb__digits_end(uint64_t word)
{
    return ((word + 0x7676767676767676u) | word) & 0x8080808080808080u;
}

// The value of four pairs of digits, each a number in the first, third, fifth and seventh byte: two
// multiplications add them up with their weights in the high half.
static inline uint64_t limb__pairs_value(uint64_t pairs)
{
    const uint64_t low_of_each_half = 0x000000ff000000ffu;
    const uint64_t first_and_third = (pairs & low_of_each_half) * (100 + ((uint64_t)1000000 << 32));
    const uint64_t second_and_fourth =
        ((pairs >> 16) & low_of_each_half) * (1 + ((uint64_t)10000 << 32));
    return (first_and_third + second_and_fourth) >> 32;
}

// Eight digits, one in each byte, the first lowest, after those in front.
static inline uint64_t limb__digits_append_eight(uint64_t front, uint64_t word)
{
    return front * limb__whole_power[8] + limb__pairs_value(10 * word + (word >> 8));
}

// The digits before the end of a word, which has one, after those in front; adds their number to
// count. They are shifted up to the last byte but one, so that zeros come before them and one
// multiplication joins each with its neighbor.
static inline uint64_t limb__digits_append(uint64_t front, uint64_t word, uint64_t end,
                                           size_t *count)
{
    const unsigned bit = (unsigned)limb__trailing_zeros(end); // 8 * number + 7
    *count += bit >> 3;
    return front * limb__whole_power[bit >> 3] +
           limb__pairs_value((word << (63 - bit)) * (10 * 256 + 1));
}

// For limb__number_decimal: a fraction whose first sixteen digits are not the end of it, or too
// many digits for one rounding. It begins at p, after the point, and first is after the sign.
const char *limb__number_long_decimal(const char *first, const char *p, bool negative,
                                      double *value);

// Reads a number of at most four digits and a point, 19 digits in all; an exponent after it is not
// looked at. Returns the place after it, or NULL, when limb__number_parse has to read it.
// LIMB__DECIMAL_REACH bytes can be read.
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
    // signed divisors, since half of the numbers are negative and nobody can guess which
    *value = (double)(int64_t)digits / limb__signed_power[negative][count];
    return p + count;
}

// The same for a number that ends before end, when it is not one with an exponent.
static inline const char *limb__number_decimal_before(const char *text, const char *end,
                                                      double *value)
{
    if (end - text < LIMB__DECIMAL_REACH) return NULL;
    const char *stop = limb__number_decimal(text, value);
    return stop && (*stop | 0x20) != 'e' ? stop : NULL;
}

// limb__number_parse for the reader of many numbers.
static inline limb__number_result limb__number_read(const char *text, const char *end,
                                                    double *value, const char **stop)
{
    const char *after = limb__number_decimal_before(text, end, value);
    if (!after) return limb__number_parse(text, end, value, stop);
    *stop = after;
    return LIMB__NUMBER_OK;
}

#endif
