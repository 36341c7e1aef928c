// Arena: many small allocations with one lifetime, freed together.
//
// Chunks come from the caller's allocator and double in size, so n bytes cost O(log n) calls.
// Blocks are aligned to 16 bytes, except text. A failed allocation sets `failed`, so code may take
// several blocks and check once.
#ifndef LIMB_BASE_ARENA_H
#define LIMB_BASE_ARENA_H

#include "limb/base.h"

#include <string.h>

typedef struct limb__arena {
    const limb_allocator *memory;
    struct limb__arena_chunk *chunk; // newest first
    char *next;                      // free bytes of the newest chunk
    char *end;
    size_t total; // bytes taken from the allocator
    bool failed;
} limb__arena;

void limb__arena_init(limb__arena *arena, const limb_allocator *memory, size_t first_chunk);
void limb__arena_free(limb__arena *arena);
void *limb__arena_grow(limb__arena *arena, size_t size, size_t align); // slow path of the
                                                                       // inline functions below

// Uninitialized; NULL if there is no memory.
static inline void *limb__arena_take(limb__arena *arena, size_t size)
{
    const uintptr_t at = ((uintptr_t)arena->next + 15u) & ~(uintptr_t)15u;
    if (arena->next == NULL || size > (uintptr_t)arena->end - (uintptr_t)arena->next ||
        at + size > (uintptr_t)arena->end) {
        return limb__arena_grow(arena, size, 16);
    }
    char *block = arena->next + (at - (uintptr_t)arena->next);
    arena->next = block + size;
    return block;
}

// Returns the tail of the most recently taken block; does nothing for an earlier block.
static inline void limb__arena_shrink(limb__arena *arena, void *block, size_t old_size,
                                      size_t new_size)
{
    if ((char *)block + old_size == arena->next) arena->next = (char *)block + new_size;
}

void *limb__arena_take_zero(limb__arena *arena, size_t size);
char *limb__arena_copy_text(limb__arena *arena, const char *text, size_t size); // adds a NUL
char *limb__arena_join_text(limb__arena *arena, const char *first, const char *second);

enum { LIMB__ARENA_PIECE = 16 };

// The same for a text followed by LIMB__ARENA_PIECE readable bytes: it is copied in pieces of that
// size, which for short names is faster than a call.
static inline char *limb__arena_copy_name(limb__arena *arena, const char *text, size_t size)
{
    char *copy = arena->next;
    if (!copy || size + LIMB__ARENA_PIECE >= (size_t)(arena->end - copy)) {
        return limb__arena_copy_text(arena, text, size);
    }
    for (size_t i = 0; i <= size; i += LIMB__ARENA_PIECE)
        memcpy(copy + i, text + i, LIMB__ARENA_PIECE);
    copy[size] = 0;
    arena->next = copy + size + 1;
    return copy;
}

#define LIMB__ARENA_ARRAY(arena, type, count)                                                      \
    ((type *)limb__arena_take((arena), sizeof(type) * (size_t)(count)))

#endif
