// Sine and cosine of four doubles at once, inline.
//
// The angle is reduced to r + tail in -pi/4 .. pi/4 by subtracting n pi/2, with pi/2 in three
// parts. With fused products the first two parts have 53 bits: x - n first is then exact, and the
// error of n second is known. Otherwise they have 33 bits, so that their products with n are exact
// (Cody and Waite 1980). Then the polynomials of fdlibm's kernel functions (Sun Microsystems 1993)
// are evaluated, including the tail. Error below 1 ulp. Lanes with n beyond 2^32 (2^17 without
// fused products), or so close to a multiple of pi/2 that the reduction would lose bits, and those
// that are not finite, use the C library one by one.
// that are not finite, go to the C library one by one.
#ifndef LIMB_SIMD_SINCOS_H
#define LIMB_SIMD_SINCOS_H

#include "numbers/simd/registers.h"

#include <math.h>

// x - n pi/2 = r + tail; the omitted part is below n 2^-119
LIMB__INLINE limb__v4 reduce4(limb__v4 x, limb__v4 n, limb__v4 *tail)
{
#if LIMB__FUSED
    const limb__v4 t = fma4(n, limb__splat4(-0x1.921fb54442d18p+0), x);
    const limb__v4 part = limb__splat4(0x1.1a62633145c07p-54);
    const limb__v4 second = n * part;
    const limb__v4 below = fma4(n, part, -second);
    const limb__v4 rest = fma4(n, limb__splat4(-0x1.f1976b7ed8fbcp-110), below);
    const limb__v4 r = t - second;
    *tail = ((t - r) - second) - rest;
#else
    const limb__v4 t = x - n * 0x1.921fb544p+0;
    const limb__v4 second = n * 0x1.0b4611a6p-34;
    const limb__v4 r0 = t - second;
    const limb__v4 rest = n * 0x1.3198a2e037073p-69 - ((t - r0) - second);
    const limb__v4 r = r0 - rest;
    *tail = (r0 - r) - rest;
#endif
    return r;
}

// lanes that need the C library; out of line, so that the usual path keeps its registers
static __attribute__((noinline, cold, unused)) void
sincos4_rest(const limb__v4 *x, const limb__i4 *good, limb__v4 exact[2])
{
    for (int lane = 0; lane < 4; lane++) {
        if ((*good)[lane]) continue;
        exact[0][lane] = sin((*x)[lane]);
        exact[1][lane] = cos((*x)[lane]);
    }
}

LIMB__INLINE void sincos4(limb__v4 x, limb__v4 *sine, limb__v4 *cosine)
{
    // adding 1.5 * 2^52 rounds to an integer, which is then in the lowest bits
    const limb__v4 shift = limb__splat4(0x1.8p52);
    const limb__v4 shifted = fma4(x, limb__splat4(0x1.45f306dc9c883p-1), shift);
    const limb__v4 n = shifted - shift;
    const limb__i4 quadrant = (limb__i4)shifted;
    limb__v4 tail;
    const limb__v4 r = reduce4(x, n, &tail);

    // polynomials in pairs of terms, which shortens the dependency chain
    const limb__v4 z = r * r, zr = z * r, zz = z * z;
    const limb__v4 s1 = limb__splat4(8.33333333332248946124e-03);
    const limb__v4 s2 = fma4(limb__splat4(2.75573137070700676789e-06), z,
                             limb__splat4(-1.98412698298579493134e-04));
    const limb__v4 s4 = fma4(limb__splat4(1.58969099521155010221e-10), z,
                             limb__splat4(-2.50507602534068634195e-08));
    const limb__v4 s = fma4(fma4(s4, zz, s2), z, s1);
    // r - ((z (tail / 2 - z r s) - tail) + z r / 6)
    const limb__v4 inner = fma4(z, 0.5 * tail - zr * s, -tail);
    const limb__v4 sin_r = r - fma4(zr, limb__splat4(1.66666666666666324348e-01), inner);

    const limb__v4 c0 = fma4(limb__splat4(-1.38888888888741095749e-03), z,
                             limb__splat4(4.16666666666666019037e-02));
    const limb__v4 c2 = fma4(limb__splat4(-2.75573143513906633035e-07), z,
                             limb__splat4(2.48015872894767294178e-05));
    const limb__v4 c4 = fma4(limb__splat4(-1.13596475577881948265e-11), z,
                             limb__splat4(2.08757232129817482790e-09));
    const limb__v4 c = fma4(fma4(c4, zz, c2), zz, c0);
    const limb__v4 half = 0.5 * z;
    const limb__v4 w = 1.0 - half;
    const limb__v4 cos_r = w + (((1.0 - w) - half) + fma4(zz, c, -(r * tail)));

    // odd quadrants swap the two; the sign bits come from the second bit of n and of n + 1
    const limb__i4 swap = -(quadrant & 1);
    const limb__i4 sine_sign = (quadrant & 2) << 62;
    const limb__i4 cosine_sign = ((quadrant + 1) & 2) << 62;
    *sine = (limb__v4)((limb__i4)select4(swap, cos_r, sin_r) ^ sine_sign);
    *cosine = (limb__v4)((limb__i4)select4(swap, sin_r, cos_r) ^ cosine_sign);

#if LIMB__FUSED
    const double largest = 0x1p32 * 0x1p-62;
#else
    const double largest = 0x1p17 * 0x1p-62;
#endif
    const limb__v4 left = (limb__v4)((limb__i4)r & INT64_MAX);
    const limb__v4 least = (limb__v4)((limb__i4)n & INT64_MAX) * 0x1p-62;
    const limb__i4 good = (least <= largest) & (left >= least);
    if (all4(good)) return;
    limb__v4 exact[2] = {*sine, *cosine};
    sincos4_rest(&x, &good, exact);
    *sine = exact[0];
    *cosine = exact[1];
}

#endif
