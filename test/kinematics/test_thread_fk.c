// Eight threads share one model; a batch gives the same bits for any number of threads.
#include "harness.h"
#include "limb/kinematics.h"
#include "support/random_robot.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct shared {
    const limb_model *model;
    limb_work *work[8];
    const double *q;
    const double *expected; // (count x nslot x 12)
    atomic_int wrong;
} shared;

static void one_configuration(void *ctx, int task, int worker)
{
    shared *s = ctx;
    const size_t nslot = (size_t)s->model->nslot;
    limb_fk(s->model, s->work[worker], s->q + (size_t)s->model->nq * (size_t)task);
    const double *expected = s->expected + 12 * nslot * (size_t)task;
    if (memcmp(s->work[worker]->pose, expected, 12 * nslot * sizeof(double)) != 0)
        atomic_fetch_add(&s->wrong, 1);
}

TEST(threads_share_a_model)
{
    enum { COUNT = 4000 };
    limb_robot *robot = limb_test_robot(17, NULL);
    limb_model *model;
    limb_pool *pool;
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    limb_test_robot_free(robot); // the model does not need it
    ENSURE_INT(limb_pool_create(&pool, 8, NULL), LIMB_OK);
    const size_t nq = (size_t)model->nq, entries = 12 * (size_t)model->nslot;
    double *q = malloc(COUNT * nq * sizeof(double) + 1);
    double *expected = malloc(COUNT * entries * sizeof(double) + 1);
    shared s = {.model = model, .q = q, .expected = expected};
    for (int i = 0; i < 8; i++)
        ENSURE_INT(limb_work_create(&s.work[i], model, NULL), LIMB_OK);
    uint64_t state = 1;
    for (size_t row = 0; row < COUNT; row++) {
        limb_random_configuration(model, &state, q + nq * row);
        limb_fk(model, s.work[0], q + nq * row);
        memcpy(expected + entries * row, s.work[0]->pose, entries * sizeof(double));
    }
    for (int round = 0; round < 5; round++)
        pool->run(pool, COUNT, one_configuration, &s);
    ENSURE_INT(atomic_load(&s.wrong), 0);

    // batches: alone and shared
    const size_t size = limb_batch_size(model, 8);
    void *memory = malloc(size);
    limb_batch *batch = limb_batch_init(model, 8, memory, size);
    const size_t poses = COUNT * (size_t)model->nlink * 12;
    double *alone = malloc(poses * sizeof(double)), *together = malloc(poses * sizeof(double));
    ENSURE(batch && alone && together);
    limb_fk_batch(model, batch, NULL, q, COUNT, NULL, 0, alone);
    limb_fk_batch(model, batch, pool, q, COUNT, NULL, 0, together);
    ENSURE(memcmp(alone, together, poses * sizeof(double)) == 0);
    free(alone);
    free(together);
    free(memory);
    free(q);
    free(expected);
    for (int i = 0; i < 8; i++)
        limb_work_free(s.work[i]);
    limb_pool_free(pool);
    limb_model_free(model);
}
