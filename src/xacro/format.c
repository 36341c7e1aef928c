// Formatting: "%5.2f" % x, "{:>8}".format(x) and format(x, ".3f"), as Python does it.
#include "xacro/value.h"

#include <math.h>
#include <string.h>

enum { MAX_WIDTH = 10000 };

typedef struct format_spec {
    limb_text fill;
    char align; // 0: not given
    char sign;  // 0, '+', '-', ' '
    bool alternate;
    bool zero;
    int width;
    char group;    // 0, ',' or '_'
    int precision; // -1: not given
    char type;     // 0: not given
} format_spec;

static bool read_spec(limb__eval *eval, limb_text text, format_spec *out);
static limb__value *format_text(limb__eval *eval, limb_text text, const format_spec *spec);
static limb__value *format_int(limb__eval *eval, int64_t value, const format_spec *spec);
static limb__value *format_float(limb__eval *eval, double value, const format_spec *spec);
static limb__value *finish_number(limb__eval *eval, const char *digits, bool negative,
                                  const char *prefix, const format_spec *spec);
static void pad(limb__builder *out, limb_text text, const format_spec *spec, char align);
static void group_digits(limb__builder *out, const char *digits, size_t size, char mark, int every);

limb__value *limb__format_value(limb__eval *eval, limb__value *value, limb_text text)
{
    format_spec spec;
    if (!read_spec(eval, text, &spec)) return NULL;
    if (text.size == 0) {
        const limb_text str = limb__value_str(eval, value);
        return str.data ? limb__value_text_kept(eval, str.data, str.size) : NULL;
    }
    const bool is_float_type = spec.type != 0 && strchr("eEfFgG%", spec.type);
    if (limb__is_int(value) && !is_float_type && spec.type != 's') {
        return format_int(eval, value->as.integer, &spec);
    }
    if (limb__is_number(value) && spec.type != 's') {
        return format_float(eval, limb__as_double(value), &spec);
    }
    if (value->kind == LIMB__VALUE_TEXT && (spec.type == 0 || spec.type == 's')) {
        return format_text(eval, value->as.text, &spec);
    }
    if (value->kind != LIMB__VALUE_TEXT && !limb__is_number(value)) {
        return limb__raise(eval, "TypeError", "unsupported format string for %s",
                           limb__type_name(value));
    }
    return limb__raise(eval, "ValueError", "unknown format code '%c' for object of type '%s'",
                       spec.type, limb__type_name(value));
}

//---- str % values --------------------------------------------------------------------------------

typedef struct arguments {
    limb__eval *eval;
    limb__value *value;
    int next;
} arguments;

static limb__value *next_argument(arguments *args)
{
    if (args->value->kind == LIMB__VALUE_TUPLE) {
        if (args->next < args->value->as.items.count) {
            return args->value->as.items.item[args->next++];
        }
    } else if (args->next++ == 0) {
        return args->value;
    }
    return limb__raise(args->eval, "TypeError", "not enough arguments for format string");
}

static bool next_int(arguments *args, int *number)
{
    limb__value *value = next_argument(args);
    if (!value) return false;
    if (!limb__is_int(value) || value->as.integer > MAX_WIDTH || value->as.integer < -MAX_WIDTH) {
        limb__raise(args->eval, "TypeError", "* wants int");
        return false;
    }
    *number = (int)value->as.integer;
    return true;
}

// Digits of a width or precision at *at.
static bool read_count(limb__eval *eval, const char **at, const char *end, int *number)
{
    *number = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        *number = *number * 10 + (**at - '0');
        if (*number > MAX_WIDTH) {
            limb__raise(eval, "ValueError", "a width or precision is too large");
            return false;
        }
    }
    return true;
}

// One conversion behind its '%'.
static limb__value *convert_one(arguments *args, const char **at, const char *end)
{
    limb__eval *eval = args->eval;
    format_spec spec = {.fill = {" ", 1}, .precision = -1, .align = '>'};
    limb__value *value = NULL;
    if (*at < end && **at == '(') {
        const char *begin = ++*at;
        while (*at < end && **at != ')')
            ++*at;
        if (*at == end || args->value->kind != LIMB__VALUE_DICT) {
            return limb__raise(eval, "TypeError", "format requires a mapping");
        }
        limb__value *key = limb__value_text_kept(eval, begin, (size_t)(*at - begin));
        value = key ? limb__subscript(eval, args->value, key) : NULL;
        if (!value) return NULL;
        args->next = 1;
        ++*at;
    }
    for (; *at < end && **at != 0 && strchr("-+ #0", **at); ++*at) {
        if (**at == '-') spec.align = '<';
        if (**at == '+') spec.sign = '+';
        if (**at == ' ' && spec.sign != '+') spec.sign = ' ';
        if (**at == '#') spec.alternate = true;
        if (**at == '0') spec.zero = true;
    }
    if (*at < end && **at == '*') {
        ++*at;
        if (!next_int(args, &spec.width)) return NULL;
        if (spec.width < 0) {
            spec.align = '<';
            spec.width = -spec.width;
        }
    } else if (!read_count(eval, at, end, &spec.width)) {
        return NULL;
    }
    if (*at < end && **at == '.') {
        ++*at;
        if (*at < end && **at == '*') {
            ++*at;
            if (!next_int(args, &spec.precision)) return NULL;
            if (spec.precision < 0) spec.precision = 0;
        } else if (!read_count(eval, at, end, &spec.precision)) {
            return NULL;
        }
    }
    while (*at < end && (**at == 'l' || **at == 'h' || **at == 'L'))
        ++*at;
    if (*at == end) return limb__raise(eval, "ValueError", "incomplete format");
    const char type = *(*at)++;
    if (!value) value = next_argument(args);
    if (!value) return NULL;
    if (spec.zero && spec.align == '>') {
        spec.fill = (limb_text){"0", 1};
        spec.align = '=';
    }
    if (type == 's' || type == 'r' || type == 'a' || type == 'c') {
        limb_text text = type == 's' ? limb__value_str(eval, value) : limb__value_repr(eval, value);
        if (type == 'c' && value->kind == LIMB__VALUE_TEXT) text = value->as.text;
        char bytes[4];
        if (type == 'c' && limb__is_int(value)) {
            if (value->as.integer < 0 || value->as.integer > 0x10ffff) {
                return limb__raise(eval, "OverflowError", "%%c arg not in range(0x110000)");
            }
            text =
                (limb_text){bytes, (size_t)limb__utf8_encode(bytes, (uint32_t)value->as.integer)};
        }
        if (!text.data) return NULL;
        spec.fill = (limb_text){" ", 1};
        if (spec.align == '=') spec.align = '>';
        return format_text(eval, text, &spec);
    }
    if (!limb__is_number(value)) {
        return limb__raise(eval, "TypeError", "%%%c format: a number is required, not %s", type,
                           limb__type_name(value));
    }
    if (type == 'd' || type == 'i' || type == 'u' || type == 'x' || type == 'X' || type == 'o') {
        spec.type = type == 'i' || type == 'u' ? 'd' : type;
        double whole = limb__as_double(value);
        if (value->kind == LIMB__VALUE_FLOAT) {
            if (spec.type != 'd') {
                return limb__raise(eval, "TypeError", "%%%c format: an integer is required", type);
            }
            if (!(fabs(whole) < 9.2e18)) {
                return limb__raise(eval, "OverflowError", "cannot convert float to integer");
            }
        }
        return format_int(
            eval, value->kind == LIMB__VALUE_FLOAT ? (int64_t)whole : value->as.integer, &spec);
    }
    if (strchr("eEfFgG", type)) {
        spec.type = type;
        if (spec.precision < 0) spec.precision = 6;
        return format_float(eval, limb__as_double(value), &spec);
    }
    return limb__raise(eval, "ValueError", "unsupported format character '%c'", type);
}

limb__value *limb__format_percent(limb__eval *eval, limb_text format, limb__value *values)
{
    arguments args = {eval, values, 0};
    limb__builder out;
    limb__eval_builder(eval, &out);
    const char *at = format.data;
    const char *end = format.data + format.size;
    while (at < end && !eval->error) {
        const char *mark = memchr(at, '%', (size_t)(end - at));
        if (!mark) mark = end;
        limb__builder_bytes(&out, at, (size_t)(mark - at));
        if (mark == end) break;
        at = mark + 1;
        if (at < end && *at == '%') {
            limb__builder_char(&out, '%');
            at++;
            continue;
        }
        const limb__value *part = convert_one(&args, &at, end);
        if (part) limb__builder_bytes(&out, part->as.text.data, part->as.text.size);
        if (!part && !eval->error) break;
        if (out.size > eval->limits.max_memory) limb__take(eval, SIZE_MAX);
    }
    const bool is_tuple = values->kind == LIMB__VALUE_TUPLE;
    const bool left_over = is_tuple ? args.next < values->as.items.count
                                    : args.next == 0 && values->kind != LIMB__VALUE_DICT &&
                                          values->kind != LIMB__VALUE_LIST;
    if (!eval->error && left_over) {
        limb__raise(eval, "TypeError", "not all arguments converted during string formatting");
    }
    return limb__builder_value(eval, &out);
}

//---- str.format ----------------------------------------------------------------------------------

// "0", "name", "" (the next), each followed by .attribute and [index].
static limb__value *field(limb__eval *eval, limb_text name, const limb__call *call, int *next)
{
    const char *at = name.data;
    const char *end = name.data + name.size;
    while (at < end && *at != '.' && *at != '[')
        at++;
    const limb_text first = {name.data, (size_t)(at - name.data)};
    limb__value *value = NULL;
    int64_t index = 0;
    bool overflow;
    if (first.size == 0 || limb__parse_int(first, 10, &index, &overflow)) {
        if (first.size == 0) index = (*next)++;
        if (index < 0 || index >= call->npositional) {
            return limb__raise(eval, "IndexError",
                               "replacement index %d out of range for positional args tuple",
                               (int)index);
        }
        value = call->argument[index];
    } else {
        for (int i = call->npositional; i < call->count; i++) {
            const limb_text other = call->name[i - call->npositional];
            if (other.size == first.size && memcmp(other.data, first.data, other.size) == 0) {
                value = call->argument[i];
            }
        }
        if (!value) {
            return limb__raise(eval, "KeyError", "'%.*s'",
                               (int)(first.size < 100 ? first.size : 100), first.data);
        }
    }
    while (value && at < end) {
        const bool is_index = *at == '[';
        const char *begin = ++at;
        while (at < end && (is_index ? *at != ']' : *at != '.' && *at != '['))
            at++;
        const limb_text part = {begin, (size_t)(at - begin)};
        if (!is_index) {
            if (part.size >= 2 && memcmp(part.data, "__", 2) == 0) {
                return limb__raise(eval, "NameError",
                                   "names that begin with \"__\" are not allowed");
            }
            value = limb__attribute(eval, value, part);
            continue;
        }
        if (at < end) at++;
        limb__value *key = limb__parse_int(part, 10, &index, &overflow)
                               ? limb__value_int(eval, index)
                               : limb__value_text_kept(eval, part.data, part.size);
        value = key ? limb__subscript(eval, value, key) : NULL;
    }
    return value;
}

// The replacement between two braces: name, "!r", ":spec"; a spec may hold fields itself.
static limb__value *replacement(limb__eval *eval, limb_text text, const limb__call *call, int *next,
                                int depth)
{
    size_t name = 0;
    int brackets = 0;
    while (name < text.size &&
           (brackets > 0 || (text.data[name] != '!' && text.data[name] != ':'))) {
        if (text.data[name] == '[') brackets++;
        if (text.data[name] == ']' && brackets > 0) brackets--;
        name++;
    }
    limb__value *value = field(eval, (limb_text){text.data, name}, call, next);
    if (!value) return NULL;
    size_t at = name;
    if (at < text.size && text.data[at] == '!') {
        const char how = at + 1 < text.size ? text.data[at + 1] : 0;
        if (how != 'r' && how != 's' && how != 'a') {
            return limb__raise(eval, "ValueError", "unknown conversion specifier");
        }
        const limb_text shown =
            how == 's' ? limb__value_str(eval, value) : limb__value_repr(eval, value);
        if (!shown.data) return NULL;
        value = limb__value_text_kept(eval, shown.data, shown.size);
        at += 2;
    }
    limb_text spec = {"", 0};
    if (value && at < text.size && text.data[at] == ':') {
        spec = (limb_text){text.data + at + 1, text.size - at - 1};
        if (memchr(spec.data, '{', spec.size)) {
            if (depth > 0) return limb__raise(eval, "ValueError", "Max string recursion exceeded");
            limb__builder out;
            limb__eval_builder(eval, &out);
            for (const char *c = spec.data; c < spec.data + spec.size && !eval->error; c++) {
                const char *close =
                    *c == '{' ? memchr(c, '}', (size_t)(spec.data + spec.size - c)) : NULL;
                if (!close) {
                    limb__builder_char(&out, *c);
                    continue;
                }
                limb__value *inner = replacement(eval, (limb_text){c + 1, (size_t)(close - c) - 1},
                                                 call, next, depth + 1);
                if (inner) limb__builder_bytes(&out, inner->as.text.data, inner->as.text.size);
                c = close;
            }
            limb__value *made = limb__builder_value(eval, &out);
            if (!made) return NULL;
            spec = made->as.text;
        }
    }
    return value ? limb__format_value(eval, value, spec) : NULL;
}

limb__value *limb__format_braces(limb__eval *eval, limb_text format, const limb__call *call)
{
    limb__builder out;
    limb__eval_builder(eval, &out);
    int next = 0;
    for (size_t i = 0; i < format.size && !eval->error; i++) {
        const char c = format.data[i];
        const bool doubled = i + 1 < format.size && format.data[i + 1] == c;
        if (c != '{' && c != '}') {
            limb__builder_char(&out, c);
        } else if (doubled) {
            limb__builder_char(&out, c);
            i++;
        } else if (c == '}') {
            limb__raise(eval, "ValueError", "Single '}' encountered in format string");
        } else {
            size_t end = i + 1;
            for (int depth = 1; end < format.size; end++) {
                if (format.data[end] == '{') depth++;
                if (format.data[end] == '}' && --depth == 0) break;
            }
            if (end >= format.size) {
                limb__raise(eval, "ValueError", "Single '{' encountered in format string");
                break;
            }
            const limb_text inner = {format.data + i + 1, end - i - 1};
            const limb__value *part = replacement(eval, inner, call, &next, 0);
            if (part) limb__builder_bytes(&out, part->as.text.data, part->as.text.size);
            i = end;
        }
        if (out.size > eval->limits.max_memory) limb__take(eval, SIZE_MAX);
    }
    return limb__builder_value(eval, &out);
}

//---- a format specification ----------------------------------------------------------------------

// [[fill]align][sign][#][0][width][group][.precision][type]
static bool read_spec(limb__eval *eval, limb_text text, format_spec *out)
{
    *out = (format_spec){.fill = {" ", 1}, .precision = -1};
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
    if (!read_count(eval, &at, end, &out->width)) return false;
    if (at < end && (*at == ',' || *at == '_')) out->group = *at++;
    if (at < end && *at == '.') {
        at++;
        const char *digits = at;
        if (!read_count(eval, &at, end, &out->precision)) return false;
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

static limb__value *format_text(limb__eval *eval, limb_text text, const format_spec *spec)
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

static limb__value *format_int(limb__eval *eval, int64_t value, const format_spec *spec)
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
        return format_text(eval, (limb_text){bytes, (size_t)size}, spec);
    }
    const unsigned base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' ? 10 : 16;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    digits[--at] = 0;
    do {
        digits[--at] = (type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[rest % base];
        rest /= base;
    } while (rest > 0);
    // of % formatting: at least so many digits
    while (spec->precision > (int)sizeof digits - 1 - at && at > 1)
        digits[--at] = '0';
    const char *prefix = !spec->alternate || type == 'd' ? ""
                         : type == 'b'                   ? "0b"
                         : type == 'o'                   ? "0o"
                         : type == 'x'                   ? "0x"
                                                         : "0X";
    return finish_number(eval, digits + at, value < 0, prefix, spec);
}

static limb__value *format_float(limb__eval *eval, double value, const format_spec *spec)
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
        // without a type one digit stays behind the point
        if (spec->type == 0 && isfinite(number)) {
            const char *text = limb__builder_nul(&digits);
            if (!strchr(text, '.') && !strchr(text, 'e')) {
                limb__builder reduced;
                limb__eval_builder(eval, &reduced);
                limb__builder_text(&reduced, text);
                if ((int)strlen(text) < precision) {
                    limb__builder_text(&reduced, ".0");
                } else { // as many digits as asked for: an exponent takes their place
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

// Sign, prefix, grouping and padding around digits.
static limb__value *finish_number(limb__eval *eval, const char *digits, bool negative,
                                  const char *prefix, const format_spec *spec)
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

static void pad(limb__builder *out, limb_text text, const format_spec *spec, char align)
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
