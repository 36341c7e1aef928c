// U^T D U, the L D L^T without square roots (Golub and Van Loan, 4.1.2) on rows of the upper
// triangle: every inner loop runs along a row without a reduction, so that it can be vectorized
// with the same result.
#include "numbers/math/dense.h"

// y += s x
static void add_scaled_row(double s, const double *x, double *y, int count)
{
    for (int k = 0; k < count; k++)
        y[k] += s * x[k];
}

// Returns whether the pivot of column j is significant compared with the original entry, the sum
// over i <= j of D_i U_ij^2.
static bool is_pivot(const double *a, int n, int j)
{
    const size_t stride = (size_t)n;
    const double pivot = a[(stride + 1) * (size_t)j];
    double before = pivot;
    for (int i = 0; i < j; i++) {
        const double u = a[stride * (size_t)i + (size_t)j];
        before += a[(stride + 1) * (size_t)i] * u * u;
    }
    return pivot > LIMB__SINGULAR * before;
}

bool limb__ldlt_factor(double *a, int n)
{
    const size_t stride = (size_t)n;
    double largest = 0;
    for (int j = 0; j < n; j++)
        largest = a[(stride + 1) * (size_t)j] > largest ? a[(stride + 1) * (size_t)j] : largest;
    for (int j = 0; j < n; j++) {
        double *row = a + stride * (size_t)j;
        const double pivot = row[j];
        if (!(pivot > LIMB__SINGULAR * largest) && !is_pivot(a, n, j)) return false;
        const double share = 1 / pivot;
        for (int i = j + 1; i < n; i++)
            add_scaled_row(-row[i] * share, row + i, a + stride * (size_t)i + i, n - i);
        for (int i = j + 1; i < n; i++)
            row[i] *= share;
    }
    return true;
}

void limb__ldlt_solve(const double *udu, int n, double *b)
{
    const size_t stride = (size_t)n;
    for (int i = 0; i < n; i++)
        add_scaled_row(-b[i], udu + stride * (size_t)i + i + 1, b + i + 1, n - i - 1);
    for (int i = 0; i < n; i++)
        b[i] /= udu[stride * (size_t)i + (size_t)i];
    for (int i = n - 1; i >= 0; i--) {
        const double *row = udu + stride * (size_t)i;
        double sum = b[i];
        for (int k = i + 1; k < n; k++)
            sum -= row[k] * b[k];
        b[i] = sum;
    }
}
