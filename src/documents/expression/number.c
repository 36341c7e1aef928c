// Numbers from and to text with a given number of digits, as Python parses and prints them.
#include "base/number.h"

#include "documents/expression/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBER = 400, MAX_PRECISION = 340 };

static int digit_of(char c);
static bool is_space(uint32_t code);
static size_t without_underscores(limb_text text, char out[MAX_NUMBER]);
static void print_point(limb__builder *out, const char *digits, int precision, bool alternate);

limb_text limb__trim(limb_text text)
{
    for (size_t space; (space = limb__space_at(text.data, text.data + text.size)) > 0;) {
        text.data += space;
        text.size -= space;
    }
    for (size_t space; (space = limb__space_before(text.data, text.data + text.size)) > 0;)
        text.size -= space;
    return text;
}

size_t limb__space_at(const char *at, const char *end)
{
    if (at == end) return 0;
    if ((unsigned char)*at < 0x80) return is_space((unsigned char)*at);
    uint32_t code;
    const int size = limb__utf8_decode(at, end, &code);
    return size > 0 && is_space(code) ? (size_t)size : 0;
}

size_t limb__space_before(const char *begin, const char *at)
{
    const char *start = at;
    do {
        if (start == begin) return 0;
        start--;
    } while (((unsigned char)*start & 0xc0) == 0x80);
    const size_t size = limb__space_at(start, at);
    return size == (size_t)(at - start) ? size : 0;
}

bool limb__parse_int(limb_text text, int base, int64_t *value, bool *overflow)
{
    *overflow = false;
    text = limb__trim(text);
    size_t at = 0;
    const bool negative = text.size > 0 && text.data[0] == '-';
    if (text.size > 0 && (text.data[0] == '-' || text.data[0] == '+')) at++;
    if (text.size > at + 1 && text.data[at] == '0') {
        const char letter = (char)(text.data[at + 1] | 0x20);
        const int prefix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
        if (prefix != 0 && (base == prefix || base == 0)) {
            base = prefix;
            at += 2;
            if (at < text.size && text.data[at] == '_') at++;
        }
    }
    const bool is_zero_base = base == 0; // "007" is not an integer then, only "0", "00", ...
    if (base == 0) base = 10;
    const uint64_t max = negative ? (uint64_t)1 << 63 : ((uint64_t)1 << 63) - 1;
    uint64_t sum = 0;
    bool after_digit = false;
    const bool leading_zero = is_zero_base && at < text.size && text.data[at] == '0';
    for (; at < text.size; at++) {
        if (text.data[at] == '_' && after_digit) {
            after_digit = false;
            continue;
        }
        const int digit = digit_of(text.data[at]);
        if (digit < 0 || digit >= base) return false;
        if (leading_zero && digit != 0) return false;
        after_digit = true;
        if (sum > (max - (uint64_t)digit) / (uint64_t)base) *overflow = true;
        sum = sum * (uint64_t)base + (uint64_t)digit;
    }
    if (!after_digit) return false;
    *value = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return true;
}

bool limb__parse_float(limb_text text, double *value)
{
    char plain[MAX_NUMBER];
    text = limb__trim(text);
    if (text.size >= sizeof plain) {
        if (memchr(text.data, '_', text.size)) return false;
    } else {
        const size_t size = without_underscores(text, plain);
        if (size == 0) return false;
        text = (limb_text){plain, size};
    }
    const char *stop;
    const limb__number_result result =
        limb__number_parse(text.data, text.data + text.size, value, &stop);
    return result != LIMB__NUMBER_MALFORMED && stop == text.data + text.size;
}

// Keeps integers of more than 64 bits, such as serial numbers, as text that prints as an integer;
// computing with it is an error.
limb__value *limb__value_big(limb__eval *eval, limb_text text)
{
    text = limb__trim(text);
    const bool is_negative = text.data[0] == '-';
    size_t zeros = is_negative || text.data[0] == '+';
    while (text.data[zeros] == '0')
        zeros++;
    limb__builder digits;
    limb__eval_builder(eval, &digits);
    if (is_negative) limb__builder_char(&digits, '-');
    limb__builder_bytes(&digits, text.data + zeros, text.size - zeros);
    limb__value *value = limb__builder_value(eval, &digits);
    if (value) value->is_big = true;
    return value;
}

void limb__print_fixed(limb__builder *out, double value, char form, int precision, bool alternate)
{
    char text[MAX_NUMBER + MAX_PRECISION];
    if (precision > MAX_PRECISION) precision = MAX_PRECISION;
    if (!isfinite(value)) {
        limb__builder_text(out, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    if (form == 'f') {
        snprintf(text, sizeof text, "%.*f", precision, value);
        print_point(out, text, precision, alternate);
        return;
    }
    if (form == 'e') {
        snprintf(text, sizeof text, "%.*e", precision, value);
        char *exponent = strchr(text, 'e');
        char tail[16];
        snprintf(tail, sizeof tail, "%s", exponent);
        *exponent = 0;
        print_point(out, text, precision, alternate);
        limb__builder_text(out, tail);
        return;
    }
    // g: the rounded exponent decides, and trailing zeros are removed
    if (precision == 0) precision = 1;
    snprintf(text, sizeof text, "%.*e", precision - 1, value);
    const int exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
    const bool is_plain = exponent >= -4 && exponent < precision;
    limb__builder part;
    limb__builder_init(&part, out->memory);
    limb__print_fixed(&part, value, is_plain ? 'f' : 'e',
                      is_plain ? precision - 1 - exponent : precision - 1, alternate);
    const char *digits = limb__builder_nul(&part);
    const char *tail = strchr(digits, 'e');
    size_t size = tail ? (size_t)(tail - digits) : strlen(digits);
    if (!alternate && memchr(digits, '.', size)) {
        while (digits[size - 1] == '0')
            size--;
        if (digits[size - 1] == '.') size--;
    }
    limb__builder_bytes(out, digits, size);
    if (tail) limb__builder_text(out, tail);
    if (part.failed) out->failed = true;
    limb__builder_free(&part);
}

double limb__round_to(double value, int digits)
{
    char text[MAX_NUMBER + MAX_PRECISION];
    if (!isfinite(value) || digits > 323) return value;
    if (digits < -308) return copysign(0.0, value);
    if (digits >= 0) {
        snprintf(text, sizeof text, "%.*f", digits, value);
    } else {
        // the digits before the point after rounding: those of the form with an exponent
        snprintf(text, sizeof text, "%.0e", value);
        const int exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
        const int keep = exponent + digits;
        if (keep < -1) return copysign(0.0, value);
        if (keep == -1) {
            const double half = 5 * pow(10, -digits - 1);
            return fabs(value) > half ? copysign(pow(10, -digits), value) : copysign(0.0, value);
        }
        snprintf(text, sizeof text, "%.*e", keep, value);
    }
    for (char *c = text; *c; c++) // in a locale with another decimal separator
        if (!strchr("0123456789+-e", *c)) *c = '.';
    double result = value;
    const char *stop;
    limb__number_parse(text, text + strlen(text), &result, &stop);
    return result;
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return -1;
}

// Includes the no-break space, which occurs in text from web pages.
static bool is_space(uint32_t code)
{
    return code == ' ' || (code >= '\t' && code <= '\r') || (code >= 0x1c && code <= 0x1f) ||
           code == 0x85 || code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
           code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

// Returns 0 if an underscore is not between two digits.
static size_t without_underscores(limb_text text, char out[MAX_NUMBER])
{
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '_') {
            const bool between = i > 0 && i + 1 < text.size && digit_of(text.data[i - 1]) >= 0 &&
                                 digit_of(text.data[i - 1]) < 10 &&
                                 digit_of(text.data[i + 1]) >= 0 && digit_of(text.data[i + 1]) < 10;
            if (!between) return 0;
            continue;
        }
        out[size++] = text.data[i];
    }
    return size;
}

// Prints digits as printf does, with a point in any locale.
static void print_point(limb__builder *out, const char *digits, int precision, bool alternate)
{
    size_t whole = 0;
    while (digits[whole] == '-' || (digits[whole] >= '0' && digits[whole] <= '9'))
        whole++;
    limb__builder_bytes(out, digits, whole);
    if (precision > 0 || alternate) limb__builder_char(out, '.');
    if (precision > 0) {
        const size_t size = strlen(digits);
        limb__builder_bytes(out, digits + size - (size_t)precision, (size_t)precision);
    }
}
