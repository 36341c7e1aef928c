// Tests dynamics on random robots: the algorithms against each other and against
// finite differences.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/model.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROBOTS = 1000, MAX_NV = 160 };

typedef struct bench {
    limb_robot *robot;
    limb_model *model;
    limb_work *work;
    int nv;
    double q[200], v[MAX_NV], a[MAX_NV], tau[MAX_NV];
    double mass[MAX_NV * MAX_NV];
    limb_test_rng rng;
} bench;

static bench the_bench; // large, so not on the stack

static bench *setup(uint64_t seed, const limb_test_robot_opts *robot_opts)
{
    bench *b = &the_bench;
    b->robot = limb_test_robot(seed, robot_opts);
    const double gravity[3] = {0.3, -0.4, -9.7};
    const limb_model_opts opts = {.floating_base = seed % 2 == 0,
                                  .gravity = gravity,
                                  .isa = seed % 3 ? LIMB_ISA_AUTO : LIMB_ISA_PORTABLE};
    ENSURE_INT(limb_model_build(&b->model, b->robot, &opts), LIMB_OK);
    ENSURE_INT(limb_work_create(&b->work, b->model, NULL), LIMB_OK);
    b->nv = b->model->nv;
    ENSURE(b->nv <= MAX_NV && b->model->nq <= 200);
    b->rng.state = seed + 77;
    limb_test_random_q(&b->rng, b->model, b->q);
    for (int k = 0; k < b->nv; k++) {
        b->v[k] = limb_test_uniform(&b->rng, -2, 2);
        b->a[k] = limb_test_uniform(&b->rng, -2, 2);
        b->tau[k] = limb_test_uniform(&b->rng, -5, 5);
    }
    return b;
}

static void teardown(bench *b)
{
    limb_work_free(b->work);
    limb_model_free(b->model);
    limb_test_robot_free(b->robot);
}

static const limb_test_robot_opts heavy = {.all_mass = true};

static double largest(const double *x, int count)
{
    double most = 0;
    for (int k = 0; k < count; k++)
        most = fmax(most, fabs(x[k]));
    return most;
}

TEST(torques_are_mass_times_acceleration_plus_bias)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench *b = setup(seed, NULL);
        double bias[MAX_NV], tau[MAX_NV];
        limb_bias_forces(b->model, b->work, b->q, b->v, bias);
        limb_inverse_dynamics(b->model, b->work, b->q, b->v, b->a, NULL, 0, tau);
        limb_mass_matrix(b->model, b->work, b->q, b->mass);
        const double scale = 1 + largest(tau, b->nv) + largest(b->mass, b->nv * b->nv);
        for (int row = 0; row < b->nv; row++) {
            double sum = bias[row];
            for (int k = 0; k < b->nv; k++)
                sum += b->mass[row * b->nv + k] * b->a[k];
            ENSURE_NEAR(tau[row], sum, 1e-12 * scale);
        }
        teardown(b);
    }
}

TEST(mass_matrix_is_symmetric_positive_and_gives_the_energy)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench *b = setup(seed, &heavy);
        limb_mass_matrix(b->model, b->work, b->q, b->mass);
        const double scale = 1 + largest(b->mass, b->nv * b->nv);
        double energy = 0;
        for (int row = 0; row < b->nv; row++) {
            for (int k = 0; k < b->nv; k++) {
                ENSURE_NEAR(b->mass[row * b->nv + k], b->mass[k * b->nv + row], 1e-13 * scale);
                energy += 0.5 * b->v[row] * b->mass[row * b->nv + k] * b->v[k];
            }
        }
        ENSURE_NEAR(limb_kinetic_energy(b->model, b->work, b->q, b->v), energy,
                    1e-12 * (1 + energy) * scale);
        ENSURE_INT(limb_mass_factor(b->model, b->mass), LIMB_OK);
        teardown(b);
    }
}

// the ratio of the largest to the smallest pivot: how far the matrix is from singular
static double conditioning(bench *b)
{
    double most = 0, least = INFINITY;
    limb_mass_matrix(b->model, b->work, b->q, b->mass);
    ENSURE_INT(limb_mass_factor(b->model, b->mass), LIMB_OK);
    for (int k = 0; k < b->nv; k++) {
        most = fmax(most, b->mass[k * b->nv + k]);
        least = fmin(least, b->mass[k * b->nv + k]);
    }
    return most / least;
}

TEST(solving_undoes_the_mass_matrix)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench *b = setup(seed, &heavy);
        const double bound = 1e-9 * fmax(1, conditioning(b) * 1e-4);
        double x[MAX_NV];
        limb_mass_matrix(b->model, b->work, b->q, b->mass);
        for (int row = 0; row < b->nv; row++) {
            x[row] = 0;
            for (int k = 0; k < b->nv; k++)
                x[row] += b->mass[row * b->nv + k] * b->a[k];
        }
        ENSURE_INT(limb_mass_factor(b->model, b->mass), LIMB_OK);
        limb_mass_solve(b->model, b->mass, x);
        for (int k = 0; k < b->nv; k++)
            ENSURE_NEAR(x[k], b->a[k], bound);
        teardown(b);
    }
}

TEST(the_inverse_mass_matrix_undoes_the_mass_matrix)
{
    static double inverse[MAX_NV * MAX_NV];
    int inverted = 0;
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench *b = setup(seed, &heavy);
        const int nv = b->nv;
        const double bound = 1e-12 * fmax(1, conditioning(b));
        limb_mass_matrix(b->model, b->work, b->q, b->mass);
        ENSURE_INT(limb_inverse_mass_matrix(b->model, b->work, b->q, inverse), LIMB_OK);
        const double size = largest(b->mass, nv * nv) * largest(inverse, nv * nv);
        for (int row = 0; row < nv; row++) {
            for (int column = 0; column < nv; column++) {
                double sum = 0;
                for (int k = 0; k < nv; k++)
                    sum += b->mass[row * nv + k] * inverse[k * nv + column];
                ENSURE_NEAR(sum, row == column, fmin(bound, 1e-14 * nv * fmax(1, size)));
                ENSURE(inverse[row * nv + column] == inverse[column * nv + row]);
                inverted += row != column && inverse[row * nv + column] != 0;
            }
        }
        teardown(b);
    }
    ENSURE(inverted > ROBOTS);
}

TEST(forward_dynamics_undoes_inverse_dynamics)
{
    int moved = 0;
    for (uint64_t seed = 0; seed < ROBOTS; seed++) {
        bench *b = setup(seed, &heavy);
        double tau[MAX_NV], a[MAX_NV], dense[MAX_NV];
        limb_external_wrench push[3];
        for (int i = 0; i < 3; i++) {
            push[i].link = limb_test_below(&b->rng, b->model->nlink);
            for (int k = 0; k < 3; k++) {
                push[i].point[k] = limb_test_uniform(&b->rng, -1, 1);
                push[i].moment[k] = limb_test_uniform(&b->rng, -3, 3);
                push[i].force[k] = limb_test_uniform(&b->rng, -3, 3);
            }
        }
        const int npush = (int)(seed % 4);
        limb_inverse_dynamics(b->model, b->work, b->q, b->v, b->a, push, npush, tau);
        ENSURE_INT(limb_forward_dynamics(b->model, b->work, b->q, b->v, tau, push, npush, a),
                   LIMB_OK);
        ENSURE_INT(limb_forward_dynamics_dense(b->model, b->work, b->q, b->v, tau, push, npush,
                                               b->mass, dense),
                   LIMB_OK);
        const double bound = 1e-9 * fmax(1, conditioning(b) * 1e-4);
        for (int k = 0; k < b->nv; k++) {
            ENSURE_NEAR(a[k], b->a[k], bound);
            ENSURE_NEAR(dense[k], b->a[k], bound);
            moved++;
        }
        teardown(b);
    }
    ENSURE(moved > ROBOTS);
}

TEST(pushes_act_through_the_jacobian)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed += 3) {
        bench *b = setup(seed, NULL);
        double with[MAX_NV], without[MAX_NV], jacobian[6 * MAX_NV];
        const limb_external_wrench push = {.link = (int)(seed % (uint64_t)b->model->nlink),
                                           .point = {0.1, 0.2, -0.3},
                                           .moment = {1, -2, 0.5},
                                           .force = {3, 1, -2}};
        limb_inverse_dynamics(b->model, b->work, b->q, b->v, b->a, &push, 1, with);
        limb_inverse_dynamics(b->model, b->work, b->q, b->v, b->a, NULL, 0, without);
        limb_fk(b->model, b->work, b->q);
        limb_jacobian(b->model, b->work, push.link, push.point, LIMB_REFERENCE_ALIGNED, jacobian);
        const double scale = 1 + largest(without, b->nv);
        for (int k = 0; k < b->nv; k++) {
            double sum = 0;
            for (int row = 0; row < 3; row++) {
                sum += jacobian[row * b->nv + k] * push.moment[row];
                sum += jacobian[(row + 3) * b->nv + k] * push.force[row];
            }
            ENSURE_NEAR(without[k] - with[k], sum, 1e-11 * scale);
        }
        teardown(b);
    }
}

TEST(gravity_is_the_slope_of_potential_energy)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed += 2) {
        bench *b = setup(seed, &(limb_test_robot_opts){.nlink = 2 + (int)(seed % 8)});
        double tau[MAX_NV], q[200], unit[MAX_NV] = {0};
        limb_gravity(b->model, b->work, b->q, tau);
        const double h = 1e-5;
        for (int k = 0; k < b->nv; k++) {
            unit[k] = 1;
            limb_integrate(b->model, b->q, unit, h, q);
            const double after = limb_potential_energy(b->model, b->work, q);
            limb_integrate(b->model, b->q, unit, -h, q);
            const double before = limb_potential_energy(b->model, b->work, q);
            unit[k] = 0;
            ENSURE_NEAR(tau[k], (after - before) / (2 * h), 1e-6 * (1 + largest(tau, b->nv)));
        }
        teardown(b);
    }
}

TEST(power_is_the_rate_of_energy)
{
    for (uint64_t seed = 0; seed < ROBOTS; seed += 2) {
        bench *b = setup(seed, &(limb_test_robot_opts){.nlink = 2 + (int)(seed % 8)});
        double tau[MAX_NV], q[200], v[MAX_NV], energy[2];
        limb_inverse_dynamics(b->model, b->work, b->q, b->v, b->a, NULL, 0, tau);
        const double h = 1e-5;
        for (int side = 0; side < 2; side++) {
            const double t = side ? h : -h;
            for (int k = 0; k < b->nv; k++)
                v[k] = b->v[k] + 0.5 * t * b->a[k];
            limb_integrate(b->model, b->q, v, t, q);
            for (int k = 0; k < b->nv; k++)
                v[k] = b->v[k] + t * b->a[k];
            energy[side] = limb_kinetic_energy(b->model, b->work, q, v) +
                           limb_potential_energy(b->model, b->work, q);
        }
        double power = 0;
        for (int k = 0; k < b->nv; k++)
            power += tau[k] * b->v[k];
        ENSURE_NEAR((energy[1] - energy[0]) / (2 * h), power,
                    1e-5 * (1 + fabs(power) + fabs(energy[0])));
        teardown(b);
    }
}

TEST(momentum_is_mass_times_velocity_of_the_center)
{
    int checked = 0;
    for (uint64_t seed = 0; seed < ROBOTS; seed += 2) { // floating base
        bench *b = setup(seed, &heavy);
        double momentum[6], jacobian[3 * MAX_NV];
        limb_momentum(b->model, b->work, b->q, b->v, momentum);
        limb_fk(b->model, b->work, b->q);
        limb_center_of_mass_jacobian(b->model, b->work, jacobian);
        const double mass = limb_model_mass(b->model);
        for (int row = 0; row < 3; row++) {
            double speed = 0;
            for (int k = 0; k < b->nv; k++)
                speed += jacobian[row * b->nv + k] * b->v[k];
            ENSURE_NEAR(momentum[3 + row], mass * speed, 1e-11 * mass * (1 + fabs(speed)));
        }
        // without gravity and pushes nothing changes momentum but the base's own wrench: with zero
        // tau it is conserved
        teardown(b);
        checked++;
    }
    ENSURE(checked > 0);
}

TEST(regressor_times_parameters_is_torque)
{
    static double regressor[MAX_NV * 10 * MAX_NV];
    for (uint64_t seed = 0; seed < ROBOTS; seed += 2) {
        bench *b = setup(seed, NULL);
        double tau[MAX_NV];
        const int columns = 10 * b->model->nbody;
        ENSURE(columns <= 10 * MAX_NV);
        limb_inverse_dynamics(b->model, b->work, b->q, b->v, b->a, NULL, 0, tau);
        limb_regressor(b->model, b->work, b->q, b->v, b->a, regressor);
        for (int row = 0; row < b->nv; row++) {
            double sum = 0;
            for (int k = 0; k < columns; k++)
                sum += regressor[row * columns + k] * b->model->body_inertia[k];
            ENSURE_NEAR(sum, tau[row], 1e-11 * (1 + largest(tau, b->nv)));
        }
        teardown(b);
    }
}

TEST(derivatives_of_inverse_dynamics_are_differences)
{
    static double by_q[MAX_NV * MAX_NV], by_v[MAX_NV * MAX_NV], by_a[MAX_NV * MAX_NV];
    for (uint64_t seed = 0; seed < ROBOTS; seed += 2) {
        const limb_test_robot_opts opts = {.nlink = 2 + (int)(seed % 7)};
        bench *b = setup(seed + (seed / 2) % 2, &opts);
        limb_inverse_dynamics_derivatives(b->model, b->work, b->q, b->v, b->a, by_q, by_v, by_a);
        limb_mass_matrix(b->model, b->work, b->q, b->mass);
        const double h = 1e-6;
        for (int j = 0; j < b->nv; j++) {
            double unit[MAX_NV] = {0}, q[200], v[MAX_NV], before[MAX_NV], after[MAX_NV];
            unit[j] = 1;
            limb_integrate(b->model, b->q, unit, -h, q);
            limb_inverse_dynamics(b->model, b->work, q, b->v, b->a, NULL, 0, before);
            limb_integrate(b->model, b->q, unit, h, q);
            limb_inverse_dynamics(b->model, b->work, q, b->v, b->a, NULL, 0, after);
            const double scale = 1e-6 * (1 + largest(after, b->nv) + largest(by_q, b->nv * b->nv));
            for (int i = 0; i < b->nv; i++) {
                ENSURE_NEAR(by_q[i * b->nv + j], (after[i] - before[i]) / (2 * h), scale);
                ENSURE_NEAR(by_a[i * b->nv + j], b->mass[i * b->nv + j], 1e-6 * scale + 1e-11);
            }
            memcpy(v, b->v, sizeof v);
            v[j] = b->v[j] - h;
            limb_inverse_dynamics(b->model, b->work, b->q, v, b->a, NULL, 0, before);
            v[j] = b->v[j] + h;
            limb_inverse_dynamics(b->model, b->work, b->q, v, b->a, NULL, 0, after);
            for (int i = 0; i < b->nv; i++)
                ENSURE_NEAR(by_v[i * b->nv + j], (after[i] - before[i]) / (2 * h), scale);
        }
        teardown(b);
    }
}

TEST(derivatives_of_forward_dynamics_are_differences)
{
    static double by_q[MAX_NV * MAX_NV], by_v[MAX_NV * MAX_NV], by_tau[MAX_NV * MAX_NV];
    for (uint64_t seed = 0; seed < ROBOTS; seed += 5) {
        const limb_test_robot_opts opts = {.nlink = 2 + (int)(seed % 6), .all_mass = true};
        bench *b = setup(seed, &opts);
        double a[MAX_NV], again[MAX_NV];
        if (b->nv == 0 || conditioning(b) > 1e6) {
            teardown(b);
            continue;
        }
        ENSURE_INT(limb_forward_dynamics_derivatives(b->model, b->work, b->q, b->v, b->tau, a, by_q,
                                                     by_v, by_tau),
                   LIMB_OK);
        ENSURE_INT(limb_forward_dynamics(b->model, b->work, b->q, b->v, b->tau, NULL, 0, again),
                   LIMB_OK);
        const double h = 1e-6;
        const double scale = 1e-5 * (1 + largest(by_q, b->nv * b->nv) + largest(a, b->nv));
        for (int j = 0; j < b->nv; j++) {
            ENSURE_NEAR(a[j], again[j], 1e-7 * (1 + fabs(a[j])));
            double unit[MAX_NV] = {0}, q[200], x[MAX_NV], before[MAX_NV], after[MAX_NV];
            unit[j] = 1;
            for (int side = 0; side < 2; side++) {
                limb_integrate(b->model, b->q, unit, side ? h : -h, q);
                ENSURE_INT(limb_forward_dynamics(b->model, b->work, q, b->v, b->tau, NULL, 0,
                                                 side ? after : before),
                           LIMB_OK);
            }
            for (int i = 0; i < b->nv; i++)
                ENSURE_NEAR(by_q[i * b->nv + j], (after[i] - before[i]) / (2 * h), scale);
            for (int side = 0; side < 2; side++) {
                memcpy(x, b->tau, sizeof x);
                x[j] += side ? h : -h;
                ENSURE_INT(limb_forward_dynamics(b->model, b->work, b->q, b->v, x, NULL, 0,
                                                 side ? after : before),
                           LIMB_OK);
            }
            for (int i = 0; i < b->nv; i++)
                ENSURE_NEAR(by_tau[i * b->nv + j], (after[i] - before[i]) / (2 * h), scale);
            for (int side = 0; side < 2; side++) {
                memcpy(x, b->v, sizeof x);
                x[j] += side ? h : -h;
                ENSURE_INT(limb_forward_dynamics(b->model, b->work, b->q, x, b->tau, NULL, 0,
                                                 side ? after : before),
                           LIMB_OK);
            }
            for (int i = 0; i < b->nv; i++)
                ENSURE_NEAR(by_v[i * b->nv + j], (after[i] - before[i]) / (2 * h), scale);
        }
        teardown(b);
    }
}

TEST(lanes_of_torques_are_single_calls)
{
    enum { D = LIMB_LANES, F = LIMB_LANES_FLOAT };
    for (uint64_t seed = 0; seed < 300; seed++) {
        bench *b = setup(seed, &(limb_test_robot_opts){.plain = seed % 4 > 1});
        _Alignas(32) static double q[200 * D], v[MAX_NV * D], a[MAX_NV * D], tau[MAX_NV * D];
        _Alignas(32) static float qf[200 * F], vf[MAX_NV * F], af[MAX_NV * F], tauf[MAX_NV * F];
        double expected[F][MAX_NV];
        for (int lane = 0; lane < F; lane++) {
            limb_test_random_q(&b->rng, b->model, b->q);
            for (int k = 0; k < b->nv; k++) {
                b->v[k] = limb_test_uniform(&b->rng, -2, 2);
                b->a[k] = limb_test_uniform(&b->rng, -2, 2);
            }
            for (int k = 0; k < b->model->nq; k++) {
                if (lane < D) q[D * k + lane] = b->q[k];
                qf[F * k + lane] = (float)b->q[k];
            }
            for (int k = 0; k < b->nv; k++) {
                if (lane < D) v[D * k + lane] = b->v[k];
                if (lane < D) a[D * k + lane] = b->a[k];
                vf[F * k + lane] = (float)b->v[k];
                af[F * k + lane] = (float)b->a[k];
            }
            limb_inverse_dynamics(b->model, b->work, b->q, b->v, b->a, NULL, 0, expected[lane]);
        }
        const size_t size = limb_inverse_dynamics_lanes_size(b->model);
        void *scratch = aligned_alloc(32, (size + 31) / 32 * 32);
        limb_inverse_dynamics_lanes(b->model, scratch, q, v, a, tau);
        limb_inverse_dynamics_lanes_float(b->model, scratch, qf, vf, af, tauf);
        free(scratch);
        for (int lane = 0; lane < F; lane++) {
            const double scale = 1 + largest(expected[lane], b->nv);
            for (int k = 0; k < b->nv; k++) {
                if (lane < D) ENSURE_NEAR(tau[D * k + lane], expected[lane][k], 1e-12 * scale);
                ENSURE_NEAR((double)tauf[F * k + lane], expected[lane][k], 2e-4 * scale);
            }
        }
        teardown(b);
    }
}
