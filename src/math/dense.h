// Small dense symmetric systems, in place.
#ifndef LIMB_MATH_DENSE_H
#define LIMB_MATH_DENSE_H

#include "limb/base.h"

// Factors a (n x n row-major, only the lower triangle is read) into L D L^T: L below the diagonal
// with unit diagonal, D on it. The upper triangle is left alone. False when a is not positive
// definite (or NaN): a is then spoiled.
bool limb__ldlt_factor(double *a, int n);
// Solves L D L^T x = b in place for one right-hand side.
void limb__ldlt_solve(const double *ldl, int n, double *b);
// The inverse in place of the factors, both triangles.
void limb__ldlt_inverse(double *ldl, int n);

#endif
