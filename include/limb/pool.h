// Thread pools: the built-in one, or the caller's own threads.
//
// Threads: a pool runs one job at a time.
#ifndef LIMB_POOL_H
#define LIMB_POOL_H

#include "limb/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// One piece of a job. Two pieces that run at the same time have different workers.
typedef void limb_task_fn(void *ctx, int task, int worker);

// A caller with its own threads fills one of these; run calls task for every number from 0 to count
// - 1, each once, in any order, with a worker below nworker, and returns when all are done.
typedef struct limb_pool {
    int nworker;
    void (*run)(struct limb_pool *pool, int count, limb_task_fn *task, void *task_ctx);
    void *ctx;
} limb_pool;

// Creates a built-in thread pool: nworker threads, the calling thread included; 0: one per
// processor. LIMB_ERROR_UNSUPPORTED: no thread could be started (a pool of one needs none).
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_pool_create(limb_pool **out, int nworker,
                                                      const limb_allocator *memory);
// Nullable: pool
LIMB_API void limb_pool_free(limb_pool *pool);

#ifdef __cplusplus
}
#endif
#endif // LIMB_POOL_H
