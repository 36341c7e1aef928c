// Compares velocities, accelerations, Jacobians, their rates and the center of mass with finite
// differences of poses along a motion, on random robots.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/model.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROBOTS = 1000, MAX = 256 };

static const double STEP = 1e-5;
static const double DIFFERENCE = 2e-7; // error of central differences with that step, times size

typedef struct bench {
    limb_robot *robot;
    limb_model *model;
    limb_work *work, *other;
    double *q, *v, *a, *q2, *v2, *jac, *jac2, *rate;
    limb_test_rng rng;
} bench;

static double *numbers(size_t count)
{
    double *block = calloc(count + 1, sizeof(double));
    if (!block) abort();
    return block;
}

static void setup(bench *b, uint64_t seed)
{
    b->robot = limb_test_robot(seed, &(limb_test_robot_opts){.nlink = 2 + (int)(seed % 9)});
    ENSURE_INT(
        limb_model_build(&b->model, b->robot, &(limb_model_opts){.floating_base = seed % 2 == 0}),
        LIMB_OK);
    ENSURE_INT(limb_work_create(&b->work, b->model, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&b->other, b->model, NULL), LIMB_OK);
    const size_t nq = (size_t)b->model->nq, nv = (size_t)b->model->nv;
    b->q = numbers(nq), b->q2 = numbers(nq);
    b->v = numbers(nv), b->v2 = numbers(nv), b->a = numbers(nv);
    b->jac = numbers(6 * nv), b->jac2 = numbers(6 * nv), b->rate = numbers(6 * nv);
    b->rng.state = seed;
    limb_test_random_q(&b->rng, b->model, b->q);
    for (size_t k = 0; k < nv; k++) {
        b->v[k] = limb_test_uniform(&b->rng, -1, 1);
        b->a[k] = limb_test_uniform(&b->rng, -1, 1);
    }
}

static void teardown(bench *b)
{
    double *block[] = {b->q, b->q2, b->v, b->v2, b->a, b->jac, b->jac2, b->rate};
    for (size_t i = 0; i < sizeof block / sizeof block[0]; i++)
        free(block[i]);
    limb_work_free(b->work);
    limb_work_free(b->other);
    limb_model_free(b->model);
    limb_test_robot_free(b->robot);
}

// the state a time t later when v changes by a
static void later(bench *b, double t)
{
    for (int k = 0; k < b->model->nv; k++)
        b->v2[k] = b->v[k] + 0.5 * t * b->a[k];
    limb_integrate(b->model, b->q, b->v2, t, b->q2);
    for (int k = 0; k < b->model->nv; k++)
        b->v2[k] = b->v[k] + t * b->a[k];
}

static void point_of(bench *b, int link, const double point[3], double out[3])
{
    limb_pose_apply(limb_link_pose(b->model, b->other, link), point, out);
}

TEST(velocities_are_differences_of_poses)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench b;
        setup(&b, seed);
        const double point[3] = {0.1, -0.2, 0.3};
        limb_fk_velocity(b.model, b.work, b.q, b.v);
        for (int link = 0; link < b.model->nlink; link++) {
            double velocity[6], before[12], after[12], p[3], n[3], change[6];
            limb_link_velocity(b.model, b.work, link, point, LIMB_REFERENCE_ALIGNED, velocity);
            memset(b.a, 0, sizeof(double) * (size_t)b.model->nv);
            later(&b, -STEP);
            limb_fk(b.model, b.other, b.q2);
            memcpy(before, limb_link_pose(b.model, b.other, link), sizeof before);
            point_of(&b, link, point, p);
            later(&b, STEP);
            limb_fk(b.model, b.other, b.q2);
            memcpy(after, limb_link_pose(b.model, b.other, link), sizeof after);
            point_of(&b, link, point, n);
            limb_pose_difference(before, after, change);
            for (int k = 0; k < 3; k++) {
                ENSURE_NEAR(velocity[k], change[k] / (2 * STEP), DIFFERENCE);
                ENSURE_NEAR(velocity[3 + k], (n[k] - p[k]) / (2 * STEP), DIFFERENCE);
            }
        }
        teardown(&b);
    }
}

TEST(accelerations_are_differences_of_velocities)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench b;
        setup(&b, seed);
        const double point[3] = {0.1, -0.2, 0.3};
        limb_fk_acceleration(b.model, b.work, b.q, b.v, b.a);
        for (int reference = LIMB_REFERENCE_ALIGNED; reference <= LIMB_REFERENCE_WORLD;
             reference++) {
            for (int link = 0; link < b.model->nlink; link++) {
                double acceleration[6], before[6], after[6];
                limb_link_acceleration(b.model, b.work, link, point, (limb_reference)reference,
                                       acceleration);
                later(&b, -STEP);
                limb_fk_velocity(b.model, b.other, b.q2, b.v2);
                limb_link_velocity(b.model, b.other, link, point, (limb_reference)reference,
                                   before);
                later(&b, STEP);
                limb_fk_velocity(b.model, b.other, b.q2, b.v2);
                limb_link_velocity(b.model, b.other, link, point, (limb_reference)reference, after);
                for (int k = 0; k < 6; k++) {
                    ENSURE_NEAR(acceleration[k], (after[k] - before[k]) / (2 * STEP),
                                10 * DIFFERENCE);
                }
            }
        }
        teardown(&b);
    }
}

static void multiply(const double *matrix, const double *vector, int nv, double out[6])
{
    for (int row = 0; row < 6; row++) {
        out[row] = 0;
        for (int k = 0; k < nv; k++)
            out[row] += matrix[row * nv + k] * vector[k];
    }
}

TEST(jacobians_give_velocities_and_accelerations)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench b;
        setup(&b, seed);
        const int nv = b.model->nv;
        const double point[3] = {0.1, -0.2, 0.3};
        limb_fk_acceleration(b.model, b.work, b.q, b.v, b.a);
        for (int reference = LIMB_REFERENCE_ALIGNED; reference <= LIMB_REFERENCE_WORLD;
             reference++) {
            const limb_reference as = (limb_reference)reference;
            for (int link = 0; link < b.model->nlink; link++) {
                const double *at = link % 2 ? point : NULL;
                double velocity[6], acceleration[6], product[6], bias[6];
                limb_jacobian(b.model, b.work, link, at, as, b.jac);
                limb_jacobian_rate(b.model, b.work, link, at, as, b.rate);
                limb_link_velocity(b.model, b.work, link, at, as, velocity);
                limb_link_acceleration(b.model, b.work, link, at, as, acceleration);
                multiply(b.jac, b.v, nv, product);
                for (int k = 0; k < 6; k++)
                    ENSURE_NEAR(product[k], velocity[k], 1e-12);
                multiply(b.jac, b.a, nv, product);
                multiply(b.rate, b.v, nv, bias);
                for (int k = 0; k < 6; k++)
                    ENSURE_NEAR(product[k] + bias[k], acceleration[k], 1e-11);
            }
        }
        teardown(&b);
    }
}

TEST(jacobian_rates_are_differences_of_jacobians)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed += 5) {
        bench b;
        setup(&b, seed);
        memset(b.a, 0, sizeof(double) * (size_t)b.model->nv);
        limb_fk_velocity(b.model, b.work, b.q, b.v);
        const int link = b.model->nlink - 1;
        for (int reference = LIMB_REFERENCE_ALIGNED; reference <= LIMB_REFERENCE_WORLD;
             reference++) {
            const limb_reference as = (limb_reference)reference;
            limb_jacobian_rate(b.model, b.work, link, NULL, as, b.rate);
            later(&b, -STEP);
            limb_fk(b.model, b.other, b.q2);
            limb_jacobian(b.model, b.other, link, NULL, as, b.jac);
            later(&b, STEP);
            limb_fk(b.model, b.other, b.q2);
            limb_jacobian(b.model, b.other, link, NULL, as, b.jac2);
            for (int k = 0; k < 6 * b.model->nv; k++)
                ENSURE_NEAR(b.rate[k], (b.jac2[k] - b.jac[k]) / (2 * STEP), 10 * DIFFERENCE);
        }
        teardown(&b);
    }
}

TEST(center_of_mass_is_the_mean_of_links_and_moves_by_its_jacobian)
{
    int checked = 0;
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench b;
        setup(&b, seed);
        limb_fk(b.model, b.work, b.q);
        double sum[3] = {0}, mass = 0, center[3];
        for (int link = 0; link < b.robot->nlink; link++) {
            const limb_inertial *inertial = b.robot->link[link].inertial;
            if (!inertial) continue;
            double at[3];
            limb_pose_apply(limb_link_pose(b.model, b.work, link), inertial->origin.xyz, at);
            for (int k = 0; k < 3; k++)
                sum[k] += inertial->mass * at[k];
            mass += inertial->mass;
        }
        ENSURE_NEAR(limb_model_mass(b.model), mass, 1e-12 * (1 + mass));
        if (mass > 0) {
            limb_center_of_mass(b.model, b.work, center);
            for (int k = 0; k < 3; k++)
                ENSURE_NEAR(center[k], sum[k] / mass, 1e-12);
            limb_center_of_mass_jacobian(b.model, b.work, b.jac);
            double before[3], after[3];
            memset(b.a, 0, sizeof(double) * (size_t)b.model->nv);
            later(&b, -STEP);
            limb_fk(b.model, b.other, b.q2);
            limb_center_of_mass(b.model, b.other, before);
            later(&b, STEP);
            limb_fk(b.model, b.other, b.q2);
            limb_center_of_mass(b.model, b.other, after);
            for (int row = 0; row < 3; row++) {
                double speed = 0;
                for (int k = 0; k < b.model->nv; k++)
                    speed += b.jac[row * b.model->nv + k] * b.v[k];
                ENSURE_NEAR(speed, (after[row] - before[row]) / (2 * STEP), DIFFERENCE);
            }
            checked++;
        }
        teardown(&b);
    }
    ENSURE(checked > ROBOTS / 2);
}

TEST(relative_pose_is_independent_of_the_root)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        limb_robot *robot = limb_test_robot(seed, &(limb_test_robot_opts){.simple = true});
        limb_model *model, *turned;
        limb_work *work, *turned_work;
        limb_test_rng rng = {seed};
        const int root = limb_test_below(&rng, robot->nlink);
        ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
        const limb_model_opts opts = {.root = robot->link[root].name};
        ENSURE_INT(limb_model_build(&turned, robot, &opts), LIMB_OK);
        ENSURE_INT(turned->root, root);
        ENSURE_INT(turned->nv, model->nv);
        ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
        ENSURE_INT(limb_work_create(&turned_work, turned, NULL), LIMB_OK);
        double *q = numbers((size_t)model->nq), *q2 = numbers((size_t)model->nq);
        limb_test_random_q(&rng, model, q);
        for (int i = 0; i < model->njoint; i++)
            q2[turned->joint_q[limb_model_find_joint(turned, model->joint_name[i])]] =
                q[model->joint_q[i]];
        limb_fk(model, work, q);
        limb_fk(turned, turned_work, q2);
        for (int link = 0; link < robot->nlink; link++) {
            double a[12], b[12];
            limb_relative_pose(model, work, root, link, a);
            limb_relative_pose(turned, turned_work, root, link, b);
            for (int k = 0; k < 12; k++)
                ENSURE_NEAR(a[k], b[k], 1e-12);
        }
        free(q);
        free(q2);
        limb_work_free(work);
        limb_work_free(turned_work);
        limb_model_free(model);
        limb_model_free(turned);
        limb_test_robot_free(robot);
    }
}

// searching an unknown name returns -1, which callers often pass on without a check
TEST(a_link_that_is_not_there_gives_nan)
{
    limb_robot *robot = limb_test_robot(3, NULL);
    limb_model *m;
    limb_work *w;
    ENSURE_INT(limb_model_build(&m, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&w, m, NULL), LIMB_OK);
    double q[MAX], v[MAX] = {0}, pose[12], motion[6], jacobian[6 * MAX];
    ENSURE(m->nv > 0 && m->nv <= MAX && m->nq <= MAX);
    limb_neutral(m, q);
    limb_fk_acceleration(m, w, q, v, v);
    ENSURE_INT(limb_model_find_link(m, NULL), -1);
    ENSURE_INT(limb_model_find_joint(m, NULL), -1);
    const int links[3] = {-1, m->nlink, limb_model_find_link(m, "no such link")};
    for (int i = 0; i < 3; i++) {
        const int link = links[i];
        limb_fk_link(m, w, q, link);
        for (int k = 0; k < 12; k++)
            ENSURE(isnan(limb_link_pose(m, w, link)[k]));
        limb_relative_pose(m, w, 0, link, pose);
        ENSURE(isnan(pose[0]) && isnan(pose[11]));
        limb_link_velocity(m, w, link, NULL, LIMB_REFERENCE_LOCAL, motion);
        ENSURE(isnan(motion[0]) && isnan(motion[5]));
        limb_link_acceleration(m, w, link, NULL, LIMB_REFERENCE_LOCAL, motion);
        ENSURE(isnan(motion[0]) && isnan(motion[5]));
        limb_jacobian(m, w, link, NULL, LIMB_REFERENCE_LOCAL, jacobian);
        ENSURE(isnan(jacobian[0]) && isnan(jacobian[6 * m->nv - 1]));
        limb_ik_result result;
        limb_pose_identity(pose);
        ENSURE_INT(limb_ik(m, w, link, pose, NULL, q, &result), LIMB_IK_OUTCOME_NO_JOINTS);
        limb_model *heavier;
        ENSURE_INT(limb_model_add_payload(&heavier, m, link, 1, (double[3]){0}, NULL, NULL),
                   LIMB_ERROR_INPUT);
        const limb_external_wrench wrench = {.link = link, .force = {1, 1, 1}};
        double tau[MAX], without[MAX];
        limb_inverse_dynamics(m, w, q, v, v, &wrench, 1, tau);
        limb_inverse_dynamics(m, w, q, v, v, NULL, 0, without);
        ENSURE(memcmp(tau, without, (size_t)m->nv * sizeof(double)) == 0);
    }
    void *memory = malloc(limb_batch_size(m, 1));
    limb_batch *batch = limb_batch_init(m, 1, memory, limb_batch_size(m, 1));
    ENSURE(batch != NULL);
    double out[24];
    limb_fk_batch(m, batch, NULL, q, 1, (const int[2]){-1, 0}, 2, out);
    ENSURE(isnan(out[0]) && isnan(out[11]) && !isnan(out[12]));
    out[0] = 7;
    limb_fk_batch(m, batch, NULL, q, -1, NULL, 0, out);
    limb_fk_batch(m, batch, NULL, q, 1, (const int[1]){0}, -1, out);
    ENSURE(out[0] == 7);
    ENSURE(limb_batch_init(m, -1, memory, limb_batch_size(m, 1)) == NULL);
    free(memory);
    limb_work_free(w);
    limb_model_free(m);
    limb_test_robot_free(robot);
}
