// Integer roots: within one unit in the last place, exact for integers.
#include "numbers/math/root.h"

#include "harness.h"

#include <float.h>
#include <math.h>

TEST(roots_are_within_one_unit)
{
    limb_test_rng rng = {5};
    double worst = 0;
    for (int i = 0; i < LIMB_TEST_COUNT(200000); i++) {
        const int n = 2 + i % 7;
        const double x = limb_test_uniform(&rng, 0.001, 1);
        const double expected = (double)powl((long double)x, 1 / (long double)n);
        worst = fmax(worst, fabs(limb__root(x, n) - expected) / (expected * DBL_EPSILON));
    }
    ENSURE(worst <= 1);
}

TEST(whole_roots_are_exact)
{
    for (int n = 2; n <= 8; n++) {
        ENSURE(limb__root(1, n) == 1);
        ENSURE(limb__root(pow(3, n), n) == 3);
        ENSURE(limb__root(ldexp(1, -4 * n), n) == 0.0625);
        ENSURE(limb__root(ldexp(1, 100 * n), n) == 0x1p100);
    }
}
