// Tests the properties of motion on every robot of the corpus and on the examples.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/robot.h"
#include "support/corpus.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *numbers(size_t count)
{
    double *block = calloc(count + 1, sizeof(double));
    if (!block) abort();
    return block;
}

static double largest(const double *x, int count)
{
    double most = 0;
    for (int k = 0; k < count; k++)
        most = fmax(most, fabs(x[k]));
    return most;
}

static void check_poses(const limb_robot *robot, const limb_model *m, limb_work *w, const double *q)
{
    limb_fk(m, w, q);
    for (int link = 0; link < m->nlink; link++) {
        double naive[12];
        if (m->link_body[link] < 0) continue;
        limb_test_naive_pose(robot, m, q, link, naive);
        const double *pose = limb_link_pose(m, w, link);
        for (int k = 0; k < 12; k++)
            ENSURE_NEAR(pose[k], naive[k], 1e-12 * (1 + largest(naive, 12)));
    }
}

static void check_dynamics(const limb_model *m, limb_work *w, const double *q, limb_test_rng *rng)
{
    const size_t nv = (size_t)m->nv;
    double *v = numbers(nv), *a = numbers(nv), *tau = numbers(nv), *bias = numbers(nv),
           *again = numbers(nv), *mass = numbers(nv * nv);
    for (size_t k = 0; k < nv; k++) {
        v[k] = limb_test_uniform(rng, -1, 1);
        a[k] = limb_test_uniform(rng, -1, 1);
    }
    limb_inverse_dynamics(m, w, q, v, a, NULL, 0, tau);
    limb_bias_forces(m, w, q, v, bias);
    limb_mass_matrix(m, w, q, mass);
    const double scale = 1 + largest(tau, m->nv) + largest(mass, m->nv * m->nv);
    for (size_t row = 0; row < nv; row++) {
        double sum = bias[row];
        for (size_t k = 0; k < nv; k++) {
            sum += mass[row * nv + k] * a[k];
            ENSURE_NEAR(mass[row * nv + k], mass[k * nv + row], 1e-12 * scale);
        }
        ENSURE_NEAR(tau[row], sum, 1e-11 * scale);
    }
    // where every joint moves some inertia, forward undoes inverse
    if (limb_forward_dynamics(m, w, q, v, tau, NULL, 0, again) == LIMB_OK &&
        limb_mass_factor(m, mass) == LIMB_OK) {
        double most = 0, least = INFINITY;
        for (size_t k = 0; k < nv; k++) {
            most = fmax(most, mass[k * nv + k]);
            least = fmin(least, mass[k * nv + k]);
        }
        for (size_t k = 0; k < nv && most / least < 1e10; k++)
            ENSURE_NEAR(again[k], a[k], 1e-9 * fmax(1, most / least * 1e-3));
    }
    double *const blocks[] = {v, a, tau, bias, again, mass};
    for (int i = 0; i < 6; i++)
        free(blocks[i]);
}

// false: the file does not load
static bool check_robot(const char *path)
{
    limb_robot *robot;
    if (limb_robot_load(&robot, path, &(limb_load_opts){.skip_checks = true}) != LIMB_OK)
        return false;
    for (int base = 0; base < 2; base++) {
        limb_model *m;
        limb_work *w;
        ENSURE_INT(limb_model_build(&m, robot, &(limb_model_opts){.floating_base = base}), LIMB_OK);
        ENSURE_INT(limb_work_create(&w, m, NULL), LIMB_OK);
        double *q = numbers((size_t)m->nq);
        uint64_t seed = 3;
        limb_test_rng rng = {9};
        for (int round = 0; round < 3; round++) {
            limb_random_configuration(m, &seed, q);
            if (base == 0) check_poses(robot, m, w, q);
            check_dynamics(m, w, q, &rng);
        }
        free(q);
        limb_work_free(w);
        limb_model_free(m);
    }
    limb_robot_free(robot);
    return true;
}

TEST(our_examples_move_consistently)
{
    ENSURE(check_robot(LIMB_SOURCE_DIR "/examples/arm.urdf"));
    ENSURE(check_robot(LIMB_SOURCE_DIR "/examples/rover.urdf"));
    ENSURE(check_robot(LIMB_SOURCE_DIR "/examples/quadruped.urdf"));
    ENSURE(check_robot(LIMB_SOURCE_DIR "/examples/every_feature.urdf"));
}

TEST(real_robots_move_consistently)
{
    int checked = 0, refused = 0;
    for (limb_test_robots robots = {0}; limb_test_next_robot(&robots);) {
        if (check_robot(robots.path)) {
            checked++;
        } else {
            refused++;
        }
    }
    printf("%d robots of the corpus, %d are refused by reading\n", checked, refused);
    ENSURE(checked >= 60 || !limb_test_corpus());
}
