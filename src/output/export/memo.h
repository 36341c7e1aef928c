// Results of earlier calls: a growing map from a pointer and a number to an index, in an arena.
#ifndef LIMB_EXPORT_MEMO_H
#define LIMB_EXPORT_MEMO_H

#include "base/arena.h"

typedef struct limb__memo {
    struct limb__memo_slot *slot; // (mask + 1), NULL before the first put
    uint32_t mask;
    uint32_t count;
} limb__memo;

// Returns false if the pair is unknown.
bool limb__memo_find(const limb__memo *memo, const void *key, intptr_t extra, intptr_t *value);
// The pair must be new. A lack of memory is recorded by the arena.
void limb__memo_put(limb__memo *memo, limb__arena *arena, const void *key, intptr_t extra,
                    intptr_t value);

#endif
