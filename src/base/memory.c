// The allocator in use, and the only function that grows arrays.
#if defined(__linux__)
#define _DEFAULT_SOURCE // for madvise
#endif

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum {
    HUGE_PAGE = 2 << 20, // bytes; for other sizes the advice is only less effective
    LARGE = 2 * HUGE_PAGE,
};

static void advise(const char *block, size_t size);

static void *resize_by_malloc(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    (void)ctx;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    void *block = realloc(ptr, new_size);
    if (block && new_size >= LARGE) advise(block, new_size);
    return block;
}

// Large blocks use huge pages: the system clears memory on first access, and with pages of 4 KiB
// this takes longer than parsing a robot into them.
static void advise(const char *block, size_t size)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t before = -(uintptr_t)block % HUGE_PAGE;
    const size_t whole = (size - before) / HUGE_PAGE * HUGE_PAGE;
    // a system without this advice rejects it, which changes nothing
    madvise((void *)(uintptr_t)(block + before), whole, MADV_HUGEPAGE);
#else
    (void)block;
    (void)size;
#endif
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
