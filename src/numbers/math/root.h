// Integer roots, for powers such as those of display colors: the same bits with every C library,
// and without the tables of pow.
#ifndef LIMB_MATH_ROOT_H
#define LIMB_MATH_ROOT_H

// x^(1/n) for 0 < x finite and n from 2 to 8, to one unit in the last place.
double limb__root(double x, int n);

#endif
