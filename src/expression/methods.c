// The method of a value by its name, and the few of numbers.
#include "expression/methods.h"

#include <math.h>

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

static const limb__function_info *find(const limb__function_info *table, int count, limb_text name)
{
    for (int i = 0; i < count; i++)
        if (limb__text_equal(name, table[i].name)) return &table[i];
    return NULL;
}

const limb__function_info *limb__find_method(const limb__value *value, limb_text name)
{
    const bool is_type = value->kind == LIMB__VALUE_TYPE;
    switch (is_type ? value->as.type : (limb__value_kind)value->kind) {
    case LIMB__VALUE_TEXT:
        return limb__find_text_method(name);
    case LIMB__VALUE_LIST:
        return find(limb__list_method, limb__nlist_method, name);
    case LIMB__VALUE_TUPLE:
        return find(limb__tuple_method, limb__ntuple_method, name);
    case LIMB__VALUE_DICT:
        return find(limb__dict_method, limb__ndict_method, name);
    case LIMB__VALUE_SET:
        return find(limb__set_method, limb__nset_method, name);
    case LIMB__VALUE_FROZENSET:
        return find(limb__set_method, LIMB__NFROZEN_METHOD, name);
    case LIMB__VALUE_FLOAT:
        return find(float_method, 1, name);
    case LIMB__VALUE_BOOL:
    case LIMB__VALUE_INT:
        return find(int_method, 1, name);
    default:
        return NULL;
    }
}
