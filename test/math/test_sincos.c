// Sines and cosines in lanes: within one unit in the last place with every instruction set, exact
// argument reduction, NaN for infinite angles.
#include "harness.h"
#include "numbers/kernels/kernels.h"

#include <math.h>
#include <stdio.h>

enum { BLOCK = 1024 };

typedef void sincos_fn(const double *, double *, double *, int);

static double ulps(double actual, long double exact)
{
    const double rounded = (double)exact;
    const double unit = fmax(nextafter(fabs(rounded), INFINITY) - fabs(rounded), 0x1p-1074);
    return (double)(fabsl((long double)actual - exact) / (long double)unit);
}

static double worst_over(sincos_fn *run, limb_test_rng *rng, double low, double high, int blocks)
{
    static double x[BLOCK], s[BLOCK], c[BLOCK];
    double worst = 0;
    for (int block = 0; block < blocks; block++) {
        for (int i = 0; i < BLOCK; i++)
            x[i] = limb_test_uniform(rng, low, high);
        run(x, s, c, BLOCK);
        for (int i = 0; i < BLOCK; i++) {
            worst = fmax(worst, ulps(s[i], sinl((long double)x[i])));
            worst = fmax(worst, ulps(c[i], cosl((long double)x[i])));
        }
    }
    return worst;
}

// multiples of pi/2 and their neighbors, where the reduction cancels most
static double worst_near_quarters(sincos_fn *run, int64_t last, int64_t step)
{
    double worst = 0;
    for (int64_t k = -last; k <= last; k += step) {
        const double near = (double)k * 1.57079632679489661923;
        const double x[3] = {near, nextafter(near, -INFINITY), nextafter(near, INFINITY)};
        double s[3], c[3];
        run(x, s, c, 3);
        for (int i = 0; i < 3; i++) {
            // reduced by hand in more digits than sinl has near its zeros; pi / 2 in two parts,
            // the first of 64 bits with every long double
            const long double r =
                fmal(-(long double)k, 0x1.921fb54442d1846ap+0L, (long double)x[i]) +
                (long double)k * 0x7.6733ae8fe47c65ep-68L;
            if (fabsl(r) > 0.1L) continue;
            const long double small_sine = sinl(r), small_cosine = cosl(r);
            const int quadrant = (int)(((k % 4) + 4) % 4);
            const long double sine[4] = {small_sine, small_cosine, -small_sine, -small_cosine};
            worst = fmax(worst, ulps(s[i], sine[quadrant]));
            worst = fmax(worst, ulps(c[i], sine[(quadrant + 1) % 4]));
        }
    }
    return worst;
}

static void check_isa(sincos_fn *run, const char *name)
{
    limb_test_rng rng = {5};
    const double narrow = worst_over(run, &rng, -4, 4, 400);
    const double wide = worst_over(run, &rng, -130000, 130000, 400);
    const double wider = worst_over(run, &rng, 1e5, 7e9, 40);
    const double beyond = worst_over(run, &rng, 1e6, 1e15, 40);
    const double quarters = worst_near_quarters(run, 100000, 7);
    const double far_quarters = worst_near_quarters(run, INT64_C(4400000000), 200003);
    printf("%s: worst error in ulp %.3f (to 4 rad), %.3f (to 2^17), %.3f (to 2^32), %.3f "
           "(beyond), %.3f and %.3f (near multiples of pi/2)\n",
           name, narrow, wide, wider, beyond, quarters, far_quarters);
    ENSURE(narrow <= 1 && wide <= 1 && wider <= 1 && beyond <= 1);
    ENSURE(quarters <= 1 && far_quarters <= 1);

    const double odd[6] = {INFINITY, -INFINITY, NAN, 0, -0.0, 1e-310};
    double s[6], c[6];
    run(odd, s, c, 6);
    for (int i = 0; i < 3; i++)
        ENSURE(isnan(s[i]) && isnan(c[i]));
    for (int i = 3; i < 6; i++) {
        ENSURE(s[i] == odd[i] && c[i] == 1);
        ENSURE_INT(signbit(s[i]) != 0, signbit(odd[i]) != 0);
    }
}

TEST(sines_are_within_one_unit_with_every_instruction_set)
{
    int checked = 0;
    for (limb_isa isa = LIMB_ISA_PORTABLE; isa <= LIMB_ISA_NEON; isa++) {
        if (limb__isa_choose(isa) != isa) {
            printf("instruction set %d is not on this processor\n", (int)isa);
            continue;
        }
        char name[16];
        snprintf(name, sizeof name, "isa %d", (int)isa);
        check_isa(limb__kernels_of(isa)->sincos, name);
        checked++;
    }
    ENSURE(checked > 0);
}
