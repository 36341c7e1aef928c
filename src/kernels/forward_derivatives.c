// Derivatives of forward dynamics, through the mass matrix.
//
// a changes by -M^-1 times what tau would have to change by to keep it. M = L^T D L, leaves first:
// L is zero where M is, between coordinates of different branches (Featherstone 2008, section 6.5),
// so that one column of a solve costs the sum of all depths, and n columns n times that. Rows of
// right-hand sides are solved side by side. The inverse comes out of L X = D^-1 L^-T row by row
// from the base outwards: below the diagonal the right side is zero, and X is symmetric.
#include "kernels/isa.h"
#include "kernels/kernels.h"
#include "math/dense.h"
#include "model/model.h"
#include "model/work.h"

#include <string.h>

enum { PANEL = 28 }; // columns that are solved side by side: registers hold seven vectors
_Static_assert((int)PANEL <= (int)LIMB__WORK_PER_VELOCITY, "scratch per coordinate");

static bool factor(const limb_model *m, double *mass, double *diagonal);
static void solve(const limb_model *m, const double *factors, double *x);
static void solve_both(const limb_model *m, const double *factors, double *panel, double *by_q,
                       double *by_v);
static void copy_columns(int nv, int first, int width, double *by_q, double *by_v, double *panel,
                         bool in);
static void invert(const limb_model *m, double *factors, double *row);

bool LIMB__FOR_ISA(limb__forward_derivatives)(const limb_model *m, limb_work *w,
                                              const limb__forward_input *in, double *a,
                                              double *by_q, double *by_v, double *by_tau)
{
    const size_t nv = (size_t)m->nv;
    double *zeros = w->scratch->velocity, *bias = zeros + nv; // not used by the next two
    memset(zeros, 0, nv * sizeof(double));
    LIMB__FOR_ISA(limb__rnea)(m, w, in->q, in->v, zeros, in->wrench, bias);
    for (size_t k = 0; k < nv; k++)
        a[k] = in->tau[k] - bias[k];
    LIMB__FOR_ISA(limb__crba)(m, w, in->q, by_tau);
    if (!factor(m, by_tau, zeros)) return false;
    solve(m, by_tau, a);
    LIMB__FOR_ISA(limb__rnea_derivatives)(m, w, in->q, in->v, a, by_q, by_v, NULL);
    solve_both(m, by_tau, w->scratch->velocity, by_q, by_v);
    invert(m, by_tau, w->scratch->velocity);
    return true;
}

// y += s x for count numbers, and up to three after them
LIMB__INLINE void add_row(double s, const double *x, double *y, int count)
{
    const limb__v4 scale = limb__splat4(s);
    for (int k = 0; k < count; k += 4)
        *(limb__v4u *)(y + k) = fma4(scale, *(const limb__v4u *)(x + k), *(limb__v4u *)(y + k));
}

// M = L^T D L (Featherstone 2008, section 6.5): L below the diagonal, D on it; false: singular
static bool factor(const limb_model *m, double *mass, double *diagonal)
{
    const int *above = m->internal->fill.v_above;
    const size_t nv = (size_t)m->nv;
    for (size_t k = 0; k < nv; k++)
        diagonal[k] = mass[k * (nv + 1)];
    for (int k = m->nv - 1; k >= 0; k--) {
        double *row = mass + (size_t)k * nv;
        if (!(row[k] > LIMB__SINGULAR * diagonal[k])) return false;
        const double share = 1 / row[k];
        for (int i = above[k]; i >= 0; i = above[i]) {
            // what is above the diagonal is not needed any more, the next row is
            double *other = mass + (size_t)i * nv;
            const int whole = i + 4 <= m->nv ? i + 1 : (i + 1) / 4 * 4;
            add_row(-row[i] * share, row, other, whole);
            for (int c = whole; c <= i; c++)
                other[c] = limb__fma1(-row[i] * share, row[c], other[c]);
        }
        for (int i = above[k]; i >= 0; i = above[i])
            row[i] *= share;
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
            x[i] -= factors[(size_t)k * nv + (size_t)i] * x[k];
    }
    for (int k = 0; k < m->nv; k++) {
        x[k] /= factors[(size_t)k * (nv + 1)];
        for (int i = above[k]; i >= 0; i = above[i])
            x[k] -= factors[(size_t)k * nv + (size_t)i] * x[i];
    }
}

// one panel of columns, nv x width
LIMB__INLINE void solve_panel(const limb_model *m, const double *factors, double *panel,
                              size_t width)
{
    const int *above = m->internal->fill.v_above;
    const size_t nv = (size_t)m->nv, count = width / 4;
    limb__v4 own[PANEL / 4];
    for (int k = m->nv - 1; k >= 0; k--) { // L^-T
        const double *row = factors + (size_t)k * nv;
        for (size_t c = 0; c < count; c++)
            own[c] = *(const limb__v4 *)(panel + width * (size_t)k + 4 * c);
        for (int i = above[k]; i >= 0; i = above[i]) {
            limb__v4 *to = (limb__v4 *)(void *)(panel + width * (size_t)i);
            const limb__v4 share = limb__splat4(-row[i]);
            for (size_t c = 0; c < count; c++)
                to[c] = fma4(share, own[c], to[c]);
        }
    }
    for (int k = 0; k < m->nv; k++) { // -L^-1 D^-1
        const double *row = factors + (size_t)k * nv;
        limb__v4 *to = (limb__v4 *)(void *)(panel + width * (size_t)k);
        const limb__v4 scale = limb__splat4(-1 / row[k]);
        for (size_t c = 0; c < count; c++)
            own[c] = scale * to[c];
        for (int i = above[k]; i >= 0; i = above[i]) {
            const limb__v4 *from = (const limb__v4 *)(const void *)(panel + width * (size_t)i);
            const limb__v4 share = limb__splat4(-row[i]);
            for (size_t c = 0; c < count; c++)
                own[c] = fma4(share, from[c], own[c]);
        }
        for (size_t c = 0; c < count; c++)
            to[c] = own[c];
    }
}

// X = -M^-1 X for both, some of their columns at a time, which are copied to be adjacent
static void solve_both(const limb_model *m, const double *factors, double *panel, double *by_q,
                       double *by_v)
{
    const int nv = m->nv;
    for (int first = 0; first < 2 * nv;) {
        const int left = 2 * nv - first, width = left > 20 ? PANEL : left > 12 ? 20 : 12;
        copy_columns(nv, first, width, by_q, by_v, panel, true);
        if (width == PANEL) {
            solve_panel(m, factors, panel, PANEL);
        } else if (width == 20) {
            solve_panel(m, factors, panel, 20);
        } else {
            solve_panel(m, factors, panel, 12);
        }
        copy_columns(nv, first, width, by_q, by_v, panel, false);
        first += width;
    }
}

// columns from first on of by_q and by_v side by side, into the panel or out of it
static void copy_columns(int nv, int first, int width, double *by_q, double *by_v, double *panel,
                         bool in)
{
    const int of_q = first < nv ? (nv - first < width ? nv - first : width) : 0;
    const int from_v = first + of_q - nv;
    const int of_v = 2 * nv - first < width ? 2 * nv - first - of_q : width - of_q;
    for (int k = 0; k < nv; k++, panel += width) {
        double *row_q = by_q + (size_t)k * (size_t)nv, *row_v = by_v + (size_t)k * (size_t)nv;
        if (of_q > 0 && in) memcpy(panel, row_q + first, (size_t)of_q * sizeof(double));
        if (of_q > 0 && !in) memcpy(row_q + first, panel, (size_t)of_q * sizeof(double));
        if (of_v > 0 && in) memcpy(panel + of_q, row_v + from_v, (size_t)of_v * sizeof(double));
        if (of_v > 0 && !in) memcpy(row_v + from_v, panel + of_q, (size_t)of_v * sizeof(double));
    }
}

// factors become M^-1; row holds nv + 3 numbers
static void invert(const limb_model *m, double *factors, double *row)
{
    const int *above = m->internal->fill.v_above;
    const size_t nv = (size_t)m->nv;
    for (int k = 0; k < m->nv; k++) {
        double *own = factors + (size_t)k * nv;
        memset(row, 0, ((size_t)k + 3) * sizeof(double));
        for (int i = above[k]; i >= 0; i = above[i])
            add_row(-own[i], factors + (size_t)i * nv, row, k);
        double diagonal = 1 / own[k];
        for (int i = above[k]; i >= 0; i = above[i])
            diagonal -= own[i] * row[i];
        for (int i = 0; i < k; i++)
            own[i] = factors[(size_t)i * nv + (size_t)k] = row[i];
        own[k] = diagonal;
    }
}
