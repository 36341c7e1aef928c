// Results of earlier calls: open addressing with linear probing, doubled when half full.
#include "output/export/memo.h"

typedef struct limb__memo_slot {
    const void *key; // NULL: free
    intptr_t extra;
    intptr_t value;
} limb__memo_slot;

static limb__memo_slot *probe(const limb__memo *memo, const void *key, intptr_t extra);
static bool grow(limb__memo *memo, limb__arena *arena);

bool limb__memo_find(const limb__memo *memo, const void *key, intptr_t extra, intptr_t *value)
{
    if (!memo->slot) return false;
    const limb__memo_slot *slot = probe(memo, key, extra);
    if (slot->key) *value = slot->value;
    return slot->key != NULL;
}

void limb__memo_put(limb__memo *memo, limb__arena *arena, const void *key, intptr_t extra,
                    intptr_t value)
{
    const bool full = !memo->slot || memo->count * 2 > memo->mask;
    if (full && !grow(memo, arena)) return;
    *probe(memo, key, extra) = (limb__memo_slot){key, extra, value};
    memo->count++;
}

static limb__memo_slot *probe(const limb__memo *memo, const void *key, intptr_t extra)
{
    uint64_t hash = ((uint64_t)(uintptr_t)key ^ (uint64_t)extra << 7) * 0x9e3779b97f4a7c15u;
    for (uint32_t at = (uint32_t)(hash >> 32);; at++) {
        limb__memo_slot *slot = &memo->slot[at & memo->mask];
        if (!slot->key || (slot->key == key && slot->extra == extra)) return slot;
    }
}

static bool grow(limb__memo *memo, limb__arena *arena)
{
    const limb__memo old = *memo;
    const uint32_t size = old.slot ? (old.mask + 1) * 2 : 32;
    limb__memo_slot *slots = limb__arena_take_zero(arena, size * sizeof *slots);
    if (!slots) return false;
    memo->slot = slots;
    memo->mask = size - 1;
    for (uint32_t i = 0; old.slot && i <= old.mask; i++) {
        const limb__memo_slot *slot = &old.slot[i];
        if (slot->key) *probe(memo, slot->key, slot->extra) = *slot;
    }
    return true;
}
