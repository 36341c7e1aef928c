// Methods of list, tuple, dict, set, and the few of numbers.
#include "xacro/value.h"

#include <math.h>
#include <string.h>

//---- list and tuple ------------------------------------------------------------------------------

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
    return limb__value_wrap(eval, call->self, item);
}

// -1: none, -2: raised.
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

static const limb__function_info list_method[] = {
    {"append", list_append, 1, 1, NULL},       {"clear", list_clear, 0, 0, NULL},
    {"copy", list_copy, 0, 0, NULL},           {"count", list_count, 1, 1, NULL},
    {"extend", list_extend, 1, 1, NULL},       {"index", list_index, 1, 1, NULL},
    {"insert", list_insert, 2, 2, NULL},       {"pop", list_pop, 0, 1, NULL},
    {"remove", list_remove, 1, 1, NULL},       {"reverse", list_reverse, 0, 0, NULL},
    {"sort", list_sort, 0, 2, "*key reverse"},
};

static const limb__function_info tuple_method[] = {
    {"count", list_count, 1, 1, NULL},
    {"index", list_index, 1, 1, NULL},
};

//---- dict ----------------------------------------------------------------------------------------

static limb__value *dict_get(limb__eval *eval, limb__call *call)
{
    const int entry = limb__dict_find(eval, call->self, call->argument[0]);
    if (entry == -2) return NULL;
    if (entry >= 0) return limb__value_wrap(eval, call->self, call->self->as.dict->value[entry]);
    return call->count > 1 ? call->argument[1] : &eval->none;
}

static limb__value *view(limb__eval *eval, limb__call *call, int what)
{
    limb__value *value = limb__value_new(eval, LIMB__VALUE_VIEW);
    if (!value) return NULL;
    value->as.view.dict = call->self;
    value->as.view.what = what;
    return value;
}

static limb__value *dict_keys(limb__eval *eval, limb__call *call)
{
    return view(eval, call, 0);
}

static limb__value *dict_values(limb__eval *eval, limb__call *call)
{
    return view(eval, call, 1);
}

static limb__value *dict_items(limb__eval *eval, limb__call *call)
{
    return view(eval, call, 2);
}

static limb__value *dict_pop(limb__eval *eval, limb__call *call)
{
    if (!limb__value_own(eval, call->self)) return NULL;
    const int entry = limb__dict_find(eval, call->self, call->argument[0]);
    if (entry == -2) return NULL;
    if (entry < 0) {
        if (call->count > 1) return call->argument[1];
        return limb__subscript(eval, call->self, call->argument[0]); // raises
    }
    limb__value *value = call->self->as.dict->value[entry];
    limb__dict_remove(call->self, entry);
    return limb__value_wrap(eval, call->self, value);
}

static limb__value *dict_popitem(limb__eval *eval, limb__call *call)
{
    if (!limb__value_own(eval, call->self)) return NULL;
    limb__dict *dict = call->self->as.dict;
    int last = dict->count - 1;
    while (last >= 0 && !dict->key[last])
        last--;
    if (last < 0) return limb__raise(eval, "KeyError", "popitem(): dictionary is empty");
    limb__value *pair = limb__value_list(eval, LIMB__VALUE_TUPLE, 2);
    if (!pair || !limb__list_add(eval, pair, dict->key[last]) ||
        !limb__list_add(eval, pair, dict->value[last])) {
        return NULL;
    }
    limb__dict_remove(call->self, last);
    return pair;
}

static limb__value *dict_setdefault(limb__eval *eval, limb__call *call)
{
    if (!limb__value_own(eval, call->self)) return NULL;
    const int entry = limb__dict_find(eval, call->self, call->argument[0]);
    if (entry == -2) return NULL;
    if (entry >= 0) return limb__value_wrap(eval, call->self, call->self->as.dict->value[entry]);
    limb__value *value = call->count > 1 ? call->argument[1] : &eval->none;
    return limb__dict_set(eval, call->self, call->argument[0], value) ? value : NULL;
}

static limb__value *dict_update(limb__eval *eval, limb__call *call)
{
    limb__value *from = limb__convert(eval, LIMB__VALUE_DICT, call);
    if (!from || !limb__value_own(eval, call->self)) return NULL;
    for (int i = 0; i < from->as.dict->count; i++) {
        if (!limb__dict_set(eval, call->self, from->as.dict->key[i], from->as.dict->value[i])) {
            return NULL;
        }
    }
    return &eval->none;
}

static limb__value *dict_copy(limb__eval *eval, limb__call *call)
{
    limb__call copy = {.argument = &call->self, .count = 1, .npositional = 1};
    return limb__convert(eval, LIMB__VALUE_DICT, &copy);
}

static limb__value *dict_clear(limb__eval *eval, limb__call *call)
{
    if (!limb__value_own(eval, call->self)) return NULL;
    *call->self->as.dict = (limb__dict){0};
    return &eval->none;
}

static const limb__function_info dict_method[] = {
    {"clear", dict_clear, 0, 0, NULL},     {"copy", dict_copy, 0, 0, NULL},
    {"get", dict_get, 1, 2, NULL},         {"items", dict_items, 0, 0, NULL},
    {"keys", dict_keys, 0, 0, NULL},       {"pop", dict_pop, 1, 2, NULL},
    {"popitem", dict_popitem, 0, 0, NULL}, {"setdefault", dict_setdefault, 1, 2, NULL},
    {"update", dict_update, 0, -1, "*"},   {"values", dict_values, 0, 0, NULL},
};

//---- set -----------------------------------------------------------------------------------------

static bool is_set(const limb__value *value)
{
    return value->kind == LIMB__VALUE_SET || value->kind == LIMB__VALUE_FROZENSET ||
           (value->kind == LIMB__VALUE_VIEW && value->as.view.what != 1);
}

static limb__value *as_set(limb__eval *eval, limb__value *value)
{
    if (value->kind == LIMB__VALUE_SET || value->kind == LIMB__VALUE_FROZENSET) return value;
    limb__call convert = {.argument = &value, .count = 1, .npositional = 1};
    return limb__convert(eval, LIMB__VALUE_SET, &convert);
}

// Adds those of a that are in b, or that are not.
static bool add_some(limb__eval *eval, limb__value *out, const limb__value *a, const limb__value *b,
                     bool in_b)
{
    for (int i = 0; i < a->as.dict->count; i++) {
        limb__value *key = a->as.dict->key[i];
        if (!key) continue;
        const int entry = b ? limb__dict_find(eval, b, key) : -1;
        if (entry == -2) return false;
        if (b && (entry >= 0) != in_b) continue;
        if (!limb__dict_set(eval, out, key, &eval->none)) return false;
    }
    return true;
}

limb__value *limb__set_combine(limb__eval *eval, limb__operator op, limb__value *a, limb__value *b)
{
    if (op == LIMB__OP_OR && a->kind == LIMB__VALUE_DICT && b->kind == LIMB__VALUE_DICT) {
        limb__value *pair[2] = {a, b};
        limb__call copy = {.argument = &pair[0], .count = 1, .npositional = 1};
        limb__value *sum = limb__convert(eval, LIMB__VALUE_DICT, &copy);
        limb__call update = {.self = sum, .argument = &pair[1], .count = 1, .npositional = 1};
        return sum && dict_update(eval, &update) ? sum : NULL;
    }
    if (!is_set(a) || !is_set(b)) return NULL;
    limb__value *x = as_set(eval, a);
    limb__value *y = x ? as_set(eval, b) : NULL;
    limb__value *out = y ? limb__value_dict(eval, (limb__value_kind)x->kind) : NULL;
    if (!out) return NULL;
    bool ok = false;
    if (op == LIMB__OP_OR) {
        ok = add_some(eval, out, x, NULL, false) && add_some(eval, out, y, NULL, false);
    } else if (op == LIMB__OP_AND) {
        ok = add_some(eval, out, x, y, true);
    } else if (op == LIMB__OP_SUB) {
        ok = add_some(eval, out, x, y, false);
    } else if (op == LIMB__OP_XOR) {
        ok = add_some(eval, out, x, y, false) && add_some(eval, out, y, x, false);
    }
    return ok ? out : NULL;
}

static limb__value *combine(limb__eval *eval, limb__call *call, limb__operator op)
{
    limb__value *result = call->self;
    for (int i = 0; result && i < call->count; i++) {
        limb__value *other = as_set(eval, call->argument[i]);
        result = other ? limb__set_combine(eval, op, result, other) : NULL;
    }
    return result;
}

static limb__value *set_union(limb__eval *eval, limb__call *call)
{
    return combine(eval, call, LIMB__OP_OR);
}

static limb__value *set_intersection(limb__eval *eval, limb__call *call)
{
    return combine(eval, call, LIMB__OP_AND);
}

static limb__value *set_difference(limb__eval *eval, limb__call *call)
{
    return combine(eval, call, LIMB__OP_SUB);
}

static limb__value *set_symmetric_difference(limb__eval *eval, limb__call *call)
{
    return combine(eval, call, LIMB__OP_XOR);
}

static limb__value *set_add(limb__eval *eval, limb__call *call)
{
    return limb__dict_set(eval, call->self, call->argument[0], &eval->none) ? &eval->none : NULL;
}

static limb__value *set_update(limb__eval *eval, limb__call *call)
{
    for (int i = 0; i < call->count; i++) {
        limb__value *other = as_set(eval, call->argument[i]);
        if (!other || !add_some(eval, call->self, other, NULL, false)) return NULL;
    }
    return &eval->none;
}

static limb__value *take_out(limb__eval *eval, limb__call *call, bool must)
{
    const int entry = limb__dict_find(eval, call->self, call->argument[0]);
    if (entry == -2) return NULL;
    if (entry < 0 && must) return limb__raise(eval, "KeyError", "the value is not in the set");
    if (entry >= 0) limb__dict_remove(call->self, entry);
    return &eval->none;
}

static limb__value *set_discard(limb__eval *eval, limb__call *call)
{
    return take_out(eval, call, false);
}

static limb__value *set_remove(limb__eval *eval, limb__call *call)
{
    return take_out(eval, call, true);
}

static limb__value *inclusion(limb__eval *eval, limb__call *call, bool self_inside)
{
    limb__value *other = as_set(eval, call->argument[0]);
    if (!other) return NULL;
    const int order = limb__value_order(eval, self_inside ? call->self : other,
                                        self_inside ? other : call->self, "<=");
    return order == -2 ? NULL : limb__value_bool(eval, order == 0 || order == -1);
}

static limb__value *set_issubset(limb__eval *eval, limb__call *call)
{
    return inclusion(eval, call, true);
}

static limb__value *set_issuperset(limb__eval *eval, limb__call *call)
{
    return inclusion(eval, call, false);
}

static limb__value *set_isdisjoint(limb__eval *eval, limb__call *call)
{
    limb__value *common = combine(eval, call, LIMB__OP_AND);
    return common ? limb__value_bool(eval, common->as.dict->used == 0) : NULL;
}

static limb__value *set_copy(limb__eval *eval, limb__call *call)
{
    limb__value *copy = limb__value_dict(eval, (limb__value_kind)call->self->kind);
    return copy && add_some(eval, copy, call->self, NULL, false) ? copy : NULL;
}

static const limb__function_info set_method[] = {
    {"copy", set_copy, 0, 0, NULL},
    {"difference", set_difference, 0, -1, NULL},
    {"intersection", set_intersection, 0, -1, NULL},
    {"isdisjoint", set_isdisjoint, 1, 1, NULL},
    {"issubset", set_issubset, 1, 1, NULL},
    {"issuperset", set_issuperset, 1, 1, NULL},
    {"symmetric_difference", set_symmetric_difference, 1, 1, NULL},
    {"union", set_union, 0, -1, NULL},
    // those above are for frozenset, too
    {"add", set_add, 1, 1, NULL},
    {"discard", set_discard, 1, 1, NULL},
    {"remove", set_remove, 1, 1, NULL},
    {"update", set_update, 0, -1, NULL},
};
enum { NFROZEN_METHOD = 8 };

//---- numbers -------------------------------------------------------------------------------------

static limb__value *float_is_integer(limb__eval *eval, limb__call *call)
{
    const double number = call->self->as.number;
    return limb__value_bool(eval, isfinite(number) && floor(number) == number);
}

static limb__value *int_bit_length(limb__eval *eval, limb__call *call)
{
    const int64_t value = call->self->as.integer;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int64_t count = 0;
    for (; rest != 0; rest >>= 1)
        count++;
    return limb__value_int(eval, count);
}

static const limb__function_info float_method[] = {
    {"is_integer", float_is_integer, 0, 0, NULL},
};

static const limb__function_info int_method[] = {
    {"bit_length", int_bit_length, 0, 0, NULL},
};

#define TABLE(array) (array), (int)(sizeof(array) / sizeof *(array))

static const limb__function_info *find(const limb__function_info *table, int count, limb_text name)
{
    for (int i = 0; i < count; i++)
        if (limb__text_equal(name, table[i].name)) return &table[i];
    return NULL;
}

const limb__function_info *limb__find_method(const limb__value *value, limb_text name)
{
    switch ((limb__value_kind)value->kind) {
    case LIMB__VALUE_TEXT:
        return limb__find_text_method(name);
    case LIMB__VALUE_LIST:
        return find(TABLE(list_method), name);
    case LIMB__VALUE_TUPLE:
        return find(TABLE(tuple_method), name);
    case LIMB__VALUE_DICT:
        return find(TABLE(dict_method), name);
    case LIMB__VALUE_SET:
        return find(TABLE(set_method), name);
    case LIMB__VALUE_FROZENSET:
        return find(set_method, NFROZEN_METHOD, name);
    case LIMB__VALUE_FLOAT:
        return find(TABLE(float_method), name);
    case LIMB__VALUE_BOOL:
    case LIMB__VALUE_INT:
        return find(TABLE(int_method), name);
    default:
        return NULL;
    }
}
