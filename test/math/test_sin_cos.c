// Sine and cosine of one angle: within 1 ulp of the C library's, and exact where expected.
#include "numbers/math/sin_cos.h"

#include "harness.h"

#include <math.h>

static double ulps(double actual, double expected)
{
    const double next = fabs(nextafter(expected, 2) - expected);
    return fabs(actual - expected) / next;
}

TEST(angles_of_files_are_within_one_ulp)
{
    limb_test_rng rng = {3};
    double worst = 0;
    for (int i = 0; i < LIMB_TEST_COUNT(400000); i++) {
        const double size = i % 3 == 0 ? 1000 : i % 3 == 1 ? 4 : 1e-3;
        const double x = limb_test_uniform(&rng, -size, size);
        double s, c;
        limb__sin_cos(x, &s, &c);
        worst = fmax(worst, fmax(ulps(s, sin(x)), ulps(c, cos(x))));
    }
    ENSURE(worst <= 1);
}

TEST(quarters_and_parts_of_a_turn_are_as_in_the_library)
{
    for (int i = -48; i <= 48; i++) {
        const double x = i * 0.26179938779914943654;
        double s, c;
        limb__sin_cos(x, &s, &c);
        ENSURE(ulps(s, sin(x)) <= 1 && ulps(c, cos(x)) <= 1);
    }
    double s, c;
    limb__sin_cos(1.5707963267948966, &s, &c);
    ENSURE(s == 1 && c == 6.123233995736766e-17);
    limb__sin_cos(0, &s, &c);
    ENSURE(s == 0 && c == 1);
    limb__sin_cos(-0.0, &s, &c);
    ENSURE(s == 0 && signbit(s));
}

TEST(angles_without_a_sine_have_none)
{
    double s, c;
    limb__sin_cos((double)INFINITY, &s, &c);
    ENSURE(isnan(s) && isnan(c));
    limb__sin_cos((double)NAN, &s, &c);
    ENSURE(isnan(s) && isnan(c));
    limb__sin_cos(1e300, &s, &c);
    ENSURE(s == sin(1e300) && c == cos(1e300));
}
