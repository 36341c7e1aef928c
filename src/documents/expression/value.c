// Creates values, and queries common to all operations.
#include "documents/expression/value.h"

#include "base/format.h"

#include <stdarg.h>
#include <string.h>

enum { MESSAGE_SIZE = 512 };

void limb__eval_init(limb__eval *eval, limb__arena *arena, const struct limb__python *python,
                     const limb__eval_limits *limits)
{
    *eval = (limb__eval){.arena = arena, .python = python, .limits = *limits};
    eval->stack = (uintptr_t)__builtin_frame_address(0);
    eval->none.kind = LIMB__VALUE_NONE;
    eval->yes = (limb__value){.kind = LIMB__VALUE_BOOL, .as.integer = 1};
    eval->no = (limb__value){.kind = LIMB__VALUE_BOOL};
}

void *limb__raise(limb__eval *eval, const char *kind, const char *format, ...)
{
    if (eval->error) return NULL;
    char message[MESSAGE_SIZE];
    va_list list;
    va_start(list, format);
    const size_t size = limb__format_list(message, sizeof message, format, list);
    va_end(list);
    eval->error_kind = kind;
    eval->error = limb__arena_copy_text(eval->arena, message,
                                        size < sizeof message ? size : sizeof message - 1);
    if (!eval->error) return limb__raise_memory(eval);
    return NULL;
}

void *limb__raise_memory(limb__eval *eval)
{
    if (!eval->error) {
        eval->error_kind = "MemoryError";
        eval->error = "out of memory";
    }
    eval->is_limit = true;
    return NULL;
}

void *limb__raise_too_large(limb__eval *eval)
{
    limb__raise(eval, "LimitError", "the values take more than %zu MB of memory",
                eval->limits.max_memory >> 20);
    eval->is_limit = true;
    return NULL;
}

bool limb__step(limb__eval *eval, int64_t count)
{
    eval->steps += count;
    if (eval->steps <= eval->limits.max_steps) return true;
    limb__raise(eval, "LimitError", "the expressions take more than %lld steps",
                (long long)eval->limits.max_steps);
    eval->is_limit = true;
    return false;
}

void *limb__take(limb__eval *eval, size_t size)
{
    const size_t taken = eval->arena->total + eval->held;
    if (size > eval->limits.max_memory || taken > eval->limits.max_memory - size)
        return limb__raise_too_large(eval);
    void *block = limb__arena_take(eval->arena, size > 0 ? size : 1);
    return block ? block : limb__raise_memory(eval);
}

limb__value *limb__value_new(limb__eval *eval, limb__value_kind kind)
{
    limb__value *value = limb__take(eval, sizeof *value);
    if (!value) return NULL;
    memset(value, 0, sizeof *value);
    value->kind = (uint8_t)kind;
    return value;
}

limb__value *limb__value_bool(limb__eval *eval, bool value)
{
    return value ? &eval->yes : &eval->no;
}

limb__value *limb__value_int(limb__eval *eval, int64_t value)
{
    limb__value *result = limb__value_new(eval, LIMB__VALUE_INT);
    if (result) result->as.integer = value;
    return result;
}

limb__value *limb__value_float(limb__eval *eval, double value)
{
    limb__value *result = limb__value_new(eval, LIMB__VALUE_FLOAT);
    if (result) result->as.number = value;
    return result;
}

limb__value *limb__value_text(limb__eval *eval, const char *text, size_t size)
{
    char *copy = limb__take(eval, size + 1);
    if (!copy) return NULL;
    if (size > 0) memcpy(copy, text, size);
    copy[size] = 0;
    return limb__value_text_kept(eval, copy, size);
}

limb__value *limb__value_text_kept(limb__eval *eval, const char *text, size_t size)
{
    limb__value *result = limb__value_new(eval, LIMB__VALUE_TEXT);
    if (result) result->as.text = (limb_text){text, size};
    return result;
}

limb__value *limb__value_list(limb__eval *eval, limb__value_kind kind, int capacity)
{
    limb__value *list = limb__value_new(eval, kind);
    if (!list || capacity == 0) return list;
    list->as.items.item = limb__take(eval, (size_t)capacity * sizeof(limb__value *));
    list->as.items.capacity = capacity;
    return list->as.items.item ? list : NULL;
}

bool limb__list_add(limb__eval *eval, limb__value *list, limb__value *item)
{
    limb__items *items = &list->as.items;
    if (!item || !limb__step(eval, 1)) return false;
    if (items->count == items->capacity) {
        if (items->count >= LIMB__MAX_ITEMS) {
            limb__raise(eval, "LimitError", "a list has too many items");
            return false;
        }
        const int capacity = items->capacity > 0 ? items->capacity * 2 : 4;
        limb__value **moved = limb__take(eval, (size_t)capacity * sizeof *moved);
        if (!moved) return false;
        if (items->count > 0) memcpy(moved, items->item, (size_t)items->count * sizeof *moved);
        items->item = moved;
        items->capacity = capacity;
    }
    items->item[items->count++] = item;
    return true;
}

limb__value *limb__value_function(limb__eval *eval, const limb__function_info *info)
{
    limb__value *result = limb__value_new(eval, LIMB__VALUE_FUNCTION);
    if (result) result->as.function = info;
    return result;
}

limb__value *limb__value_wrap(limb__eval *eval, const limb__value *outer, limb__value *inner)
{
    if (!inner || !outer->dotted || inner->dotted) return inner;
    if (inner->kind != LIMB__VALUE_LIST && inner->kind != LIMB__VALUE_DICT) return inner;
    return limb__value_dotted(eval, inner);
}

limb__value *limb__value_dotted(limb__eval *eval, const limb__value *value)
{
    limb__value *dotted = limb__value_new(eval, (limb__value_kind)value->kind);
    if (!dotted) return NULL;
    *dotted = *value;
    dotted->dotted = true;
    dotted->shared = true;
    return dotted;
}

bool limb__value_own(limb__eval *eval, limb__value *value)
{
    if (!value->shared) return true;
    value->shared = false;
    limb__value *copy;
    if (value->kind == LIMB__VALUE_DICT) {
        const limb__dict *from = value->as.dict;
        copy = limb__value_dict(eval, LIMB__VALUE_DICT);
        for (int i = 0; copy && i < from->count; i++) {
            if (from->key[i] && !limb__dict_set(eval, copy, from->key[i], from->value[i])) {
                return false;
            }
        }
    } else {
        copy = limb__value_list(eval, LIMB__VALUE_LIST, value->as.items.count);
        for (int i = 0; copy && i < value->as.items.count; i++)
            if (!limb__list_add(eval, copy, value->as.items.item[i])) return false;
    }
    if (!copy) return false;
    value->as = copy->as;
    return true;
}

const char *limb__kind_name(limb__value_kind kind)
{
    static const char *const name[] = {
        "NoneType",
        "bool",
        "int",
        "float",
        "str",
        "list",
        "tuple",
        "dict",
        "set",
        "frozenset",
        "range",
        "slice",
        "iterator",
        "dict_view",
        "builtin_function_or_method",
        "builtin_function_or_method",
        "function",
        "type",
        "module",
        "namespace",
        "block",
    };
    return name[kind];
}

const char *limb__type_name(const limb__value *value)
{
    return limb__kind_name((limb__value_kind)value->kind);
}

bool limb__is_number(const limb__value *value)
{
    return value->kind == LIMB__VALUE_FLOAT || limb__is_int(value);
}

bool limb__is_int(const limb__value *value)
{
    return value->kind == LIMB__VALUE_INT || value->kind == LIMB__VALUE_BOOL;
}

double limb__as_double(const limb__value *value)
{
    return value->kind == LIMB__VALUE_FLOAT ? value->as.number : (double)value->as.integer;
}

bool limb__text_is(const limb__value *value, const char *text)
{
    return value->kind == LIMB__VALUE_TEXT && limb__text_equal(value->as.text, text);
}

bool limb__value_true(limb__eval *eval, const limb__value *value, bool *result)
{
    switch ((limb__value_kind)value->kind) {
    case LIMB__VALUE_NONE:
        *result = false;
        return true;
    case LIMB__VALUE_BOOL:
    case LIMB__VALUE_INT:
        *result = value->as.integer != 0;
        return true;
    case LIMB__VALUE_FLOAT:
        *result = value->as.number != 0;
        return true;
    case LIMB__VALUE_TEXT:
    case LIMB__VALUE_LIST:
    case LIMB__VALUE_TUPLE:
    case LIMB__VALUE_DICT:
    case LIMB__VALUE_SET:
    case LIMB__VALUE_FROZENSET:
    case LIMB__VALUE_RANGE:
    case LIMB__VALUE_VIEW: {
        const int64_t length = limb__value_length(eval, value);
        *result = length > 0;
        return length >= 0;
    }
    default:
        *result = true;
        return true;
    }
}
