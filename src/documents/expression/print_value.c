// Values as text: str() and repr() of Python 3.
#include "base/number.h"
#include "documents/expression/value.h"

#include <math.h>
#include <string.h>

typedef struct decimal { // d1 d2 ... with the point after `point` of them
    char digit[LIMB__NUMBER_TEXT_MAX];
    int ndigit, point;
} decimal;

static decimal decimal_of(double value);
static void print_fixed(limb__builder *out, const decimal *d);
static void print_with_exponent(limb__builder *out, const decimal *d);
static bool print_items(limb__eval *eval, limb__builder *out, limb__value *value, const char *open,
                        const char *close);
static bool enter(limb__eval *eval);
static bool print_slice(limb__eval *eval, limb__builder *out, limb__value *value);
static void print_range(limb__builder *out, const limb__value *value);
static bool print_dict(limb__eval *eval, limb__builder *out, limb__value *value);
static bool print_set(limb__eval *eval, limb__builder *out, limb__value *value);
static bool print_view(limb__eval *eval, limb__builder *out, limb__value *value);
static void print_quoted(limb__builder *out, limb_text text);

void limb__eval_builder(limb__eval *eval, limb__builder *out)
{
    enum { ALWAYS = 4096 }; // bytes: numbers and messages are exempt from the limit
    const size_t max = eval->limits.max_memory, taken = eval->arena->total + eval->held;
    limb__builder_init(out, eval->arena->memory);
    // it is copied when complete, so two copies must fit
    out->max_size = taken + 2 * ALWAYS < max ? (max - taken) / 2 : ALWAYS;
}

limb__value *limb__builder_value(limb__eval *eval, limb__builder *builder)
{
    limb__value *value = NULL;
    if (builder->is_too_long) {
        limb__raise_too_large(eval);
    } else if (builder->failed) {
        limb__raise_memory(eval);
    } else if (!eval->error) {
        value = limb__value_text(eval, builder->data, builder->size);
    }
    limb__builder_free(builder);
    return value;
}

limb_text limb__value_str(limb__eval *eval, limb__value *value)
{
    if (value->kind == LIMB__VALUE_TEXT) return value->as.text;
    limb__builder out;
    limb__eval_builder(eval, &out);
    const bool ok = limb__print_str(eval, &out, value);
    limb__value *text = limb__builder_value(eval, &out);
    return ok && text ? text->as.text : (limb_text){NULL, 0};
}

limb_text limb__value_repr(limb__eval *eval, limb__value *value)
{
    limb__builder out;
    limb__eval_builder(eval, &out);
    const bool ok = limb__print_repr(eval, &out, value);
    limb__value *text = limb__builder_value(eval, &out);
    return ok && text ? text->as.text : (limb_text){NULL, 0};
}

bool limb__print_str(limb__eval *eval, limb__builder *out, limb__value *value)
{
    if (value->kind != LIMB__VALUE_TEXT) return limb__print_repr(eval, out, value);
    limb__builder_bytes(out, value->as.text.data, value->as.text.size);
    return true;
}

bool limb__print_repr(limb__eval *eval, limb__builder *out, limb__value *value)
{
    switch ((limb__value_kind)value->kind) {
    case LIMB__VALUE_NONE:
        limb__builder_text(out, "None");
        return true;
    case LIMB__VALUE_BOOL:
        limb__builder_text(out, value->as.integer ? "True" : "False");
        return true;
    case LIMB__VALUE_INT:
        limb__builder_int(out, value->as.integer);
        return true;
    case LIMB__VALUE_FLOAT:
        limb__print_float(out, value->as.number);
        return true;
    case LIMB__VALUE_TEXT:
        if (value->is_big) {
            limb__builder_bytes(out, value->as.text.data, value->as.text.size);
        } else {
            print_quoted(out, value->as.text);
        }
        return true;
    case LIMB__VALUE_LIST:
        return print_items(eval, out, value, "[", "]");
    case LIMB__VALUE_TUPLE:
        return print_items(eval, out, value, "(", value->as.items.count == 1 ? ",)" : ")");
    case LIMB__VALUE_DICT:
        return print_dict(eval, out, value);
    case LIMB__VALUE_SET:
    case LIMB__VALUE_FROZENSET:
        return print_set(eval, out, value);
    case LIMB__VALUE_VIEW:
        return print_view(eval, out, value);
    case LIMB__VALUE_RANGE:
        print_range(out, value);
        return true;
    case LIMB__VALUE_SLICE:
        return print_slice(eval, out, value);
    case LIMB__VALUE_TYPE:
        limb__builder_text(out, "<class '");
        limb__builder_text(out, limb__kind_name(value->as.type));
        limb__builder_text(out, "'>");
        return true;
    case LIMB__VALUE_FUNCTION:
        limb__builder_text(out, "<built-in function ");
        limb__builder_text(out, value->as.function->name);
        limb__builder_char(out, '>');
        return true;
    default:
        limb__builder_char(out, '<');
        limb__builder_text(out, limb__type_name(value));
        limb__builder_text(out, " object>");
        return true;
    }
}

static bool print_slice(limb__eval *eval, limb__builder *out, limb__value *value)
{
    if (!enter(eval)) return false;
    for (int i = 0; i < 3; i++) {
        limb__builder_text(out, i == 0 ? "slice(" : ", ");
        if (!limb__print_repr(eval, out, value->as.slice[i])) return false;
    }
    limb__builder_char(out, ')');
    eval->depth--;
    return true;
}

static void print_range(limb__builder *out, const limb__value *value)
{
    limb__builder_text(out, "range(");
    limb__builder_int(out, value->as.range.start);
    limb__builder_text(out, ", ");
    limb__builder_int(out, value->as.range.stop);
    if (value->as.range.step != 1) {
        limb__builder_text(out, ", ");
        limb__builder_int(out, value->as.range.step);
    }
    limb__builder_char(out, ')');
}

// Prints the shortest digits that read back; with an exponent of at least two digits below 1e-4 and
// from 1e16 on.
void limb__print_float(limb__builder *out, double value)
{
    if (!isfinite(value)) {
        limb__builder_text(out, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    const decimal d = decimal_of(value);
    if (signbit(value)) limb__builder_char(out, '-');
    if (d.ndigit == 0) {
        limb__builder_text(out, "0.0");
    } else if (d.point > -4 && d.point <= 16) {
        print_fixed(out, &d);
    } else {
        print_with_exponent(out, &d);
    }
}

// Converts either notation of the shortest text, without zeros at either end.
static decimal decimal_of(double value)
{
    char text[LIMB__NUMBER_TEXT_MAX];
    const size_t size = limb__number_print(text, value);
    decimal d = {.ndigit = 0};
    int exponent = 0;
    bool after_point = false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == 'e') {
            const bool negative = text[i + 1] == '-';
            for (size_t k = i + 2; k < size; k++)
                exponent = exponent * 10 + (text[k] - '0');
            if (negative) exponent = -exponent;
            break;
        }
        if (text[i] == '.') after_point = true;
        if (text[i] < '0' || text[i] > '9') continue;
        if (d.ndigit == 0 && text[i] == '0') { // leading zeros only move the point
            if (after_point) d.point--;
            continue;
        }
        d.digit[d.ndigit++] = text[i];
        if (!after_point) d.point++;
    }
    d.point += exponent;
    while (d.ndigit > 1 && d.digit[d.ndigit - 1] == '0')
        d.ndigit--;
    return d;
}

static void print_fixed(limb__builder *out, const decimal *d)
{
    if (d->point <= 0) {
        limb__builder_text(out, "0.");
        limb__builder_repeat(out, '0', -d->point);
        limb__builder_bytes(out, d->digit, (size_t)d->ndigit);
    } else if (d->ndigit <= d->point) {
        limb__builder_bytes(out, d->digit, (size_t)d->ndigit);
        limb__builder_repeat(out, '0', d->point - d->ndigit);
        limb__builder_text(out, ".0");
    } else {
        limb__builder_bytes(out, d->digit, (size_t)d->point);
        limb__builder_char(out, '.');
        limb__builder_bytes(out, d->digit + d->point, (size_t)(d->ndigit - d->point));
    }
}

static void print_with_exponent(limb__builder *out, const decimal *d)
{
    limb__builder_char(out, d->digit[0]);
    if (d->ndigit > 1) {
        limb__builder_char(out, '.');
        limb__builder_bytes(out, d->digit + 1, (size_t)d->ndigit - 1);
    }
    const int power = d->point - 1;
    limb__builder_text(out, power < 0 ? "e-" : "e+");
    if (power > -10 && power < 10) limb__builder_char(out, '0');
    limb__builder_int(out, power < 0 ? -power : power);
}

static bool enter(limb__eval *eval)
{
    if (eval->depth < eval->limits.max_depth && limb__has_stack(eval) && limb__step(eval, 1)) {
        eval->depth++;
        return true;
    }
    limb__raise(eval, "LimitError", "a value is nested too deeply to be printed");
    eval->is_limit = true;
    return false;
}

static bool print_items(limb__eval *eval, limb__builder *out, limb__value *value, const char *open,
                        const char *close)
{
    if (!enter(eval)) return false;
    bool ok = true;
    limb__builder_text(out, open);
    for (int i = 0; ok && i < value->as.items.count; i++) {
        if (i > 0) limb__builder_text(out, ", ");
        ok = limb__step(eval, 1) && limb__print_repr(eval, out, value->as.items.item[i]) &&
             !out->failed;
    }
    limb__builder_text(out, close);
    eval->depth--;
    return ok;
}

static bool print_dict(limb__eval *eval, limb__builder *out, limb__value *value)
{
    if (!enter(eval)) return false;
    const limb__dict *dict = value->as.dict;
    const char *between = "{";
    bool ok = true;
    for (int i = 0; ok && i < dict->count; i++) {
        if (!dict->key[i]) continue;
        limb__builder_text(out, between);
        between = ", ";
        ok = limb__step(eval, 1) && limb__print_repr(eval, out, dict->key[i]);
        limb__builder_text(out, ": ");
        ok = ok && limb__print_repr(eval, out, dict->value[i]) && !out->failed;
    }
    limb__builder_text(out, dict->used > 0 ? "}" : "{}");
    eval->depth--;
    return ok;
}

static bool print_set(limb__eval *eval, limb__builder *out, limb__value *value)
{
    int count;
    limb__value **item = limb__value_items(eval, value, &count);
    if (!item || !enter(eval)) return false;
    const bool frozen = value->kind == LIMB__VALUE_FROZENSET;
    bool ok = true;
    if (count == 0) {
        limb__builder_text(out, frozen ? "frozenset()" : "set()");
    } else {
        limb__builder_text(out, frozen ? "frozenset({" : "{");
        for (int i = 0; ok && i < count; i++) {
            if (i > 0) limb__builder_text(out, ", ");
            ok = limb__print_repr(eval, out, item[i]);
        }
        limb__builder_text(out, frozen ? "})" : "}");
    }
    eval->depth--;
    return ok;
}

static bool print_view(limb__eval *eval, limb__builder *out, limb__value *value)
{
    static const char *const name[] = {"dict_keys(", "dict_values(", "dict_items("};
    int count;
    limb__value **item = limb__value_items(eval, value, &count);
    if (!item) return false;
    limb__value list = {.kind = LIMB__VALUE_LIST, .as.items = {item, count, count}};
    limb__builder_text(out, name[value->as.view.what]);
    const bool ok = print_items(eval, out, &list, "[", "]");
    limb__builder_char(out, ')');
    return ok;
}

// Uses single quotes, or double ones if the text contains only single ones.
static void print_quoted(limb__builder *out, limb_text text)
{
    static const char hex[] = "0123456789abcdef";
    const bool has_single = text.size > 0 && memchr(text.data, '\'', text.size);
    const char quote = has_single && !memchr(text.data, '"', text.size) ? '"' : '\'';
    limb__builder_char(out, quote);
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        if (c == quote || c == '\\') {
            limb__builder_char(out, '\\');
            limb__builder_char(out, c);
        } else if (c == '\n' || c == '\t' || c == '\r') {
            limb__builder_text(out, c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r");
        } else if ((unsigned char)c < 0x20 || c == 0x7f) {
            limb__builder_text(out, "\\x");
            limb__builder_char(out, hex[(unsigned char)c >> 4]);
            limb__builder_char(out, hex[c & 15]);
        } else {
            limb__builder_char(out, c);
        }
    }
    limb__builder_char(out, quote);
}
