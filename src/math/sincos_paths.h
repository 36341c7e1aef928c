// Sines and cosines of arrays, one function per path.
#ifndef LIMB_MATH_SINCOS_PATHS_H
#define LIMB_MATH_SINCOS_PATHS_H

void limb__sincos_portable(const double *x, double *sine, double *cosine, int count);
void limb__sincos_avx2(const double *x, double *sine, double *cosine, int count);

#endif
