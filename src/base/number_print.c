// Prints a double as the shortest decimal that reads back.
//
// Schubfach (Giulietti 2020, "The Schubfach way to render doubles"): of the decimals with the
// finest spacing 10^k that is not wider than the double's rounding interval, at most two lie
// next to the value, and of those with spacing 10^(k+1) at most one lies in the interval. Names
// below are the paper's: v = c * 2^q, and everything is scaled by 4 so that the ends of the
// interval are integers too. Products with the 128-bit power of ten are rounded to odd, which
// keeps every comparison true.
#include "base/number.h"

#include "base/bits.h"
#include "base/powers.h"

#include <string.h>

enum {
    MANTISSA_BITS = 52,
    EXPONENT_MAX = 0x7ff,
    Q_MIN = -1074,  // exponent of the lowest bit of subnormals
    PLAIN_MIN = -4, // decimal point before this many zeros: 1e-5 is 0.00001
    PLAIN_MAX = 16, // and after at most this many digits
    DIGITS_MAX = 20
};

// digits * 10^exponent
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

static size_t write_word(char *text, const char *word);
static decimal shortest(uint64_t bits);
static uint64_t scale(limb__wide g, uint64_t cp);
static void strip_zeros(decimal *number);
static int write_digits(char *text, uint64_t digits);
static size_t layout(char *text, const char *digit, int ndigit, int point);
static size_t layout_plain(char *text, const char *digit, int ndigit, int point);

size_t limb__number_print(char text[LIMB__NUMBER_TEXT_MAX], double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const bool negative = bits >> 63 != 0;
    bits &= ~((uint64_t)1 << 63);

    const uint64_t infinity = (uint64_t)EXPONENT_MAX << MANTISSA_BITS;
    if (bits > infinity) return write_word(text, "nan");
    if (bits == infinity) return write_word(text, negative ? "-inf" : "inf");
    if (bits == 0) return write_word(text, negative ? "-0" : "0");

    decimal number = shortest(bits);
    strip_zeros(&number);
    char digit[DIGITS_MAX];
    const int ndigit = write_digits(digit, number.digits);
    if (negative) text[0] = '-';
    return negative + layout(text + negative, digit, ndigit, ndigit + number.exponent);
}

static size_t write_word(char *text, const char *word)
{
    const size_t size = strlen(word);
    memcpy(text, word, size);
    return size;
}

// bits of a positive finite double
static decimal shortest(uint64_t bits)
{
    const uint64_t fraction = bits & (((uint64_t)1 << MANTISSA_BITS) - 1);
    const int biased = (int)(bits >> MANTISSA_BITS);
    const uint64_t c = biased ? fraction | (uint64_t)1 << MANTISSA_BITS : fraction;
    const int q = biased ? biased - 1 + Q_MIN : Q_MIN;

    // below a power of two the interval is half as wide
    const bool irregular = fraction == 0 && biased > 1;
    const uint64_t cbl = 4 * c - (irregular ? 1 : 2);
    const uint64_t cb = 4 * c;
    const uint64_t cbr = 4 * c + 2;

    // k = floor(log10(2^q)), or floor(log10(3/4 * 2^q)): log10(2) and log10(4/3) to 22 bits, right
    // for all |q| <= 1500
    const int k = (int)((q * (int64_t)1262611 - (irregular ? 524031 : 0)) >> 22);
    const int h = q + limb__power_exponent(-k) + 1;

    // g is rounded up where the table is truncated
    limb__wide g = limb__power(-k);
    if (-k < 0 || -k > LIMB__POWER_EXACT_MAX) {
        g.low++;
        g.high += g.low == 0;
    }

    // the ends belong to the interval when c is even, because ties go to even
    const uint64_t vb = scale(g, cb << h);
    const uint64_t odd = c & 1;
    const uint64_t low = scale(g, cbl << h) + odd;
    const uint64_t high = scale(g, cbr << h) - odd;

    const uint64_t s = vb / 4;
    if (s >= 10) {
        const uint64_t tens = s / 10;
        const bool under = low <= 40 * tens;
        const bool over = 40 * tens + 40 <= high;
        if (under != over) return (decimal){tens + over, k + 1};
    }
    const bool under = low <= 4 * s;
    const bool over = 4 * s + 4 <= high;
    if (under != over) return (decimal){s + over, k};
    const uint64_t middle = 4 * s + 2;
    return (decimal){s + (vb > middle || (vb == middle && (s & 1))), k};
}

// Returns g * cp / 2^128, rounded to odd: the lowest bit also records whether the
// result was truncated.
static uint64_t scale(limb__wide g, uint64_t cp)
{
    const limb__wide x = limb__multiply_wide(g.low, cp);
    const limb__wide y = limb__multiply_wide(g.high, cp);
    const uint64_t low = y.low + x.high;
    const uint64_t high = y.high + (low < x.high);
    return high | (low > 1);
}

static void strip_zeros(decimal *number)
{
    while (number->digits % 10000 == 0) {
        number->digits /= 10000;
        number->exponent += 4;
    }
    while (number->digits % 10 == 0) {
        number->digits /= 10;
        number->exponent++;
    }
}

// Returns the number of digits.
static int write_digits(char *text, uint64_t digits)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    char reversed[DIGITS_MAX + 1];
    char *p = reversed + sizeof reversed;
    for (; digits >= 10; digits /= 100) {
        p -= 2;
        memcpy(p, pairs + 2 * (digits % 100), 2);
    }
    if (digits > 0) *--p = (char)('0' + digits);
    const int count = (int)(reversed + sizeof reversed - p);
    memcpy(text, p, (size_t)count);
    return count;
}

// Writes the digits with the decimal point after the first `point` digits.
static size_t layout(char *text, const char *digit, int ndigit, int point)
{
    if (point >= PLAIN_MIN && point <= PLAIN_MAX) return layout_plain(text, digit, ndigit, point);
    char *p = text;
    *p++ = digit[0];
    if (ndigit > 1) {
        *p++ = '.';
        memcpy(p, digit + 1, (size_t)ndigit - 1);
        p += ndigit - 1;
    }
    *p++ = 'e';
    const int exponent = point - 1;
    *p++ = exponent < 0 ? '-' : '+';
    p += write_digits(p, (uint64_t)(exponent < 0 ? -exponent : exponent));
    return (size_t)(p - text);
}

static size_t layout_plain(char *text, const char *digit, int ndigit, int point)
{
    char *p = text;
    if (point <= 0) {
        *p++ = '0';
        *p++ = '.';
        memset(p, '0', (size_t)-point);
        p += -point;
        memcpy(p, digit, (size_t)ndigit);
        return (size_t)(p + ndigit - text);
    }
    if (point >= ndigit) {
        memcpy(p, digit, (size_t)ndigit);
        memset(p + ndigit, '0', (size_t)(point - ndigit));
        return (size_t)point;
    }
    memcpy(p, digit, (size_t)point);
    p[point] = '.';
    memcpy(p + point + 1, digit + point, (size_t)(ndigit - point));
    return (size_t)ndigit + 1;
}
