// Derivatives of forward dynamics, through the mass matrix.
//
// a changes by -M^-1 times what tau would have to change by to keep it. M = L^T D L, leaves first:
// L is zero where M is, between coordinates of different branches (Featherstone 2008, section 6.5),
// so that one column of a solve costs the sum of all depths, and n columns n times that. Rows of
// right-hand sides are solved side by side. The inverse comes out of L X = D^-1 L^-T row by row
// from the base outwards: below the diagonal the right side is zero, and X is symmetric.
//
// Every step adds multiples of finished rows to one row, which stays in registers meanwhile. The
// factors are kept as -L below the diagonal and D^-1 on it.
#include "numbers/kernels/kernels.h"
#include "numbers/math/dense.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"
#include "numbers/simd/registers.h"

enum { PANEL = 5 }; // vectors of each of two matrices that are solved side by side, in registers
_Static_assert(8 * (int)PANEL <= (int)LIMB__WORK_PER_VELOCITY, "scratch per coordinate");

typedef struct sum_of_rows { // of one matrix, each times a number
    int count, *row;
    double *scale;
} sum_of_rows;

// A pivot that is smaller than this beside the entry that was there before, is looked at closer:
// pivots after it may then be no more than what it magnifies of rounding.
static const double SUSPICIOUS = 1e-8;

static bool factor(const limb_model *m, double *mass, double *pivot, sum_of_rows sum,
                   bool *suspicious);
static void solve(const limb_model *m, const double *factors, double *x);
static void invert(const limb_model *m, double *factors, sum_of_rows sum);
static void solve_both(const limb_model *m, const double *factors, double *panel, double *by_q,
                       double *by_v);

bool LIMB__FOR_ISA(limb__forward_derivatives)(const limb_model *m, limb_work *w,
                                              const limb__forward_input *in, double *a,
                                              double *by_q, double *by_v, double *by_tau)
{
    const size_t nv = (size_t)m->nv;
    double *zeros = w->scratch->velocity, *bias = zeros + nv; // not used by the next two
    for (size_t k = 0; k < nv; k++)
        zeros[k] = 0;
    LIMB__FOR_ISA(limb__rnea)(m, w, in->q, in->v, zeros, in->wrench, bias);
    for (size_t k = 0; k < nv; k++)
        a[k] = in->tau[k] - bias[k];
    LIMB__FOR_ISA(limb__crba)(m, w, in->q, by_tau);
    const sum_of_rows sum = {0, (int *)(void *)(bias + nv), bias};
    bool suspicious = false;
    if (!factor(m, by_tau, zeros, sum, &suspicious)) return false;
    if (suspicious) { // from the base outwards, as limb_forward_dynamics_dense decides
        LIMB__FOR_ISA(limb__crba)(m, w, in->q, by_q);
        if (!limb__ldlt_factor(by_q, m->nv)) return false;
    }
    solve(m, by_tau, a);
    LIMB__FOR_ISA(limb__rnea_derivatives)(m, w, in->q, in->v, a, by_q, by_v, NULL);
    solve_both(m, by_tau, w->scratch->velocity, by_q, by_v);
    invert(m, by_tau, sum);
    return true;
}

//---- factors -------------------------------------------------------------------------------------

// width vectors of y from the given column on; fresh: y was zero
LIMB__INLINE void add_block(const double *matrix, size_t nv, const sum_of_rows *sum, size_t column,
                            int width, bool fresh, double *y)
{
    limb__v4 total[8];
    for (int c = 0; c < width; c++)
        total[c] = fresh ? limb__splat4(0) : *(const limb__v4u *)(y + column + 4 * c);
    for (int k = 0; k < sum->count; k++) {
        const double *x = matrix + (size_t)sum->row[k] * nv + column;
        const limb__v4 scale = limb__splat4(sum->scale[k]);
        for (int c = 0; c < width; c++)
            total[c] = fma4(scale, *(const limb__v4u *)(x + 4 * c), total[c]);
    }
    for (int c = 0; c < width; c++)
        *(limb__v4u *)(y + column + 4 * c) = total[c];
}

// The first count entries of a row y of the matrix, plus the sum; up to three after them, which
// must not be needed any more, change too.
LIMB__INLINE void add_rows(const double *matrix, size_t nv, const sum_of_rows *sum, size_t count,
                           bool fresh, double *y)
{
    size_t c = 0;
    for (; c + 32 <= count; c += 32)
        add_block(matrix, nv, sum, c, 8, fresh, y);
    for (; c + 16 <= count; c += 16)
        add_block(matrix, nv, sum, c, 4, fresh, y);
    for (; c + 8 <= count; c += 8)
        add_block(matrix, nv, sum, c, 2, fresh, y);
    for (; c < count && c + 4 <= nv; c += 4)
        add_block(matrix, nv, sum, c, 1, fresh, y);
    for (; c < count; c++) {
        double total = fresh ? 0 : y[c];
        for (int k = 0; k < sum->count; k++)
            total = limb__fma1(sum->scale[k], matrix[(size_t)sum->row[k] * nv + c], total);
        y[c] = total;
    }
}

// M = L^T D L (Featherstone 2008, section 6.5); false: singular. The pivots are -D.
static bool factor(const limb_model *m, double *mass, double *pivot, sum_of_rows sum,
                   bool *suspicious)
{
    const int *last = m->internal->fill.v_last;
    const size_t nv = (size_t)m->nv;
    for (int i = m->nv - 1; i >= 0; i--) {
        double *own = mass + (size_t)i * nv;
        const double before = own[i];
        sum.count = 0;
        for (int k = last[i]; k > i; k--, sum.count++) {
            sum.row[sum.count] = k;
            sum.scale[sum.count] = pivot[k] * mass[(size_t)k * nv + (size_t)i];
        }
        add_rows(mass, nv, &sum, (size_t)i + 1, false, own);
        if (!(own[i] > LIMB__SINGULAR * before)) return false;
        *suspicious |= own[i] < SUSPICIOUS * before;
        const double share = 1 / own[i];
        pivot[i] = -own[i];
        for (int c = 0; c < i; c++)
            own[c] *= -share;
        own[i] = share;
    }
    return true;
}

// x = M^-1 x: first L^-T from the leaves inwards, then L^-1 D^-1 outwards
static void solve(const limb_model *m, const double *factors, double *x)
{
    const int *above = m->internal->fill.v_above;
    const size_t nv = (size_t)m->nv;
    for (int k = m->nv - 1; k >= 0; k--) {
        for (int i = above[k]; i >= 0; i = above[i])
            x[i] = limb__fma1(factors[(size_t)k * nv + (size_t)i], x[k], x[i]);
    }
    for (int k = 0; k < m->nv; k++) {
        x[k] *= factors[(size_t)k * (nv + 1)];
        for (int i = above[k]; i >= 0; i = above[i])
            x[k] = limb__fma1(factors[(size_t)k * nv + (size_t)i], x[i], x[k]);
    }
}

// factors become M^-1
static void invert(const limb_model *m, double *factors, sum_of_rows sum)
{
    const int *above = m->internal->fill.v_above;
    const size_t nv = (size_t)m->nv;
    for (int k = 0; k < m->nv; k++) {
        double *own = factors + (size_t)k * nv, diagonal = own[k];
        sum.count = 0;
        for (int i = above[k]; i >= 0; i = above[i], sum.count++) {
            sum.row[sum.count] = i;
            sum.scale[sum.count] = own[i];
        }
        add_rows(factors, nv, &sum, (size_t)k, true, own);
        for (int i = 0; i < sum.count; i++)
            diagonal = limb__fma1(sum.scale[i], own[sum.row[i]], diagonal);
        for (int i = 0; i < k; i++)
            factors[(size_t)i * nv + (size_t)k] = own[i];
        own[k] = diagonal;
    }
}

//---- many right-hand sides -----------------------------------------------------------------------

// four entries of an nv x nv matrix; past its end, anything
LIMB__INLINE limb__v4 load_four(const double *matrix, size_t nv, size_t row, size_t column)
{
    const double *from = matrix + row * nv + column;
    if (row + 1 < nv || column + 4 <= nv) return *(const limb__v4u *)from;
    const size_t left = nv - column;
    return (limb__v4){from[0], left > 1 ? from[1] : 0, left > 2 ? from[2] : 0, 0};
}

// four entries of a row of nv, or as many as there are
LIMB__INLINE void store_four(limb__v4 four, double *row, size_t nv, size_t column)
{
    if (column + 4 <= nv) {
        *(limb__v4u *)(row + column) = four;
        return;
    }
    row[column] = four[0];
    if (column + 1 < nv) row[column + 1] = four[1];
    if (column + 2 < nv) row[column + 2] = four[2];
}

// X = -M^-1 X for some columns of both: width vectors of by_q from column first on, then the same
// of by_v. A row of X is zero where no column of the panel belongs to its branch.
LIMB__INLINE void solve_panel(const limb_model *m, const double *factors, double *panel, int first,
                              int width, double *by_q, double *by_v)
{
    const int *above = m->internal->fill.v_above, *last = m->internal->fill.v_last;
    const size_t nv = (size_t)m->nv, stride = 8 * (size_t)width;
    int end = 0;
    for (int c = first; c < first + 4 * width && c < m->nv; c++)
        end = last[c] >= end ? last[c] + 1 : end;
    limb__v4 own[2 * PANEL];
    for (int i = m->nv - 1; i >= 0; i--) { // L^-T
        limb__v4 *to = (limb__v4 *)(void *)(panel + stride * (size_t)i);
        const bool empty = i >= end || last[i] < first;
        for (int c = 0; c < width; c++) {
            const size_t column = (size_t)(first + 4 * c);
            own[c] = empty ? limb__splat4(0) : load_four(by_q, nv, (size_t)i, column);
            own[width + c] = empty ? limb__splat4(0) : load_four(by_v, nv, (size_t)i, column);
        }
        for (int k = i + 1; k <= last[i] && k < end; k++) {
            const limb__v4 *from = (const limb__v4 *)(const void *)(panel + stride * (size_t)k);
            const limb__v4 share = limb__splat4(factors[(size_t)k * nv + (size_t)i]);
            for (int c = 0; c < 2 * width; c++)
                own[c] = fma4(share, from[c], own[c]);
        }
        for (int c = 0; c < 2 * width; c++)
            to[c] = own[c];
    }
    for (int k = 0; k < m->nv; k++) { // -L^-1 D^-1
        const double *row = factors + (size_t)k * nv;
        limb__v4 *to = (limb__v4 *)(void *)(panel + stride * (size_t)k);
        const limb__v4 scale = limb__splat4(-row[k]);
        for (int c = 0; c < 2 * width; c++)
            own[c] = scale * to[c];
        for (int i = above[k]; i >= 0; i = above[i]) {
            const limb__v4 *from = (const limb__v4 *)(const void *)(panel + stride * (size_t)i);
            const limb__v4 share = limb__splat4(row[i]);
            for (int c = 0; c < 2 * width; c++)
                own[c] = fma4(share, from[c], own[c]);
        }
        for (int c = 0; c < 2 * width; c++)
            to[c] = own[c];
        for (int c = 0; c < width; c++) {
            const size_t column = (size_t)(first + 4 * c);
            store_four(own[c], by_q + (size_t)k * nv, nv, column);
            store_four(own[width + c], by_v + (size_t)k * nv, nv, column);
        }
    }
}

// X = -M^-1 X for both, panels of about equal width one after the other
static void solve_both(const limb_model *m, const double *factors, double *panel, double *by_q,
                       double *by_v)
{
    const int vectors = (m->nv + 3) / 4, panels = (vectors + PANEL - 1) / PANEL;
    for (int n = 0, at = 0; n < panels; n++) {
        const int width = (vectors - at + panels - n - 1) / (panels - n), first = 4 * at;
        switch (width) {
        case 1:
            solve_panel(m, factors, panel, first, 1, by_q, by_v);
            break;
        case 2:
            solve_panel(m, factors, panel, first, 2, by_q, by_v);
            break;
        case 3:
            solve_panel(m, factors, panel, first, 3, by_q, by_v);
            break;
        case 4:
            solve_panel(m, factors, panel, first, 4, by_q, by_v);
            break;
        default:
            solve_panel(m, factors, panel, first, PANEL, by_q, by_v);
            break;
        }
        at += width;
    }
}
