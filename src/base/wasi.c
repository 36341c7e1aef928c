// WebAssembly: what its hosts lack. This file stands for pool.c, replace.c and real_path.c there.
//
// There are no threads, so the caller of a pool does all the work. The file system that a module is
// given can only be read; it has one root, which is also the current folder, and no links.
#include "base/file.h"
#include "base/memory.h"
#include "limb/pool.h"
#include "limb/system.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef struct inline_pool {
    limb_pool pool;
    limb_allocator memory;
} inline_pool;

static void run(limb_pool *pool, int count, limb_task_fn *task, void *task_ctx);

limb_status limb_pool_create(limb_pool **out, int nworker, const limb_allocator *memory)
{
    (void)nworker;
    memory = limb__memory(memory);
    inline_pool *pool = limb__allocate(memory, sizeof *pool);
    *out = pool ? &pool->pool : NULL;
    if (!pool) return LIMB_ERROR_MEMORY;
    *pool = (inline_pool){.pool = {1, run, NULL}, .memory = *memory};
    return LIMB_OK;
}

void limb_pool_free(limb_pool *pool)
{
    if (!pool) return;
    inline_pool *own = (inline_pool *)(void *)pool;
    const limb_allocator memory = own->memory;
    limb__release(&memory, own, sizeof *own);
}

static void run(limb_pool *pool, int count, limb_task_fn *task, void *task_ctx)
{
    (void)pool;
    for (int i = 0; i < count; i++)
        task(task_ctx, i, 0);
}

limb_status limb_file_replace(const char *path, const void *bytes, size_t size, const char **reason)
{
    (void)path;
    (void)bytes;
    (void)size;
    if (reason) *reason = limb_system_error_text(EROFS);
    return LIMB_ERROR_IO;
}

limb_status limb_file_rewrite(const char *path, const void *before, size_t before_size,
                              const void *bytes, size_t size, const char **reason)
{
    (void)before;
    (void)before_size;
    return limb_file_replace(path, bytes, size, reason);
}

bool limb__file_real_path(const char *path, char out[LIMB__PATH_MAX])
{
    struct stat info;
    if (stat(path, &info) != 0) return false;
    size_t size = 0;
    while (*path) {
        const size_t length = strcspn(path, "/");
        if (length == 2 && path[0] == '.' && path[1] == '.') {
            while (size > 0 && out[--size] != '/')
                continue;
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            if (size + length + 2 > LIMB__PATH_MAX) return false;
            out[size++] = '/';
            memcpy(out + size, path, length);
            size += length;
        }
        path += length;
        if (*path) path++;
    }
    if (size == 0) out[size++] = '/';
    out[size] = 0;
    return true;
}
