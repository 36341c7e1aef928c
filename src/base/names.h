// Names to indices: an open-addressing hash of strings stored elsewhere.
//
// The table contains indices into the caller's array of names; keys are compared there. It is built
// once for a known count and then only read. Of equal names the first index added is found.
#ifndef LIMB_BASE_NAMES_H
#define LIMB_BASE_NAMES_H

#include "base/arena.h"

#include <string.h>

typedef struct limb__names {
    struct limb__name_slot *slot; // (mask + 1)
    uint32_t mask;
} limb__names;

uint64_t limb__hash_text(const char *text, size_t size);

// Returns false if there is no memory (arena->failed is also set).
bool limb__names_init(limb__names *names, limb__arena *arena, int count);
// Adds text with its index. Returns -1, or the earlier index of the same text (then
// nothing is added).
int limb__names_add(limb__names *names, const char *text, size_t size, int index);
int limb__names_find(const limb__names *names, const char *text, size_t size); // -1: none

enum { LIMB__NAMES_CACHED = 4096 }; // a table of so many slots stays in the cache

// Prefetches the slot of a text that will be added soon.
void limb__names_fetch_slot(const limb__names *names, const char *text, size_t size);

static inline void limb__names_fetch(const limb__names *names, const char *text)
{
    if (names->mask >= LIMB__NAMES_CACHED) limb__names_fetch_slot(names, text, strlen(text));
}

#endif
