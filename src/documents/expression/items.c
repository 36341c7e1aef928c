// The number of items of a value, and the items themselves, for len() and iteration.
#include "documents/expression/value.h"

#include <string.h>

static int64_t count_characters(limb_text text)
{
    int64_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return count;
}

static int64_t range_length(const limb__value *range)
{
    const int64_t start = range->as.range.start;
    const int64_t stop = range->as.range.stop;
    const int64_t step = range->as.range.step;
    if (step > 0)
        return start < stop ? (int64_t)(((uint64_t)stop - (uint64_t)start - 1) / (uint64_t)step) + 1
                            : 0;
    return start > stop
               ? (int64_t)(((uint64_t)start - (uint64_t)stop - 1) / (0 - (uint64_t)step)) + 1
               : 0;
}

int64_t limb__value_length(limb__eval *eval, const limb__value *value)
{
    switch ((limb__value_kind)value->kind) {
    case LIMB__VALUE_TEXT:
        return count_characters(value->as.text);
    case LIMB__VALUE_LIST:
    case LIMB__VALUE_TUPLE:
        return value->as.items.count;
    case LIMB__VALUE_DICT:
    case LIMB__VALUE_SET:
    case LIMB__VALUE_FROZENSET:
        return value->as.dict->used;
    case LIMB__VALUE_VIEW:
        return value->as.view.dict->as.dict->used;
    case LIMB__VALUE_RANGE:
        return range_length(value);
    default:
        limb__raise(eval, "TypeError", "object of type '%s' has no len()", limb__type_name(value));
        return -1;
    }
}

static limb__value **characters(limb__eval *eval, limb_text text, int *count)
{
    const int64_t length = count_characters(text);
    if (!limb__step(eval, length)) return NULL;
    limb__value **item = limb__take(eval, (size_t)length * sizeof *item);
    const char *at = text.data;
    for (int64_t i = 0; item && i < length; i++) {
        const char *end = at + 1;
        while (end < text.data + text.size && ((unsigned char)*end & 0xc0) == 0x80)
            end++;
        item[i] = limb__value_text_kept(eval, at, (size_t)(end - at));
        if (!item[i]) return NULL;
        at = end;
    }
    *count = (int)length;
    return item;
}

static limb__value **range_items(limb__eval *eval, const limb__value *range, int *count)
{
    const int64_t length = range_length(range);
    if (length < 0 || length > LIMB__MAX_ITEMS) {
        return limb__raise(eval, "LimitError", "a range has too many items");
    }
    if (!limb__step(eval, length)) return NULL;
    limb__value **item = limb__take(eval, (size_t)length * sizeof *item);
    for (int64_t i = 0; item && i < length; i++) {
        item[i] = limb__value_int(eval, range->as.range.start + i * range->as.range.step);
        if (!item[i]) return NULL;
    }
    *count = (int)length;
    return item;
}

static int by_int(const limb__value *a, const limb__value *b)
{
    return a->as.integer < b->as.integer ? -1 : a->as.integer > b->as.integer;
}

// CPython keeps small integers of a set in ascending order, since each is its own hash; the order
// of texts is unspecified.
static void order_like_python(limb__value **item, int count)
{
    for (int i = 0; i < count; i++) {
        if (item[i]->kind != LIMB__VALUE_INT || item[i]->as.integer < 0) return;
    }
    for (int gap = count / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < count; i++) {
            limb__value *moving = item[i];
            int at = i;
            for (; at >= gap && by_int(item[at - gap], moving) > 0; at -= gap)
                item[at] = item[at - gap];
            item[at] = moving;
        }
    }
}

static limb__value **dict_items(limb__eval *eval, limb__value *holder, int what, int *count)
{
    const limb__dict *dict = holder->as.dict;
    if (!limb__step(eval, dict->used)) return NULL;
    limb__value **item = limb__take(eval, (size_t)dict->used * sizeof *item);
    int n = 0;
    for (int i = 0; item && i < dict->count; i++) {
        if (!dict->key[i]) continue;
        limb__value *value = what == 0 ? dict->key[i] : dict->value[i];
        if (what == 2) {
            limb__value *pair = limb__value_list(eval, LIMB__VALUE_TUPLE, 2);
            if (!pair || !limb__list_add(eval, pair, dict->key[i]) ||
                !limb__list_add(eval, pair, value)) {
                return NULL;
            }
            value = pair;
        }
        if (!value) return NULL;
        item[n++] = value;
    }
    *count = n;
    if (item && holder->kind != LIMB__VALUE_DICT) order_like_python(item, n);
    return item;
}

static limb__value **list_items(limb__eval *eval, limb__value *list, int *count)
{
    *count = list->as.items.count;
    if (!limb__step(eval, *count)) return NULL;
    // a copy: the list may be changed during the iteration
    limb__value **item = limb__take(eval, (size_t)*count * sizeof *item);
    for (int i = 0; item && i < *count; i++) {
        item[i] = limb__value_wrap(eval, list, list->as.items.item[i]);
        if (!item[i]) return NULL;
    }
    return item;
}

limb__value **limb__value_items(limb__eval *eval, limb__value *value, int *count)
{
    *count = 0;
    switch ((limb__value_kind)value->kind) {
    case LIMB__VALUE_TEXT:
        return characters(eval, value->as.text, count);
    case LIMB__VALUE_LIST:
    case LIMB__VALUE_TUPLE:
        return list_items(eval, value, count);
    case LIMB__VALUE_DICT:
    case LIMB__VALUE_SET:
    case LIMB__VALUE_FROZENSET:
        return dict_items(eval, value, 0, count);
    case LIMB__VALUE_VIEW:
        return dict_items(eval, value->as.view.dict, value->as.view.what, count);
    case LIMB__VALUE_RANGE:
        return range_items(eval, value, count);
    case LIMB__VALUE_ITERATOR: {
        limb__value **item = value->as.iterator.item + value->as.iterator.next;
        *count = value->as.iterator.count - value->as.iterator.next;
        value->as.iterator.next = value->as.iterator.count;
        return limb__step(eval, *count) ? item : NULL;
    }
    default:
        return limb__raise(eval, "TypeError", "'%s' object is not iterable",
                           limb__type_name(value));
    }
}
