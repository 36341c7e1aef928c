// Reading a decimal number as the nearest double, ties to even.
//
// Three ways, each taken only where the one before cannot answer:
// 1. Up to 2^53 and a power of ten up to 22: both are doubles, one operation rounds once
//    (Clinger 1990, "How to read floating point numbers accurately").
// 2. The first 19 digits times a power of ten of 128 bits (after Eisel and Lemire; Lemire 2021,
//    "Number parsing at a gigabyte per second"). Here the product is taken as an interval that
//    holds the true value; when the interval does not hold the halfway point, the rounding is
//    certain.
// 3. Exact big integers decide on which side of the halfway point the decimal lies.
//
// Digits are read eight at a time in one word.
#include "base/number.h"

#include "base/bits.h"
#include "base/number_exact.h"
#include "base/powers.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    MAX_DIGITS = 19,     // any 19 digits fit in 64 bits
    MANTISSA_BITS = 52,  // those that a double stores
    UNIT_MIN = -1074,    // exponent of the lowest bit of subnormals
    CLINGER_MAX = 22,    // 10^22 is the largest power of ten that is a double
    LARGEST_POWER = 308, // 1e309 overflows
};

// A number as written: digits * 10^exponent.
typedef struct decimal {
    const char *first; // its digits, with the point among them
    const char *last;
    int64_t exponent; // of the last digit in digits
    uint64_t digits;
    int64_t left_out; // how many more digits are written behind those in digits
} decimal;

static limb__number_result read_special(const char *text, const char *p, const char *end,
                                        double *value, const char **stop);
static bool starts_with(const char *p, const char *end, const char *word);
static const char *read_digits(const char *p, const char *end, uint64_t *digits);
static uint64_t eight_digits(uint64_t word);
static const char *read_exponent(const char *p, const char *end, int64_t *exponent);
static void keep_leading_digits(decimal *number);
static limb__number_result convert(const decimal *number, double *value);
static uint64_t round_product(const decimal *number);

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

    // digits before the point are few, digits behind it are many; a sum that wraps is made again
    decimal number = {.first = p};
    for (; p < end && is_digit(*p); p++)
        number.digits = 10 * number.digits + (uint64_t)(*p - '0');
    ptrdiff_t ndigit = p - number.first;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        p = read_digits(p, end, &number.digits);
        number.exponent = fraction - p;
        ndigit += p - fraction;
    }
    if (ndigit == 0) return read_special(text, number.first, end, value, stop);
    number.last = p;
    if (p < end && (*p == 'e' || *p == 'E')) p = read_exponent(p, end, &number.exponent);
    *stop = p;

    if (ndigit > MAX_DIGITS) keep_leading_digits(&number);
    const limb__number_result result = convert(&number, value);
    if (negative) *value = -*value;
    return result;
}

// the words for infinity and not a number; p is behind the sign
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
    static const uint64_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    while (end - p >= 8) {
        // '0'..'9' become 0..9 and anything else gets its top bit marked; a carry out of a byte
        // that is no digit only disturbs bytes behind it
        const uint64_t word = limb__load_eight(p) ^ 0x3030303030303030u;
        const uint64_t other = ((word + 0x7676767676767676u) | word) & 0x8080808080808080u;
        if (other) {
            // put zeros in front of the digits instead of the rest behind them
            const int count = limb__trailing_zeros(other) / 8;
            const uint64_t padded = word << (56 - 8 * count) << 8;
            *digits = *digits * power[count] + eight_digits(padded);
            return p + count;
        }
        *digits = *digits * power[8] + eight_digits(word);
        p += 8;
    }
    for (; p < end && is_digit(*p); p++)
        *digits = 10 * *digits + (uint64_t)(*p - '0');
    return p;
}

// the value of eight digits, one in each byte, the first lowest: neighbours are joined to pairs,
// and two multiplications add up the pairs with their weights in the high half
static uint64_t eight_digits(uint64_t word)
{
    const uint64_t low_of_each_half = 0x000000ff000000ffu;
    const uint64_t pairs = 10 * word + (word >> 8);
    const uint64_t first_and_third = (pairs & low_of_each_half) * (100 + ((uint64_t)1000000 << 32));
    const uint64_t second_and_fourth =
        ((pairs >> 16) & low_of_each_half) * (1 + ((uint64_t)10000 << 32));
    return (first_and_third + second_and_fourth) >> 32;
}

// p is at the e; when no digit follows it does not belong to the number
static const char *read_exponent(const char *p, const char *end, int64_t *exponent)
{
    const int64_t large = (int64_t)1 << 60; // beyond what any count of digits can balance
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

// for a number with more digits than fit: zeros in front do not count, the rest is cut
static void keep_leading_digits(decimal *number)
{
    while (number->first < number->last && (*number->first == '0' || *number->first == '.'))
        number->first++;
    number->digits = 0;
    int taken = 0;
    for (const char *p = number->first; p < number->last; p++) {
        if (*p == '.') continue;
        if (taken < MAX_DIGITS) {
            number->digits = 10 * number->digits + (uint64_t)(*p - '0');
            taken++;
        } else {
            number->left_out++;
        }
    }
    number->exponent += number->left_out;
}

static limb__number_result convert(const decimal *number, double *value)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (FLT_EVAL_METHOD == 0 && number->digits <= (uint64_t)1 << 53 && number->left_out == 0 &&
        number->exponent >= -CLINGER_MAX && number->exponent <= CLINGER_MAX) {
        const double digits = (double)number->digits;
        *value = number->exponent < 0 ? digits / power[-number->exponent]
                                      : digits * power[number->exponent];
        return LIMB__NUMBER_OK;
    }
    const uint64_t infinity = (uint64_t)0x7ff << MANTISSA_BITS;
    uint64_t bits = 0;
    if (number->digits != 0 && number->exponent > LARGEST_POWER) {
        bits = infinity;
    } else if (number->digits != 0 && number->exponent >= LIMB__POWER_MIN) {
        bits = round_product(number);
        if (bits > infinity) bits = infinity;
    }
    memcpy(value, &bits, sizeof bits);
    if (bits == infinity) return LIMB__NUMBER_OVERFLOW;
    return bits == 0 && number->digits != 0 ? LIMB__NUMBER_UNDERFLOW : LIMB__NUMBER_OK;
}

// the bits of the nearest double; beyond those of infinity when it overflows
static uint64_t round_product(const decimal *number)
{
    // the product, cut to its leading 128 bits, high:low * 2^(binary - 63 - shift)
    const int power = (int)number->exponent;
    const int shift = limb__leading_zeros(number->digits);
    const int binary = limb__power_exponent(power);
    const limb__wide factor = limb__power_of_ten[power - LIMB__POWER_MIN];
    const limb__wide upper = limb__multiply_wide(number->digits << shift, factor.high);
    const limb__wide lower = limb__multiply_wide(number->digits << shift, factor.low);
    const uint64_t low = upper.low + lower.high;
    const uint64_t high = upper.high + (low < lower.high);

    // mantissa * 2^unit, cut; drop counts the bits of high that are below it
    const int top = (int)(high >> 63);
    int unit = binary + 11 - shift + top;
    int drop = 10 + top;
    if (unit < UNIT_MIN) {
        drop += UNIT_MIN - unit;
        unit = UNIT_MIN;
    }
    const uint64_t mantissa = drop < 64 ? high >> drop : 0;
    const uint64_t bits = ((uint64_t)(unit - UNIT_MIN) << MANTISSA_BITS) + mantissa;

    // the true value lies at rest:low or above, and below rest:low plus the two errors: two units
    // of low for cutting factor and product, and one unit of the digits if those were cut
    if (drop < 64) {
        const uint64_t rest = high & (((uint64_t)1 << drop) - 1);
        const uint64_t half = (uint64_t)1 << (drop - 1);
        const bool exact =
            power >= 0 && power <= LIMB__POWER_EXACT_MAX && lower.low == 0 && number->left_out == 0;
        if (exact && rest == half && low == 0) return bits + (mantissa & 1);
        if (rest > half || (rest == half && low > 0)) return bits + 1;
        const uint64_t digits_error = number->left_out ? (uint64_t)1 << shift : 0;
        const uint64_t most = rest + digits_error + (low >= UINT64_MAX - 1);
        if (exact || most < half) return bits;
    }
    const int side = limb__number_compare_half(number->first, number->last,
                                               number->exponent - number->left_out, mantissa, unit);
    return bits + (side > 0 || (side == 0 && (mantissa & 1)));
}
