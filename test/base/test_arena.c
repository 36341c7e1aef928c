#include "base/arena.h"
#include "harness.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <string.h>

TEST(blocks_are_aligned_and_do_not_overlap)
{
    enum { COUNT = 2000 };
    static unsigned char *block[COUNT];
    static size_t size[COUNT];
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    limb__arena arena;
    limb__arena_init(&arena, &memory.allocator, 0);
    limb_test_rng rng = {1};
    for (int i = 0; i < COUNT; i++) {
        size[i] = (size_t)limb_test_below(&rng, 300);
        block[i] = limb__arena_take(&arena, size[i]);
        ENSURE(block[i] != NULL);
        ENSURE_INT((uintptr_t)block[i] % 16, 0);
        memset(block[i], i & 0xff, size[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < size[i]; k++)
            ENSURE_INT(block[i][k], i & 0xff);
    }
    ENSURE_INT(arena.total, memory.in_use);
    ENSURE(memory.ncall < 12); // chunks double: 300 kB in few calls
    limb__arena_free(&arena);
    ENSURE_INT(memory.in_use, 0);
}

TEST(the_first_chunk_is_used_before_another_is_taken)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    limb__arena arena;
    limb__arena_init(&arena, &memory.allocator, 10000);
    for (int i = 0; i < 100; i++)
        ENSURE(limb__arena_take(&arena, 96) != NULL);
    ENSURE_INT(memory.ncall, 1);
    limb__arena_free(&arena);
    ENSURE_INT(memory.in_use, 0);
}

TEST(texts_are_copied_with_a_nul)
{
    limb__arena arena;
    limb__arena_init(&arena, NULL, 0);
    char *empty = limb__arena_copy_text(&arena, NULL, 0);
    char *arm = limb__arena_copy_text(&arena, "armadillo", 3);
    ENSURE_TEXT(empty, "");
    ENSURE_TEXT(arm, "arm");
    // one that does not fit into what is left of any chunk so far
    char large[5000];
    memset(large, 'x', sizeof large);
    char *copy = limb__arena_copy_text(&arena, large, sizeof large);
    ENSURE(copy && strlen(copy) == sizeof large);
    ENSURE_TEXT(arm, "arm");
    limb__arena_free(&arena);
}

TEST(cleared_blocks_are_zero)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    limb__arena arena;
    limb__arena_init(&arena, &memory.allocator, 0);
    const char *block = limb__arena_take_zero(&arena, 4000);
    ENSURE(block != NULL);
    for (int i = 0; i < 4000; i++)
        ENSURE_INT(block[i], 0);
    limb__arena_free(&arena);
}

TEST(a_block_beyond_all_memory_is_refused)
{
    limb__arena arena;
    limb__arena_init(&arena, NULL, 0);
    ENSURE(limb__arena_take(&arena, 1) != NULL);
    ENSURE(limb__arena_take(&arena, SIZE_MAX) == NULL);
    ENSURE(arena.failed);
    limb__arena_free(&arena);
}

static limb_status fill(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb__arena arena;
    limb__arena_init(&arena, memory, 2000);
    bool any_null = false;
    for (int i = 0; i < 40; i++) {
        any_null |= limb__arena_take(&arena, 500) == NULL;
        any_null |= limb__arena_copy_text(&arena, "name", 4) == NULL;
        any_null |= limb__arena_take_zero(&arena, 33) == NULL;
    }
    const bool failed = arena.failed;
    limb__arena_free(&arena);
    ENSURE(failed || !any_null); // no NULL without the flag
    return failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

TEST(failure_is_remembered)
{
    ENSURE(limb_test_every_failure(LIMB_OK, fill, NULL) > 3);
}
