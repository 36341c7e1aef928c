// Methods of dict.
//
// As in ROS, a value that a method returns from a YAML dictionary has no dotted access: only d.key,
// d[...] and iterating a list return values with dotted access to their members.
#include "documents/builtins/builtins.h"

#include <string.h>

static limb__value *dict_get(limb__eval *eval, limb__call *call)
{
    const int entry = limb__dict_find(eval, call->self, call->argument[0]);
    if (entry == -2) return NULL;
    if (entry >= 0) return call->self->as.dict->value[entry];
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
    return value;
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
    if (entry >= 0) return call->self->as.dict->value[entry];
    limb__value *value = call->count > 1 ? call->argument[1] : &eval->none;
    return limb__dict_set(eval, call->self, call->argument[0], value) ? value : NULL;
}

limb__value *limb__dict_update(limb__eval *eval, limb__call *call)
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

static limb__value *dict_fromkeys(limb__eval *eval, limb__call *call)
{
    int count;
    limb__value **key = limb__value_items(eval, call->argument[0], &count);
    limb__value *value = call->count > 1 ? call->argument[1] : &eval->none;
    limb__value *dict = key ? limb__value_dict(eval, LIMB__VALUE_DICT) : NULL;
    for (int i = 0; dict && i < count; i++)
        if (!limb__dict_set(eval, dict, key[i], value)) return NULL;
    return dict;
}

const limb__function_info limb__dict_fromkeys = {"fromkeys", dict_fromkeys, 1, 2, NULL};

const limb__function_info limb__dict_method[] = {
    {"clear", dict_clear, 0, 0, NULL},
    {"copy", dict_copy, 0, 0, NULL},
    {"get", dict_get, 1, 2, NULL},
    {"items", dict_items, 0, 0, NULL},
    {"keys", dict_keys, 0, 0, NULL},
    {"pop", dict_pop, 1, 2, NULL},
    {"popitem", dict_popitem, 0, 0, NULL},
    {"setdefault", dict_setdefault, 1, 2, NULL},
    {"update", limb__dict_update, 0, -1, "*"},
    {"values", dict_values, 0, 0, NULL},
};
const int limb__ndict_method = sizeof limb__dict_method / sizeof *limb__dict_method;
