// Sine and cosine in lanes for kernels that rotate many vectors at once.
//
// As sincos4, without the tail of the reduced angle: the error stays below 1.7e-16, including near
// zero, which is sufficient for sums of products. Two vectors are computed side by side, because a
// single one would be latency bound.
//
// A template: number_double.h or number_float.h must be included before.
#ifndef LIMB_SIMD_SINCOS_LANES_H
#define LIMB_SIMD_SINCOS_LANES_H

#include "numbers/math/sincos_table.h"

typedef LIMB__REAL_NAME(limb__sincos_table) sincos_table;

// Returns all ones in the lanes whose angle is too large, or not finite: their results are wrong.
LIMB__INLINE number_bits sincos_pair(const number x[2], number sine[2], number cosine[2])
{
    // hidden from the compiler, which would otherwise copy the table to its stack
    const sincos_table *table = &LIMB__REAL_NAME(limb__sincos_numbers);
    __asm__("" : "+r"(table));
#define K(name) (*(const number *)table->name)
    const int top = 8 * (int)sizeof(real) - 1;
    number_bits quadrant[2], far = {0};
    number r[2], z[2], s[2], c[2];
    for (int k = 0; k < 2; k++) {
        // adding the shift rounds to an integer, which is then in the lowest bits
        const number shifted = number_fma(x[k], K(per_quarter), K(shift));
        const number n = shifted - K(shift);
        quadrant[k] = (number_bits)shifted;
#if LIMB__FUSED
        const number near = number_fma(n, K(fused_pi_2[0]), x[k]); // exact
        r[k] = number_fma(n, K(fused_pi_2[1]), near);
#else
        const number near = x[k] - n * K(pi_2[0]); // exact
        r[k] = (near - n * K(pi_2[1])) - n * K(pi_2[2]);
#endif
        z[k] = r[k] * r[k];
        s[k] = K(sine[0]);
        c[k] = K(cosine[0]);
    }
    for (int term = 1; term < SINE_TERMS + 2; term++) {
        for (int k = 0; k < 2; k++) {
            if (term < SINE_TERMS) s[k] = number_fma(s[k], z[k], K(sine[term]));
            c[k] = number_fma(c[k], z[k], K(cosine[term]));
        }
    }
    for (int k = 0; k < 2; k++) {
        s[k] = number_fma(s[k], z[k] * r[k], r[k]);
        // odd quadrants swap the two; the second bit is the sine's sign, its difference to the
        // first the cosine's
        const number_bits n = quadrant[k], half = n << (top - 1), sign = (number_bits)K(sign);
        sine[k] = (number)((number_bits)number_choose(n, c[k], s[k]) ^ (half & sign));
        cosine[k] =
            (number)((number_bits)number_choose(n, s[k], c[k]) ^ ((half ^ n << top) & sign));
        far |= ~((number)((number_bits)x[k] & ~sign) <= K(far));
    }
#undef K
    return far;
}

#endif
