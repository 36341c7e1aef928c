// Encodes and decodes parameters in CDR. A value has a field for each type, of which one is used.
#include "services/parameters/parameter_wire.h"

#include <stdlib.h>
#include <string.h>

static void put_items(limb__builder *out, const limb__parameter *p, limb__parameter_type type);
static limb_status read_field(limb__cdr *cdr, limb__parameter *out, limb__parameter_type type);
static bool read_item(limb__cdr *cdr, limb__parameter *out, limb__parameter_type field,
                      bool is_used);
static void put_range(limb__builder *out, const limb__parameter *p,
                      const limb__parameter_range *range);

void limb__parameter_put_value(limb__builder *out, const limb__parameter *p)
{
    limb__cdr_put_u8(out, (uint8_t)p->type);
    for (int type = LIMB__PARAMETER_BOOL; type < LIMB__PARAMETER_NTYPE; type++)
        put_items(out, p, (limb__parameter_type)type);
}

void limb__parameter_put(limb__builder *out, const limb__parameter *p)
{
    limb__cdr_put_text(out, p->name);
    limb__parameter_put_value(out, p);
}

limb_status limb__parameter_read(limb__cdr *cdr, limb__parameter *out)
{
    memset(out, 0, sizeof *out);
    const limb_text name = limb__cdr_text(cdr);
    const uint8_t type = limb__cdr_u8(cdr);
    if (cdr->failed || type >= LIMB__PARAMETER_NTYPE || name.size == 0) return LIMB_ERROR_INPUT;
    if (memchr(name.data, 0, name.size)) return LIMB_ERROR_INPUT;
    if (!limb__parameter_name(out, name.data, name.size)) return LIMB_ERROR_MEMORY;
    out->type = (limb__parameter_type)type;
    limb_status status = LIMB_OK;
    for (int field = LIMB__PARAMETER_BOOL; field < LIMB__PARAMETER_NTYPE && status == LIMB_OK;
         field++)
        status = read_field(cdr, out, (limb__parameter_type)field);
    return status == LIMB_OK && cdr->failed ? LIMB_ERROR_INPUT : status;
}

void limb__parameter_put_descriptor(limb__builder *out, const limb__parameter *p,
                                    const char *description, bool is_read_only, bool is_dynamic,
                                    const limb__parameter_range *range)
{
    limb__cdr_put_text(out, p->name);
    limb__cdr_put_u8(out, (uint8_t)p->type);
    limb__cdr_put_text(out, description);
    limb__cdr_put_text(out, ""); // additional constraints
    limb__cdr_put_u8(out, is_read_only);
    limb__cdr_put_u8(out, is_dynamic);
    put_range(out, p, range);
}

static void put_items(limb__builder *out, const limb__parameter *p, limb__parameter_type type)
{
    static const limb__parameter_item none = {.text = NULL};
    const bool is_used = p->type == type;
    const int count = is_used ? p->count : 0;
    if (limb__parameter_is_array(type)) limb__cdr_put_u32(out, (uint32_t)count);
    const int total = limb__parameter_is_array(type) ? count : 1;
    for (int i = 0; i < total; i++) {
        const limb__parameter_item *item = i < count ? &p->item[i] : &none;
        switch (limb__parameter_item_type(type)) {
        case LIMB__PARAMETER_BOOL:
            limb__cdr_put_u8(out, item->integer != 0);
            break;
        case LIMB__PARAMETER_DOUBLE:
            limb__cdr_put_double(out, item->number);
            break;
        case LIMB__PARAMETER_STRING:
            limb__cdr_put_text(out, item->text ? item->text : "");
            break;
        default:
            if (type == LIMB__PARAMETER_BYTES) {
                limb__cdr_put_u8(out, (uint8_t)item->integer);
            } else {
                limb__cdr_put_u64(out, (uint64_t)item->integer);
            }
        }
    }
}

static limb_status read_field(limb__cdr *cdr, limb__parameter *out, limb__parameter_type field)
{
    uint32_t count = 1;
    if (limb__parameter_is_array(field)) {
        const limb__parameter_type item = limb__parameter_item_type(field);
        const bool is_small = field == LIMB__PARAMETER_BYTES || item == LIMB__PARAMETER_BOOL;
        count = limb__cdr_count(cdr, is_small ? 1 : item == LIMB__PARAMETER_STRING ? 4 : 8);
    }
    for (uint32_t i = 0; i < count && !cdr->failed; i++) {
        if (!read_item(cdr, out, field, out->type == field)) return LIMB_ERROR_MEMORY;
    }
    return cdr->failed ? LIMB_ERROR_INPUT : LIMB_OK;
}

// Returns false if memory is exhausted.
static bool read_item(limb__cdr *cdr, limb__parameter *out, limb__parameter_type field,
                      bool is_used)
{
    limb__parameter_item item = {0};
    switch (limb__parameter_item_type(field)) {
    case LIMB__PARAMETER_BOOL:
        item.integer = limb__cdr_u8(cdr) != 0;
        break;
    case LIMB__PARAMETER_DOUBLE:
        item.number = limb__cdr_double(cdr);
        break;
    case LIMB__PARAMETER_STRING: {
        const limb_text text = limb__cdr_text(cdr);
        if (!is_used || cdr->failed) return true;
        item.text = malloc(text.size + 1);
        if (!item.text) return false;
        if (text.size > 0) memcpy(item.text, text.data, text.size);
        item.text[text.size] = 0;
        break;
    }
    default:
        item.integer =
            field == LIMB__PARAMETER_BYTES ? limb__cdr_u8(cdr) : (int64_t)limb__cdr_u64(cdr);
    }
    const bool added = !is_used || cdr->failed || limb__parameter_add(out, &item);
    free(item.text);
    return added;
}

// FloatingPointRange[<=1], IntegerRange[<=1]
static void put_range(limb__builder *out, const limb__parameter *p,
                      const limb__parameter_range *range)
{
    const bool has_range = range && range->has_range;
    const bool is_double = has_range && p->type == LIMB__PARAMETER_DOUBLE;
    limb__cdr_put_u32(out, is_double);
    if (is_double) {
        limb__cdr_put_double(out, range->min);
        limb__cdr_put_double(out, range->max);
        limb__cdr_put_double(out, range->step);
    }
    const bool is_integer = has_range && p->type == LIMB__PARAMETER_INTEGER;
    limb__cdr_put_u32(out, is_integer);
    if (is_integer) {
        limb__cdr_put_u64(out, (uint64_t)(int64_t)range->min);
        limb__cdr_put_u64(out, (uint64_t)(int64_t)range->max);
        limb__cdr_put_u64(out, (uint64_t)(int64_t)range->step);
    }
}
