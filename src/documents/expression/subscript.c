// value[index] and value[start:stop:step].
#include "documents/expression/value.h"

#include <string.h>

static limb__value *item_at(limb__eval *eval, limb__value *value, int64_t index);
static limb__value *cut(limb__eval *eval, limb__value *value, limb__value *const slice[3]);
static limb__value *cut_range(limb__eval *eval, const limb__value *value,
                              limb__value *const slice[3], int64_t step);
static bool slice_bounds(limb__eval *eval, limb__value *const slice[3], int64_t step,
                         int64_t length, int64_t *start, int64_t *stop);
static bool slice_bound(limb__eval *eval, const limb__value *bound, int64_t missing, int64_t low,
                        int64_t high, int64_t length, int64_t *result);
static limb__value *look_up(limb__eval *eval, limb__value *dict, limb__value *key);

limb__value *limb__subscript(limb__eval *eval, limb__value *value, limb__value *index)
{
    if (value->kind == LIMB__VALUE_DICT) return look_up(eval, value, index);
    if (value->kind == LIMB__VALUE_SCOPE && index->kind == LIMB__VALUE_TEXT) {
        return limb__attribute(eval, value, index->as.text);
    }
    const bool is_sequence = value->kind == LIMB__VALUE_TEXT || value->kind == LIMB__VALUE_LIST ||
                             value->kind == LIMB__VALUE_TUPLE || value->kind == LIMB__VALUE_RANGE;
    if (!is_sequence) {
        return limb__raise(eval, "TypeError", "'%s' object is not subscriptable",
                           limb__type_name(value));
    }
    if (index->kind == LIMB__VALUE_SLICE) return cut(eval, value, index->as.slice);
    if (!limb__is_int(index)) {
        return limb__raise(eval, "TypeError", "%s indices must be integers or slices, not %s",
                           value->kind == LIMB__VALUE_TEXT ? "string" : limb__type_name(value),
                           limb__type_name(index));
    }
    return item_at(eval, value, index->as.integer);
}

static limb__value *item_at(limb__eval *eval, limb__value *value, int64_t index)
{
    if (value->kind == LIMB__VALUE_TEXT && !limb__step_text(eval, value->as.text)) return NULL;
    const int64_t length = limb__value_length(eval, value);
    if (index < 0) index += length;
    if (index < 0 || index >= length) {
        return limb__raise(eval, "IndexError", "%s index out of range",
                           value->kind == LIMB__VALUE_TEXT    ? "string"
                           : value->kind == LIMB__VALUE_RANGE ? "range object"
                                                              : limb__type_name(value));
    }
    if (value->kind == LIMB__VALUE_RANGE) {
        return limb__value_int(eval, value->as.range.start + index * value->as.range.step);
    }
    if (value->kind != LIMB__VALUE_TEXT) {
        return limb__value_wrap(eval, value, value->as.items.item[index]);
    }
    const limb_text text = value->as.text;
    const char *at = text.data;
    const char *end = text.data + text.size;
    for (int64_t i = -1; at < end; at++) {
        i += ((unsigned char)*at & 0xc0) != 0x80;
        if (i == index) break;
    }
    const char *stop = at + 1;
    while (stop < end && ((unsigned char)*stop & 0xc0) == 0x80)
        stop++;
    return limb__value_text_kept(eval, at, (size_t)(stop - at));
}

static limb__value *cut(limb__eval *eval, limb__value *value, limb__value *const slice[3])
{
    int64_t step = 1;
    if (slice[2]->kind != LIMB__VALUE_NONE) {
        if (!limb__is_int(slice[2])) {
            return limb__raise(eval, "TypeError", "slice indices must be integers or None");
        }
        step = slice[2]->as.integer;
        if (step == 0) return limb__raise(eval, "ValueError", "slice step cannot be zero");
        if (step < -INT64_MAX) step = -INT64_MAX;
    }
    if (value->kind == LIMB__VALUE_RANGE) return cut_range(eval, value, slice, step);
    int count;
    limb__value **item = limb__value_items(eval, value, &count);
    if (!item) return NULL;
    int64_t start;
    int64_t stop;
    if (!slice_bounds(eval, slice, step, count, &start, &stop)) return NULL;
    if (value->kind == LIMB__VALUE_TEXT) {
        limb__builder out;
        limb__eval_builder(eval, &out);
        for (int64_t i = start; step > 0 ? i < stop : i > stop;) {
            limb__builder_bytes(&out, item[i]->as.text.data, item[i]->as.text.size);
            if (step > 0 ? i > INT64_MAX - step : i < INT64_MIN - step) break;
            i += step;
        }
        return limb__builder_value(eval, &out);
    }
    limb__value *result = limb__value_list(
        eval, value->kind == LIMB__VALUE_TUPLE ? LIMB__VALUE_TUPLE : LIMB__VALUE_LIST, 0);
    for (int64_t i = start; result && (step > 0 ? i < stop : i > stop);) {
        if (!limb__list_add(eval, result, item[i])) return NULL;
        if (step > 0 ? i > INT64_MAX - step : i < INT64_MIN - step) break;
        i += step;
    }
    return result;
}

// A slice of a range is a range.
static limb__value *cut_range(limb__eval *eval, const limb__value *value,
                              limb__value *const slice[3], int64_t step)
{
    const int64_t length = limb__value_length(eval, value);
    int64_t start;
    int64_t stop;
    if (length < 0 || !slice_bounds(eval, slice, step, length, &start, &stop)) return NULL;
    limb__value *range = limb__value_new(eval, LIMB__VALUE_RANGE);
    if (!range) return NULL;
    const int64_t first = value->as.range.start;
    const int64_t by = value->as.range.step;
    const bool overflow = __builtin_mul_overflow(start, by, &start) ||
                          __builtin_add_overflow(first, start, &range->as.range.start) ||
                          __builtin_mul_overflow(stop, by, &stop) ||
                          __builtin_add_overflow(first, stop, &range->as.range.stop) ||
                          __builtin_mul_overflow(by, step, &range->as.range.step);
    if (!overflow) return range;
    return limb__raise(eval, "OverflowError", "the range does not fit into 64 bits");
}

static bool slice_bounds(limb__eval *eval, limb__value *const slice[3], int64_t step,
                         int64_t length, int64_t *start, int64_t *stop)
{
    const int64_t low = step > 0 ? 0 : -1;
    const int64_t high = step > 0 ? length : length - 1;
    return slice_bound(eval, slice[0], step > 0 ? low : high, low, high, length, start) &&
           slice_bound(eval, slice[1], step > 0 ? high : low, low, high, length, stop);
}

static bool slice_bound(limb__eval *eval, const limb__value *bound, int64_t missing, int64_t low,
                        int64_t high, int64_t length, int64_t *result)
{
    *result = missing;
    if (bound->kind == LIMB__VALUE_NONE) return true;
    if (!limb__is_int(bound)) {
        limb__raise(eval, "TypeError", "slice indices must be integers or None");
        return false;
    }
    int64_t at = bound->as.integer;
    if (at < 0) at = at < -length ? low : at + length;
    *result = at < low ? low : at > high ? high : at;
    return true;
}

static limb__value *look_up(limb__eval *eval, limb__value *dict, limb__value *key)
{
    const int entry = limb__dict_find(eval, dict, key);
    if (entry >= 0) return limb__value_wrap(eval, dict, dict->as.dict->value[entry]);
    if (entry == -2) return NULL;
    const limb_text shown = limb__value_repr(eval, key);
    if (!shown.data) return NULL;
    limb__known known = {.arena = eval->arena};
    limb__known_add_keys(&known, dict);
    const limb_text wanted = key->kind == LIMB__VALUE_TEXT ? key->as.text : shown;
    const limb__suggestion near = limb__known_nearest_or_list(&known, wanted);
    return limb__raise(eval, dict->dotted ? "AttributeError" : "KeyError",
                       "the %sdictionary has no key %.*s%s%s%s", dict->dotted ? "yaml " : "",
                       (int)(shown.size < 200 ? shown.size : 200), shown.data, near.before,
                       near.name, near.after);
}
