// Compares forward kinematics with composing transforms up the tree, on random robots.
#include "harness.h"
#include "limb/kinematics.h"
#include "limb/model.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROBOTS = 1000 };

static double distance(const double a[12], const double b[12])
{
    double worst = 0;
    for (int k = 0; k < 12; k++)
        worst = fmax(worst, fabs(a[k] - b[k]));
    return worst;
}

// the root's pose in the world that the model was asked for
static void compare(const limb_robot *robot, const limb_model *model, limb_work *work,
                    const double *q, const double root[12])
{
    limb_fk(model, work, q);
    for (int link = 0; link < robot->nlink; link++) {
        double naive[12];
        limb_test_naive_pose(robot, model, q, link, naive);
        limb_pose_multiply(root, naive, naive);
        ENSURE_NEAR(distance(limb_link_pose(model, work, link), naive), 0, 1e-12);
    }
}

// one link alone gives the same bits, and the same Jacobian, in a work that knows nothing else
static void compare_links(const limb_model *model, const limb_work *all, const double *q)
{
    const size_t entries = 6 * (size_t)model->nv;
    double *jacobian = malloc((2 * entries + 1) * sizeof(double));
    limb_work *one;
    ENSURE_INT(limb_work_create(&one, model, NULL), LIMB_OK);
    for (int link = 0; link < model->nlink; link++) {
        for (size_t k = 0; k < 12 * (size_t)model->nslot; k++)
            one->pose[k] = NAN;
        limb_fk_link(model, one, q, link);
        ENSURE(memcmp(limb_link_pose(model, one, link), limb_link_pose(model, all, link),
                      12 * sizeof(double)) == 0);
        limb_jacobian(model, one, link, NULL, LIMB_REFERENCE_ALIGNED, jacobian);
        limb_jacobian(model, all, link, NULL, LIMB_REFERENCE_ALIGNED, jacobian + entries);
        ENSURE(memcmp(jacobian, jacobian + entries, entries * sizeof(double)) == 0);
    }
    limb_work_free(one);
    free(jacobian);
}

TEST(fk_is_the_naive_walk)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        limb_robot *robot = limb_test_robot(seed, NULL);
        limb_model *model;
        limb_work *work;
        limb_test_rng rng = {seed};
        const bool floating = seed % 3 == 0;
        double base[12];
        const double xyz[3] = {0.1, 0.2, 0.3}, rpy[3] = {0.3, -0.2, 1};
        limb_pose_from_rpy(xyz, rpy, base);
        limb_model_opts opts = {.floating_base = floating,
                                .isa = seed % 5 ? LIMB_ISA_AUTO : LIMB_ISA_PORTABLE};
        if (seed % 2) opts.base_pose = base;
        ENSURE_INT(limb_model_build(&model, robot, &opts), LIMB_OK);
        ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
        double *q = malloc(sizeof(double) * ((size_t)model->nq + 1));
        limb_test_random_q(&rng, model, q);
        double root[12], free_pose[12];
        limb_pose_identity(root);
        if (seed % 2) limb_pose_multiply(root, base, root);
        if (floating) {
            limb_pose_from_quat(q, q + 3, free_pose);
            limb_pose_multiply(root, free_pose, root);
        }
        compare(robot, model, work, q, root);
        compare_links(model, work, q);
        free(q);
        limb_work_free(work);
        limb_model_free(model);
        limb_test_robot_free(robot);
    }
}
