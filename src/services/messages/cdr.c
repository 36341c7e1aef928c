// Reads CDR in place; cdr.h describes how a cursor fails.
#include "services/messages/cdr.h"

#include <string.h>

static const unsigned char *take(limb__cdr *cdr, size_t size);
static uint64_t take_integer(limb__cdr *cdr, size_t size);
static bool is_little_endian(void);

bool limb__cdr_open(limb__cdr *cdr, const void *bytes, size_t size)
{
    const unsigned char *header = bytes;
    *cdr = (limb__cdr){.failed = true};
    if (size < LIMB__CDR_HEADER || header[0] != 0 || header[1] > 1) return false;
    cdr->data = header + LIMB__CDR_HEADER;
    cdr->size = size - LIMB__CDR_HEADER;
    cdr->swap = (header[1] == 1) != is_little_endian();
    cdr->failed = false;
    return true;
}

uint8_t limb__cdr_u8(limb__cdr *cdr)
{
    return (uint8_t)take_integer(cdr, 1);
}

uint32_t limb__cdr_u32(limb__cdr *cdr)
{
    return (uint32_t)take_integer(cdr, 4);
}

uint64_t limb__cdr_u64(limb__cdr *cdr)
{
    return take_integer(cdr, 8);
}

double limb__cdr_double(limb__cdr *cdr)
{
    const uint64_t bits = take_integer(cdr, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

limb_text limb__cdr_text(limb__cdr *cdr)
{
    const limb_text none = {"", 0};
    const uint32_t size = limb__cdr_u32(cdr);
    if (cdr->failed) return none;
    // some writers encode an empty string without a NUL
    if (size == 0) return none;
    if (size > cdr->size - cdr->at || cdr->data[cdr->at + size - 1] != 0) {
        cdr->failed = true;
        return none;
    }
    const limb_text text = {(const char *)cdr->data + cdr->at, size - 1};
    cdr->at += size;
    return text;
}

uint32_t limb__cdr_count(limb__cdr *cdr, size_t min_size)
{
    const uint32_t count = limb__cdr_u32(cdr);
    if (!cdr->failed && count <= (cdr->size - cdr->at) / min_size) return count;
    cdr->failed = true;
    return 0;
}

void limb__cdr_skip(limb__cdr *cdr, uint32_t count, size_t item_size)
{
    if (cdr->failed || count == 0) return;
    const size_t start = (cdr->at + item_size - 1) / item_size * item_size;
    if (start > cdr->size || count > (cdr->size - start) / item_size) {
        cdr->failed = true;
        return;
    }
    cdr->at = start + count * item_size;
}

// Returns the next item, whose alignment is its size; NULL if the message is too short.
static const unsigned char *take(limb__cdr *cdr, size_t size)
{
    const size_t start = (cdr->at + size - 1) & ~(size - 1);
    if (cdr->failed || start > cdr->size || size > cdr->size - start) {
        cdr->failed = true;
        return NULL;
    }
    cdr->at = start + size;
    return cdr->data + start;
}

static uint64_t take_integer(limb__cdr *cdr, size_t size)
{
    const unsigned char *bytes = take(cdr, size);
    if (!bytes) return 0;
    const bool little = is_little_endian() != cdr->swap;
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
        const size_t shift = 8 * (little ? i : size - 1 - i);
        value |= (uint64_t)bytes[i] << shift;
    }
    return value;
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}
