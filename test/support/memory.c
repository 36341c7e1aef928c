// The test allocator: each block is preceded by its size.
#include "support/memory.h"

#include "harness.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_SIZE = 16, FRESH = 0xa5 };

static size_t size_of_block(const char *block)
{
    size_t size;
    memcpy(&size, block - HEADER_SIZE, sizeof size);
    return size;
}

static bool refuses(limb_test_memory *memory)
{
    const long call = memory->ncall++;
    if (memory->fail_at < 0 || call < memory->fail_at) return false;
    if (call > memory->fail_at && !memory->fail_forever) return false;
    memory->failed = true;
    return true;
}

static char *take(limb_test_memory *memory, size_t size)
{
    char *block = malloc(HEADER_SIZE + size);
    if (!block) abort(); // the machine itself is out of memory
    memcpy(block, &size, sizeof size);
    memset(block + HEADER_SIZE, FRESH, size);
    memory->nblock++;
    memory->in_use += size;
    return block + HEADER_SIZE;
}

static void give_back(limb_test_memory *memory, char *block)
{
    memory->nblock--;
    memory->in_use -= size_of_block(block);
    free(block - HEADER_SIZE);
}

static void *resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    limb_test_memory *memory = ctx;
    const size_t true_size = ptr ? size_of_block(ptr) : 0;
    if (old_size != true_size) {
        limb_test_fail(__FILE__, __LINE__, "a block of %zu bytes is given back as one of %zu",
                       true_size, old_size);
    }
    if (new_size == 0) {
        if (ptr) give_back(memory, ptr);
        return NULL;
    }
    if (refuses(memory)) return NULL;
    char *fresh = take(memory, new_size);
    if (ptr) {
        memcpy(fresh, ptr, old_size < new_size ? old_size : new_size);
        give_back(memory, ptr);
    }
    if (memory->in_use > memory->peak) memory->peak = memory->in_use;
    return fresh;
}

void limb_test_memory_init(limb_test_memory *memory)
{
    memset(memory, 0, sizeof *memory);
    memory->allocator.resize = resize;
    memory->allocator.ctx = memory;
    memory->fail_at = -1;
}
