// Plain decimals such as 0, 1.5 and -0.0312: nearly all numbers of a robot, read without a call.
//
// Digits and power of ten are both doubles here, so that one division rounds once and correctly
// (Clinger 1990, "How to read floating point numbers accurately"). Digits are read eight at a time
// in one word.
#ifndef LIMB_BASE_NUMBER_PLAIN_H
#define LIMB_BASE_NUMBER_PLAIN_H

#include "base/bits.h"
#include "base/number.h"

#include <float.h>

// Powers of ten that are doubles: 10^0 .. 10^22.
extern const double limb__exact_power[23];
extern const uint64_t limb__whole_power[9]; // 10^0 .. 10^8

enum {
    LIMB__PLAIN_WHOLE = 4,  // digits before the point
    LIMB__PLAIN_REACH = 24, // sign, those, point, and two words of eight: bytes that are looked at
};

// '0'..'9' become 0..9; what is no digit does not.
static inline uint64_t limb__digits_load(const char *p)
{
    return limb__load_eight(p) ^ 0x3030303030303030u;
}

// How many bytes of a word are digits before the first that is not; the top bit of each other byte
// is found by an addition whose carry out of a byte that is no digit disturbs only bytes behind it.
static inline int limb__digits_count(uint64_t word)
{
    const uint64_t other = ((word + 0x7676767676767676u) | word) & 0x8080808080808080u;
    return other ? limb__trailing_zeros(other) / 8 : 8;
}

// The value of eight digits, one in each byte, the first lowest: neighbours are joined to pairs,
// and two multiplications add up the pairs with their weights in the high half.
static inline uint64_t limb__digits_value(uint64_t word)
{
    const uint64_t low_of_each_half = 0x000000ff000000ffu;
    const uint64_t pairs = 10 * word + (word >> 8);
    const uint64_t first_and_third = (pairs & low_of_each_half) * (100 + ((uint64_t)1000000 << 32));
    const uint64_t second_and_fourth =
        ((pairs >> 16) & low_of_each_half) * (1 + ((uint64_t)10000 << 32));
    return (first_and_third + second_and_fourth) >> 32;
}

// The first count digits of a word behind those in front: zeros are put before them instead of the
// rest behind them.
static inline uint64_t limb__digits_append(uint64_t front, uint64_t word, int count)
{
    if (count < 8) word = word << (56 - 8 * count) << 8;
    return front * limb__whole_power[count] + limb__digits_value(word);
}

// Reads a number of at most four digits, a point and 15 digits, without exponent. Returns the place
// behind it, or NULL, when limb__number_parse has to read it; so too when fewer than
// LIMB__PLAIN_REACH bytes are left before end.
static inline const char *limb__number_plain(const char *text, const char *end, double *value)
{
    if (FLT_EVAL_METHOD != 0 || end - text < LIMB__PLAIN_REACH) return NULL;
    const bool negative = *text == '-';
    const char *whole = text + negative;
    const char *p = whole;
    uint64_t digits = 0;
    for (unsigned digit; (digit = (unsigned char)*p - (unsigned)'0') <= 9; p++) {
        if (p == whole + LIMB__PLAIN_WHOLE) return NULL;
        digits = 10 * digits + digit;
    }
    if (p == whole) return NULL;
    double magnitude = (double)(int64_t)digits;
    if (*p == '.') {
        uint64_t word = limb__digits_load(++p);
        int count = limb__digits_count(word);
        digits = limb__digits_append(digits, word, count);
        if (count == 8) {
            word = limb__digits_load(p + 8);
            const int more = limb__digits_count(word);
            if (more == 8) return NULL;
            digits = limb__digits_append(digits, word, more);
            count += more;
        }
        if (digits > (uint64_t)1 << 53) return NULL;
        magnitude = (double)(int64_t)digits / limb__exact_power[count];
        p += count;
    }
    if ((*p | 0x20) == 'e') return NULL;
    *value = negative ? -magnitude : magnitude;
    return p;
}

// limb__number_parse for the reader of many numbers.
static inline limb__number_result limb__number_read(const char *text, const char *end,
                                                    double *value, const char **stop)
{
    const char *plain = limb__number_plain(text, end, value);
    if (!plain) return limb__number_parse(text, end, value, stop);
    *stop = plain;
    return LIMB__NUMBER_OK;
}

#endif
