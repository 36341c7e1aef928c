#include "base/bits.h"
#include "base/memory.h"
#include "harness.h"
#include "support/memory.h"

#include <limits.h>

TEST(without_an_allocator_there_is_malloc)
{
    const limb_allocator *memory = limb__memory(NULL);
    char *block = limb__allocate(memory, 10);
    ENSURE(block != NULL);
    block[9] = 1;
    limb__release(memory, block, 10);
    limb__release(memory, NULL, 0);
    const limb_allocator own = {NULL, NULL};
    ENSURE(limb__memory(&own) == &own);
}

TEST(empty_blocks_can_be_taken_and_given_back)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    void *block = limb__allocate(&memory.allocator, 0);
    ENSURE(block != NULL);
    limb__release(&memory.allocator, block, 0);
    ENSURE_INT(memory.nblock, 0);
}

TEST(arrays_grow_by_doubling_and_keep_their_items)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    void *items = NULL;
    int capacity = 0;
    for (int i = 0; i < 1000; i++) {
        ENSURE(limb__grow(&memory.allocator, &items, &capacity, i + 1, sizeof(int)));
        ((int *)items)[i] = i;
    }
    ENSURE_INT(capacity, 1024);
    ENSURE_INT(memory.ncall, 8); // 8, 16, ... 1024
    for (int i = 0; i < 1000; i++)
        ENSURE_INT(((int *)items)[i], i);
    limb__release(&memory.allocator, items, (size_t)capacity * sizeof(int));
    ENSURE_INT(memory.in_use, 0);
}

TEST(an_array_that_cannot_grow_stays_as_it_was)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    void *items = NULL;
    int capacity = 0;
    ENSURE(limb__grow(&memory.allocator, &items, &capacity, 3, 8));
    void *const before = items;
    ENSURE(!limb__grow(&memory.allocator, &items, &capacity, INT_MAX, 8));
    memory.fail_at = memory.ncall;
    ENSURE(!limb__grow(&memory.allocator, &items, &capacity, 9, 8));
    ENSURE(items == before);
    ENSURE_INT(capacity, 8);
    limb__release(&memory.allocator, items, 64);
}

TEST(wide_products_and_bit_counts)
{
    limb_test_rng rng = {1};
    for (int i = 0; i < 1000; i++) {
        // (2^32 x + y)(2^32 z + w) put together by hand
        const uint64_t a = limb_test_next(&rng) >> limb_test_below(&rng, 64);
        const uint64_t b = limb_test_next(&rng) >> limb_test_below(&rng, 64);
        const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
        const uint64_t left = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
        const uint64_t right = (a & UINT32_MAX) * (b >> 32) + (left & UINT32_MAX);
        const limb__wide product = limb__multiply_wide(a, b);
        ENSURE(product.low == a * b);
        ENSURE(product.high == (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32));
    }
    for (int i = 0; i < 64; i++) {
        ENSURE_INT(limb__leading_zeros(UINT64_MAX >> i), i);
        ENSURE_INT(limb__trailing_zeros(UINT64_MAX << i), i);
    }
    ENSURE(limb__load_eight("\x01\x02\x03\x04\x05\x06\x07\xf8") == 0xf807060504030201u);
}
