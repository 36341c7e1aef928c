// Memory exhaustion, truncated files, damaged bytes: each is a loop around the caller's run.
#include "support/hostile.h"

#include "harness.h"
#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

// returns whether an allocation failed
static bool run_with_failure(limb_status expected, limb_test_memory_fn *run, void *ctx, long at,
                             bool forever)
{
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    memory.fail_at = at;
    memory.fail_forever = forever;
    const limb_status status = run(&memory.allocator, ctx);
    if (memory.nblock != 0) {
        limb_test_fail(__FILE__, __LINE__, "%d blocks leak when allocation %ld fails",
                       memory.nblock, at);
    }
    if (status != expected && !(memory.failed && status == LIMB_ERROR_MEMORY)) {
        limb_test_fail(__FILE__, __LINE__, "status %d when allocation %ld fails, expected %d",
                       (int)status, at, (int)expected);
    }
    return memory.failed;
}

long limb_test_every_failure(limb_status expected, limb_test_memory_fn *run, void *ctx)
{
    long at = 0;
    while (run_with_failure(expected, run, ctx, at, false)) {
        run_with_failure(expected, run, ctx, at, true);
        at++;
    }
    if (at == 0) limb_test_fail(__FILE__, __LINE__, "nothing was allocated: nothing to check");
    return at;
}

static void run_on_copy(const char *bytes, size_t size, limb_test_bytes_fn *run, void *ctx)
{
    char *copy = malloc(size ? size : 1);
    if (!copy) abort();
    if (size) memcpy(copy, bytes, size);
    // for an empty input a pointer that must not be read at all
    run(size ? copy : copy + 1, size, ctx);
    free(copy);
}

void limb_test_every_truncation(const char *bytes, size_t size, limb_test_bytes_fn *run, void *ctx)
{
    for (size_t cut = 0; cut <= size; cut++)
        run_on_copy(bytes, cut, run, ctx);
}

void limb_test_every_flip(const char *bytes, size_t size, limb_test_bytes_fn *run, void *ctx)
{
    static const char other[] = {0, '\xff', '<', '>', '"', '&', '/', ' ', '9'};
    static const char turned[] = {0x01, 0x20, '\x80'};
    char *changed = malloc(size ? size : 1);
    if (!changed) abort();
    if (size) memcpy(changed, bytes, size);
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < sizeof other; k++) {
            changed[i] = other[k];
            if (other[k] != bytes[i]) run_on_copy(changed, size, run, ctx);
        }
        for (size_t k = 0; k < sizeof turned; k++) {
            changed[i] = (char)(bytes[i] ^ turned[k]);
            run_on_copy(changed, size, run, ctx);
        }
        changed[i] = bytes[i];
    }
    free(changed);
}
