// Tests of batches: every lane and every thread gives the result of a single call; instruction sets
// agree up to rounding.
#include "harness.h"
#include "limb/kinematics.h"
#include "numbers/model/model.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdio.h>
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

static void check_robot(uint64_t seed, bool plain, limb_isa isa)
{
    enum { COUNT = 21 }; // not a multiple of the lanes
    limb_robot *robot = limb_test_robot(seed, &(limb_test_robot_opts){.plain = plain});
    limb_model *model;
    limb_work *work;
    const limb_model_opts opts = {.floating_base = seed % 2, .isa = isa};
    ENSURE_INT(limb_model_build(&model, robot, &opts), LIMB_OK);
    ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
    const size_t nq = (size_t)model->nq, nlink = (size_t)model->nlink;
    double *q = block(COUNT * nq * sizeof(double));
    float *q_float = block(COUNT * nq * sizeof(float));
    double *pose = block(COUNT * nlink * 12 * sizeof(double));
    float *pose_float = block(COUNT * nlink * 12 * sizeof(float));
    uint64_t state = seed;
    for (int row = 0; row < COUNT; row++)
        limb_random_configuration(model, &state, q + nq * (size_t)row);
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
    limb_work_free(work);
    limb_model_free(model);
    limb_test_robot_free(robot);
}

TEST(lanes_are_single_calls)
{
    for (uint64_t seed = 0; seed < 300; seed++) {
        check_robot(seed, seed % 2, LIMB_ISA_PORTABLE);
        check_robot(seed, seed % 2, LIMB_ISA_AUTO);
    }
}

// every specialized form of a frame occurs, in doubles and in floats, at joints and at fixed links
TEST(frames_of_all_shapes_are_tried)
{
    int joints[2][5] = {0}, fixed[2][5] = {0}, shifts[8] = {0};
    for (uint64_t seed = 0; seed < 300; seed++) {
        limb_robot *robot = limb_test_robot(seed, &(limb_test_robot_opts){.plain = seed % 2});
        limb_model *model;
        ENSURE_INT(limb_model_build(&model, robot, &(limb_model_opts){.floating_base = seed % 2}),
                   LIMB_OK);
        const limb__model_fill *fill = &model->internal->fill;
        for (int slot = 1; slot < model->nslot; slot++) {
            const limb__lane_slot *is = &fill->lane_slot[slot];
            int(*count)[5] = is->kind == LIMB__KIND_FIXED ? fixed : joints;
            count[0][is->shape]++;
            count[1][fill->lane_slot_float[slot].shape]++;
            shifts[4 * (is->shift[0] != 0) + 2 * (is->shift[1] != 0) + (is->shift[2] != 0)]++;
        }
        limb_model_free(model);
        limb_test_robot_free(robot);
    }
    for (int shape = 0; shape < 5; shape++) {
        for (int real = 0; real < 2; real++)
            ENSURE(joints[real][shape] > 20 && fixed[real][shape] > 20);
    }
    for (int k = 0; k < 8; k++)
        ENSURE(shifts[k] > 20);
}

// an axis almost parallel to a coordinate axis is not treated as that axis in doubles; in floats
// both are the same number
TEST(frames_are_as_exact_as_their_numbers)
{
    static const struct {
        double quat[4];
        int shape, shape_float;
    } cases[5] = {{{0, 0, 0, 1}, LIMB__SHAPE_AXES, LIMB__SHAPE_AXES},
                  {{1e-12, 0, 0, 1}, LIMB__SHAPE_X, LIMB__SHAPE_AXES},
                  {{1e-12, 1e-12, 1e-12, 1}, LIMB__SHAPE_ANY, LIMB__SHAPE_AXES},
                  {{0, 1e-4, 0, 1}, LIMB__SHAPE_Y, LIMB__SHAPE_Y},
                  {{1e-12, 0, 0.6, 0.8}, LIMB__SHAPE_ANY, LIMB__SHAPE_Z}};
    for (int i = 0; i < 5; i++) {
        limb_joint joint = {.name = "j", .type = LIMB_JOINT_REVOLUTE, .axis = {0, 0, 1}};
        joint.origin.has_quat = joint.has_axis = true;
        memcpy(joint.origin.quat, cases[i].quat, sizeof cases[i].quat);
        joint.child = 1;
        int child = 0, order[2] = {0, 1};
        limb_link link[2] = {{.name = "a", .parent_joint = -1, .child_joint = &child},
                             {.name = "b"}};
        link[0].nchild_joint = 1;
        const limb_robot robot = {.name = "r",
                                  .nlink = 2,
                                  .njoint = 1,
                                  .link = link,
                                  .joint = &joint,
                                  .link_order = order,
                                  .norder = 2};
        limb_model *model;
        ENSURE_INT(limb_model_build(&model, &robot, NULL), LIMB_OK);
        ENSURE_INT(model->internal->fill.lane_slot[1].shape, cases[i].shape);
        ENSURE_INT(model->internal->fill.lane_slot_float[1].shape, cases[i].shape_float);
        limb_model_free(model);
    }
}

static void check_sines(limb_isa isa)
{
    static const double odd[16] = {0,
                                   -0.0,
                                   1e-310,
                                   NAN,
                                   INFINITY,
                                   -INFINITY,
                                   131072,
                                   131073,
                                   -1e6,
                                   1e300,
                                   1.5707963267948966,
                                   -3.141592653589793,
                                   4095.9,
                                   4096.1,
                                   0.78539816339744828,
                                   2.356194490192345};
    enum { D = LIMB_LANES, F = LIMB_LANES_FLOAT };
    limb_robot *robot = limb_test_robot(
        4, &(limb_test_robot_opts){.nlink = 2, .simple = true, .serial = true, .plain = true});
    limb_joint *joint = (limb_joint *)(uintptr_t)robot->joint;
    joint->type = LIMB_JOINT_CONTINUOUS;
    joint->origin = (limb_origin){0};
    const double z[3] = {0, 0, 1};
    memcpy(joint->axis, z, sizeof z);
    limb_model *model;
    ENSURE_INT(limb_model_build(&model, robot, &(limb_model_opts){.isa = isa}), LIMB_OK);
    _Alignas(32) double q[D], pose[2 * 12 * D];
    _Alignas(32) float qf[F], posef[2 * 12 * F];
    limb_test_rng rng = {3};
    double worst = 0, worstf = 0;
    for (int block = 0; block < 3000; block++) {
        const double reach = block % 3 == 0 ? 4 : block % 3 == 1 ? 200 : 2e5;
        for (int lane = 0; lane < F; lane++) {
            double angle = limb_test_uniform(&rng, -reach, reach);
            if (block == 0) angle = odd[lane];
            if (block == 1) angle = odd[(lane + 8) % 16];
            if (lane < D) q[lane] = angle;
            qf[lane] = (float)angle;
        }
        limb_fk_lanes(model, q, pose);
        limb_fk_lanes_float(model, qf, posef);
        const double *own = pose + 12 * D;
        for (int lane = 0; lane < D; lane++) {
            const double s = sin(q[lane]), c = cos(q[lane]);
            ENSURE(isnan(own[4 * D + lane]) == isnan(s) && isnan(own[lane]) == isnan(c));
            if (isnan(s)) continue;
            worst = fmax(worst, fmax(fabs(own[4 * D + lane] - s), fabs(own[lane] - c)));
        }
        const float *ownf = posef + 12 * F;
        for (int lane = 0; lane < F; lane++) {
            const double s = sin((double)qf[lane]), c = cos((double)qf[lane]);
            ENSURE(isnan(ownf[4 * F + lane]) == isnan(s) && isnan(ownf[lane]) == isnan(c));
            if (isnan(s)) continue;
            worstf = fmax(worstf,
                          fmax(fabs((double)ownf[4 * F + lane] - s), fabs((double)ownf[lane] - c)));
        }
    }
    printf("isa %d: worst error of sines in lanes %.3g, in float %.3g\n", (int)isa, worst, worstf);
    ENSURE(worst <= 1.7e-16 && worstf < 1.2e-7);
    limb_model_free(model);
    limb_test_robot_free(robot);
}

TEST(sines_in_lanes_are_sines)
{
    check_sines(LIMB_ISA_PORTABLE);
    check_sines(LIMB_ISA_AUTO);
}

TEST(instruction_sets_agree_to_rounding)
{
    for (uint64_t seed = 0; seed < 300; seed++) {
        limb_robot *robot = limb_test_robot(seed, NULL);
        limb_model *model[2];
        limb_work *work[2];
        double *q = NULL;
        for (int i = 0; i < 2; i++) {
            const limb_model_opts opts = {.isa = i ? LIMB_ISA_AUTO : LIMB_ISA_PORTABLE};
            ENSURE_INT(limb_model_build(&model[i], robot, &opts), LIMB_OK);
            ENSURE_INT(limb_work_create(&work[i], model[i], NULL), LIMB_OK);
            if (!q) {
                uint64_t state = seed;
                q = block(sizeof(double) * (size_t)model[i]->nq);
                limb_random_configuration(model[i], &state, q);
            }
            limb_fk(model[i], work[i], q);
        }
        ENSURE_NEAR(worst_difference(work[0]->pose, work[1]->pose, 12 * (size_t)model[0]->nslot), 0,
                    1e-12);
        free(q);
        for (int i = 0; i < 2; i++) {
            limb_work_free(work[i]);
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
    limb_work_free(work);
    limb_model_free(model);
    limb_test_robot_free(robot);
}
