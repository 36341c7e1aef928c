// Arena: chunks in a list, newest first; each chunk begins with its header.
#include "base/arena.h"

#include "base/memory.h"

#include <string.h>

typedef struct limb__arena_chunk {
    struct limb__arena_chunk *older;
    size_t size; // of the whole block, header included
} limb__arena_chunk;

enum { HEADER_SIZE = 16, SMALLEST_CHUNK = 1024, LARGEST_STEP = 64 << 20 };

void limb__arena_init(limb__arena *arena, const limb_allocator *memory, size_t first_chunk)
{
    memset(arena, 0, sizeof *arena);
    arena->memory = limb__memory(memory);
    if (first_chunk > 0) {
        // the bytes are reserved now and used later
        limb__arena_grow(arena, first_chunk, 16);
        if (!arena->failed) arena->next = (char *)arena->chunk + HEADER_SIZE;
    }
}

void limb__arena_free(limb__arena *arena)
{
    limb__arena_chunk *chunk = arena->chunk;
    while (chunk) {
        limb__arena_chunk *older = chunk->older;
        limb__release(arena->memory, chunk, chunk->size);
        chunk = older;
    }
    arena->chunk = NULL;
    arena->next = arena->end = NULL;
    arena->total = 0;
}

void *limb__arena_grow(limb__arena *arena, size_t size, size_t align)
{
    if (arena->failed || size > SIZE_MAX / 2) {
        arena->failed = true;
        return NULL;
    }
    size_t wanted = arena->chunk ? arena->chunk->size * 2 : SMALLEST_CHUNK;
    if (wanted > LARGEST_STEP) wanted = LARGEST_STEP;
    if (wanted < size + HEADER_SIZE + align) wanted = size + HEADER_SIZE + align;
    limb__arena_chunk *chunk = limb__allocate(arena->memory, wanted);
    if (!chunk) {
        arena->failed = true;
        return NULL;
    }
    chunk->older = arena->chunk;
    chunk->size = wanted;
    arena->chunk = chunk;
    arena->total += wanted;
    char *block = (char *)chunk + HEADER_SIZE;
    arena->next = block + size;
    arena->end = (char *)chunk + wanted;
    return block;
}

void *limb__arena_take_zero(limb__arena *arena, size_t size)
{
    void *block = limb__arena_take(arena, size);
    if (block) memset(block, 0, size);
    return block;
}

char *limb__arena_copy_text(limb__arena *arena, const char *text, size_t size)
{
    char *copy = arena->next;
    if (copy && size < (size_t)(arena->end - copy)) {
        arena->next = copy + size + 1;
    } else {
        copy = limb__arena_grow(arena, size + 1, 1);
        if (!copy) return NULL;
    }
    if (size) memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}

char *limb__arena_join_text(limb__arena *arena, const char *first, const char *second)
{
    const size_t size = strlen(first), rest = strlen(second);
    char *text = limb__arena_take(arena, size + rest + 1);
    if (!text) return NULL;
    memcpy(text, first, size);
    memcpy(text + size, second, rest + 1);
    return text;
}
