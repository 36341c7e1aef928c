// Threads that wait for a job, take its pieces one at a time from a shared counter, and wait again.
//
// The calling thread is worker 0 and takes part. A job is announced by incrementing its number
// under the lock; it is complete when every worker has reported that no pieces are left.
#define _POSIX_C_SOURCE 200809L
#include "limb/pool.h"

#include "base/memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

enum {
    MAX_WORKERS = 256,
    STACK_SIZE = 1 << 20 // bytes of each thread
};

typedef struct worker {
    struct threads *threads;
    int number;
    pthread_t thread;
} worker;

typedef struct threads {
    limb_pool pool;
    limb_allocator memory;
    size_t size;
    pthread_mutex_t lock;
    pthread_cond_t job_begins, job_ends;
    int job;     // incremented for each job
    int working; // threads that have not finished the job, without the calling one
    bool ending;
    limb_task_fn *task;
    void *task_ctx;
    int count;
    atomic_int next;
    worker worker[]; // (nworker), the first is not used
} threads;

static void run(limb_pool *pool, int count, limb_task_fn *task, void *task_ctx);
static bool start_thread(worker *w);
static void *wait_for_jobs(void *arg);
static void take_pieces(threads *t, int number);
static int processors(void);
static void end_threads(threads *t, int count);

limb_status limb_pool_create(limb_pool **out, int nworker, const limb_allocator *memory)
{
    assert(out);
    *out = NULL;
    memory = limb__memory(memory);
    if (nworker <= 0) nworker = processors();
    if (nworker > MAX_WORKERS) nworker = MAX_WORKERS;
    const size_t size = sizeof(threads) + sizeof(worker) * (size_t)nworker;
    threads *t = limb__allocate(memory, size);
    if (!t) return LIMB_ERROR_MEMORY;
    *t = (threads){.pool = {nworker, run, NULL}, .memory = *memory, .size = size};
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->job_begins, NULL);
    pthread_cond_init(&t->job_ends, NULL);
    for (int i = 1; i < nworker; i++) {
        t->worker[i] = (worker){.threads = t, .number = i};
        if (!start_thread(&t->worker[i])) {
            end_threads(t, i);
            return LIMB_ERROR_UNSUPPORTED;
        }
    }
    *out = &t->pool;
    return LIMB_OK;
}

void limb_pool_free(limb_pool *pool)
{
    if (pool) end_threads((threads *)(void *)pool, pool->nworker);
}

// Sets the stack size explicitly: the default differs between systems (8 MiB, 128 kiB)
// and follows ulimit.
static bool start_thread(worker *w)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    const bool started = pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0 &&
                         pthread_create(&w->thread, &attributes, wait_for_jobs, w) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

static void end_threads(threads *t, int count)
{
    pthread_mutex_lock(&t->lock);
    t->ending = true;
    pthread_cond_broadcast(&t->job_begins);
    pthread_mutex_unlock(&t->lock);
    for (int i = 1; i < count; i++)
        pthread_join(t->worker[i].thread, NULL);
    pthread_cond_destroy(&t->job_ends);
    pthread_cond_destroy(&t->job_begins);
    pthread_mutex_destroy(&t->lock);
    const limb_allocator memory = t->memory;
    limb__release(&memory, t, t->size);
}

static void run(limb_pool *pool, int count, limb_task_fn *task, void *task_ctx)
{
    threads *t = (threads *)(void *)pool;
    pthread_mutex_lock(&t->lock);
    t->task = task;
    t->task_ctx = task_ctx;
    t->count = count;
    atomic_store(&t->next, 0);
    t->working = pool->nworker - 1;
    t->job++;
    pthread_cond_broadcast(&t->job_begins);
    pthread_mutex_unlock(&t->lock);

    take_pieces(t, 0);
    pthread_mutex_lock(&t->lock);
    while (t->working > 0)
        pthread_cond_wait(&t->job_ends, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

static void *wait_for_jobs(void *arg)
{
    const worker *self = arg;
    threads *t = self->threads;
    int done = 0;
    for (;;) {
        pthread_mutex_lock(&t->lock);
        while (!t->ending && t->job == done)
            pthread_cond_wait(&t->job_begins, &t->lock);
        if (t->ending) break;
        done = t->job;
        pthread_mutex_unlock(&t->lock);

        take_pieces(t, self->number);
        pthread_mutex_lock(&t->lock);
        if (--t->working == 0) pthread_cond_signal(&t->job_ends);
        pthread_mutex_unlock(&t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void take_pieces(threads *t, int number)
{
    for (;;) {
        const int piece = atomic_fetch_add(&t->next, 1);
        if (piece >= t->count) return;
        t->task(t->task_ctx, piece, number);
    }
}

static int processors(void)
{
#ifdef _WIN32
    const long online = (long)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
#else
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return online < 1 ? 1 : (int)online;
}
