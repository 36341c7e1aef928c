// Names to indices: linear probing in a table at most half full.
//
// The hash reads eight bytes at a time and multiplies (the folded multiply of wyhash). Names of
// a robot are short, so a slot stores the full hash and length, and the text is compared only
// if both agree.
#include "base/names.h"

#include "base/bits.h"

#include <string.h>

typedef struct limb__name_slot {
    uint64_t hash;
    const char *text; // NULL: free
    uint32_t size;
    int32_t index;
} limb__name_slot;

static uint64_t finish(uint64_t hash, uint64_t word);
static uint64_t short_word(const char *text, size_t size);
static uint64_t load_four(const unsigned char *byte);

static uint64_t mix(uint64_t a, uint64_t b)
{
    const limb__wide product = limb__multiply_wide(a, b);
    return product.high ^ product.low;
}

uint64_t limb__hash_text(const char *text, size_t size)
{
    uint64_t hash = 0x9e3779b97f4a7c15u ^ size;
    if (size < 8) return finish(hash, short_word(text, size));
    // the last eight bytes may overlap the previous ones
    const char *last = text + size - 8;
    for (; text < last; text += 8)
        hash = mix(hash ^ limb__load_eight(text), 0xa0761d6478bd642fu);
    return finish(hash, limb__load_eight(last));
}

static uint64_t finish(uint64_t hash, uint64_t word)
{
    hash = mix(hash ^ word, 0xe7037ed1a0b428dbu);
    return hash ^ (hash >> 29);
}

// Loads fewer than eight bytes as one word, without a loop or a call, from overlapping halves.
// Different texts of one size give different words.
static uint64_t short_word(const char *text, size_t size)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (size >= 4) return load_four(byte) | load_four(byte + size - 4) << 32;
    if (size == 0) return 0;
    return byte[0] | (uint64_t)byte[size / 2] << 8 | (uint64_t)byte[size - 1] << 16;
}

static uint64_t load_four(const unsigned char *byte)
{
    return byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 | (uint64_t)byte[3] << 24;
}

// Compares short names that are nearly always equal, because their hashes are.
static bool is_same(const char *a, const char *b, size_t size)
{
    if (size < 8) return short_word(a, size) == short_word(b, size);
    for (size_t i = 0; i < size - 8; i += 8) {
        if (limb__load_eight(a + i) != limb__load_eight(b + i)) return false;
    }
    return limb__load_eight(a + size - 8) == limb__load_eight(b + size - 8);
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
        if (slot->hash == hash && slot->size == size && is_same(slot->text, text, size)) return at;
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

void limb__names_fetch_slot(const limb__names *names, const char *text, size_t size)
{
#if defined(__GNUC__)
    __builtin_prefetch(&names->slot[(uint32_t)limb__hash_text(text, size) & names->mask], 1);
#else
    (void)text;
    (void)size;
#endif
}
