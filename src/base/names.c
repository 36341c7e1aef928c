// Names to indices: linear probing in a table at most half full.
//
// The hash reads eight bytes at a time and multiplies (the folded multiply of wyhash); names of a
// robot are short, so a slot keeps the full hash and length, and the text is compared only when
// both agree.
#include "base/names.h"

#include "base/bits.h"

#include <string.h>

typedef struct limb__name_slot {
    uint64_t hash;
    const char *text; // NULL: free
    uint32_t size;
    int32_t index;
} limb__name_slot;

enum { CACHED_SLOTS = 4096 }; // a table of so many does not leave the cache

static uint64_t mix(uint64_t a, uint64_t b)
{
    const limb__wide product = limb__multiply_wide(a, b);
    return product.high ^ product.low;
}

uint64_t limb__hash_text(const char *text, size_t size)
{
    uint64_t hash = 0x9e3779b97f4a7c15u ^ size;
    uint64_t word;
    while (size >= 8) {
        memcpy(&word, text, 8);
        hash = mix(hash ^ word, 0xa0761d6478bd642fu);
        text += 8;
        size -= 8;
    }
    if (size > 0) {
        word = 0;
        memcpy(&word, text, size);
        hash = mix(hash ^ word, 0xe7037ed1a0b428dbu);
    }
    return hash ^ (hash >> 29);
}

bool limb__names_init(limb__names *names, limb__arena *arena, int count)
{
    uint32_t size = 8;
    while (size < (uint32_t)count * 2)
        size *= 2;
    names->slot = limb__arena_take_zero(arena, size * sizeof *names->slot);
    names->mask = size - 1;
    return names->slot != NULL;
}

static uint32_t probe(const limb__names *names, uint64_t hash, const char *text, size_t size)
{
    uint32_t at = (uint32_t)hash & names->mask;
    for (;;) {
        const limb__name_slot *slot = &names->slot[at];
        if (!slot->text) return at;
        if (slot->hash == hash && slot->size == size && memcmp(slot->text, text, size) == 0)
            return at;
        at = (at + 1) & names->mask;
    }
}

int limb__names_add(limb__names *names, const char *text, size_t size, int index)
{
    const uint64_t hash = limb__hash_text(text, size);
    limb__name_slot *slot = &names->slot[probe(names, hash, text, size)];
    if (slot->text) return slot->index;
    slot->hash = hash;
    slot->text = text;
    slot->size = (uint32_t)size;
    slot->index = index;
    return -1;
}

int limb__names_find(const limb__names *names, const char *text, size_t size)
{
    if (!names->slot) return -1;
    const limb__name_slot *slot =
        &names->slot[probe(names, limb__hash_text(text, size), text, size)];
    return slot->text ? slot->index : -1;
}

void limb__names_fetch(const limb__names *names, const char *text, size_t size)
{
    if (names->mask < CACHED_SLOTS) return;
#if defined(__GNUC__)
    __builtin_prefetch(&names->slot[(uint32_t)limb__hash_text(text, size) & names->mask], 1);
#else
    (void)text;
    (void)size;
#endif
}
