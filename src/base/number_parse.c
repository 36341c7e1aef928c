// Parses a decimal number to the nearest double, ties to even.
//
// Numbers whose digits and power of ten are exact doubles are rounded by a single operation
// (Clinger 1990, "How to read floating point numbers accurately"), all others by number_round.c.
#include "base/number.h"

#include "base/number_decimal.h"
#include "base/number_round.h"

#include <math.h>

enum { CLINGER_MAX = 22 }; // 10^22 is the largest power of ten that is a double

const double limb__exact_power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
const double limb__signed_power[2][16] = {
    {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15},
    {-1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13, -1e14,
     -1e15}};
const uint64_t limb__whole_power[] = {1,      10,      100,      1000,     10000,
                                      100000, 1000000, 10000000, 100000000};

static limb__number_result read_special(const char *text, const char *p, const char *end,
                                        double *value, const char **stop);
static bool starts_with(const char *p, const char *end, const char *word);
static const char *read_digits(const char *p, const char *end, uint64_t *digits);
static const char *read_exponent(const char *p, const char *end, int64_t *exponent);
static double convert_exact(uint64_t digits, int64_t exponent);

static bool is_digit(char c)
{
    return (unsigned char)(c - '0') <= 9;
}

limb__number_result limb__number_parse(const char *text, const char *end, double *value,
                                       const char **stop)
{
    const char *p = text;
    const bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;

    // digits before the point are few, digits after it many; an overflowing sum is recomputed
    const char *first = p;
    uint64_t digits = 0;
    int64_t exponent = 0;
    for (; p < end && is_digit(*p); p++)
        digits = 10 * digits + (uint64_t)(*p - '0');
    ptrdiff_t ndigit = p - first;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        p = read_digits(p, end, &digits);
        exponent = fraction - p;
        ndigit += p - fraction;
    }
    if (ndigit == 0) return read_special(text, first, end, value, stop);
    const char *last = p;
    if (p < end && (*p | 0x20) == 'e') p = read_exponent(p, end, &exponent);
    *stop = p;

    if (FLT_EVAL_METHOD == 0 && ndigit <= LIMB__NUMBER_MAX_DIGITS && digits <= (uint64_t)1 << 53 &&
        exponent >= -CLINGER_MAX && exponent <= CLINGER_MAX) {
        const double magnitude = convert_exact(digits, exponent);
        *value = negative ? -magnitude : magnitude;
        return LIMB__NUMBER_OK;
    }
    const limb__number_result result =
        limb__number_round(first, last, ndigit, digits, exponent, value);
    if (negative) *value = -*value;
    return result;
}

const char *limb__number_long_decimal(const char *first, const char *p, bool negative,
                                      double *value)
{
    uint64_t digits = 0;
    for (const char *whole = first; whole < p - 1; whole++)
        digits = 10 * digits + (uint64_t)(*whole - '0');
    const char *stop = read_digits(p, p + 3 * 8, &digits);
    const ptrdiff_t ndigit = stop - first - 1;
    if (ndigit > LIMB__NUMBER_MAX_DIGITS) return NULL;
    limb__number_round(first, stop, ndigit, digits, p - stop, value);
    if (negative) *value = -*value;
    return stop;
}

// Parses the words for infinity and not a number; p is after the sign.
static limb__number_result read_special(const char *text, const char *p, const char *end,
                                        double *value, const char **stop)
{
    *value = 0;
    *stop = text;
    if (starts_with(p, end, "inf")) {
        *value = (double)INFINITY;
        *stop = p + (starts_with(p, end, "infinity") ? 8 : 3);
    } else if (starts_with(p, end, "nan")) {
        *value = (double)NAN;
        *stop = p + 3;
    } else {
        return LIMB__NUMBER_MALFORMED;
    }
    if (*text == '-') *value = -*value;
    return LIMB__NUMBER_SPECIAL;
}

// word is in lower case
static bool starts_with(const char *p, const char *end, const char *word)
{
    for (; *word; p++, word++) {
        if (p == end || (*p | 0x20) != *word) return false;
    }
    return true;
}

static const char *read_digits(const char *p, const char *end, uint64_t *digits)
{
    while (end - p >= 8) {
        const uint64_t word = limb__digits_load(p);
        const uint64_t stop = limb__digits_end(word);
        if (stop) {
            size_t count = 0;
            *digits = limb__digits_append(*digits, word, stop, &count);
            return p + count;
        }
        *digits = limb__digits_append_eight(*digits, word);
        p += 8;
    }
    for (; p < end && is_digit(*p); p++)
        *digits = 10 * *digits + (uint64_t)(*p - '0');
    return p;
}

// Parses an exponent; p is at the e, which is not part of the number unless a digit follows.
static const char *read_exponent(const char *p, const char *end, int64_t *exponent)
{
    const int64_t large = (int64_t)1 << 60; // larger than any number of digits can compensate
    const char *e = p++;
    const bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p == end || !is_digit(*p)) return e;
    int64_t written = 0;
    for (; p < end && is_digit(*p); p++) {
        if (written < large / 10) written = 10 * written + (*p - '0');
    }
    *exponent += negative ? -written : written;
    return p;
}

static double convert_exact(uint64_t digits, int64_t exponent)
{
    const double whole = (double)(int64_t)digits;
    return exponent < 0 ? whole / limb__exact_power[-exponent]
                        : whole * limb__exact_power[exponent];
}
