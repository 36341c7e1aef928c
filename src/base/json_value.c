// Accessors of JSON values; see json.h.
#include "base/json.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const limb__json *after(const limb__json *value);

bool limb__json_is(const limb__json *value, limb__json_kind kind)
{
    return value && value->kind == (uint32_t)kind;
}

static bool is_container(const limb__json *value)
{
    return limb__json_is(value, LIMB__JSON_ARRAY) || limb__json_is(value, LIMB__JSON_OBJECT);
}

const limb__json *limb__json_first(const limb__json *container)
{
    return is_container(container) && container->count > 0 ? container + 1 : NULL;
}

const limb__json *limb__json_next(const limb__json *container, const limb__json *value)
{
    const limb__json *next = after(value);
    return next < container + container->as.extent ? next : NULL;
}

static const limb__json *after(const limb__json *value)
{
    return value + (is_container(value) ? value->as.extent : 1);
}

int limb__json_count(const limb__json *value)
{
    return is_container(value) ? (int)value->count : 0;
}

const limb__json *limb__json_at(const limb__json *array, int index)
{
    if (!limb__json_is(array, LIMB__JSON_ARRAY) || index < 0) return NULL;
    const limb__json *item = limb__json_first(array);
    for (; item && index > 0; index--)
        item = limb__json_next(array, item);
    return item;
}

const limb__json *limb__json_find(const limb__json *object, const char *name)
{
    if (!limb__json_is(object, LIMB__JSON_OBJECT)) return NULL;
    const size_t size = strlen(name);
    const limb__json *found = NULL;
    const limb__json *key = object + 1;
    for (uint32_t i = 0; i < object->count; i++) {
        const limb__json *value = key + 1;
        if (key->count == size && memcmp(key->as.text, name, size) == 0) found = value;
        key = after(value);
    }
    return found;
}

int limb__json_int(const limb__json *value, int absent)
{
    if (!limb__json_is(value, LIMB__JSON_NUMBER)) return absent;
    const double number = value->as.number;
    if (number != floor(number)) return absent;
    return number >= INT_MAX ? INT_MAX : number <= INT_MIN ? INT_MIN : (int)number;
}

double limb__json_number(const limb__json *value, double absent)
{
    return limb__json_is(value, LIMB__JSON_NUMBER) ? value->as.number : absent;
}

int limb__json_numbers(const limb__json *array, double *out, int count)
{
    if (!limb__json_is(array, LIMB__JSON_ARRAY)) return 0;
    int read = 0;
    const limb__json *item = limb__json_first(array);
    for (; read < count && limb__json_is(item, LIMB__JSON_NUMBER);
         item = limb__json_next(array, item))
        out[read++] = item->as.number;
    return read;
}

limb_text limb__json_text(const limb__json *value)
{
    if (!limb__json_is(value, LIMB__JSON_STRING)) return (limb_text){NULL, 0};
    return (limb_text){value->as.text, value->count};
}
