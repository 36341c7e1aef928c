// Parameter values and lists of parameters.
#define _XOPEN_SOURCE 700 // strdup

#include "services/parameters/parameter.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

const char *limb__parameter_type_name(limb__parameter_type type)
{
    static const char *const name[LIMB__PARAMETER_NTYPE] = {
        "not set",    "bool",       "integer",       "double",       "string",
        "byte_array", "bool_array", "integer_array", "double_array", "string_array"};
    return name[type];
}

bool limb__parameter_is_array(limb__parameter_type type)
{
    return type >= LIMB__PARAMETER_BYTES;
}

limb__parameter_type limb__parameter_item_type(limb__parameter_type type)
{
    if (type == LIMB__PARAMETER_BYTES) return LIMB__PARAMETER_INTEGER;
    return limb__parameter_is_array(type)
               ? (limb__parameter_type)(type - LIMB__PARAMETER_BOOLS + LIMB__PARAMETER_BOOL)
               : type;
}

bool limb__parameter_name(limb__parameter *p, const char *name, size_t size)
{
    free(p->name);
    p->name = malloc(size + 1);
    if (!p->name) return false;
    memcpy(p->name, name, size);
    p->name[size] = 0;
    return true;
}

bool limb__parameter_add(limb__parameter *p, const limb__parameter_item *item)
{
    if (!limb__grow(limb__memory(NULL), (void **)&p->item, &p->capacity, p->count + 1,
                    sizeof *p->item))
        return false;
    limb__parameter_item *added = &p->item[p->count];
    *added = *item;
    added->text = item->text ? strdup(item->text) : NULL;
    if (item->text && !added->text) return false;
    p->count++;
    return true;
}

bool limb__parameter_copy(limb__parameter *out, const limb__parameter *from)
{
    *out = (limb__parameter){.type = from->type};
    bool copied = !from->name || limb__parameter_name(out, from->name, strlen(from->name));
    for (int i = 0; i < from->count && copied; i++)
        copied = limb__parameter_add(out, &from->item[i]);
    if (!copied) limb__parameter_free(out);
    return copied;
}

void limb__parameter_free(limb__parameter *p)
{
    for (int i = 0; i < p->count; i++)
        free(p->item[i].text);
    limb__release(limb__memory(NULL), p->item, sizeof *p->item * (size_t)p->capacity);
    free(p->name);
    memset(p, 0, sizeof *p);
}

bool limb__parameter_equal(const limb__parameter *a, const limb__parameter *b)
{
    if (a->type != b->type || a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        const limb__parameter_item *first = &a->item[i], *second = &b->item[i];
        if (first->integer != second->integer) return false;
        // compares bits: NaN equals itself, so that setting it again changes nothing
        if (memcmp(&first->number, &second->number, sizeof first->number) != 0) return false;
        if (strcmp(first->text ? first->text : "", second->text ? second->text : "") != 0)
            return false;
    }
    return true;
}

bool limb__parameter_number(const limb__parameter *p, double *out)
{
    if (p->type == LIMB__PARAMETER_DOUBLE) {
        *out = p->item[0].number;
    } else if (p->type == LIMB__PARAMETER_INTEGER || p->type == LIMB__PARAMETER_BOOL) {
        *out = (double)p->item[0].integer;
    } else {
        return false;
    }
    return true;
}

const char *limb__parameter_text(const limb__parameter *p)
{
    return p->type == LIMB__PARAMETER_STRING ? p->item[0].text : NULL;
}

const limb__parameter *limb__parameters_find(const limb__parameters *list, const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->item[i].name, name) == 0) return &list->item[i];
    }
    return NULL;
}

bool limb__parameters_add(limb__parameters *list, limb__parameter *p)
{
    if (!limb__grow(limb__memory(NULL), (void **)&list->item, &list->capacity, list->count + 1,
                    sizeof *list->item))
        return false;
    list->item[list->count++] = *p;
    memset(p, 0, sizeof *p);
    return true;
}

void limb__parameters_free(limb__parameters *list)
{
    for (int i = 0; i < list->count; i++)
        limb__parameter_free(&list->item[i]);
    limb__release(limb__memory(NULL), list->item, sizeof *list->item * (size_t)list->capacity);
    memset(list, 0, sizeof *list);
}
