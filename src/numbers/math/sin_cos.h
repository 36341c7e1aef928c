// Sine and cosine of one angle, the same bits on every machine.
//
// C libraries differ in the last bit of sines, and so would the rotations of a file's angles, the
// GLB made from them, and every pose. Error below 1 ulp.
#ifndef LIMB_MATH_SIN_COS_H
#define LIMB_MATH_SIN_COS_H

void limb__sin_cos(double angle, double *sine, double *cosine);

#endif
