// The allocator in force, and the one way in which arrays grow.
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>

static void *resize_by_malloc(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    (void)ctx;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

static const limb_allocator malloc_allocator = {resize_by_malloc, NULL};

const limb_allocator *limb__memory(const limb_allocator *memory)
{
    return memory ? memory : &malloc_allocator;
}

void *limb__allocate(const limb_allocator *memory, size_t size)
{
    return memory->resize(memory->ctx, NULL, 0, size ? size : 1);
}

void limb__release(const limb_allocator *memory, void *ptr, size_t size)
{
    if (ptr) memory->resize(memory->ctx, ptr, size ? size : 1, 0);
}

bool limb__grow(const limb_allocator *memory, void **items, int *capacity, int needed,
                size_t item_size)
{
    if (needed <= *capacity) return true;
    if (needed < 0 || needed > INT_MAX / 2) return false;
    int wanted = *capacity > 0 ? *capacity : 8;
    while (wanted < needed)
        wanted *= 2;
    if ((size_t)wanted > SIZE_MAX / item_size) return false;
    void *moved = memory->resize(memory->ctx, *items, (size_t)*capacity * item_size,
                                 (size_t)wanted * item_size);
    if (!moved) return false;
    *items = moved;
    *capacity = wanted;
    return true;
}
