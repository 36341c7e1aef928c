// The caller's allocator, or malloc when none was given.
#ifndef LIMB_BASE_MEMORY_H
#define LIMB_BASE_MEMORY_H

#include "limb/base.h"

// The allocator itself when not NULL, else one over malloc, realloc and free.
const limb_allocator *limb__memory(const limb_allocator *memory);

void *limb__allocate(const limb_allocator *memory, size_t size); // NULL: no memory; not cleared
void limb__release(const limb_allocator *memory, void *ptr, size_t size);

// Room for at least needed items of item_size: doubles *capacity, moves *items. False: no
// memory, nothing changed.
bool limb__grow(const limb_allocator *memory, void **items, int *capacity, int needed,
                size_t item_size);

#endif
