// Batches: every lane and every thread gives what one call gives; both paths agree to rounding.
#include "harness.h"
#include "limb/configuration.h"
#include "limb/kinematics.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *block(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory) abort();
    return memory;
}

static double worst_difference(const double *a, const double *b, size_t count)
{
    double worst = 0;
    for (size_t i = 0; i < count; i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

static void check_robot(uint64_t seed, limb_path path)
{
    enum { COUNT = 13 }; // not a multiple of the lanes
    limb_robot *robot = limb_test_robot(seed, NULL);
    limb_model *model;
    limb_work *work;
    const limb_model_opts opts = {.floating_base = seed % 2, .path = path};
    ENSURE_INT(limb_model_build(&model, robot, &opts), LIMB_OK);
    ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
    const size_t nq = (size_t)model->nq, nlink = (size_t)model->nlink;
    double *q = block(COUNT * nq * sizeof(double));
    float *q_float = block(COUNT * nq * sizeof(float));
    double *pose = block(COUNT * nlink * 12 * sizeof(double));
    float *pose_float = block(COUNT * nlink * 12 * sizeof(float));
    uint64_t state = seed;
    for (int row = 0; row < COUNT; row++)
        limb_random(model, &state, q + nq * (size_t)row);
    for (size_t k = 0; k < COUNT * nq; k++)
        q_float[k] = (float)q[k];
    const size_t size = limb_batch_size(model, 1);
    void *memory = block(size);
    ENSURE(limb_batch_init(model, 1, memory, size - 1) == NULL);
    limb_batch *batch = limb_batch_init(model, 1, memory, size);
    ENSURE(batch != NULL);
    limb_fk_batch(model, batch, NULL, q, COUNT, NULL, 0, pose);
    limb_fk_batch_float(model, batch, NULL, q_float, COUNT, NULL, 0, pose_float);
    for (size_t row = 0; row < COUNT; row++) {
        limb_fk(model, work, q + nq * row);
        for (size_t link = 0; link < nlink; link++) {
            const double *one = limb_link_pose(model, work, (int)link);
            const double *many = pose + 12 * (row * nlink + link);
            ENSURE_NEAR(worst_difference(one, many, 12), 0, 1e-13);
            for (size_t k = 0; k < 12; k++)
                ENSURE_NEAR((double)pose_float[12 * (row * nlink + link) + k], one[k], 5e-5);
        }
    }
    // one link alone
    const int last = model->nlink - 1;
    limb_fk_batch(model, batch, NULL, q, COUNT, &last, 1, pose);
    limb_fk(model, work, q + nq * (COUNT - 1));
    ENSURE_NEAR(worst_difference(limb_link_pose(model, work, last), pose + 12 * (COUNT - 1), 12), 0,
                1e-13);
    free(q);
    free(q_float);
    free(pose);
    free(pose_float);
    free(memory);
    limb_work_free(work, NULL);
    limb_model_free(model);
    limb_test_robot_free(robot);
}

TEST(lanes_are_single_calls)
{
    for (uint64_t seed = 0; seed < 300; seed++) {
        check_robot(seed, LIMB_PATH_PORTABLE);
        check_robot(seed, LIMB_PATH_AUTO);
    }
}

TEST(paths_agree_to_rounding)
{
    for (uint64_t seed = 0; seed < 300; seed++) {
        limb_robot *robot = limb_test_robot(seed, NULL);
        limb_model *model[2];
        limb_work *work[2];
        double *q = NULL;
        for (int i = 0; i < 2; i++) {
            const limb_model_opts opts = {.path = i ? LIMB_PATH_AUTO : LIMB_PATH_PORTABLE};
            ENSURE_INT(limb_model_build(&model[i], robot, &opts), LIMB_OK);
            ENSURE_INT(limb_work_create(&work[i], model[i], NULL), LIMB_OK);
            if (!q) {
                uint64_t state = seed;
                q = block(sizeof(double) * (size_t)model[i]->nq);
                limb_random(model[i], &state, q);
            }
            limb_fk(model[i], work[i], q);
        }
        ENSURE_NEAR(worst_difference(work[0]->pose, work[1]->pose, 12 * (size_t)model[0]->nslot), 0,
                    1e-12);
        free(q);
        for (int i = 0; i < 2; i++) {
            limb_work_free(work[i], NULL);
            limb_model_free(model[i]);
        }
        limb_test_robot_free(robot);
    }
}

TEST(nan_in_nan_out)
{
    limb_robot *robot = limb_test_robot(
        3, &(limb_test_robot_opts){.nlink = 6, .simple = true, .serial = true, .no_mimic = true});
    limb_model *model;
    limb_work *work;
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
    double q[16] = {0};
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        q[0] = bad[i];
        limb_fk(model, work, q);
        double sum = 0;
        for (size_t k = 12 * (size_t)(model->nbody - 1); k < 12 * (size_t)model->nbody; k++)
            sum += work->pose[k];
        ENSURE(isnan(sum) || isinf(sum));
    }
    limb_work_free(work, NULL);
    limb_model_free(model);
    limb_test_robot_free(robot);
}
