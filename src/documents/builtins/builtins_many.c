// Built-ins for many values: map, zip, filter, enumerate and reversed return iterators; len, min,
// max, sum, all, any and sorted return one value.
#include "documents/builtins/builtins.h"

static limb__value *make_iterator(limb__eval *eval, limb__value *list)
{
    limb__value *iterator = list ? limb__value_new(eval, LIMB__VALUE_ITERATOR) : NULL;
    if (!iterator) return NULL;
    iterator->as.iterator.item = list->as.items.item;
    iterator->as.iterator.count = list->as.items.count;
    if (!iterator->as.iterator.item) iterator->as.iterator.item = limb__take(eval, 1);
    return iterator->as.iterator.item ? iterator : NULL;
}

// Returns item i of each argument from the given one on as a tuple; NULL without an error
// at the end.
static limb__value *row(limb__eval *eval, limb__value ***column, const int *count, int ncolumn,
                        int i)
{
    for (int k = 0; k < ncolumn; k++)
        if (i >= count[k]) return NULL;
    limb__value *tuple = limb__value_list(eval, LIMB__VALUE_TUPLE, ncolumn);
    for (int k = 0; tuple && k < ncolumn; k++)
        if (!limb__list_add(eval, tuple, column[k][i])) return NULL;
    return tuple;
}

static limb__value *rows(limb__eval *eval, limb__value **argument, int ncolumn)
{
    limb__value *list = limb__value_list(eval, LIMB__VALUE_LIST, 0);
    if (ncolumn == 0) return list;
    limb__value ***column = limb__take(eval, (size_t)ncolumn * sizeof *column);
    int *count = limb__take(eval, (size_t)ncolumn * sizeof *count);
    if (!list || !column || !count) return NULL;
    for (int k = 0; k < ncolumn; k++) {
        column[k] = limb__value_items(eval, argument[k], &count[k]);
        if (!column[k]) return NULL;
    }
    for (int i = 0;; i++) {
        limb__value *tuple = row(eval, column, count, ncolumn, i);
        if (!tuple) return eval->error ? NULL : list;
        if (!limb__list_add(eval, list, tuple)) return NULL;
    }
}

limb__value *limb__builtin_zip(limb__eval *eval, limb__call *call)
{
    return make_iterator(eval, rows(eval, call->argument, call->count));
}

limb__value *limb__builtin_map(limb__eval *eval, limb__call *call)
{
    limb__value *all = rows(eval, call->argument + 1, call->count - 1);
    limb__value *list = all ? limb__value_list(eval, LIMB__VALUE_LIST, all->as.items.count) : NULL;
    for (int i = 0; list && i < all->as.items.count; i++) {
        const limb__value *tuple = all->as.items.item[i];
        limb__call inner = {.argument = tuple->as.items.item,
                            .count = tuple->as.items.count,
                            .npositional = tuple->as.items.count};
        if (!limb__list_add(eval, list, limb__invoke(eval, call->argument[0], &inner))) return NULL;
    }
    return make_iterator(eval, list);
}

limb__value *limb__builtin_filter(limb__eval *eval, limb__call *call)
{
    int count;
    limb__value **item = limb__value_items(eval, call->argument[1], &count);
    limb__value *list = item ? limb__value_list(eval, LIMB__VALUE_LIST, 0) : NULL;
    for (int i = 0; list && i < count; i++) {
        bool keep;
        limb__value *verdict = call->argument[0]->kind == LIMB__VALUE_NONE
                                   ? item[i]
                                   : limb__invoke1(eval, call->argument[0], item[i]);
        if (!verdict || !limb__value_true(eval, verdict, &keep)) return NULL;
        if (keep && !limb__list_add(eval, list, item[i])) return NULL;
    }
    return make_iterator(eval, list);
}

limb__value *limb__builtin_enumerate(limb__eval *eval, limb__call *call)
{
    int count;
    int64_t number = 0;
    if (call->count > 1) {
        if (!limb__is_int(call->argument[1])) {
            return limb__raise(eval, "TypeError", "enumerate() needs an integer to start from");
        }
        number = call->argument[1]->as.integer;
    }
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *list = item ? limb__value_list(eval, LIMB__VALUE_LIST, count) : NULL;
    for (int i = 0; list && i < count; i++) {
        limb__value *pair = limb__value_list(eval, LIMB__VALUE_TUPLE, 2);
        if (!pair ||
            !limb__list_add(eval, pair,
                            limb__value_int(eval, (int64_t)((uint64_t)number + (uint64_t)i))) ||
            !limb__list_add(eval, pair, item[i]) || !limb__list_add(eval, list, pair)) {
            return NULL;
        }
    }
    return make_iterator(eval, list);
}

limb__value *limb__builtin_reversed(limb__eval *eval, limb__call *call)
{
    int count;
    if (call->argument[0]->kind == LIMB__VALUE_SET ||
        call->argument[0]->kind == LIMB__VALUE_ITERATOR) {
        return limb__raise(eval, "TypeError", "'%s' object is not reversible",
                           limb__type_name(call->argument[0]));
    }
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *list = item ? limb__value_list(eval, LIMB__VALUE_LIST, count) : NULL;
    for (int i = count - 1; list && i >= 0; i--)
        if (!limb__list_add(eval, list, item[i])) return NULL;
    return make_iterator(eval, list);
}

limb__value *limb__builtin_len(limb__eval *eval, limb__call *call)
{
    const int64_t length = limb__value_length(eval, call->argument[0]);
    return length < 0 ? NULL : limb__value_int(eval, length);
}

static limb__value *extreme(limb__eval *eval, limb__call *call, int sign, const char *name)
{
    limb__value *key = limb__call_keyword(call, "key");
    limb__value *fallback = limb__call_keyword(call, "default");
    limb__value **item = call->argument;
    int count = call->npositional;
    if (count == 0) return limb__raise(eval, "TypeError", "%s() needs an argument", name);
    if (count == 1) {
        item = limb__value_items(eval, call->argument[0], &count);
        if (!item) return NULL;
        if (count == 0 && fallback) return fallback;
        if (count == 0) {
            return limb__raise(eval, "ValueError", "%s() arg is an empty sequence", name);
        }
    }
    limb__value *best = NULL;
    limb__value *best_rank = NULL;
    for (int i = 0; i < count; i++) {
        const bool plain = !key || key->kind == LIMB__VALUE_NONE;
        limb__value *rank = plain ? item[i] : limb__invoke1(eval, key, item[i]);
        if (!rank) return NULL;
        if (best) {
            const int order = limb__value_order(eval, rank, best_rank, sign < 0 ? "<" : ">");
            if (order == -2) return NULL;
            if (order != sign) continue;
        }
        best = item[i];
        best_rank = rank;
    }
    return best;
}

limb__value *limb__builtin_min(limb__eval *eval, limb__call *call)
{
    return extreme(eval, call, -1, "min");
}

limb__value *limb__builtin_max(limb__eval *eval, limb__call *call)
{
    return extreme(eval, call, 1, "max");
}

limb__value *limb__builtin_sum(limb__eval *eval, limb__call *call)
{
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *sum = call->count > 1 ? call->argument[1] : limb__value_int(eval, 0);
    if (sum && sum->kind == LIMB__VALUE_TEXT) {
        return limb__raise(eval, "TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
    }
    for (int i = 0; item && sum && i < count; i++)
        sum = limb__binary(eval, LIMB__OP_ADD, sum, item[i]);
    return item ? sum : NULL;
}

static limb__value *all_or_any(limb__eval *eval, limb__call *call, bool stops_at)
{
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    if (!item) return NULL;
    for (int i = 0; i < count; i++) {
        bool is_true;
        if (!limb__value_true(eval, item[i], &is_true)) return NULL;
        if (is_true == stops_at) return limb__value_bool(eval, stops_at);
    }
    return limb__value_bool(eval, !stops_at);
}

limb__value *limb__builtin_all(limb__eval *eval, limb__call *call)
{
    return all_or_any(eval, call, false);
}

limb__value *limb__builtin_any(limb__eval *eval, limb__call *call)
{
    return all_or_any(eval, call, true);
}

limb__value *limb__builtin_sorted(limb__eval *eval, limb__call *call)
{
    limb__value *key = limb__call_keyword(call, "key");
    limb__value *reverse = limb__call_keyword(call, "reverse");
    bool is_reverse = false;
    if (call->npositional != 1) {
        return limb__raise(eval, "TypeError", "sorted() takes one positional argument");
    }
    if (reverse && !limb__value_true(eval, reverse, &is_reverse)) return NULL;
    int count;
    limb__value **item = limb__value_items(eval, call->argument[0], &count);
    limb__value *list = item ? limb__value_list(eval, LIMB__VALUE_LIST, count) : NULL;
    for (int i = 0; list && i < count; i++)
        if (!limb__list_add(eval, list, item[i])) return NULL;
    if (!list || !limb__sort(eval, list->as.items.item, count, key, is_reverse)) return NULL;
    return list;
}
