// Methods of list and tuple.
#include "documents/builtins/builtins.h"

#include <string.h>

static limb__value *list_append(limb__eval *eval, limb__call *call)
{
    if (!limb__value_own(eval, call->self)) return NULL;
    return limb__list_add(eval, call->self, call->argument[0]) ? &eval->none : NULL;
}

static limb__value *list_extend(limb__eval *eval, limb__call *call)
{
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    if (!item || !limb__value_own(eval, call->self)) return NULL;
    for (int i = 0; i < count; i++)
        if (!limb__list_add(eval, call->self, item[i])) return NULL;
    return &eval->none;
}

static limb__value *list_insert(limb__eval *eval, limb__call *call)
{
    if (!limb__is_int(call->argument[0])) {
        return limb__raise(eval, "TypeError", "insert() needs an integer index");
    }
    int64_t at = call->argument[0]->as.integer;
    const int count = call->self->as.items.count;
    if (at < 0) at = at < -count ? 0 : at + count;
    if (at > count) at = count;
    if (!limb__value_own(eval, call->self) ||
        !limb__list_add(eval, call->self, call->argument[1]) || !limb__step(eval, count - at)) {
        return NULL;
    }
    limb__value **item = call->self->as.items.item;
    memmove(item + at + 1, item + at, (size_t)(count - at) * sizeof *item);
    item[at] = call->argument[1];
    return &eval->none;
}

static void drop(limb__value *list, int at)
{
    limb__value **item = list->as.items.item;
    list->as.items.count--;
    memmove(item + at, item + at + 1, (size_t)(list->as.items.count - at) * sizeof *item);
}

static limb__value *list_pop(limb__eval *eval, limb__call *call)
{
    const int count = call->self->as.items.count;
    int64_t at = -1;
    if (call->count > 0) {
        if (!limb__is_int(call->argument[0])) {
            return limb__raise(eval, "TypeError", "pop() needs an integer index");
        }
        at = call->argument[0]->as.integer;
    }
    if (at < 0) at += count;
    if (at < 0 || at >= count) {
        return limb__raise(eval, "IndexError",
                           count == 0 ? "pop from empty list" : "pop index out of range");
    }
    if (!limb__value_own(eval, call->self) || !limb__step(eval, count / 16)) return NULL;
    limb__value *item = call->self->as.items.item[at];
    drop(call->self, (int)at);
    return item;
}

// Returns the index of an item; -1: there is none, -2: an error was raised.
static int index_of(limb__eval *eval, const limb__value *list, const limb__value *item)
{
    for (int i = 0; i < list->as.items.count; i++) {
        const int equal = limb__value_equal(eval, list->as.items.item[i], item);
        if (equal < 0 || !limb__step(eval, 1)) return -2;
        if (equal) return i;
    }
    return -1;
}

static limb__value *list_remove(limb__eval *eval, limb__call *call)
{
    if (!limb__value_own(eval, call->self)) return NULL;
    const int at = index_of(eval, call->self, call->argument[0]);
    if (at == -1) return limb__raise(eval, "ValueError", "list.remove(x): x not in list");
    if (at < 0) return NULL;
    drop(call->self, at);
    return &eval->none;
}

static limb__value *list_index(limb__eval *eval, limb__call *call)
{
    const int at = index_of(eval, call->self, call->argument[0]);
    if (at == -1) return limb__raise(eval, "ValueError", "the value is not in the list");
    return at < 0 ? NULL : limb__value_int(eval, at);
}

static limb__value *list_count(limb__eval *eval, limb__call *call)
{
    int64_t count = 0;
    for (int i = 0; i < call->self->as.items.count; i++) {
        const int equal = limb__value_equal(eval, call->self->as.items.item[i], call->argument[0]);
        if (equal < 0 || !limb__step(eval, 1)) return NULL;
        count += equal;
    }
    return limb__value_int(eval, count);
}

static limb__value *list_sort(limb__eval *eval, limb__call *call)
{
    limb__value *reverse = limb__call_keyword(call, "reverse");
    bool is_reverse = false;
    if (call->npositional > 0) {
        return limb__raise(eval, "TypeError", "sort() takes no positional arguments");
    }
    if (reverse && !limb__value_true(eval, reverse, &is_reverse)) return NULL;
    if (!limb__value_own(eval, call->self)) return NULL;
    const limb__items *items = &call->self->as.items;
    return limb__sort(eval, items->item, items->count, limb__call_keyword(call, "key"), is_reverse)
               ? &eval->none
               : NULL;
}

static limb__value *list_reverse(limb__eval *eval, limb__call *call)
{
    if (!limb__value_own(eval, call->self)) return NULL;
    limb__value **item = call->self->as.items.item;
    for (int i = 0, k = call->self->as.items.count - 1; i < k; i++, k--) {
        limb__value *swap = item[i];
        item[i] = item[k];
        item[k] = swap;
    }
    return &eval->none;
}

static limb__value *list_copy(limb__eval *eval, limb__call *call)
{
    limb__call copy = {.argument = &call->self, .count = 1, .npositional = 1};
    return limb__convert(eval, LIMB__VALUE_LIST, &copy);
}

static limb__value *list_clear(limb__eval *eval, limb__call *call)
{
    if (!limb__value_own(eval, call->self)) return NULL;
    call->self->as.items.count = 0;
    return &eval->none;
}

const limb__function_info limb__list_method[] = {
    {"append", list_append, 1, 1, NULL},       {"clear", list_clear, 0, 0, NULL},
    {"copy", list_copy, 0, 0, NULL},           {"count", list_count, 1, 1, NULL},
    {"extend", list_extend, 1, 1, NULL},       {"index", list_index, 1, 1, NULL},
    {"insert", list_insert, 2, 2, NULL},       {"pop", list_pop, 0, 1, NULL},
    {"remove", list_remove, 1, 1, NULL},       {"reverse", list_reverse, 0, 0, NULL},
    {"sort", list_sort, 0, 2, "*key reverse"},
};
const int limb__nlist_method = sizeof limb__list_method / sizeof *limb__list_method;

const limb__function_info limb__tuple_method[] = {
    {"count", list_count, 1, 1, NULL},
    {"index", list_index, 1, 1, NULL},
};
const int limb__ntuple_method = sizeof limb__tuple_method / sizeof *limb__tuple_method;
