// Small symmetric systems: factors and solutions for random positive definite matrices.
#include "harness.h"
#include "numbers/math/dense.h"
#include "numbers/math/inertia.h"

#include <math.h>
#include <string.h>

enum { MAX = 12 };

static void random_positive(limb_test_rng *rng, int n, double *a)
{
    double b[MAX * MAX];
    for (int k = 0; k < n * n; k++)
        b[k] = limb_test_uniform(rng, -1, 1);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = i == j ? 0.5 : 0;
            for (int k = 0; k < n; k++)
                sum += b[i * n + k] * b[j * n + k];
            a[i * n + j] = sum;
        }
    }
}

TEST(solutions_solve)
{
    limb_test_rng rng = {3};
    for (int round = 0; round < 500; round++) {
        const int n = 1 + round % MAX;
        double a[MAX * MAX], factors[MAX * MAX], x[MAX], b[MAX];
        random_positive(&rng, n, a);
        for (int k = 0; k < n; k++)
            x[k] = b[k] = limb_test_uniform(&rng, -1, 1);
        memcpy(factors, a, sizeof a);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++)
                factors[i * n + j] = NAN; // not read
        }
        ENSURE(limb__ldlt_factor(factors, n));
        limb__ldlt_solve(factors, n, x);
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * x[k];
            ENSURE_NEAR(sum, b[i], 1e-11);
        }
    }
}

TEST(what_is_not_positive_definite_is_reported)
{
    double zero[4] = {0}, turned[4] = {1, 2, 2, 1}, odd[1] = {NAN};
    ENSURE(!limb__ldlt_factor(zero, 2));
    ENSURE(!limb__ldlt_factor(turned, 2));
    ENSURE(!limb__ldlt_factor(odd, 1));
}

TEST(eigenvectors_rebuild_the_tensor)
{
    limb_test_rng rng = {4};
    for (int round = 0; round < 500; round++) {
        double t[6], value[3], v[9];
        for (int k = 0; k < 6; k++)
            t[k] = round % 5 == 0 && (k == 1 || k == 2) ? 0 : limb_test_uniform(&rng, -1, 1);
        limb__tensor_eigen(t, value, v);
        ENSURE(value[0] <= value[1] && value[1] <= value[2]);
        int at = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = i; j < 3; j++) {
                double sum = 0, unit = 0;
                for (int k = 0; k < 3; k++) {
                    sum += v[3 * i + k] * value[k] * v[3 * j + k];
                    unit += v[3 * i + k] * v[3 * j + k];
                }
                ENSURE_NEAR(sum, t[at++], 1e-14);
                ENSURE_NEAR(unit, i == j, 1e-14);
            }
        }
    }
}
