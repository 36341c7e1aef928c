// For LD_PRELOAD: makes allocation number FAIL_AT fail and, unless FAIL_ONCE is set, all later
// ones. FAIL_COUNT names a file that receives the number of allocations.
#define _GNU_SOURCE // RTLD_NEXT

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static atomic_long ncall;
static long fail_at = -1;
static bool fails_once;

static bool fails(void);

// dlsym gives an object pointer, which C does not convert to one of a function
#define FIND(name) (*(void **)&real_##name = dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void)
{
    FIND(malloc);
    FIND(calloc);
    FIND(realloc);
    const char *at = getenv("FAIL_AT");
    fails_once = getenv("FAIL_ONCE") != NULL;
    atomic_store(&ncall, 0);
    fail_at = at ? strtol(at, NULL, 10) : -1;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_COUNT");
    const long count = atomic_load(&ncall);
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", count);
    fclose(file);
}

void *malloc(size_t size)
{
    if (!real_malloc) FIND(malloc);
    return fails() ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (!real_calloc) FIND(calloc);
    return fails() ? NULL : real_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    if (!real_realloc) FIND(realloc);
    return fails() ? NULL : real_realloc(block, size);
}

static bool fails(void)
{
    const long call = atomic_fetch_add(&ncall, 1);
    if (fail_at < 0 || (fails_once ? call != fail_at : call < fail_at)) return false;
    errno = ENOMEM;
    return true;
}
