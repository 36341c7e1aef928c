// L D L^T without square roots, row by row (Golub and Van Loan, algorithm 4.1.2).
#include "math/dense.h"

bool limb__ldlt_factor(double *a, int n)
{
    const size_t stride = (size_t)n;
    for (int i = 0; i < n; i++) {
        double *row = a + stride * (size_t)i;
        // row i of L D first, then of L
        for (int j = 0; j < i; j++) {
            const double *other = a + stride * (size_t)j;
            double sum = row[j];
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = sum;
        }
        double pivot = row[i];
        for (int j = 0; j < i; j++) {
            const double scaled = row[j];
            row[j] = scaled / a[stride * (size_t)j + (size_t)j];
            pivot -= scaled * row[j];
        }
        if (!(pivot > 0)) return false;
        row[i] = pivot;
    }
    return true;
}

void limb__ldlt_solve(const double *ldl, int n, double *b)
{
    const size_t stride = (size_t)n;
    for (int i = 0; i < n; i++) {
        const double *row = ldl + stride * (size_t)i;
        double sum = b[i];
        for (int k = 0; k < i; k++)
            sum -= row[k] * b[k];
        b[i] = sum;
    }
    for (int i = 0; i < n; i++)
        b[i] /= ldl[stride * (size_t)i + (size_t)i];
    for (int i = n - 1; i >= 0; i--) {
        const double *row = ldl + stride * (size_t)i;
        for (int k = 0; k < i; k++)
            b[k] -= row[k] * b[i];
    }
}

void limb__ldlt_inverse(double *a, int n)
{
    const size_t stride = (size_t)n;
    // L^-1 below the diagonal: row i of it is minus L's row times the rows above
    for (int i = 0; i < n; i++) {
        double *row = a + stride * (size_t)i;
        for (int j = 0; j < i; j++) {
            double sum = row[j];
            for (int k = j + 1; k < i; k++)
                sum += row[k] * a[stride * (size_t)k + (size_t)j];
            row[j] = -sum;
        }
    }
    // L^-T D^-1 L^-1: the upper triangle, then the diagonal, whose D is needed no more by then
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            double sum = 0;
            for (int k = j; k < n; k++) {
                const double *row = a + stride * (size_t)k;
                const double right = k == j ? 1 : row[j];
                sum += row[i] * right / row[k];
            }
            a[stride * (size_t)i + (size_t)j] = sum;
        }
    }
    for (int i = 0; i < n; i++) {
        double *own = a + stride * (size_t)i;
        double sum = 1 / own[i];
        for (int k = i + 1; k < n; k++) {
            const double *row = a + stride * (size_t)k;
            sum += row[i] * row[i] / row[k];
        }
        own[i] = sum;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            a[stride * (size_t)i + (size_t)j] = a[stride * (size_t)j + (size_t)i];
    }
}
