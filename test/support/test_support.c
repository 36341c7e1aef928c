#include "base/memory.h"
#include "harness.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <string.h>

TEST(use_and_peak_are_counted)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    char *a = limb__allocate(&memory.allocator, 100);
    char *b = limb__allocate(&memory.allocator, 50);
    ENSURE(a != NULL && b != NULL);
    memset(a, 7, 100);
    limb__release(&memory.allocator, b, 50);
    a = memory.allocator.resize(memory.allocator.ctx, a, 100, 120);
    ENSURE(a != NULL && a[99] == 7);
    ENSURE_INT(memory.in_use, 120);
    ENSURE_INT(memory.peak, 150);
    ENSURE_INT(memory.nblock, 1);
    ENSURE_INT(memory.ncall, 3);
    limb__release(&memory.allocator, a, 120);
    ENSURE_INT(memory.in_use, 0);
    ENSURE(!memory.failed);
}

TEST(one_call_fails_or_all_from_there)
{
    limb_test_memory memory;
    for (int forever = 0; forever < 2; forever++) {
        limb_test_memory_init(&memory);
        memory.fail_at = 1;
        memory.fail_forever = forever;
        void *first = limb__allocate(&memory.allocator, 1);
        ENSURE(first != NULL);
        ENSURE(limb__allocate(&memory.allocator, 1) == NULL);
        void *third = limb__allocate(&memory.allocator, 1);
        ENSURE((third == NULL) == forever);
        limb__release(&memory.allocator, first, 1);
        limb__release(&memory.allocator, third, 1);
        ENSURE_INT(memory.nblock, 0);
    }
}

// three blocks, the last one optional
static limb_status take_three(const limb_allocator *memory, void *ctx)
{
    ++*(int *)ctx;
    void *block[3];
    for (int i = 0; i < 3; i++)
        block[i] = limb__allocate(memory, 8);
    for (int i = 0; i < 3; i++)
        limb__release(memory, block[i], 8);
    return block[0] && block[1] ? LIMB_OK : LIMB_ERROR_MEMORY;
}

TEST(every_failure_is_tried)
{
    int nrun = 0;
    ENSURE_INT(limb_test_every_failure(LIMB_OK, take_three, &nrun), 3);
    ENSURE_INT(nrun, 2 * 3 + 1);
}

typedef struct tally {
    int nrun;
    size_t bytes;
} tally;

static void count_bytes(const char *bytes, size_t size, void *ctx)
{
    tally *seen = ctx;
    seen->nrun++;
    seen->bytes += size;
    ENSURE(bytes != NULL);
}

TEST(every_truncation_and_flip_is_tried)
{
    tally seen = {0};
    limb_test_every_truncation("abcd", 4, count_bytes, &seen);
    ENSURE_INT(seen.nrun, 5);
    ENSURE_INT(seen.bytes, 0 + 1 + 2 + 3 + 4);
    seen = (tally){0};
    limb_test_every_flip("a<c", 3, count_bytes, &seen);
    ENSURE_INT(seen.nrun, 12 + 11 + 12);
}
