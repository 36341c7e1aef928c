// Formats text and numbers by a format specification: sign, precision, digit groups, padding.
#include "documents/builtins/format_value.h"

#include <math.h>
#include <string.h>

static limb__value *finish_number(limb__eval *eval, const char *digits, bool negative,
                                  const char *prefix, const limb__format_spec *spec);
static void pad(limb__builder *out, limb_text text, const limb__format_spec *spec, char align);
static void group_digits(limb__builder *out, const char *digits, size_t size, char mark, int every);

// Parses [[fill]align][sign][#][0][width][group][.precision][type].
bool limb__format_spec_read(limb__eval *eval, limb_text text, limb__format_spec *out)
{
    *out = (limb__format_spec){.fill = {" ", 1}, .precision = -1};
    const char *at = text.data;
    const char *end = text.data + text.size;
    uint32_t code;
    const int first = at < end ? limb__utf8_decode(at, end, &code) : 0;
    if (first > 0 && at + first < end && at[first] != 0 && strchr("<>=^", at[first])) {
        out->fill = (limb_text){at, (size_t)first};
        out->align = at[first];
        at += first + 1;
    } else if (at < end && *at != 0 && strchr("<>=^", *at)) {
        out->align = *at++;
    }
    if (at < end && (*at == '+' || *at == '-' || *at == ' ')) out->sign = *at++;
    if (at < end && *at == '#') {
        out->alternate = true;
        at++;
    }
    if (at < end && *at == '0') {
        out->zero = true;
        at++;
        if (out->align == 0) {
            out->fill = (limb_text){"0", 1};
            out->align = '=';
        }
    }
    if (!limb__format_count_read(eval, &at, end, &out->width)) return false;
    if (at < end && (*at == ',' || *at == '_')) out->group = *at++;
    if (at < end && *at == '.') {
        at++;
        const char *digits = at;
        if (!limb__format_count_read(eval, &at, end, &out->precision)) return false;
        if (at == digits) {
            limb__raise(eval, "ValueError", "Format specifier missing precision");
            return false;
        }
    }
    if (at < end) out->type = *at++;
    if (at == end && (out->type == 0 || strchr("bcdeEfFgGnosxX%", out->type))) return true;
    limb__raise(eval, "ValueError", "invalid format specifier '%.*s'",
                (int)(text.size < 60 ? text.size : 60), text.data);
    return false;
}

limb__value *limb__format_text(limb__eval *eval, limb_text text, const limb__format_spec *spec)
{
    if (spec->precision >= 0) {
        int count = -1;
        for (size_t i = 0; i < text.size; i++) {
            count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
            if (count == spec->precision) {
                text.size = i;
                break;
            }
        }
    }
    if (spec->align == '=' && !spec->zero) {
        return limb__raise(eval, "ValueError",
                           "'=' alignment not allowed in string format specifier");
    }
    limb__builder out;
    limb__eval_builder(eval, &out);
    pad(&out, text, spec, spec->align != 0 && spec->align != '=' ? spec->align : '<');
    return limb__builder_value(eval, &out);
}

limb__value *limb__format_int(limb__eval *eval, int64_t value, const limb__format_spec *spec)
{
    char digits[72];
    int at = sizeof digits;
    const char type = spec->type == 0 || spec->type == 'n' ? 'd' : spec->type;
    if (type == 'c') {
        char bytes[4];
        if (value < 0 || value > 0x10ffff) {
            return limb__raise(eval, "OverflowError", "%%c arg not in range(0x110000)");
        }
        const int size = limb__utf8_encode(bytes, (uint32_t)value);
        return limb__format_text(eval, (limb_text){bytes, (size_t)size}, spec);
    }
    const unsigned base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' ? 10 : 16;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    digits[--at] = 0;
    do {
        digits[--at] = (type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[rest % base];
        rest /= base;
    } while (rest > 0);
    // for % formatting: the minimum number of digits
    while (spec->precision > (int)sizeof digits - 1 - at && at > 1)
        digits[--at] = '0';
    const char *prefix = !spec->alternate || type == 'd' ? ""
                         : type == 'b'                   ? "0b"
                         : type == 'o'                   ? "0o"
                         : type == 'x'                   ? "0x"
                                                         : "0X";
    return finish_number(eval, digits + at, value < 0, prefix, spec);
}

limb__value *limb__format_float(limb__eval *eval, double value, const limb__format_spec *spec)
{
    char form = spec->type == 0 || spec->type == 'n' ? 'g' : (char)(spec->type | 0x20);
    if (spec->type == '%') form = 'f';
    int precision = spec->precision >= 0 ? spec->precision : 6;
    limb__builder digits;
    limb__eval_builder(eval, &digits);
    const double number = fabs(spec->type == '%' ? value * 100 : value);
    if (spec->type == 0 && spec->precision < 0) {
        limb__print_float(&digits, number);
    } else {
        limb__print_fixed(&digits, number, form, precision, spec->alternate);
        // without a type one digit is kept after the point
        if (spec->type == 0 && isfinite(number)) {
            const char *text = limb__builder_nul(&digits);
            if (!strchr(text, '.') && !strchr(text, 'e')) {
                limb__builder reduced;
                limb__eval_builder(eval, &reduced);
                limb__builder_text(&reduced, text);
                if ((int)strlen(text) < precision) {
                    limb__builder_text(&reduced, ".0");
                } else { // the requested number of digits; the exponent is appended
                    limb__builder_free(&reduced);
                    limb__eval_builder(eval, &reduced);
                    limb__builder exponent;
                    limb__eval_builder(eval, &exponent);
                    limb__print_fixed(&exponent, number, 'e', precision - 1 < 0 ? 0 : precision - 1,
                                      false);
                    const char *whole = limb__builder_nul(&exponent);
                    const char *tail = strchr(whole, 'e');
                    size_t size = tail ? (size_t)(tail - whole) : strlen(whole);
                    if (memchr(whole, '.', size)) {
                        while (whole[size - 1] == '0')
                            size--;
                        if (whole[size - 1] == '.') size--;
                    }
                    limb__builder_bytes(&reduced, whole, size);
                    if (tail) limb__builder_text(&reduced, tail);
                    limb__builder_free(&exponent);
                }
                limb__builder_free(&digits);
                digits = reduced;
            }
        }
    }
    if (spec->type == '%') limb__builder_char(&digits, '%');
    if (spec->type >= 'A' && spec->type <= 'Z') {
        for (size_t i = 0; i < digits.size; i++)
            if (digits.data[i] >= 'a' && digits.data[i] <= 'z') digits.data[i] -= 32;
    }
    limb__value *result =
        finish_number(eval, limb__builder_nul(&digits), signbit(value) && !isnan(value), "", spec);
    if (digits.failed) result = limb__raise_memory(eval);
    limb__builder_free(&digits);
    return result;
}

// Adds sign, prefix, grouping and padding to digits.
static limb__value *finish_number(limb__eval *eval, const char *digits, bool negative,
                                  const char *prefix, const limb__format_spec *spec)
{
    limb__builder number;
    limb__builder out;
    limb__eval_builder(eval, &number);
    limb__eval_builder(eval, &out);
    const char *sign = negative ? "-" : spec->sign == '+' ? "+" : spec->sign == ' ' ? " " : "";
    size_t whole = 0;
    while (digits[whole] && digits[whole] != '.' && digits[whole] != 'e' && digits[whole] != '%')
        whole++;
    const bool is_hex = spec->type != 0 && strchr("xXob", spec->type);
    if (is_hex) whole = strlen(digits);
    if (spec->group != 0) {
        group_digits(&number, digits, whole, spec->group, is_hex ? 4 : 3);
    } else {
        limb__builder_bytes(&number, digits, whole);
    }
    limb__builder_text(&number, digits + whole);
    const size_t used = strlen(sign) + strlen(prefix) + number.size;
    if (spec->align == '=') {
        limb__builder_text(&out, sign);
        limb__builder_text(&out, prefix);
        for (size_t i = used; i < (size_t)spec->width; i++)
            limb__builder_bytes(&out, spec->fill.data, spec->fill.size);
        limb__builder_bytes(&out, number.data, number.size);
    } else {
        limb__builder plain;
        limb__eval_builder(eval, &plain);
        limb__builder_text(&plain, sign);
        limb__builder_text(&plain, prefix);
        limb__builder_bytes(&plain, number.data, number.size);
        if (plain.failed) out.failed = true;
        pad(&out, (limb_text){plain.data, plain.size}, spec, spec->align != 0 ? spec->align : '>');
        limb__builder_free(&plain);
    }
    if (number.failed) out.failed = true;
    limb__builder_free(&number);
    return limb__builder_value(eval, &out);
}

static void pad(limb__builder *out, limb_text text, const limb__format_spec *spec, char align)
{
    int length = 0;
    for (size_t i = 0; i < text.size; i++)
        length += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    const int room = spec->width > length ? spec->width - length : 0;
    const int left = align == '>' ? room : align == '^' ? room / 2 : 0;
    for (int i = 0; i < left; i++)
        limb__builder_bytes(out, spec->fill.data, spec->fill.size);
    limb__builder_bytes(out, text.data, text.size);
    for (int i = left; i < room; i++)
        limb__builder_bytes(out, spec->fill.data, spec->fill.size);
}

static void group_digits(limb__builder *out, const char *digits, size_t size, char mark, int every)
{
    for (size_t i = 0; i < size; i++) {
        if (i > 0 && (size - i) % (size_t)every == 0) limb__builder_char(out, mark);
        limb__builder_char(out, digits[i]);
    }
}

bool limb__format_count_read(limb__eval *eval, const char **at, const char *end, int *number)
{
    *number = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        *number = *number * 10 + (**at - '0');
        if (*number > LIMB__MAX_WIDTH) {
            limb__raise(eval, "ValueError", "a width or precision is too large");
            return false;
        }
    }
    return true;
}
