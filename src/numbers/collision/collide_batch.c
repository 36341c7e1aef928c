// Checks many configurations on several threads: which are in collision, and how often
// each pair touches.
//
// The work is split into parts of a fixed size, each of which starts independently (with its
// own seed and without state of other parts), so that results do not depend on the
// assignment to threads.
#include "base/memory.h"
#include "limb/kinematics.h"
#include "numbers/collision/scene.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

enum { PART = 128 }; // configurations

typedef struct batch {
    limb_query *const *query;
    limb_work *const *work;
    const limb_model *model;
    const double *q;
    int count;
    bool *touches;
} batch;

typedef struct sampling {
    const limb_model *model;
    const limb_sample_opts *opts;
    long long nsample;
    limb_query **query; // per worker
    limb_work **work;
    double *q;           // (nworker x nq)
    long long *touching; // (nworker x npair)
    int npair;
    atomic_llong done;
    atomic_flag reporting;
} sampling;

static void run_all(limb_pool *pool, int count, limb_task_fn *task, void *ctx);
static void batch_part(void *ctx, int task, int worker);
static void sample_part(void *ctx, int task, int worker);
static uint64_t part_seed(uint64_t seed, int part);

void limb_collide_batch(limb_query *const *query, limb_work *const *work, const limb_model *model,
                        limb_pool *pool, const double *q, int count, bool *touches)
{
    assert(query && work && model && (count <= 0 || (q && touches)));
    if (count <= 0) return;
    batch b = {query, work, model, q, count, touches};
    run_all(pool, (count + PART - 1) / PART, batch_part, &b);
}

static void run_all(limb_pool *pool, int count, limb_task_fn *task, void *ctx)
{
    if (pool) {
        pool->run(pool, count, task, ctx);
        return;
    }
    for (int i = 0; i < count; i++)
        task(ctx, i, 0);
}

static void batch_part(void *ctx, int task, int worker)
{
    const batch *b = ctx;
    limb_query *query = b->query[worker];
    limb_work *work = b->work[worker];
    const int end = task * PART + PART < b->count ? task * PART + PART : b->count;
    limb_query_reset(query);
    for (int i = task * PART; i < end; i++) {
        limb_fk(b->model, work, b->q + (size_t)i * (size_t)b->model->nq);
        const bool placed = limb_query_place(query, b->model, work) == LIMB_OK;
        b->touches[i] = !placed || limb_collide(query, NULL);
    }
}

limb_status limb_collide_sample(const limb_scene *scene, const limb_model *model,
                                const limb_sample_opts *opts, limb_pair_count *pair)
{
    assert(scene && model && (pair || scene->npair == 0));
    static const limb_sample_opts defaults = {0};
    if (!opts) opts = &defaults;
    const limb_allocator *memory = limb__memory(opts->memory);
    const size_t nworker = opts->pool ? (size_t)opts->pool->nworker : 1;
    sampling s = {.model = model, .opts = opts, .npair = scene->npair};
    s.nsample = opts->nsample > 0 ? opts->nsample : 10000;
    atomic_init(&s.done, 0);
    atomic_flag_clear(&s.reporting);
    const size_t nq = (size_t)model->nq, npair = (size_t)scene->npair;
    const size_t size = nworker * (sizeof *s.query + sizeof *s.work + nq * sizeof *s.q +
                                   npair * sizeof *s.touching);
    s.query = limb__allocate(memory, size);
    if (!s.query) return LIMB_ERROR_MEMORY;
    memset(s.query, 0, size);
    s.work = (limb_work **)(void *)(s.query + nworker);
    s.q = (double *)(void *)(s.work + nworker);
    s.touching = (long long *)(void *)(s.q + nworker * nq);
    limb_status status = LIMB_OK;
    for (size_t i = 0; i < nworker && status == LIMB_OK; i++) {
        status = limb_query_create(&s.query[i], scene, memory);
        if (status == LIMB_OK) status = limb_work_create(&s.work[i], model, memory);
    }
    if (status == LIMB_OK) {
        run_all(opts->pool, (int)((s.nsample + PART - 1) / PART), sample_part, &s);
        for (int i = 0; i < s.npair; i++) {
            pair[i] = (limb_pair_count){scene->pair[i].a, scene->pair[i].b, 0};
            for (size_t w = 0; w < nworker; w++)
                pair[i].touching += s.touching[w * npair + (size_t)i];
        }
    }
    for (size_t i = 0; i < nworker; i++) {
        limb_query_free(s.query[i]);
        limb_work_free(s.work[i]);
    }
    limb__release(memory, s.query, size);
    return status;
}

static void sample_part(void *ctx, int task, int worker)
{
    sampling *s = ctx;
    limb_query *query = s->query[worker];
    limb_work *work = s->work[worker];
    double *q = s->q + (size_t)worker * (size_t)s->model->nq;
    long long *touching = s->touching + (size_t)worker * (size_t)s->npair;
    uint64_t seed = part_seed(s->opts->seed, task);
    const long long first = (long long)task * PART;
    const long long end = first + PART < s->nsample ? first + PART : s->nsample;
    limb_query_reset(query);
    for (long long i = first; i < end; i++) {
        limb_random_configuration(s->model, &seed, q);
        limb_fk(s->model, work, q);
        if (limb_query_place(query, s->model, work) != LIMB_OK) continue;
        const int count = limb__touching_pairs(query);
        for (int k = 0; k < count; k++)
            touching[query->candidate[k]]++;
    }
    const long long done = atomic_fetch_add(&s->done, end - first) + (end - first);
    if (!s->opts->progress || atomic_flag_test_and_set(&s->reporting)) return;
    s->opts->progress(s->opts->progress_ctx, done, s->nsample);
    atomic_flag_clear(&s->reporting);
}

// Parts of one seed, and of neighboring seeds, are unrelated (splitmix64's finisher).
static uint64_t part_seed(uint64_t seed, int part)
{
    uint64_t z = seed * 0x9e3779b97f4a7c15u + (uint64_t)part * 0xd1342543de82ef95u + 1;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
