// Methods of set and frozenset, and the operators of sets.
#include "documents/builtins/builtins.h"

#include <string.h>

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

// Adds to out the items of a that are in b, or those that are not.
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
        return sum && limb__dict_update(eval, &update) ? sum : NULL;
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

const limb__function_info limb__set_method[] = {
    {"copy", set_copy, 0, 0, NULL},
    {"difference", set_difference, 0, -1, NULL},
    {"intersection", set_intersection, 0, -1, NULL},
    {"isdisjoint", set_isdisjoint, 1, 1, NULL},
    {"issubset", set_issubset, 1, 1, NULL},
    {"issuperset", set_issuperset, 1, 1, NULL},
    {"symmetric_difference", set_symmetric_difference, 1, 1, NULL},
    {"union", set_union, 0, -1, NULL},
    // the methods above also apply to frozenset
    {"add", set_add, 1, 1, NULL},
    {"discard", set_discard, 1, 1, NULL},
    {"remove", set_remove, 1, 1, NULL},
    {"update", set_update, 0, -1, NULL},
};
const int limb__nset_method = sizeof limb__set_method / sizeof *limb__set_method;
