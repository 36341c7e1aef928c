// One angle by the method of sincos.h, without fused products: reduced by multiples of pi/2 in
// three parts (Cody and Waite 1980), then fdlibm's polynomials (Sun Microsystems 1993).
#include "numbers/math/sin_cos.h"

#include <math.h>

static const double MAX_TURNS = 0x1p17; // products of the parts with so many turns are exact

static double sine_near_zero(double r, double tail);
static double cosine_near_zero(double r, double tail);

void limb__sin_cos(double angle, double *sine, double *cosine)
{
    // n pi/2 is the nearest multiple; angle - n pi/2 = r + tail, to within n 2^-119
    const double n = floor(angle * 0x1.45f306dc9c883p-1 + 0.5);
    const double t = angle - n * 0x1.921fb544p+0;
    const double second = n * 0x1.0b4611a6p-34;
    const double r0 = t - second;
    const double rest = n * 0x1.3198a2e037073p-69 - ((t - r0) - second);
    const double r = r0 - rest;
    const double tail = (r0 - r) - rest;
    if (!(fabs(n) <= MAX_TURNS) || fabs(r) < fabs(n) * 0x1p-62) {
        // too large, not finite, or so close to a multiple that the parts of pi/2 do not suffice
        *sine = sin(angle);
        *cosine = cos(angle);
        return;
    }
    const double s = sine_near_zero(r, tail), c = cosine_near_zero(r, tail);
    const int quadrant = (int)n & 3;
    *sine = quadrant == 0 ? s : quadrant == 1 ? c : quadrant == 2 ? -s : -c;
    *cosine = quadrant == 0 ? c : quadrant == 1 ? -s : quadrant == 2 ? -c : s;
}

// r - ((z (tail / 2 - z r s) - tail) + z r / 6) with z = r^2
static double sine_near_zero(double r, double tail)
{
    const double z = r * r;
    const double s = 8.33333333332248946124e-03 +
                     z * (-1.98412698298579493134e-04 +
                          z * (2.75573137070700676789e-06 +
                               z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    return r - ((z * (0.5 * tail - z * r * s) - tail) + z * r * 1.66666666666666324348e-01);
}

// 1 - z / 2 + z^2 c - r tail, the first difference with its rounding error
static double cosine_near_zero(double r, double tail)
{
    const double z = r * r;
    const double c =
        4.16666666666666019037e-02 +
        z * (-1.38888888888741095749e-03 +
             z * (2.48015872894767294178e-05 +
                  z * (-2.75573143513906633035e-07 +
                       z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
    const double half = 0.5 * z;
    const double w = 1.0 - half;
    return w + (((1.0 - w) - half) + (z * z * c - r * tail));
}
