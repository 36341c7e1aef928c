// Arithmetic with Python's semantics: / is true division, // and % round towards minus infinity.
//
// Integers have 64 bits; an overflow is an error, never a wrong number.
#include "documents/expression/python.h"

#include <math.h>
#include <string.h>

static limb__value *int_binary(limb__eval *eval, limb__operator op, int64_t a, int64_t b);
static limb__value *int_divide(limb__eval *eval, int64_t a, int64_t b);
static limb__value *int_power(limb__eval *eval, int64_t base, int64_t exponent);
static limb__value *int_shift(limb__eval *eval, limb__operator op, int64_t a, int64_t b);
static limb__value *float_binary(limb__eval *eval, limb__operator op, double a, double b);
static limb__value *float_power(limb__eval *eval, double a, double b);
static limb__value *concatenate(limb__eval *eval, limb__value *a, limb__value *b);
static limb__value *repeat(limb__eval *eval, limb__value *sequence, int64_t count);
static limb__value *too_large(limb__eval *eval);
static limb__value *unsupported(limb__eval *eval, limb__operator op, limb__value *a,
                                limb__value *b);
static bool is_sequence(const limb__value *value);

static const char *const symbol[] = {"+", "-",  "*",  "/", "//", "%", "** or pow()", "&", "|",
                                     "^", "<<", ">>", "-", "+",  "~"};

limb__value *limb__binary(limb__eval *eval, limb__operator op, limb__value *a, limb__value *b)
{
    if (limb__is_int(a) && limb__is_int(b)) {
        const bool both_bool = a->kind == LIMB__VALUE_BOOL && b->kind == LIMB__VALUE_BOOL;
        if (both_bool && op == LIMB__OP_AND)
            return limb__value_bool(eval, a->as.integer & b->as.integer);
        if (both_bool && op == LIMB__OP_OR)
            return limb__value_bool(eval, a->as.integer | b->as.integer);
        if (both_bool && op == LIMB__OP_XOR)
            return limb__value_bool(eval, a->as.integer ^ b->as.integer);
        return int_binary(eval, op, a->as.integer, b->as.integer);
    }
    if (limb__is_number(a) && limb__is_number(b) && op <= LIMB__OP_POW) {
        return float_binary(eval, op, limb__as_double(a), limb__as_double(b));
    }
    if (a->is_big || (b->is_big && op != LIMB__OP_MOD)) return too_large(eval);
    if (op == LIMB__OP_MOD && a->kind == LIMB__VALUE_TEXT) {
        return eval->python->format(eval, a->as.text, b);
    }
    if (op == LIMB__OP_ADD) {
        limb__value *joined = concatenate(eval, a, b);
        return joined || eval->error ? joined : unsupported(eval, op, a, b);
    }
    if (op == LIMB__OP_MUL && is_sequence(a) && limb__is_int(b)) {
        return repeat(eval, a, b->as.integer);
    }
    if (op == LIMB__OP_MUL && is_sequence(b) && limb__is_int(a)) {
        return repeat(eval, b, a->as.integer);
    }
    if (op == LIMB__OP_MUL && (is_sequence(a) || is_sequence(b))) {
        return limb__raise(eval, "TypeError", "can't multiply sequence by non-int of type '%s'",
                           limb__type_name(is_sequence(a) ? b : a));
    }
    limb__value *combined = eval->python->combine_sets(eval, op, a, b);
    return combined || eval->error ? combined : unsupported(eval, op, a, b);
}

limb__value *limb__unary(limb__eval *eval, limb__operator op, limb__value *a)
{
    if (limb__is_int(a)) {
        const int64_t value = a->as.integer;
        if (op == LIMB__OP_PLUS) return limb__value_int(eval, value);
        if (op == LIMB__OP_INVERT) return limb__value_int(eval, ~value);
        return value == INT64_MIN ? too_large(eval) : limb__value_int(eval, -value);
    }
    if (a->kind == LIMB__VALUE_FLOAT && op != LIMB__OP_INVERT) {
        return limb__value_float(eval, op == LIMB__OP_NEGATE ? -a->as.number : a->as.number);
    }
    if (a->is_big) return too_large(eval);
    return limb__raise(eval, "TypeError", "bad operand type for unary %s: '%s'", symbol[op],
                       limb__type_name(a));
}

static limb__value *int_binary(limb__eval *eval, limb__operator op, int64_t a, int64_t b)
{
    int64_t result = 0;
    bool overflow = false;
    switch (op) {
    case LIMB__OP_ADD:
        overflow = __builtin_add_overflow(a, b, &result);
        break;
    case LIMB__OP_SUB:
        overflow = __builtin_sub_overflow(a, b, &result);
        break;
    case LIMB__OP_MUL:
        overflow = __builtin_mul_overflow(a, b, &result);
        break;
    case LIMB__OP_DIV:
        return int_divide(eval, a, b);
    case LIMB__OP_FLOOR:
    case LIMB__OP_MOD:
        if (b == 0) {
            return limb__raise(eval, "ZeroDivisionError", "integer division or modulo by zero");
        }
        if (b == -1) { // the smallest integer has no negation
            if (op == LIMB__OP_MOD) return limb__value_int(eval, 0);
            return a == INT64_MIN ? too_large(eval) : limb__value_int(eval, -a);
        }
        result = a % b;
        if (result != 0 && (result < 0) != (b < 0)) result += b;
        if (op == LIMB__OP_FLOOR) result = a / b - (a % b != 0 && (a < 0) != (b < 0));
        break;
    case LIMB__OP_POW:
        return int_power(eval, a, b);
    case LIMB__OP_AND:
        result = a & b;
        break;
    case LIMB__OP_OR:
        result = a | b;
        break;
    case LIMB__OP_XOR:
        result = a ^ b;
        break;
    default:
        return int_shift(eval, op, a, b);
    }
    return overflow ? too_large(eval) : limb__value_int(eval, result);
}

static limb__value *int_divide(limb__eval *eval, int64_t a, int64_t b)
{
    if (b == 0) return limb__raise(eval, "ZeroDivisionError", "division by zero");
    return limb__value_float(eval, (double)((long double)a / (long double)b));
}

static limb__value *int_power(limb__eval *eval, int64_t base, int64_t exponent)
{
    if (exponent < 0) {
        if (base == 0) {
            return limb__raise(eval, "ZeroDivisionError",
                               "0.0 cannot be raised to a negative power");
        }
        return limb__value_float(eval, pow((double)base, (double)exponent));
    }
    int64_t result = 1;
    while (exponent > 0) {
        if ((exponent & 1) && __builtin_mul_overflow(result, base, &result)) {
            return too_large(eval);
        }
        exponent >>= 1;
        if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) {
            return result == 0 ? limb__value_int(eval, 0) : too_large(eval);
        }
    }
    return limb__value_int(eval, result);
}

static limb__value *int_shift(limb__eval *eval, limb__operator op, int64_t a, int64_t b)
{
    if (b < 0) return limb__raise(eval, "ValueError", "negative shift count");
    if (op == LIMB__OP_RIGHT) return limb__value_int(eval, a >> (b > 63 ? 63 : b));
    if (a == 0) return limb__value_int(eval, 0);
    int64_t result;
    if (b > 62 || __builtin_mul_overflow(a, (int64_t)1 << b, &result)) return too_large(eval);
    return limb__value_int(eval, result);
}

static limb__value *float_binary(limb__eval *eval, limb__operator op, double a, double b)
{
    switch (op) {
    case LIMB__OP_ADD:
        return limb__value_float(eval, a + b);
    case LIMB__OP_SUB:
        return limb__value_float(eval, a - b);
    case LIMB__OP_MUL:
        return limb__value_float(eval, a * b);
    case LIMB__OP_POW:
        return float_power(eval, a, b);
    default:
        break;
    }
    if (b == 0) {
        return limb__raise(eval, "ZeroDivisionError",
                           op == LIMB__OP_DIV     ? "float division by zero"
                           : op == LIMB__OP_FLOOR ? "float floor division by zero"
                                                  : "float modulo");
    }
    if (op == LIMB__OP_DIV) return limb__value_float(eval, a / b);
    // the remainder has the sign of the divisor
    double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0) {
        if ((b < 0) != (rest < 0)) {
            rest += b;
            quotient -= 1;
        }
    } else {
        rest = copysign(0.0, b);
    }
    if (op == LIMB__OP_MOD) return limb__value_float(eval, rest);
    if (quotient == 0) return limb__value_float(eval, copysign(0.0, a / b));
    double whole = floor(quotient);
    if (quotient - whole > 0.5) whole += 1;
    return limb__value_float(eval, whole);
}

static limb__value *float_power(limb__eval *eval, double a, double b)
{
    if (a == 0 && b < 0) {
        return limb__raise(eval, "ZeroDivisionError", "0.0 cannot be raised to a negative power");
    }
    if (a < 0 && isfinite(a) && isfinite(b) && floor(b) != b) {
        return limb__raise(eval, "ValueError",
                           "a negative number raised to a fraction is complex; complex numbers "
                           "are not supported");
    }
    const double result = pow(a, b);
    if (isinf(result) && isfinite(a) && isfinite(b)) {
        return limb__raise(eval, "OverflowError", "(34, 'Numerical result out of range')");
    }
    return limb__value_float(eval, result);
}

// Returns NULL without an error if the two cannot be added.
static limb__value *concatenate(limb__eval *eval, limb__value *a, limb__value *b)
{
    if (a->kind == LIMB__VALUE_TEXT && b->kind == LIMB__VALUE_TEXT) {
        const limb_text x = a->as.text;
        const limb_text y = b->as.text;
        char *text = limb__take(eval, x.size + y.size + 1);
        if (!text || !limb__step(eval, (int64_t)(x.size + y.size) / 64)) return NULL;
        if (x.size > 0) memcpy(text, x.data, x.size);
        if (y.size > 0) memcpy(text + x.size, y.data, y.size);
        text[x.size + y.size] = 0;
        return limb__value_text_kept(eval, text, x.size + y.size);
    }
    if (a->kind == LIMB__VALUE_TEXT) {
        return limb__raise(eval, "TypeError", "can only concatenate str (not \"%s\") to str",
                           limb__type_name(b));
    }
    if (a->kind != b->kind || !is_sequence(a)) return NULL;
    limb__value *sum =
        limb__value_list(eval, (limb__value_kind)a->kind, a->as.items.count + b->as.items.count);
    for (int i = 0; sum && i < a->as.items.count; i++)
        if (!limb__list_add(eval, sum, a->as.items.item[i])) return NULL;
    for (int i = 0; sum && i < b->as.items.count; i++)
        if (!limb__list_add(eval, sum, b->as.items.item[i])) return NULL;
    return sum;
}

static limb__value *repeat(limb__eval *eval, limb__value *sequence, int64_t count)
{
    if (count < 0) count = 0;
    if (sequence->kind == LIMB__VALUE_TEXT) {
        const limb_text text = sequence->as.text;
        if (text.size > 0 && (uint64_t)count > eval->limits.max_memory / text.size) {
            limb__take(eval, SIZE_MAX); // raises the error of exceeding the limit
            return NULL;
        }
        char *result = limb__take(eval, text.size * (size_t)count + 1);
        if (!result || !limb__step(eval, count)) return NULL;
        for (int64_t i = 0; i < count; i++)
            memcpy(result + (size_t)i * text.size, text.data, text.size);
        result[text.size * (size_t)count] = 0;
        return limb__value_text_kept(eval, result, text.size * (size_t)count);
    }
    limb__value *result = limb__value_list(eval, (limb__value_kind)sequence->kind, 0);
    const int length = sequence->as.items.count;
    for (int64_t i = 0; result && length > 0 && i < count; i++) {
        for (int k = 0; k < length; k++)
            if (!limb__list_add(eval, result, sequence->as.items.item[k])) return NULL;
    }
    return result;
}

static limb__value *too_large(limb__eval *eval)
{
    return limb__raise(eval, "OverflowError",
                       "the integer does not fit into 64 bits; write one operand as a float "
                       "(2.0 instead of 2)");
}

static limb__value *unsupported(limb__eval *eval, limb__operator op, limb__value *a, limb__value *b)
{
    return limb__raise(eval, "TypeError", "unsupported operand type(s) for %s: '%s' and '%s'",
                       symbol[op], limb__type_name(a), limb__type_name(b));
}

static bool is_sequence(const limb__value *value)
{
    return value->kind == LIMB__VALUE_TEXT || value->kind == LIMB__VALUE_LIST ||
           value->kind == LIMB__VALUE_TUPLE;
}
