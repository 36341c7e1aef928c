// Unquoted scalars of YAML 1.1: their form determines their type.
//
// null, booleans, integers (decimal, 0x, 0b, octal by a leading 0), floats (which need a
// point, and a sign in the exponent), numbers to the base of sixty (1:30 is 90), else text; as
// PyYAML resolves them.
#include "documents/xacro/expand.h"

#include <math.h>
#include <string.h>

static bool is_one_of(limb_text text, const char *const *word, size_t count);
static bool is_digit(char c);
static bool is_int(limb_text text, int *base, limb_text *digits);
static bool is_sixties(limb_text text);
static limb__value *from_sixties(limb__eval *eval, limb_text text);
static bool is_float(limb_text text);
static void read_float(limb_text text, double *number);

limb__value *limb__yaml_plain(limb__eval *eval, limb_text text)
{
    static const char *const null[] = {"", "~", "null", "Null", "NULL"};
    static const char *const yes[] = {"yes",  "Yes", "YES", "true", "True",
                                      "TRUE", "on",  "On",  "ON"};
    static const char *const no[] = {"no",    "No",  "NO",  "false", "False",
                                     "FALSE", "off", "Off", "OFF"};
    if (is_one_of(text, null, sizeof null / sizeof *null)) return &eval->none;
    if (is_one_of(text, yes, sizeof yes / sizeof *yes)) return &eval->yes;
    if (is_one_of(text, no, sizeof no / sizeof *no)) return &eval->no;
    int base;
    limb_text digits;
    if (is_int(text, &base, &digits)) {
        int64_t integer;
        bool overflow;
        char buffer[80];
        size_t size = 0;
        for (size_t i = 0; i < digits.size && size + 2 < sizeof buffer; i++)
            if (digits.data[i] != '_') buffer[size++] = digits.data[i];
        const bool fits =
            limb__parse_int((limb_text){buffer, size}, base, &integer, &overflow) && !overflow;
        if (!fits && base == 10 && !memchr(text.data, '_', text.size)) {
            return limb__value_big(eval, text);
        }
        if (!fits) {
            return limb__raise(eval, "YamlError", "the integer %.*s does not fit into 64 bits",
                               (int)(text.size < 60 ? text.size : 60), text.data);
        }
        return limb__value_int(eval, text.data[0] == '-' ? -integer : integer);
    }
    if (is_sixties(text)) return from_sixties(eval, text);
    if (is_float(text)) {
        double number = 0;
        const char sign = text.data[0];
        limb_text rest = text;
        if (sign == '-' || sign == '+') {
            rest.data++;
            rest.size--;
        }
        if (rest.data[0] == '.' && rest.size == 4 && (rest.data[1] | 0x20) > '9') {
            number = (rest.data[1] | 0x20) == 'i' ? HUGE_VAL : (double)NAN;
        } else {
            read_float(rest, &number);
        }
        return limb__value_float(eval, sign == '-' ? -number : number);
    }
    return limb__value_text(eval, text.data, text.size);
}

static bool is_one_of(limb_text text, const char *const *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (limb__text_equal(text, word[i])) return true;
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Matches decimal, 0x, 0b, and a leading 0 for octal, as in YAML 1.1.
static bool is_int(limb_text text, int *base, limb_text *digits)
{
    size_t at = text.size > 0 && (text.data[0] == '-' || text.data[0] == '+');
    if (at == text.size || !is_digit(text.data[at])) return false;
    *base = 10;
    if (text.data[at] == '0' && at + 1 < text.size) {
        const char next = text.data[at + 1];
        *base = next == 'x' ? 16 : next == 'b' ? 2 : 8;
        at += *base == 8 ? 1 : 2;
    }
    *digits = (limb_text){text.data + at, text.size - at};
    if (at == text.size) return false;
    for (; at < text.size; at++) {
        const char c = text.data[at];
        const int digit = is_digit(c)                              ? c - '0'
                          : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                                   : 99;
        if (c != '_' && digit >= *base) return false;
    }
    return true;
}

// Degrees and minutes, or a time: [sign]digits(:0..59)+, with a fraction at the end of a float.
static bool is_sixties(limb_text text)
{
    size_t at = text.size > 0 && (text.data[0] == '-' || text.data[0] == '+');
    if (at == text.size || !is_digit(text.data[at])) return false;
    const bool starts_with_zero = text.data[at] == '0';
    while (at < text.size && (is_digit(text.data[at]) || text.data[at] == '_'))
        at++;
    int nmore = 0;
    for (; at + 1 < text.size && text.data[at] == ':' && is_digit(text.data[at + 1]); nmore++) {
        const bool has_two = at + 2 < text.size && is_digit(text.data[at + 2]);
        if (has_two && text.data[at + 1] > '5') return false;
        at += has_two ? 3 : 2;
    }
    if (nmore == 0) return false;
    if (at == text.size) return !starts_with_zero; // a float may begin with 0
    if (text.data[at] != '.') return false;
    for (at++; at < text.size; at++)
        if (!is_digit(text.data[at]) && text.data[at] != '_') return false;
    return true;
}

static limb__value *from_sixties(limb__eval *eval, limb_text text)
{
    const bool is_negative = text.data[0] == '-';
    const bool is_fraction = memchr(text.data, '.', text.size) != NULL;
    const char *last = text.data + text.size;
    while (last[-1] != ':')
        last--;
    double whole = 0; // of the parts before the last
    double part = 0;
    for (const char *at = text.data; at < last; at++) {
        if (is_digit(*at)) part = part * 10 + (*at - '0');
        if (*at != ':') continue;
        whole = (whole + part) * 60;
        part = 0;
    }
    read_float((limb_text){last, (size_t)(text.data + text.size - last)}, &part);
    const double number = is_negative ? -(whole + part) : whole + part;
    if (is_fraction) return limb__value_float(eval, number);
    if (fabs(number) < 9007199254740992.0) return limb__value_int(eval, (int64_t)number);
    return limb__raise(eval, "YamlError", "the integer %.*s does not fit into 64 bits",
                       (int)(text.size < 60 ? text.size : 60), text.data);
}

// A point is needed, and a sign in the exponent: "1e3" is text.
static bool is_float(limb_text text)
{
    static const char *const special[] = {".inf", ".Inf", ".INF"};
    static const char *const not_a_number[] = {".nan", ".NaN", ".NAN"};
    if (is_one_of(text, not_a_number, 3)) return true;
    size_t at = text.size > 0 && (text.data[0] == '-' || text.data[0] == '+');
    const limb_text rest = {text.data + at, text.size - at};
    if (is_one_of(rest, special, 3)) return true;
    const bool starts_with_point = at < text.size && text.data[at] == '.';
    if (starts_with_point && at > 0) return false; // "+.5" is text, too
    if (at == text.size || (!is_digit(text.data[at]) && !starts_with_point)) return false;
    while (at < text.size && (is_digit(text.data[at]) || text.data[at] == '_'))
        at++;
    if (at == text.size || text.data[at] != '.') return false;
    at++;
    if (starts_with_point && (at == text.size || !is_digit(text.data[at]))) return false;
    while (at < text.size && (is_digit(text.data[at]) || text.data[at] == '_'))
        at++;
    if (at == text.size) return true;
    if ((text.data[at] | 0x20) != 'e' || at + 2 >= text.size) return false;
    if (text.data[at + 1] != '+' && text.data[at + 1] != '-') return false;
    for (at += 2; at < text.size; at++)
        if (!is_digit(text.data[at])) return false;
    return true;
}

// Underscores may be anywhere between the digits.
static void read_float(limb_text text, double *number)
{
    char buffer[400];
    size_t size = 0;
    for (size_t i = 0; i < text.size && size < sizeof buffer; i++)
        if (text.data[i] != '_') buffer[size++] = text.data[i];
    limb__parse_float((limb_text){buffer, size}, number);
}
