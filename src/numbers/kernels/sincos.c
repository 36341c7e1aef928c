// Sines and cosines of whole arrays.
#include "numbers/simd/sincos.h"

#include "numbers/kernels/kernels.h"

void LIMB__FOR_ISA(limb__sincos)(const double *x, double *sine, double *cosine, int count)
{
    int at = 0;
    for (; at + 4 <= count; at += 4) {
        limb__v4 s, c;
        sincos4(*(const limb__v4u *)(x + at), &s, &c);
        *(limb__v4u *)(sine + at) = s;
        *(limb__v4u *)(cosine + at) = c;
    }
    for (; at < count; at++) {
        limb__v4 s, c;
        sincos4(limb__splat4(x[at]), &s, &c);
        sine[at] = s[0];
        cosine[at] = c[0];
    }
}
