// ==, <, in and is, as Python defines them for the types an expression can hold.
#include "documents/expression/text_find.h"

#include <math.h>
#include <string.h>

static int order_numbers(const limb__value *a, const limb__value *b);
static int order_int_float(int64_t integer, double number);
static int order_texts(limb_text a, limb_text b);
static int equal_items(limb__eval *eval, const limb__value *a, const limb__value *b);
static int equal_dicts(limb__eval *eval, const limb__value *a, const limb__value *b);
static int order_items(limb__eval *eval, const limb__value *a, const limb__value *b,
                       const char *operation);
static int order_sets(limb__eval *eval, const limb__value *a, const limb__value *b);
static bool is_set(const limb__value *value);
static bool enter(limb__eval *eval);

int limb__value_equal(limb__eval *eval, const limb__value *a, const limb__value *b)
{
    if (limb__is_number(a) && limb__is_number(b)) return order_numbers(a, b) == 0;
    if (is_set(a) && is_set(b)) return equal_dicts(eval, a, b);
    if (a->kind != b->kind) return 0;
    switch ((limb__value_kind)a->kind) {
    case LIMB__VALUE_NONE:
        return 1;
    case LIMB__VALUE_TEXT:
        if (a->as.text.size != b->as.text.size) return 0;
        if (a->as.text.data == b->as.text.data) return 1;
        if (!limb__step_text(eval, a->as.text)) return -1;
        return memcmp(a->as.text.data, b->as.text.data, a->as.text.size) == 0;
    case LIMB__VALUE_LIST:
    case LIMB__VALUE_TUPLE:
        return equal_items(eval, a, b);
    case LIMB__VALUE_DICT:
        return equal_dicts(eval, a, b);
    case LIMB__VALUE_RANGE: {
        const int64_t length = limb__value_length(eval, a);
        return length == limb__value_length(eval, b) &&
               (length == 0 || (a->as.range.start == b->as.range.start &&
                                (length == 1 || a->as.range.step == b->as.range.step)));
    }
    case LIMB__VALUE_TYPE:
        return a->as.type == b->as.type;
    case LIMB__VALUE_FUNCTION:
        return a->as.function == b->as.function;
    default:
        return a == b;
    }
}

int limb__value_order(limb__eval *eval, const limb__value *a, const limb__value *b,
                      const char *operation)
{
    if (limb__is_number(a) && limb__is_number(b)) return order_numbers(a, b);
    if (is_set(a) && is_set(b)) return order_sets(eval, a, b);
    if (a->kind == LIMB__VALUE_TEXT && b->kind == LIMB__VALUE_TEXT) {
        if (!limb__step_text(eval, a->as.text)) return -2;
        return order_texts(a->as.text, b->as.text);
    }
    if (a->kind == b->kind && (a->kind == LIMB__VALUE_LIST || a->kind == LIMB__VALUE_TUPLE)) {
        return order_items(eval, a, b, operation);
    }
    limb__raise(eval, "TypeError", "'%s' not supported between instances of '%s' and '%s'",
                operation, limb__type_name(a), limb__type_name(b));
    return -2;
}

int limb__value_contains(limb__eval *eval, limb__value *holder, const limb__value *item)
{
    if (holder->kind == LIMB__VALUE_TEXT) {
        if (item->kind != LIMB__VALUE_TEXT) {
            limb__raise(eval, "TypeError", "'in <string>' requires string as left operand, not %s",
                        limb__type_name(item));
            return -1;
        }
        if (!limb__step_text(eval, holder->as.text)) return -1;
        return limb__text_first(holder->as.text, item->as.text, 0) != SIZE_MAX;
    }
    if (holder->kind == LIMB__VALUE_DICT || is_set(holder)) {
        const int entry = limb__dict_find(eval, holder, item);
        return entry == -2 ? -1 : entry >= 0;
    }
    if (holder->kind == LIMB__VALUE_SCOPE) {
        return item->kind == LIMB__VALUE_TEXT &&
               eval->has_member(eval, holder->as.scope, item->as.text);
    }
    int count;
    limb__value **items = limb__value_items(eval, holder, &count);
    if (!items) return -1;
    for (int i = 0; i < count; i++) {
        if (!limb__step(eval, 1)) return -1;
        const int equal = limb__value_equal(eval, items[i], item);
        if (equal != 0) return equal;
    }
    return 0;
}

// Numbers and texts have no identity of their own here: equal ones of one type are identical.
bool limb__value_is(const limb__value *a, const limb__value *b)
{
    if (a == b) return true;
    if (a->kind != b->kind) return false;
    switch ((limb__value_kind)a->kind) {
    case LIMB__VALUE_NONE:
        return true;
    case LIMB__VALUE_BOOL:
    case LIMB__VALUE_INT:
        return a->as.integer == b->as.integer;
    case LIMB__VALUE_TEXT:
        return a->as.text.size == b->as.text.size &&
               memcmp(a->as.text.data, b->as.text.data, a->as.text.size) == 0;
    case LIMB__VALUE_TYPE:
        return a->as.type == b->as.type;
    case LIMB__VALUE_FUNCTION:
        return a->as.function == b->as.function;
    case LIMB__VALUE_LIST:
        return a->as.items.item == b->as.items.item && a->as.items.count > 0;
    case LIMB__VALUE_DICT:
        return a->as.dict == b->as.dict;
    default:
        return false;
    }
}

static int order_numbers(const limb__value *a, const limb__value *b)
{
    if (a->kind == LIMB__VALUE_FLOAT && b->kind == LIMB__VALUE_FLOAT) {
        if (isnan(a->as.number) || isnan(b->as.number)) return 2;
        return a->as.number < b->as.number ? -1 : a->as.number > b->as.number;
    }
    if (a->kind == LIMB__VALUE_FLOAT) {
        const int order = order_int_float(b->as.integer, a->as.number);
        return order == 2 ? 2 : -order;
    }
    if (b->kind == LIMB__VALUE_FLOAT) return order_int_float(a->as.integer, b->as.number);
    return a->as.integer < b->as.integer ? -1 : a->as.integer > b->as.integer;
}

// Exact even if the integer is not representable as a double.
static int order_int_float(int64_t integer, double number)
{
    if (isnan(number)) return 2;
    if (number >= 9223372036854775808.0) return -1;
    if (number < -9223372036854775808.0) return 1;
    const int64_t whole = (int64_t)number;
    if (integer != whole) return integer < whole ? -1 : 1;
    const double rest = number - (double)whole;
    return rest > 0 ? -1 : rest < 0;
}

// UTF-8 has the same order as its code points.
static int order_texts(limb_text a, limb_text b)
{
    const size_t size = a.size < b.size ? a.size : b.size;
    const int order = size > 0 ? memcmp(a.data, b.data, size) : 0;
    if (order != 0) return order < 0 ? -1 : 1;
    return a.size < b.size ? -1 : a.size > b.size;
}

static int equal_items(limb__eval *eval, const limb__value *a, const limb__value *b)
{
    if (a->as.items.count != b->as.items.count) return 0;
    if (!enter(eval) || !limb__step(eval, a->as.items.count)) return -1;
    int equal = 1;
    for (int i = 0; equal == 1 && i < a->as.items.count; i++) {
        const limb__value *x = a->as.items.item[i];
        const limb__value *y = b->as.items.item[i];
        equal = x == y ? 1 : limb__value_equal(eval, x, y);
    }
    eval->depth--;
    return equal;
}

// Also for sets, which have no values.
static int equal_dicts(limb__eval *eval, const limb__value *a, const limb__value *b)
{
    if (a->as.dict->used != b->as.dict->used) return 0;
    if (!enter(eval) || !limb__step(eval, a->as.dict->used)) return -1;
    int equal = 1;
    for (int i = 0; equal == 1 && i < a->as.dict->count; i++) {
        if (!a->as.dict->key[i]) continue;
        const int other = limb__dict_find(eval, b, a->as.dict->key[i]);
        if (other == -2) equal = -1;
        if (other == -1) equal = 0;
        if (other >= 0 && a->kind == LIMB__VALUE_DICT) {
            equal = limb__value_equal(eval, a->as.dict->value[i], b->as.dict->value[other]);
        }
    }
    eval->depth--;
    return equal;
}

static int order_items(limb__eval *eval, const limb__value *a, const limb__value *b,
                       const char *operation)
{
    const int na = a->as.items.count;
    const int nb = b->as.items.count;
    if (!enter(eval) || !limb__step(eval, na)) return -2;
    int order = na < nb ? -1 : na > nb;
    for (int i = 0; i < na && i < nb; i++) {
        const limb__value *x = a->as.items.item[i];
        const limb__value *y = b->as.items.item[i];
        const int equal = limb__value_equal(eval, x, y);
        if (equal == 1) continue;
        order = equal < 0 ? -2 : limb__value_order(eval, x, y, operation);
        break;
    }
    eval->depth--;
    return order;
}

// Ordered by inclusion; 2 if neither contains the other.
static int order_sets(limb__eval *eval, const limb__value *a, const limb__value *b)
{
    const bool smaller = a->as.dict->used <= b->as.dict->used;
    const limb__value *inner = smaller ? a : b;
    const limb__value *outer = smaller ? b : a;
    for (int i = 0; i < inner->as.dict->count; i++) {
        if (!inner->as.dict->key[i]) continue;
        const int found = limb__dict_find(eval, outer, inner->as.dict->key[i]);
        if (found == -2) return -2;
        if (found < 0) return 2;
    }
    if (a->as.dict->used == b->as.dict->used) return 0;
    return smaller ? -1 : 1;
}

static bool is_set(const limb__value *value)
{
    return value->kind == LIMB__VALUE_SET || value->kind == LIMB__VALUE_FROZENSET;
}

static bool enter(limb__eval *eval)
{
    if (eval->depth < eval->limits.max_depth && limb__has_stack(eval)) {
        eval->depth++;
        return true;
    }
    limb__raise(eval, "LimitError", "a value is nested too deeply");
    eval->is_limit = true;
    return false;
}
