// Pieces of work by several threads: a shared counter hands them out.
#define _DEFAULT_SOURCE

#include "render/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

enum { MAX_THREADS = 64 };

typedef struct job {
    limb__piece_fn *fn;
    void *ctx;
    int count;
    atomic_int next;
} job;

static void *work(void *ctx);

void limb__parallel(int threads, int count, limb__piece_fn *fn, void *ctx)
{
    job j = {.fn = fn, .ctx = ctx, .count = count};
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    if (threads > count) threads = count;
    pthread_t helper[MAX_THREADS];
    int nhelper = 0;
    // a thread that cannot be had leaves its pieces to the others
    while (nhelper < threads - 1 && pthread_create(&helper[nhelper], NULL, work, &j) == 0) {
        nhelper++;
    }
    work(&j);
    for (int i = 0; i < nhelper; i++)
        pthread_join(helper[i], NULL);
}

static void *work(void *ctx)
{
    job *j = ctx;
    for (;;) {
        const int piece = atomic_fetch_add(&j->next, 1);
        if (piece >= j->count) return NULL;
        j->fn(j->ctx, piece);
    }
}
