// Implements "{:>8}".format(x) and format(x, ".3f"), as in Python.
#include "documents/builtins/format_value.h"

#include <string.h>

limb__value *limb__format_value(limb__eval *eval, limb__value *value, limb_text text)
{
    limb__format_spec spec;
    if (!limb__format_spec_read(eval, text, &spec)) return NULL;
    if (text.size == 0) {
        const limb_text str = limb__value_str(eval, value);
        return str.data ? limb__value_text_kept(eval, str.data, str.size) : NULL;
    }
    const bool is_float_type = spec.type != 0 && strchr("eEfFgG%", spec.type);
    if (limb__is_int(value) && !is_float_type && spec.type != 's') {
        return limb__format_int(eval, value->as.integer, &spec);
    }
    if (limb__is_number(value) && spec.type != 's') {
        return limb__format_float(eval, limb__as_double(value), &spec);
    }
    if (value->kind == LIMB__VALUE_TEXT && (spec.type == 0 || spec.type == 's')) {
        return limb__format_text(eval, value->as.text, &spec);
    }
    if (value->kind != LIMB__VALUE_TEXT && !limb__is_number(value)) {
        return limb__raise(eval, "TypeError", "unsupported format string for %s",
                           limb__type_name(value));
    }
    return limb__raise(eval, "ValueError", "unknown format code '%c' for object of type '%s'",
                       spec.type, limb__type_name(value));
}

// Evaluates a field name: "0", "name" or "" (the next argument), each optionally followed by
// .attribute and [index].
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

// Evaluates the field between two braces: name, "!r", ":spec". A spec may itself contain fields.
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
    }
    return limb__builder_value(eval, &out);
}
