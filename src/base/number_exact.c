// Exact comparison of a decimal with a halfway point between two doubles, in big integers.
//
// Both sides are scaled to integers: D * 5^e * 2^e against H * 2^f, where powers are moved to the
// side that keeps exponents positive (Clinger 1990, "How to read floating point numbers
// accurately"). A halfway point has at most 767 significant digits, so of a longer decimal it only
// matters whether a nonzero digit follows.
#include "base/number_exact.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum {
    MAX_DIGITS = 770,
    // 771 digits take 2562 bits, and so does the other operand; powers of five up to 5^1113 occur
    MAX_WORDS = 4096 / 32
};

typedef struct big {
    int size;                 // words in use, the highest is not 0
    uint32_t word[MAX_WORDS]; // lowest first
} big;

static int64_t read_digits(big *number, const char *first, const char *last, int64_t exponent);
static void multiply_add(big *number, uint32_t factor, uint32_t addend);
static void multiply_power_of_five(big *number, int64_t power);
static void shift_left(big *number, int64_t bits);
static int compare(const big *a, const big *b);

int limb__number_compare_half(const char *first, const char *last, int64_t exponent,
                              uint64_t mantissa, int unit)
{
    big decimal = {0};
    exponent = read_digits(&decimal, first, last, exponent);

    // (mantissa + 1/2) * 2^unit = (2 mantissa + 1) * 2^(unit - 1)
    const uint64_t odd = 2 * mantissa + 1;
    big half = {.size = odd >> 32 ? 2 : 1, .word = {(uint32_t)odd, (uint32_t)(odd >> 32)}};

    if (exponent >= 0) {
        multiply_power_of_five(&decimal, exponent);
    } else {
        multiply_power_of_five(&half, -exponent);
    }
    const int64_t shift = exponent - (unit - 1);
    if (shift >= 0) {
        shift_left(&decimal, shift);
    } else {
        shift_left(&half, -shift);
    }
    return compare(&decimal, &half);
}

// Reads the leading digits into number; returns the exponent of the last one read.
static int64_t read_digits(big *number, const char *first, const char *last, int64_t exponent)
{
    int taken = 0;
    int64_t left_out = 0;
    bool more = false;
    for (const char *p = first; p < last; p++) {
        if (*p == '.') continue;
        const uint32_t digit = (uint32_t)(*p - '0');
        if (taken < MAX_DIGITS) {
            multiply_add(number, 10, digit);
            taken++;
        } else {
            more = more || digit != 0;
            left_out++;
        }
    }
    exponent += left_out;
    if (!more) return exponent;
    // a digit 1 represents all further digits
    multiply_add(number, 10, 1);
    return exponent - 1;
}

static void multiply_add(big *number, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < number->size; i++) {
        carry += (uint64_t)number->word[i] * factor;
        number->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        assert(number->size < MAX_WORDS);
        number->word[number->size++] = (uint32_t)carry;
    }
}

static void multiply_power_of_five(big *number, int64_t power)
{
    const uint32_t five_to_13 = 1220703125;
    for (; power >= 13; power -= 13)
        multiply_add(number, five_to_13, 0);
    for (; power > 0; power--)
        multiply_add(number, 5, 0);
}

static void shift_left(big *number, int64_t bits)
{
    const int words = (int)(bits / 32);
    multiply_add(number, (uint32_t)1 << (bits % 32), 0);
    assert(number->size + words <= MAX_WORDS);
    memmove(number->word + words, number->word, (size_t)number->size * sizeof number->word[0]);
    memset(number->word, 0, (size_t)words * sizeof number->word[0]);
    number->size += words;
}

static int compare(const big *a, const big *b)
{
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    for (int i = a->size - 1; i >= 0; i--) {
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    }
    return 0;
}
