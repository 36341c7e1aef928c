// Parses floats and indices in mesh text, millions of them.
//
// A number of up to 18 digits with a small power of ten is one multiplication of two doubles, each
// within half a unit in the last place: the product is off by less than two units. Rounding it to a
// float is right unless it is within eight units of the midpoint between two floats; then (one case
// in thirty million) the general parser decides. Digits are read eight at a time (D. Lemire,
// "Number parsing at a gigabyte per second", 2021).
#ifndef LIMB_MESH_FILES_SCAN_H
#define LIMB_MESH_FILES_SCAN_H

#include "base/number.h"

#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && defined(__GNUC__)
#define LIMB__SCAN_WORDS 1
#else
#define LIMB__SCAN_WORDS 0
#endif

const char *limb__scan_float_slow(const char *text, const char *end, float *value);

#if LIMB__SCAN_WORDS
// number of digits at the start of the eight bytes
static inline int limb__scan_digit_count(uint64_t word)
{
    const uint64_t zero_based = word ^ 0x3030303030303030u;
    const uint64_t not_digit =
        ((zero_based + 0x7676767676767676u) | zero_based) & 0x8080808080808080u;
    return not_digit ? __builtin_ctzll(not_digit) >> 3 : 8;
}

// the value of eight digits, zero-based
static inline uint32_t limb__scan_eight(uint64_t word)
{
    word = word * 10 + (word >> 8);
    return (uint32_t)((((word & 0x000000ff000000ffu) * 0x000f424000000064u) +
                       (((word >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
                      32);
}

// the value of the first count digits, 1 to 8
static inline uint32_t limb__scan_digits(uint64_t word, int count)
{
    return limb__scan_eight((word ^ 0x3030303030303030u) << (8 * (8 - count)));
}

// whether the eight bytes are a digit, a point and six digits, as written by %e and %f; *digits is
// then the number without its point
static inline bool limb__scan_seven(uint64_t word, uint64_t *digits)
{
    const uint64_t zero_based = word ^ 0x3030303030302e30u;
    const uint64_t other = ((zero_based + 0x7676767676767f76u) | zero_based) & 0x8080808080808080u;
    *digits = limb__scan_eight((zero_based & ~(uint64_t)0xff) | (zero_based & 0xff) << 8);
    return other == 0;
}
#endif

#if LIMB__SCAN_WORDS
// Multiplies the digits by a power of ten, after an exponent that may start at `at`. At most 28
// bytes after the start of the number have been read.
// text, where the number begins, at most 28 bytes have been read.
static inline const char *limb__scan_scaled(const char *text, const char *end, const char *at,
                                            uint64_t negative, uint64_t digits, int exponent,
                                            float *value)
{
    static const double scale[45] = {1e-22, 1e-21, 1e-20, 1e-19, 1e-18, 1e-17, 1e-16, 1e-15, 1e-14,
                                     1e-13, 1e-12, 1e-11, 1e-10, 1e-9,  1e-8,  1e-7,  1e-6,  1e-5,
                                     1e-4,  1e-3,  1e-2,  1e-1,  1e0,   1e1,   1e2,   1e3,   1e4,
                                     1e5,   1e6,   1e7,   1e8,   1e9,   1e10,  1e11,  1e12,  1e13,
                                     1e14,  1e15,  1e16,  1e17,  1e18,  1e19,  1e20,  1e21,  1e22};
    if ((*at | 32) == 'e') {
        const char *mark = at + 1;
        const int down = *mark == '-'; // signs of exponents are unpredictable
        mark += down | (*mark == '+');
        // one to three digits, by branches: the end of a loop would be mispredicted
        int written = *mark++ - '0';
        if (written < 0 || written > 9) return limb__scan_float_slow(text, end, value);
        if ((unsigned char)(*mark - '0') < 10) written = written * 10 + (*mark++ - '0');
        if ((unsigned char)(*mark - '0') < 10) written = written * 10 + (*mark++ - '0');
        if ((unsigned char)(*mark - '0') < 10) return limb__scan_float_slow(text, end, value);
        exponent += (written ^ -down) + down;
        at = mark;
    }
    if (exponent < -22 || exponent > 22) {
        if (digits != 0) return limb__scan_float_slow(text, end, value);
        exponent = 0;
    }
    const double near = (double)(int64_t)digits * scale[exponent + 22];
    // a float keeps 24 of the 53 bits: is the rest close to its half?
    uint64_t bits;
    memcpy(&bits, &near, 8);
    const uint32_t rest = (uint32_t)(bits & 0x1fffffff);
    if (rest - 0x0ffffff8u <= 16u || near > 3e38 || (near < 1e-37 && digits != 0))
        return limb__scan_float_slow(text, end, value);
    bits |= negative << 63;
    double read;
    memcpy(&read, &bits, 8);
    *value = (float)read;
    return at;
}
#endif

// Returns the position after the number, or NULL if there is none at text. The value may be
// infinite or NaN if the text says so or is out of range.
// NaN where the text says so or is out of range.
static inline const char *limb__scan_float(const char *text, const char *end, float *value)
{
#if LIMB__SCAN_WORDS
    static const uint32_t power[9] = {1,      10,      100,      1000,     10000,
                                      100000, 1000000, 10000000, 100000000};
    if (end - text < 32) return limb__scan_float_slow(text, end, value);
    // signs are unpredictable: no branches
    const char *at = text;
    const uint64_t negative = *at == '-';
    at += negative | (*at == '+');

    // the usual form has its own branch: the end of the number is then known at once
    uint64_t word;
    uint64_t digits;
    memcpy(&word, at, 8);
    if (limb__scan_seven(word, &digits) && (unsigned char)(at[8] - '0') >= 10)
        return limb__scan_scaled(text, end, at + 8, negative, digits, -6, value);

    // up to eight digits before the point, up to sixteen after it, eighteen together
    const int whole = limb__scan_digit_count(word);
    digits = whole ? limb__scan_digits(word, whole) : 0;
    int ndigit = whole;
    at += whole;
    int exponent = 0;
    if (*at == '.') {
        at++;
        memcpy(&word, at, 8);
        int count = limb__scan_digit_count(word);
        if (count > 0) digits = digits * power[count] + limb__scan_digits(word, count);
        at += count;
        exponent = -count;
        if (count == 8) {
            memcpy(&word, at, 8);
            count = limb__scan_digit_count(word);
            if (whole + 8 + count > 18) return limb__scan_float_slow(text, end, value);
            if (count > 0) digits = digits * power[count] + limb__scan_digits(word, count);
            at += count;
            exponent -= count;
        }
        ndigit -= exponent;
    }
    // too long, or nothing
    if ((unsigned char)(*at - '0') < 10 || ndigit == 0)
        return limb__scan_float_slow(text, end, value);
    return limb__scan_scaled(text, end, at, negative, digits, exponent, value);
#else
    return limb__scan_float_slow(text, end, value);
#endif
}

// Parses a decimal integer with sign; beyond 18 digits the result is some number of at least 10^18.
// NULL: there is none.
// none begins here.
static inline const char *limb__scan_int(const char *text, const char *end, int64_t *value)
{
#if LIMB__SCAN_WORDS
    // short ones without sign, as nearly all are
    if (end - text >= 8) {
        uint64_t word;
        memcpy(&word, text, 8);
        const int count = limb__scan_digit_count(word);
        if (count > 0 && count < 8) {
            *value = limb__scan_digits(word, count);
            return text + count;
        }
    }
#endif
    const char *at = text;
    const bool negative = at < end && *at == '-';
    if (negative || (at < end && *at == '+')) at++;
    const char *first = at;
    int64_t sum = 0;
    for (; at < end && (unsigned char)(*at - '0') < 10; at++) {
        if (at - first < 18) sum = sum * 10 + (*at - '0');
    }
    if (at == first) return NULL;
    if (at - first > 18 && sum < INT64_C(1000000000000000000)) sum = INT64_C(1000000000000000000);
    *value = negative ? -sum : sum;
    return at;
}

// white space of any kind, line ends included
static inline const char *limb__scan_space(const char *text, const char *end)
{
    while (text < end && (unsigned char)*text <= ' ')
        text++;
    return text;
}

// white space within the line
static inline const char *limb__scan_blank(const char *text, const char *end)
{
    if (text < end && (unsigned char)*text > ' ') return text;
    while (text < end && (*text == ' ' || *text == '\t' || *text == '\r'))
        text++;
    return text;
}

// the line's end or end
static inline const char *limb__scan_line(const char *text, const char *end)
{
    const char *found = memchr(text, '\n', (size_t)(end - text));
    return found ? found : end;
}

// Returns the content of a line or its rest, without surrounding white space.
static inline limb_text limb__scan_words(const char *text, const char *end)
{
    text = limb__scan_blank(text, end);
    while (end > text && (unsigned char)end[-1] <= ' ')
        end--;
    return (limb_text){text, (size_t)(end - text)};
}

#endif
