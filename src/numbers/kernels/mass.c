// The mass matrix: factorization along the tree, solution and inverse.
//
// M = L^T D L, leaves first: L is zero where M is, between coordinates of different branches
// (Featherstone 2008, section 6.5), so the factorization costs the sum of the squares of all
// depths, and a solution the sum of the depths. The inverse X follows from L X = D^-1 L^-T row by
// row from the base outward: below the diagonal the right side is zero, and X is symmetric.
//
// Every step adds multiples of finished rows to one row, which stays in registers. The factors are
// stored as -L below the diagonal, D^-1 on it, and -L^T above it.
#include "numbers/kernels/kernels.h"
#include "numbers/math/dense.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"
#include "numbers/simd/registers.h"

#include <math.h>

// Ratio of a pivot to the diagonal entry of M below which it may be a rounding error magnified by
// earlier pivots; see is_regular.
static const double SUSPICIOUS = 1e-8;

// Relative rounding error of a difference of nearly equal numbers, with a margin for
// a few operations.
static const double ROUNDING = 1e-14;

static void reduce_row(const limb_model *m, double *mass, int i);
static bool is_regular(const limb_model *m, double *mass);

//---- factors -------------------------------------------------------------------------------------

bool LIMB__FOR_ISA(limb__mass_factor)(const limb_model *m, double *mass)
{
    const size_t nv = (size_t)m->nv;
    bool suspicious = false;
    // rows hold D L until all are finished; D^-1 is on the diagonal
    for (int i = m->nv - 1; i >= 0; i--) {
        double *own = mass + (size_t)i * nv;
        const double before = own[i];
        reduce_row(m, mass, i);
        if (!(own[i] > LIMB__SINGULAR * before)) return false;
        suspicious |= own[i] < SUSPICIOUS * before;
        own[i] = 1 / own[i];
    }
    if (suspicious && !is_regular(m, mass)) return false;
    for (int i = 0; i < m->nv; i++) {
        double *own = mass + (size_t)i * nv;
        const double share = -own[i];
        for (int c = 0; c < i; c++)
            own[c] *= share;
    }
    return true;
}

// count consecutive rows of a matrix, and the factor of each
typedef struct rows_below {
    const double *row, *scale;
    size_t nv;
    int count;
} rows_below;

// Adds the sum of the rows to width vectors of y from the given column on.
LIMB__INLINE void add_vectors(const rows_below *rows, size_t column, int width, double *y)
{
    limb__v4 total[4];
    for (int c = 0; c < width; c++)
        total[c] = *(const limb__v4u *)(y + column + 4 * c);
    const double *x = rows->row + column;
    for (int k = 0; k < rows->count; k++, x += rows->nv) {
        const limb__v4 scale = limb__splat4(rows->scale[k]);
        for (int c = 0; c < width; c++)
            total[c] = fma4(scale, *(const limb__v4u *)(x + 4 * c), total[c]);
    }
    for (int c = 0; c < width; c++)
        *(limb__v4u *)(y + column + 4 * c) = total[c];
}

// Featherstone 2008, table 6.3: subtracts from row i of M the sum over the coordinates k of its
// subtree of L_ki times row k of D L. The subtree is consecutive; its -L_ki are stored above the
// diagonal of row i.
static void reduce_row(const limb_model *m, double *mass, int i)
{
    const size_t nv = (size_t)m->nv, count = (size_t)i + 1;
    double *own = mass + (size_t)i * nv;
    const int last = m->internal->fill.v_last[i];
    const double *row = mass + count * nv;
    for (int k = i + 1; k <= last; k++)
        own[k] = -mass[(size_t)k * (nv + 1)] * mass[(size_t)k * nv + (size_t)i];
    const rows_below rows = {row, own + count, nv, last - i};
    if (rows.count == 0) return;
    size_t c = 0;
    for (; c + 16 <= count; c += 16)
        add_vectors(&rows, c, 4, own);
    for (; c + 8 <= count; c += 8)
        add_vectors(&rows, c, 2, own);
    for (; c + 4 <= count; c += 4)
        add_vectors(&rows, c, 1, own);
    for (; c < count; c++) {
        double total = own[c];
        for (int k = 0; k < rows.count; k++)
            total = limb__fma1(rows.scale[k], row[(size_t)k * nv + c], total);
        own[c] = total;
    }
}

// Reconstructs M_ii from the rows D L.
static double entry_before(const limb_model *m, const double *mass, int i)
{
    const size_t nv = (size_t)m->nv;
    double sum = 1 / mass[(size_t)i * (nv + 1)];
    for (int k = i + 1; k <= m->internal->fill.v_last[i]; k++) {
        const double entry = mass[(size_t)k * nv + (size_t)i];
        sum += mass[(size_t)k * (nv + 1)] * entry * entry;
    }
    return sum;
}

// Returns whether every pivot is significant. D_i is x^T M x for the motion x with 1 along
// coordinate i that moves its subtree with the least force: x_k = -L_ki - sum of L_kj x_j over the
// coordinates j between i and k. If motions nearly cancel, x is large, and so is the rounding error
// of the sum.
static bool is_regular(const limb_model *m, double *mass)
{
    const int *above = m->internal->fill.v_above, *last = m->internal->fill.v_last;
    const size_t nv = (size_t)m->nv;
    for (int i = m->nv - 1; i >= 0; i--) {
        double size = sqrt(entry_before(m, mass, i));
        for (int k = i + 1; k <= last[i]; k++) {
            const double *row = mass + (size_t)k * nv;
            double sum = row[i];
            for (int j = above[k]; j > i; j = above[j])
                sum += row[j] * mass[(size_t)i * nv + (size_t)j];
            const double moved = -row[k] * sum; // stored above the diagonal meanwhile
            size += fabs(moved) * sqrt(entry_before(m, mass, k));
            mass[(size_t)i * nv + (size_t)k] = moved;
        }
        const double pivot = 1 / mass[(size_t)i * (nv + 1)];
        if (!(pivot > ROUNDING * size * size)) return false;
        for (int k = i + 1; k <= last[i]; k++) // restores -L_ki
            mass[(size_t)i * nv + (size_t)k] =
                -mass[(size_t)k * (nv + 1)] * mass[(size_t)k * nv + (size_t)i];
    }
    return true;
}

//---- one right-hand side -------------------------------------------------------------------------

// Computes x = M^-1 x: first L^-T from the leaves inward, then L^-1 D^-1 outward. The most recent
// result is added last, because it is available last.
void LIMB__FOR_ISA(limb__mass_solve)(const limb_model *m, const double *factors, double *x)
{
    const int *above = m->internal->fill.v_above, *run = m->internal->fill.v_run;
    const int *last = m->internal->fill.v_last, nv = m->nv;
    for (int i = nv - 2; i >= 0; i--) {
        const double *row = factors + (size_t)i * (size_t)nv;
        double sum = x[i], other = 0;
        int k = last[i];
        for (; k > i + 3; k -= 2) {
            sum = limb__fma1(row[k], x[k], sum);
            other = limb__fma1(row[k - 1], x[k - 1], other);
        }
        sum += other;
        for (; k > i; k--)
            sum = limb__fma1(row[k], x[k], sum);
        x[i] = sum;
    }
    for (int k = 0; k < nv; k++) {
        const double *row = factors + (size_t)k * (size_t)nv;
        double sum = row[k] * x[k], other = 0;
        for (int i = above[run[k]]; i >= 0; i = above[run[i]]) {
            int j = run[i];
            for (; j < i; j += 2) {
                sum = limb__fma1(row[j], x[j], sum);
                other = limb__fma1(row[j + 1], x[j + 1], other);
            }
            if (j == i) sum = limb__fma1(row[j], x[j], sum);
        }
        sum += other;
        for (int j = run[k]; j < k; j++)
            sum = limb__fma1(row[j], x[j], sum);
        x[k] = sum;
    }
}

//---- the inverse ---------------------------------------------------------------------------------

typedef struct sum_of_rows { // rows of one matrix, each times a factor
    int count, *row;
    double *scale;
} sum_of_rows;

// Sets width vectors of y from the given column on to the sum of the rows.
LIMB__INLINE void sum_vectors(const double *matrix, size_t nv, const sum_of_rows *sum,
                              size_t column, int width, double *y)
{
    limb__v4 total[8];
    for (int c = 0; c < width; c++)
        total[c] = limb__splat4(0);
    for (int k = 0; k < sum->count; k++) {
        const double *x = matrix + (size_t)sum->row[k] * nv + column;
        const limb__v4 scale = limb__splat4(sum->scale[k]);
        for (int c = 0; c < width; c++)
            total[c] = fma4(scale, *(const limb__v4u *)(x + 4 * c), total[c]);
    }
    for (int c = 0; c < width; c++)
        *(limb__v4u *)(y + column + 4 * c) = total[c];
}

// Computes the first count entries of y, the sum of the rows of the matrix. Up to three entries
// after them are overwritten and must not be needed any more.
LIMB__INLINE void sum_rows(const double *matrix, size_t nv, const sum_of_rows *sum, size_t count,
                           double *y)
{
    size_t c = 0;
    for (; c + 32 <= count; c += 32)
        sum_vectors(matrix, nv, sum, c, 8, y);
    for (; c + 16 <= count; c += 16)
        sum_vectors(matrix, nv, sum, c, 4, y);
    for (; c + 8 <= count; c += 8)
        sum_vectors(matrix, nv, sum, c, 2, y);
    for (; c < count && c + 4 <= nv; c += 4)
        sum_vectors(matrix, nv, sum, c, 1, y);
    for (; c < count; c++) {
        double total = 0;
        for (int k = 0; k < sum->count; k++)
            total = limb__fma1(sum->scale[k], matrix[(size_t)sum->row[k] * nv + c], total);
        y[c] = total;
    }
}

// Overwrites the factors by M^-1.
void LIMB__FOR_ISA(limb__mass_invert)(const limb_model *m, limb_work *w, double *factors)
{
    const int *above = m->internal->fill.v_above;
    const size_t nv = (size_t)m->nv;
    double *scale = w->scratch->velocity;
    sum_of_rows sum = {0, (int *)(void *)(scale + nv), scale};
    for (int k = 0; k < m->nv; k++) {
        double *own = factors + (size_t)k * nv, diagonal = own[k];
        sum.count = 0;
        for (int i = above[k]; i >= 0; i = above[i], sum.count++) {
            sum.row[sum.count] = i;
            sum.scale[sum.count] = own[i];
        }
        sum_rows(factors, nv, &sum, (size_t)k, own);
        for (int i = 0; i < sum.count; i++)
            diagonal = limb__fma1(sum.scale[i], own[sum.row[i]], diagonal);
        for (int i = 0; i < k; i++)
            factors[(size_t)i * nv + (size_t)k] = own[i];
        own[k] = diagonal;
    }
}
