// Many configurations: split into blocks of lanes, transposed on input and output,
// distributed over threads.
#include "limb/kinematics.h"

#include "numbers/kernels/kernels.h"
#include "numbers/model/bodies.h"
#include "numbers/model/model.h"

#include <assert.h>
#include <math.h>

enum { BLOCKS_PER_TASK = 64 }; // large enough to hide the cost of taking a task

typedef struct job {
    const limb_model *m;
    const limb_batch *batch;
    const double *q; // one of the two
    const float *q_float;
    double *pose;
    float *pose_float;
    int count;
    const int *link;
    int nlink;
} job;

static void run_job(job *j, int lanes, limb_pool *pool, limb_task_fn *task);
static void double_task(void *ctx, int task, int worker);
static void float_task(void *ctx, int task, int worker);
static int slot_of(const job *j, int k);
static size_t worker_doubles(const limb_model *m);

void limb_fk_lanes(const limb_model *m, const double *q, double *pose)
{
    assert(m);
    limb__kernels_for(m)->fk_lanes(m, q, pose);
}

void limb_fk_lanes_float(const limb_model *m, const float *q, float *pose)
{
    assert(m);
    limb__kernels_for(m)->fk_lanes_float(m, q, pose);
}

size_t limb_batch_size(const limb_model *model, int nworker)
{
    assert(model);
    if (nworker < 0) nworker = 0;
    return LIMB__ALIGN + LIMB__ALIGN - 1 + sizeof(double) * worker_doubles(model) * (size_t)nworker;
}

limb_batch *limb_batch_init(const limb_model *model, int nworker, void *memory, size_t size)
{
    assert(model);
    if (!memory || nworker < 1 || size < limb_batch_size(model, nworker)) return NULL;
    const size_t past = (size_t)((uintptr_t)memory % LIMB__ALIGN);
    char *base = (char *)memory + (past ? LIMB__ALIGN - past : 0);
    limb_batch *batch = (limb_batch *)(void *)base;
    batch->nworker = nworker;
    batch->worker_size = worker_doubles(model);
    batch->lanes = (double *)(void *)(base + LIMB__ALIGN);
    return batch;
}

// q and poses of one block; the floats of one have the size of the doubles
static size_t worker_doubles(const limb_model *m)
{
    const size_t numbers = ((size_t)m->nq + 12 * (size_t)m->nslot) * LIMB_LANES;
    const size_t line = LIMB__ALIGN / sizeof(double);
    return (numbers + line - 1) / line * line;
}

void limb_fk_batch(const limb_model *model, limb_batch *batch, limb_pool *pool, const double *q,
                   int count, const int *link, int nlink, double *pose)
{
    assert(model && batch);
    job j = {.m = model, .batch = batch, .q = q, .pose = pose, .count = count};
    j.link = link;
    j.nlink = link ? nlink : model->nlink;
    run_job(&j, LIMB_LANES, pool, double_task);
}

void limb_fk_batch_float(const limb_model *model, limb_batch *batch, limb_pool *pool,
                         const float *q, int count, const int *link, int nlink, float *pose)
{
    assert(model && batch);
    job j = {.m = model, .batch = batch, .q_float = q, .pose_float = pose, .count = count};
    j.link = link;
    j.nlink = link ? nlink : model->nlink;
    run_job(&j, LIMB_LANES_FLOAT, pool, float_task);
}

static void run_job(job *j, int lanes, limb_pool *pool, limb_task_fn *task)
{
    assert(j->m && j->batch);
    if (j->count <= 0 || j->nlink <= 0) return;
    const int per_task = lanes * BLOCKS_PER_TASK;
    const int tasks = j->count / per_task + (j->count % per_task != 0);
    if (pool && pool->nworker <= j->batch->nworker) {
        pool->run(pool, tasks, task, j);
        return;
    }
    for (int i = 0; i < tasks; i++)
        task(j, i, 0);
}

// -1: there is no such link
static int slot_of(const job *j, int k)
{
    const int link = j->link ? j->link[k] : k;
    return limb__link_body(j->m, link) < 0 ? -1 : j->m->link_slot[link];
}

#define REAL   double
#define LANES  LIMB_LANES
#define TASK   double_task
#define Q      q
#define POSE   pose
#define KERNEL limb_fk_lanes
#include "numbers/kinematics/batch.inc"
#undef REAL
#undef LANES
#undef TASK
#undef Q
#undef POSE
#undef KERNEL
#define REAL   float
#define LANES  LIMB_LANES_FLOAT
#define TASK   float_task
#define Q      q_float
#define POSE   pose_float
#define KERNEL limb_fk_lanes_float
#include "numbers/kinematics/batch.inc"
