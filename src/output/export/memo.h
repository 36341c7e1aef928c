// What was made already: from a pointer and a number to a result, growing, in an arena.
#ifndef LIMB_EXPORT_MEMO_H
#define LIMB_EXPORT_MEMO_H

#include "base/arena.h"

typedef struct limb__memo {
    struct limb__memo_slot *slot; // (mask + 1), NULL before the first put
    uint32_t mask;
    uint32_t count;
} limb__memo;

// False when nothing is known of the pair.
bool limb__memo_find(const limb__memo *memo, const void *key, intptr_t extra, intptr_t *value);
// The pair must be new. Want of memory is remembered by the arena.
void limb__memo_put(limb__memo *memo, limb__arena *arena, const void *key, intptr_t extra,
                    intptr_t value);

#endif
