// Finds the method of a value by its name, and implements the few methods of numbers.
#include "documents/builtins/builtins.h"

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

// Returns the method table of a value's type, or of a value that is a type. NULL: none.
static const limb__function_info *methods_of(const limb__value *value, int *count)
{
    const bool is_type = value->kind == LIMB__VALUE_TYPE;
    switch (is_type ? value->as.type : (limb__value_kind)value->kind) {
    case LIMB__VALUE_TEXT:
        *count = limb__ntext_method;
        return limb__text_method;
    case LIMB__VALUE_LIST:
        *count = limb__nlist_method;
        return limb__list_method;
    case LIMB__VALUE_TUPLE:
        *count = limb__ntuple_method;
        return limb__tuple_method;
    case LIMB__VALUE_DICT:
        *count = limb__ndict_method;
        return limb__dict_method;
    case LIMB__VALUE_SET:
        *count = limb__nset_method;
        return limb__set_method;
    case LIMB__VALUE_FROZENSET:
        *count = LIMB__NFROZEN_METHOD;
        return limb__set_method;
    case LIMB__VALUE_FLOAT:
        *count = 1;
        return float_method;
    case LIMB__VALUE_BOOL:
    case LIMB__VALUE_INT:
        *count = 1;
        return int_method;
    default:
        *count = 0;
        return NULL;
    }
}

const limb__function_info *limb__find_method(const limb__value *value, limb_text name)
{
    int count;
    const limb__function_info *table = methods_of(value, &count);
    return find(table, count, name);
}

void limb__known_add_methods(limb__known *names, const limb__value *value)
{
    int count;
    const limb__function_info *table = methods_of(value, &count);
    for (int i = 0; i < count; i++)
        limb__known_add_word(names, table[i].name);
}
