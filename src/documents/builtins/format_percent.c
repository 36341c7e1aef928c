// Implements "%5.2f" % x, as in Python.
#include "documents/builtins/builtins.h"
#include "documents/builtins/format_value.h"

#include <math.h>
#include <string.h>

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
    if (!limb__is_int(value) || value->as.integer > LIMB__MAX_WIDTH ||
        value->as.integer < -LIMB__MAX_WIDTH) {
        limb__raise(args->eval, "TypeError", "* wants int");
        return false;
    }
    *number = (int)value->as.integer;
    return true;
}

// Looks up the value of "%(name)s"; *at is then after the closing parenthesis.
static limb__value *named(arguments *args, const char **at, const char *end)
{
    const char *begin = ++*at;
    while (*at < end && **at != ')')
        ++*at;
    if (*at == end || args->value->kind != LIMB__VALUE_DICT) {
        return limb__raise(args->eval, "TypeError", "format requires a mapping");
    }
    limb__value *key = limb__value_text_kept(args->eval, begin, (size_t)(*at - begin));
    ++*at;
    args->next = 1;
    return key ? limb__subscript(args->eval, args->value, key) : NULL;
}

// Parses flags, width and precision.
static bool read_conversion(arguments *args, const char **at, const char *end,
                            limb__format_spec *spec)
{
    for (; *at < end && **at != 0 && strchr("-+ #0", **at); ++*at) {
        if (**at == '-') spec->align = '<';
        if (**at == '+') spec->sign = '+';
        if (**at == ' ' && spec->sign != '+') spec->sign = ' ';
        if (**at == '#') spec->alternate = true;
        if (**at == '0') spec->zero = true;
    }
    if (*at < end && **at == '*') {
        ++*at;
        if (!next_int(args, &spec->width)) return false;
        if (spec->width < 0) {
            spec->align = '<';
            spec->width = -spec->width;
        }
    } else if (!limb__format_count_read(args->eval, at, end, &spec->width)) {
        return false;
    }
    if (*at < end && **at == '.') {
        ++*at;
        if (*at < end && **at == '*') {
            ++*at;
            if (!next_int(args, &spec->precision)) return false;
            if (spec->precision < 0) spec->precision = 0;
        } else if (!limb__format_count_read(args->eval, at, end, &spec->precision)) {
            return false;
        }
    }
    while (*at < end && (**at == 'l' || **at == 'h' || **at == 'L'))
        ++*at;
    return true;
}

// Converts %s, %r, %a and %c.
static limb__value *convert_text(limb__eval *eval, limb__value *value, char type,
                                 limb__format_spec *spec)
{
    limb_text text = type == 's' ? limb__value_str(eval, value) : limb__value_repr(eval, value);
    if (type == 'c' && value->kind == LIMB__VALUE_TEXT) text = value->as.text;
    char bytes[4];
    if (type == 'c' && limb__is_int(value)) {
        if (value->as.integer < 0 || value->as.integer > 0x10ffff) {
            return limb__raise(eval, "OverflowError", "%%c arg not in range(0x110000)");
        }
        text = (limb_text){bytes, (size_t)limb__utf8_encode(bytes, (uint32_t)value->as.integer)};
    }
    if (!text.data) return NULL;
    spec->fill = (limb_text){" ", 1};
    if (spec->align == '=') spec->align = '>';
    return limb__format_text(eval, text, spec);
}

// Converts %d, %i, %u, %x, %X and %o.
static limb__value *convert_int(limb__eval *eval, const limb__value *value, char type,
                                limb__format_spec *spec)
{
    spec->type = type == 'i' || type == 'u' ? 'd' : type;
    const double whole = limb__as_double(value);
    if (value->kind == LIMB__VALUE_FLOAT) {
        if (spec->type != 'd') {
            return limb__raise(eval, "TypeError", "%%%c format: an integer is required", type);
        }
        if (!(fabs(whole) < 9.2e18)) {
            return limb__raise(eval, "OverflowError", "cannot convert float to integer");
        }
    }
    return limb__format_int(
        eval, value->kind == LIMB__VALUE_FLOAT ? (int64_t)whole : value->as.integer, spec);
}

// Formats one conversion after its '%'.
static limb__value *convert_one(arguments *args, const char **at, const char *end)
{
    limb__eval *eval = args->eval;
    limb__format_spec spec = {.fill = {" ", 1}, .precision = -1, .align = '>'};
    limb__value *value = NULL;
    if (*at < end && **at == '(') {
        value = named(args, at, end);
        if (!value) return NULL;
    }
    if (!read_conversion(args, at, end, &spec)) return NULL;
    if (*at == end) return limb__raise(eval, "ValueError", "incomplete format");
    const char type = *(*at)++;
    if (!value) value = next_argument(args);
    if (!value) return NULL;
    if (spec.zero && spec.align == '>') {
        spec.fill = (limb_text){"0", 1};
        spec.align = '=';
    }
    if (type != 0 && strchr("srac", type)) return convert_text(eval, value, type, &spec);
    if (!limb__is_number(value)) {
        return limb__raise(eval, "TypeError", "%%%c format: a number is required, not %s", type,
                           limb__type_name(value));
    }
    if (type != 0 && strchr("diuxXo", type)) return convert_int(eval, value, type, &spec);
    if (type != 0 && strchr("eEfFgG", type)) {
        spec.type = type;
        if (spec.precision < 0) spec.precision = 6;
        return limb__format_float(eval, limb__as_double(value), &spec);
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
