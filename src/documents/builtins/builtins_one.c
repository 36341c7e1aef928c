// Built-ins for one value: abs, round, divmod, type, isinstance, ord, chr, repr, format; vars.
#include "documents/builtins/builtins.h"

#include <math.h>
#include <string.h>

limb__value *limb__builtin_abs(limb__eval *eval, limb__call *call)
{
    limb__value *value = call->argument[0];
    if (value->kind == LIMB__VALUE_FLOAT) {
        return limb__value_float(eval, fabs(value->as.number));
    }
    if (!limb__is_int(value)) {
        return limb__raise(eval, "TypeError", "bad operand type for abs(): '%s'",
                           limb__type_name(value));
    }
    return value->as.integer < 0 ? limb__unary(eval, LIMB__OP_NEGATE, value)
                                 : limb__value_int(eval, value->as.integer);
}

static limb__value *round_int(limb__eval *eval, int64_t value, int64_t digits)
{
    if (digits >= 0) return limb__value_int(eval, value);
    if (digits < -18) return limb__value_int(eval, 0);
    int64_t unit = 1;
    for (; digits < 0; digits++)
        unit *= 10;
    int64_t rest = value % unit; // ties round to the even multiple
    int64_t base = value - rest;
    if (rest < 0) {
        rest += unit;
        if (__builtin_sub_overflow(base, unit, &base)) base = value;
    }
    const int64_t half = unit / 2;
    const bool up = rest > half || (rest == half && base / unit % 2 != 0);
    if (up && __builtin_add_overflow(base, unit, &base)) {
        return limb__raise(eval, "OverflowError", "the integer does not fit into 64 bits");
    }
    return limb__value_int(eval, base);
}

limb__value *limb__builtin_round(limb__eval *eval, limb__call *call)
{
    limb__value *value = call->argument[0];
    limb__value *digits = call->count > 1 ? call->argument[1] : &eval->none;
    if (!limb__is_number(value)) {
        return limb__raise(eval, "TypeError", "type %s doesn't define __round__ method",
                           limb__type_name(value));
    }
    if (digits->kind != LIMB__VALUE_NONE && !limb__is_int(digits)) {
        return limb__raise(eval, "TypeError", "'%s' object cannot be interpreted as an integer",
                           limb__type_name(digits));
    }
    if (limb__is_int(value)) {
        return round_int(eval, value->as.integer,
                         digits->kind == LIMB__VALUE_NONE ? 0 : digits->as.integer);
    }
    if (digits->kind != LIMB__VALUE_NONE) {
        const int64_t n = digits->as.integer;
        return limb__value_float(eval, limb__round_to(value->as.number, n > 1000    ? 1000
                                                                        : n < -1000 ? -1000
                                                                                    : (int)n));
    }
    double whole = floor(value->as.number);
    const double rest = value->as.number - whole;
    if (rest > 0.5 || (rest == 0.5 && fmod(whole, 2) != 0)) whole += 1;
    if (!(fabs(whole) < 9.2e18)) {
        return limb__raise(eval, isnan(whole) ? "ValueError" : "OverflowError",
                           "cannot convert this float to a 64-bit integer");
    }
    return limb__value_int(eval, (int64_t)whole);
}

limb__value *limb__builtin_divmod(limb__eval *eval, limb__call *call)
{
    limb__value *pair = limb__value_list(eval, LIMB__VALUE_TUPLE, 2);
    if (!pair ||
        !limb__list_add(eval, pair,
                        limb__binary(eval, LIMB__OP_FLOOR, call->argument[0], call->argument[1])) ||
        !limb__list_add(eval, pair,
                        limb__binary(eval, LIMB__OP_MOD, call->argument[0], call->argument[1]))) {
        return NULL;
    }
    return pair;
}

limb__value *limb__builtin_hash(limb__eval *eval, limb__call *call)
{
    limb__value *value = call->argument[0];
    limb__value *set = limb__value_dict(eval, LIMB__VALUE_SET);
    if (!set || !limb__dict_set(eval, set, value, &eval->none)) return NULL;
    if (limb__is_int(value)) return limb__value_int(eval, value->as.integer);
    return limb__raise(eval, "TypeError", "hash() of a %s differs from run to run",
                       limb__type_name(value));
}

static bool is_of_type(const limb__value *value, const limb__value *type)
{
    if (type->kind != LIMB__VALUE_TYPE) return false;
    return value->kind == type->as.type ||
           (value->kind == LIMB__VALUE_BOOL && type->as.type == LIMB__VALUE_INT);
}

limb__value *limb__builtin_isinstance(limb__eval *eval, limb__call *call)
{
    const limb__value *type = call->argument[1];
    if (type->kind == LIMB__VALUE_TYPE) {
        return limb__value_bool(eval, is_of_type(call->argument[0], type));
    }
    if (type->kind != LIMB__VALUE_TUPLE) {
        return limb__raise(eval, "TypeError",
                           "isinstance() arg 2 must be a type or a tuple of types");
    }
    for (int i = 0; i < type->as.items.count; i++)
        if (is_of_type(call->argument[0], type->as.items.item[i])) return &eval->yes;
    return &eval->no;
}

limb__value *limb__builtin_issubclass(limb__eval *eval, limb__call *call)
{
    const limb__value *a = call->argument[0];
    const limb__value *b = call->argument[1];
    if (a->kind != LIMB__VALUE_TYPE || b->kind != LIMB__VALUE_TYPE) {
        return limb__raise(eval, "TypeError", "issubclass() args must be types");
    }
    return limb__value_bool(eval, a->as.type == b->as.type || (a->as.type == LIMB__VALUE_BOOL &&
                                                               b->as.type == LIMB__VALUE_INT));
}

limb__value *limb__builtin_ord(limb__eval *eval, limb__call *call)
{
    const limb__value *value = call->argument[0];
    uint32_t code;
    if (value->kind != LIMB__VALUE_TEXT || value->as.text.size == 0 ||
        limb__utf8_decode(value->as.text.data, value->as.text.data + value->as.text.size, &code) !=
            (int)value->as.text.size) {
        return limb__raise(eval, "TypeError", "ord() expected a character");
    }
    return limb__value_int(eval, code);
}

limb__value *limb__builtin_chr(limb__eval *eval, limb__call *call)
{
    char bytes[4];
    const limb__value *value = call->argument[0];
    if (!limb__is_int(value) || value->as.integer < 0 || value->as.integer > 0x10ffff ||
        (value->as.integer >= 0xd800 && value->as.integer < 0xe000)) {
        return limb__raise(eval, "ValueError", "chr() arg not in range(0x110000)");
    }
    const int size = limb__utf8_encode(bytes, (uint32_t)value->as.integer);
    return limb__value_text(eval, bytes, (size_t)size);
}

limb__value *limb__builtin_repr(limb__eval *eval, limb__call *call)
{
    const limb_text text = limb__value_repr(eval, call->argument[0]);
    return text.data ? limb__value_text_kept(eval, text.data, text.size) : NULL;
}

limb__value *limb__builtin_type(limb__eval *eval, limb__call *call)
{
    return limb__type_value(eval, (limb__value_kind)call->argument[0]->kind);
}

// Returns the defined names, so that a file can test for one: 'arm' in python.vars().
limb__value *limb__builtin_vars(limb__eval *eval, limb__call *call)
{
    (void)call;
    void *names = eval->find_scope ? eval->find_scope(eval) : NULL;
    if (!names) return limb__raise(eval, "NameError", "vars() has no properties here");
    limb__value *scope = limb__value_new(eval, LIMB__VALUE_SCOPE);
    if (scope) scope->as.scope = names;
    return scope;
}

limb__value *limb__builtin_format(limb__eval *eval, limb__call *call)
{
    limb_text spec = {"", 0};
    if (call->count > 1) {
        if (call->argument[1]->kind != LIMB__VALUE_TEXT) {
            return limb__raise(eval, "TypeError", "format() argument 2 must be str");
        }
        spec = call->argument[1]->as.text;
    }
    return limb__format_value(eval, call->argument[0], spec);
}

limb__value *limb__builtin_complex(limb__eval *eval, limb__call *call)
{
    (void)call;
    return limb__raise(eval, "TypeError", "complex numbers are not supported");
}
