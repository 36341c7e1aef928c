// Small dense symmetric systems, in place.
#ifndef LIMB_MATH_DENSE_H
#define LIMB_MATH_DENSE_H

#include "limb/base.h"

// A pivot below this share of its diagonal entry before elimination is a rounding error: the matrix
// is singular. Some hundred times the precision of doubles.
#define LIMB__SINGULAR 1e-13

// Factors a (n x n row-major, only the upper triangle is read) into U^T D U: U above the diagonal,
// with unit diagonal, D on it. The lower triangle is unchanged. Returns false if a is singular, not
// positive definite, or NaN: a is then undefined.
bool limb__ldlt_factor(double *a, int n);
// Solves U^T D U x = b in place for one right-hand side.
void limb__ldlt_solve(const double *udu, int n, double *b);

#endif
