// The caller's allocator, or malloc if there is none.
#ifndef LIMB_BASE_MEMORY_H
#define LIMB_BASE_MEMORY_H

#include "limb/base.h"

// Returns the allocator itself if not NULL, else one based on malloc, realloc and free.
const limb_allocator *limb__memory(const limb_allocator *memory);

void *limb__allocate(const limb_allocator *memory, size_t size); // NULL: no memory; uninitialized
void limb__release(const limb_allocator *memory, void *ptr, size_t size);

// Ensures capacity for at least needed items of item_size: doubles *capacity, moves *items. Returns
// false, with nothing changed, if there is no memory.
bool limb__grow(const limb_allocator *memory, void **items, int *capacity, int needed,
                size_t item_size);

#endif
