// Rounds a decimal to the nearest double, ties to even.
//
// The first 19 digits are multiplied by a power of ten of 128 bits (after Eisel and Lemire; Lemire
// 2021, "Number parsing at a gigabyte per second"). Here the product is an interval that contains
// the true value; if it does not contain the halfway point, the rounding is certain. Otherwise
// exact big integers decide on which side of that point the decimal lies.
#include "base/number_round.h"

#include "base/bits.h"
#include "base/number_exact.h"
#include "base/powers.h"

#include <math.h>
#include <string.h>

enum {
    MANTISSA_BITS = 52,  // bits stored in a double
    UNIT_MIN = -1074,    // exponent of the lowest bit of subnormals
    LARGEST_POWER = 308, // 1e309 overflows
};

// A number as written: digits * 10^exponent.
typedef struct decimal {
    const char *first; // its digits, including the point
    const char *last;
    int64_t exponent; // of the last digit in digits
    uint64_t digits;
    int64_t left_out; // the number of digits written after those in digits
} decimal;

static void take_leading_digits(decimal *number);
static uint64_t round_product(const decimal *number);

limb__number_result limb__number_round(const char *first, const char *last, ptrdiff_t ndigit,
                                       uint64_t digits, int64_t exponent, double *value)
{
    decimal number = {first, last, exponent, digits, 0};
    if (ndigit > LIMB__NUMBER_MAX_DIGITS) take_leading_digits(&number);
    const uint64_t infinity = (uint64_t)0x7ff << MANTISSA_BITS;
    uint64_t bits = 0;
    if (number.digits != 0 && number.exponent > LARGEST_POWER) {
        bits = infinity;
    } else if (number.digits != 0 && number.exponent >= LIMB__POWER_MIN) {
        bits = round_product(&number);
        if (bits > infinity) bits = infinity;
    }
    memcpy(value, &bits, sizeof bits);
    if (bits == infinity) return LIMB__NUMBER_OVERFLOW;
    return bits == 0 && number.digits != 0 ? LIMB__NUMBER_UNDERFLOW : LIMB__NUMBER_OK;
}

double limb__number_power_of_ten(int exponent)
{
    static const char one[] = "1";
    double power;
    limb__number_round(one, one + 1, 1, 1, exponent, &power);
    return power;
}

int limb__number_exponent(double value)
{
    // 2^(binary - 1) <= |value|; the value has at most one more bit
    int binary;
    frexp(value, &binary);
    int exponent = (int)floor((binary - 1) * 0.30102999566398120);
    if (limb__number_power_of_ten(exponent + 1) <= fabs(value)) exponent++;
    return exponent;
}

// Skips leading zeros, and truncates digits that do not fit.
static void take_leading_digits(decimal *number)
{
    while (number->first < number->last && (*number->first == '0' || *number->first == '.'))
        number->first++;
    number->digits = 0;
    int taken = 0;
    for (const char *p = number->first; p < number->last; p++) {
        if (*p == '.') continue;
        if (taken < LIMB__NUMBER_MAX_DIGITS) {
            number->digits = 10 * number->digits + (uint64_t)(*p - '0');
            taken++;
        } else {
            number->left_out++;
        }
    }
    number->exponent += number->left_out;
}

// Returns the bits of the nearest double; more than those of infinity on overflow.
static uint64_t round_product(const decimal *number)
{
    // the product, truncated to its leading 128 bits, high:low * 2^(binary - 63 - shift)
    const int power = (int)number->exponent;
    const int shift = limb__leading_zeros(number->digits);
    const int binary = limb__power_exponent(power);
    const limb__wide factor = limb__power(power);
    const limb__wide upper = limb__multiply_wide(number->digits << shift, factor.high);
    const limb__wide lower = limb__multiply_wide(number->digits << shift, factor.low);
    const uint64_t low = upper.low + lower.high;
    const uint64_t high = upper.high + (low < lower.high);

    // mantissa * 2^unit, truncated; drop is the number of bits of high below it
    const int top = (int)(high >> 63);
    int unit = binary + 11 - shift + top;
    int drop = 10 + top;
    if (unit < UNIT_MIN) {
        drop += UNIT_MIN - unit;
        unit = UNIT_MIN;
    }
    const uint64_t mantissa = drop < 64 ? high >> drop : 0;
    const uint64_t bits = ((uint64_t)(unit - UNIT_MIN) << MANTISSA_BITS) + mantissa;

    // the true value is at least rest:low, and less than rest:low plus the two errors: two units of
    // low for truncating factor and product, and one unit of the digits if those were truncated
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
