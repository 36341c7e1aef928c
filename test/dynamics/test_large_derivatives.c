// Derivatives of forward dynamics for robots with more coordinates than are solved side by side:
// each column solves the mass matrix for the derivative of inverse dynamics.
#include "harness.h"
#include "limb/dynamics.h"
#include "support/random_robot.h"

#include <math.h>
#include <stdio.h>

enum { MAX_NV = 160 };

static double by_q[MAX_NV * MAX_NV], by_v[MAX_NV * MAX_NV], by_tau[MAX_NV * MAX_NV];
static double id_q[MAX_NV * MAX_NV], id_v[MAX_NV * MAX_NV], mass[MAX_NV * MAX_NV];

static double largest(const double *x, int count)
{
    double max = 0;
    for (int k = 0; k < count; k++)
        max = fmax(max, fabs(x[k]));
    return max;
}

// M x + y = 0 for all columns, as far as the numbers that are added are large
static void ensure_solves(int nv, const double *x, const double *y)
{
    const double scale = largest(mass, nv * nv) * largest(x, nv * nv) * nv;
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++) {
            double sum = y[i * nv + j];
            for (int k = 0; k < nv; k++)
                sum += mass[i * nv + k] * x[k * nv + j];
            ENSURE_NEAR(sum, 0, 1e-12 * scale);
        }
    }
}

TEST(every_column_of_a_large_robot_is_solved)
{
    int nlarge = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        limb_robot *robot =
            limb_test_robot(seed, &(limb_test_robot_opts){.nlink = 50, .all_mass = true});
        limb_model *m;
        limb_work *w;
        const limb_model_opts opts = {.floating_base = seed % 2 == 0,
                                      .isa = seed % 3 ? LIMB_ISA_AUTO : LIMB_ISA_PORTABLE};
        ENSURE_INT(limb_model_build(&m, robot, &opts), LIMB_OK);
        ENSURE_INT(limb_work_create(&w, m, NULL), LIMB_OK);
        ENSURE(m->nv <= MAX_NV && m->nq <= 200);
        limb_test_rng rng = {seed};
        double q[200], v[MAX_NV], tau[MAX_NV], a[MAX_NV];
        limb_test_random_q(&rng, m, q);
        for (int k = 0; k < m->nv; k++) {
            v[k] = limb_test_uniform(&rng, -1, 1);
            tau[k] = limb_test_uniform(&rng, -5, 5);
        }
        if (limb_forward_dynamics_derivatives(m, w, q, v, tau, a, by_q, by_v, by_tau) == LIMB_OK) {
            limb_inverse_dynamics_derivatives(m, w, q, v, a, id_q, id_v, NULL);
            limb_mass_matrix(m, w, q, mass);
            ensure_solves(m->nv, by_q, id_q);
            ensure_solves(m->nv, by_v, id_v);
            nlarge += m->nv > 28;
        }
        limb_work_free(w);
        limb_model_free(m);
        limb_test_robot_free(robot);
    }
    printf("%d robots of more than 28 coordinates\n", nlarge);
    ENSURE(nlarge >= 3);
}
