// Derivatives of forward dynamics, through the mass matrix.
//
// The change of a is -M^-1 times the change of tau at constant a. With the factors of M along the
// tree (numbers/kernels/mass.c), solving for one column costs the sum of all depths, for n columns
// n times as much. Rows of right-hand sides are solved side by side.
#include "numbers/kernels/kernels.h"
#include "numbers/model/model.h"
#include "numbers/model/work.h"
#include "numbers/simd/registers.h"

enum { PANEL = 5 }; // vectors of each of the two matrices solved side by side, held in registers
_Static_assert(8 * (int)PANEL <= (int)LIMB__WORK_PER_VELOCITY, "scratch per coordinate");

static void solve_both(const limb_model *m, const double *factors, double *panel, double *by_q,
                       double *by_v);

bool LIMB__FOR_ISA(limb__forward_derivatives)(const limb_model *m, limb_work *w,
                                              const limb__forward_input *in, double *a,
                                              double *by_q, double *by_v, double *by_tau)
{
    const size_t nv = (size_t)m->nv;
    double *zeros = w->scratch->velocity, *bias = zeros + nv; // not used by the next two calls
    for (size_t k = 0; k < nv; k++)
        zeros[k] = 0;
    LIMB__FOR_ISA(limb__rnea)(m, w, in->q, in->v, zeros, in->wrench, bias);
    for (size_t k = 0; k < nv; k++)
        a[k] = in->tau[k] - bias[k];
    LIMB__FOR_ISA(limb__crba)(m, w, in->q, by_tau);
    if (!LIMB__FOR_ISA(limb__mass_factor)(m, by_tau)) return false;
    LIMB__FOR_ISA(limb__mass_solve)(m, by_tau, a);
    LIMB__FOR_ISA(limb__rnea_derivatives)(m, w, in->q, in->v, a, by_q, by_v, NULL);
    solve_both(m, by_tau, w->scratch->velocity, by_q, by_v);
    LIMB__FOR_ISA(limb__mass_invert)(m, w, by_tau);
    return true;
}

//---- many right-hand sides -----------------------------------------------------------------------

// Loads four entries of an nv x nv matrix; entries beyond its end are arbitrary.
LIMB__INLINE limb__v4 load_four(const double *matrix, size_t nv, size_t row, size_t column)
{
    const double *from = matrix + row * nv + column;
    if (row + 1 < nv || column + 4 <= nv) return *(const limb__v4u *)from;
    const size_t left = nv - column;
    return (limb__v4){from[0], left > 1 ? from[1] : 0, left > 2 ? from[2] : 0, 0};
}

// Stores four entries of a row of nv, or as many as remain.
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

// Solves X = -M^-1 X for some columns of both matrices: width vectors of by_q from column first on,
// then the same of by_v. A row of X is zero if no column of the panel belongs to its branch.
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

// Solves X = -M^-1 X for both matrices, in panels of about equal width.
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
