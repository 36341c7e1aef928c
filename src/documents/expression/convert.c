// Calling a type: str(x), int(x), list(x), dict(a=1), ... and sorting, which
// several functions need.
#include "documents/expression/value.h"

#include <math.h>
#include <string.h>

static limb__value *to_text(limb__eval *eval, limb__call *call);
static limb__value *to_int(limb__eval *eval, limb__call *call);
static limb__value *to_float(limb__eval *eval, limb__call *call);
static limb__value *to_bool(limb__eval *eval, limb__call *call);
static limb__value *to_list(limb__eval *eval, limb__value_kind kind, limb__call *call);
static limb__value *to_dict(limb__eval *eval, limb__call *call);
static limb__value *to_set(limb__eval *eval, limb__value_kind kind, limb__call *call);
static limb__value *to_range(limb__eval *eval, limb__call *call);
static limb__value *to_slice(limb__eval *eval, limb__call *call);
static bool fits_count(limb__eval *eval, const limb__call *call, const char *name, int max);

limb__value *limb__convert(limb__eval *eval, limb__value_kind type, limb__call *call)
{
    switch (type) {
    case LIMB__VALUE_TEXT:
        return to_text(eval, call);
    case LIMB__VALUE_INT:
        return to_int(eval, call);
    case LIMB__VALUE_FLOAT:
        return to_float(eval, call);
    case LIMB__VALUE_BOOL:
        return to_bool(eval, call);
    case LIMB__VALUE_LIST:
    case LIMB__VALUE_TUPLE:
        return to_list(eval, type, call);
    case LIMB__VALUE_DICT:
        return to_dict(eval, call);
    case LIMB__VALUE_SET:
    case LIMB__VALUE_FROZENSET:
        return to_set(eval, type, call);
    case LIMB__VALUE_RANGE:
        return to_range(eval, call);
    case LIMB__VALUE_SLICE:
        return to_slice(eval, call);
    default:
        return limb__raise(eval, "TypeError", "cannot create '%s' instances",
                           limb__kind_name(type));
    }
}

// Merge sort: stable, n log n for any keys.
static bool merge(limb__eval *eval, limb__value **pair, limb__value **spare, int begin, int middle,
                  int end, bool reverse)
{
    int a = begin;
    int b = middle;
    for (int out = begin; out < end; out++) {
        bool take_b = a == middle;
        if (a < middle && b < end) {
            const int order = limb__value_order(eval, pair[2 * b], pair[2 * a], "<");
            if (order == -2 || !limb__step(eval, 1)) return false;
            take_b = reverse ? order == 1 : order == -1;
        }
        int *from = take_b ? &b : &a;
        spare[2 * out] = pair[2 * *from];
        spare[2 * out + 1] = pair[2 * *from + 1];
        ++*from;
    }
    memcpy(pair + 2 * begin, spare + 2 * begin, 2 * (size_t)(end - begin) * sizeof *pair);
    return true;
}

bool limb__sort(limb__eval *eval, limb__value **item, int count, limb__value *key, bool reverse)
{
    limb__value **pair = limb__take(eval, 4 * (size_t)count * sizeof *pair); // key, item; and spare
    if (!pair) return false;
    for (int i = 0; i < count; i++) {
        const bool plain = !key || key->kind == LIMB__VALUE_NONE;
        pair[2 * i] = plain ? item[i] : limb__invoke1(eval, key, item[i]);
        pair[2 * i + 1] = item[i];
        if (!pair[2 * i]) return false;
    }
    for (int width = 1; width < count; width *= 2) {
        for (int begin = 0; begin + width < count; begin += 2 * width) {
            const int end = begin + 2 * width < count ? begin + 2 * width : count;
            if (!merge(eval, pair, pair + 2 * count, begin, begin + width, end, reverse)) {
                return false;
            }
        }
    }
    for (int i = 0; i < count; i++)
        item[i] = pair[2 * i + 1];
    return true;
}

static bool fits_count(limb__eval *eval, const limb__call *call, const char *name, int max)
{
    if (call->count <= max && call->npositional == call->count) return true;
    limb__raise(eval, "TypeError", "%s() takes at most %d argument%s (%d given)", name, max,
                max == 1 ? "" : "s", call->count);
    return false;
}

static limb__value *to_text(limb__eval *eval, limb__call *call)
{
    if (!fits_count(eval, call, "str", 1)) return NULL;
    if (call->count == 0) return limb__value_text_kept(eval, "", 0);
    const limb_text text = limb__value_str(eval, call->argument[0]);
    return text.data ? limb__value_text_kept(eval, text.data, text.size) : NULL;
}

static limb__value *to_int(limb__eval *eval, limb__call *call)
{
    limb__value *base = limb__call_keyword(call, "base");
    if (call->npositional > 1) base = call->argument[1];
    if (call->count == 0) return limb__value_int(eval, 0);
    if (call->npositional == 0 || call->count > 2) {
        return limb__raise(eval, "TypeError", "int() takes at most 2 arguments");
    }
    limb__value *value = call->argument[0];
    if (value->kind == LIMB__VALUE_TEXT) {
        int64_t result;
        bool overflow;
        const int64_t radix = base && limb__is_int(base) ? base->as.integer : 10;
        if (radix != 0 && (radix < 2 || radix > 36)) {
            return limb__raise(eval, "ValueError", "int() base must be >= 2 and <= 36, or 0");
        }
        if (!limb__parse_int(value->as.text, (int)radix, &result, &overflow)) {
            const limb_text shown = limb__value_repr(eval, value);
            return limb__raise(eval, "ValueError", "invalid literal for int() with base %d: %.*s",
                               (int)radix, (int)(shown.size < 100 ? shown.size : 100),
                               shown.data ? shown.data : "");
        }
        if (overflow) {
            return limb__raise(eval, "OverflowError", "the integer does not fit into 64 bits");
        }
        return limb__value_int(eval, result);
    }
    if (base) return limb__raise(eval, "TypeError", "int() can't convert non-string with base");
    if (limb__is_int(value)) return limb__value_int(eval, value->as.integer);
    if (value->kind != LIMB__VALUE_FLOAT) {
        return limb__raise(eval, "TypeError",
                           "int() argument must be a string or a number, not '%s'",
                           limb__type_name(value));
    }
    if (isnan(value->as.number)) {
        return limb__raise(eval, "ValueError", "cannot convert float NaN to integer");
    }
    if (!(fabs(value->as.number) < 9223372036854775808.0)) {
        return limb__raise(eval, "OverflowError", "cannot convert this float to a 64-bit integer");
    }
    return limb__value_int(eval, (int64_t)value->as.number);
}

static limb__value *to_float(limb__eval *eval, limb__call *call)
{
    double number;
    if (!fits_count(eval, call, "float", 1)) return NULL;
    if (call->count == 0) return limb__value_float(eval, 0);
    limb__value *value = call->argument[0];
    if (limb__is_number(value)) return limb__value_float(eval, limb__as_double(value));
    if (value->kind != LIMB__VALUE_TEXT) {
        return limb__raise(eval, "TypeError",
                           "float() argument must be a string or a number, not '%s'",
                           limb__type_name(value));
    }
    if (limb__parse_float(value->as.text, &number)) return limb__value_float(eval, number);
    const limb_text shown = limb__value_repr(eval, value);
    return limb__raise(eval, "ValueError", "could not convert string to float: %.*s",
                       (int)(shown.size < 100 ? shown.size : 100), shown.data ? shown.data : "");
}

static limb__value *to_bool(limb__eval *eval, limb__call *call)
{
    bool is_true = false;
    if (!fits_count(eval, call, "bool", 1)) return NULL;
    if (call->count == 1 && !limb__value_true(eval, call->argument[0], &is_true)) return NULL;
    return limb__value_bool(eval, is_true);
}

static limb__value *to_list(limb__eval *eval, limb__value_kind kind, limb__call *call)
{
    int count = 0;
    if (!fits_count(eval, call, limb__kind_name(kind), 1)) return NULL;
    limb__value **item =
        call->count > 0 ? limb__value_items(eval, call->argument[0], &count) : NULL;
    if (call->count > 0 && !item) return NULL;
    limb__value *list = limb__value_list(eval, kind, count);
    for (int i = 0; list && i < count; i++)
        if (!limb__list_add(eval, list, item[i])) return NULL;
    return list;
}

static limb__value *to_dict(limb__eval *eval, limb__call *call)
{
    limb__value *dict = limb__value_dict(eval, LIMB__VALUE_DICT);
    if (!dict) return NULL;
    if (call->npositional > 1) {
        return limb__raise(eval, "TypeError", "dict expected at most 1 argument, got %d",
                           call->npositional);
    }
    if (call->npositional == 1 && call->argument[0]->kind == LIMB__VALUE_DICT) {
        const limb__dict *from = call->argument[0]->as.dict;
        for (int i = 0; i < from->count; i++) {
            if (from->key[i] && !limb__dict_set(eval, dict, from->key[i], from->value[i])) {
                return NULL;
            }
        }
    } else if (call->npositional == 1) {
        int count;
        limb__value **item = limb__value_items(eval, call->argument[0], &count);
        if (!item) return NULL;
        for (int i = 0; i < count; i++) {
            int size;
            limb__value **pair = limb__value_items(eval, item[i], &size);
            if (!pair) return NULL;
            if (size != 2) {
                return limb__raise(eval, "ValueError",
                                   "dictionary update sequence element #%d has length %d; 2 is "
                                   "required",
                                   i, size);
            }
            if (!limb__dict_set(eval, dict, pair[0], pair[1])) return NULL;
        }
    }
    for (int i = call->npositional; i < call->count; i++) {
        const limb_text name = call->name[i - call->npositional];
        limb__value *key = limb__value_text_kept(eval, name.data, name.size);
        if (!limb__dict_set(eval, dict, key, call->argument[i])) return NULL;
    }
    return dict;
}

static limb__value *to_set(limb__eval *eval, limb__value_kind kind, limb__call *call)
{
    int count = 0;
    if (!fits_count(eval, call, limb__kind_name(kind), 1)) return NULL;
    limb__value **item =
        call->count > 0 ? limb__value_items(eval, call->argument[0], &count) : NULL;
    if (call->count > 0 && !item) return NULL;
    limb__value *set = limb__value_dict(eval, kind);
    for (int i = 0; set && i < count; i++)
        if (!limb__dict_set(eval, set, item[i], &eval->none)) return NULL;
    return set;
}

static limb__value *to_range(limb__eval *eval, limb__call *call)
{
    if (!fits_count(eval, call, "range", 3)) return NULL;
    if (call->count == 0) return limb__raise(eval, "TypeError", "range expected 1 argument, got 0");
    for (int i = 0; i < call->count; i++) {
        if (!limb__is_int(call->argument[i])) {
            return limb__raise(eval, "TypeError", "'%s' object cannot be interpreted as an integer",
                               limb__type_name(call->argument[i]));
        }
    }
    limb__value *range = limb__value_new(eval, LIMB__VALUE_RANGE);
    if (!range) return NULL;
    range->as.range.start = call->count > 1 ? call->argument[0]->as.integer : 0;
    range->as.range.stop = call->argument[call->count > 1 ? 1 : 0]->as.integer;
    range->as.range.step = call->count > 2 ? call->argument[2]->as.integer : 1;
    if (range->as.range.step == 0) {
        return limb__raise(eval, "ValueError", "range() arg 3 must not be zero");
    }
    return range;
}

static limb__value *to_slice(limb__eval *eval, limb__call *call)
{
    if (!fits_count(eval, call, "slice", 3)) return NULL;
    if (call->count == 0) return limb__raise(eval, "TypeError", "slice expected an argument");
    limb__value *slice = limb__value_new(eval, LIMB__VALUE_SLICE);
    if (!slice) return NULL;
    slice->as.slice[0] = call->count > 1 ? call->argument[0] : &eval->none;
    slice->as.slice[1] = call->argument[call->count > 1 ? 1 : 0];
    slice->as.slice[2] = call->count > 2 ? call->argument[2] : &eval->none;
    return slice;
}
