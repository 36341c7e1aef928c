// The cells of a solid and the points that represent their content.
//
// The part of the solid in a cell is within the hull of the triangles' clipped corners there and
// of those corners of the cell that are inside the solid. A corner that no outside cell touches
// counts as inside.
#include "base/memory.h"
#include "geometry/solids/cover.h"

#include <math.h>
#include <string.h>

static limb_status list_triangles(limb__cover_cells *c);
static void touch_cells(limb__cover_cells *c, int triangle, bool count_only);
static void surround_triangles(limb__cover_cells *c);
static void measure_rings(limb__cover_cells *c);
static limb_status add_cells(limb__cover_cells *c);
static limb_status add_cell(limb__cover_cells *c, int cell, size_t place);
static limb_status add_clipped(limb__cover_cells *c, int triangle, const double low[3]);
static bool is_free_corner(const limb__voxels *v, const int at[3], int corner);
static bool add_point(limb__cover_cells *c, const double point[3]);

limb_status limb__cover_cells_build(limb__cover_cells *out, const limb__triangles *triangles,
                                    const double lower[3], const double upper[3], int resolution,
                                    int max_cells, const limb_allocator *memory)
{
    memset(out, 0, sizeof *out);
    out->memory = memory;
    out->triangles = triangles;
    limb_status status =
        limb__voxels_build(&out->voxels, triangles, lower, upper, resolution, memory);
    if (status != LIMB_OK) return status;
    for (size_t i = 0; i < out->voxels.ncell; i++)
        out->ncell += out->voxels.state[i] != LIMB__CELL_OUTSIDE;
    if (out->ncell > max_cells) {
        const int ncell = out->ncell;
        limb__voxels_free(&out->voxels);
        *out = (limb__cover_cells){.ncell = ncell};
        return LIMB_ERROR_LIMIT;
    }
    const size_t n = (size_t)out->ncell;
    out->first = limb__allocate(memory, (n + 1) * sizeof *out->first);
    out->place = limb__allocate(memory, n * sizeof *out->place);
    out->around = limb__allocate(memory, n * sizeof *out->around);
    out->touch_first = limb__allocate(memory, (out->voxels.ncell + 1) * sizeof(int));
    out->ring = limb__allocate(memory, out->voxels.ncell);
    out->ball = limb__allocate(memory, (size_t)triangles->count * sizeof *out->ball);
    out->seen = limb__allocate(memory, ((size_t)triangles->count + 1) * sizeof *out->seen);
    if (!out->first || !out->place || !out->around || !out->touch_first || !out->ring ||
        !out->ball || !out->seen)
        status = LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) {
        memset(out->seen, 0, ((size_t)triangles->count + 1) * sizeof *out->seen);
        surround_triangles(out);
    }
    if (status == LIMB_OK) status = list_triangles(out);
    if (status == LIMB_OK) measure_rings(out);
    if (status == LIMB_OK) status = add_cells(out);
    if (status != LIMB_OK) limb__cover_cells_free(out);
    return status;
}

void limb__cover_cells_free(limb__cover_cells *cells)
{
    const size_t n = (size_t)cells->ncell;
    limb__release(cells->memory, cells->first, (n + 1) * sizeof *cells->first);
    limb__release(cells->memory, cells->place, n * sizeof *cells->place);
    limb__release(cells->memory, cells->around, n * sizeof *cells->around);
    limb__release(cells->memory, cells->touch_first, (cells->voxels.ncell + 1) * sizeof(int));
    limb__release(cells->memory, cells->ring, cells->voxels.ncell);
    const size_t ntriangle = cells->triangles ? (size_t)cells->triangles->count : 0;
    limb__release(cells->memory, cells->ball, ntriangle * sizeof *cells->ball);
    limb__release(cells->memory, cells->seen, (ntriangle + 1) * sizeof *cells->seen);
    limb__release(cells->memory, cells->touching, (size_t)cells->ntouching * sizeof(int));
    limb__release(cells->memory, cells->point,
                  (size_t)cells->point_capacity * sizeof *cells->point);
    if (cells->voxels.memory) limb__voxels_free(&cells->voxels);
    memset(cells, 0, sizeof *cells);
}

//---- triangles by cell ---------------------------------------------------------------------------

static limb_status list_triangles(limb__cover_cells *c)
{
    const size_t ncell = c->voxels.ncell;
    memset(c->touch_first, 0, (ncell + 1) * sizeof(int));
    for (int t = 0; t < c->triangles->count; t++)
        touch_cells(c, t, true);
    long long total = 0;
    for (size_t i = 0; i <= ncell; i++) {
        const int count = c->touch_first[i];
        if (total > INT32_MAX / 4) return LIMB_ERROR_LIMIT;
        c->touch_first[i] = (int)total;
        total += count;
    }
    c->touching = limb__allocate(c->memory, (size_t)total * sizeof(int));
    if (!c->touching && total > 0) return LIMB_ERROR_MEMORY;
    c->ntouching = (int)total;
    for (int t = 0; t < c->triangles->count; t++)
        touch_cells(c, t, false);
    // filling moved each start to the next one
    memmove(c->touch_first + 1, c->touch_first, ncell * sizeof(int));
    c->touch_first[0] = 0;
    return LIMB_OK;
}

// Counts the triangle in the cells that it touches, or adds it to their lists.
static void touch_cells(limb__cover_cells *c, int triangle, bool count_only)
{
    const limb__voxels *v = &c->voxels;
    const limb__triangles *t = c->triangles;
    double corner[3][3], low[3], high[3];
    int first[3], last[3];
    for (int i = 0; i < 3; i++)
        memcpy(corner[i], t->point[t->index[3 * (size_t)triangle + (size_t)i]], sizeof corner[i]);
    for (int k = 0; k < 3; k++) {
        low[k] = fmin(corner[0][k], fmin(corner[1][k], corner[2][k]));
        high[k] = fmax(corner[0][k], fmax(corner[1][k], corner[2][k]));
        first[k] = limb__voxels_find(v, k, low[k]);
        last[k] = limb__voxels_find(v, k, high[k]);
    }
    for (int z = first[2]; z <= last[2]; z++) {
        double slice[LIMB__CLIP_MAX][3], row[LIMB__CLIP_MAX][3];
        const double below = v->lower[2] + z * v->size;
        const int n = limb__clip((const double(*)[3])corner, 3, 2, below, below + v->size, slice);
        for (int y = first[1]; y <= last[1] && n > 0; y++) {
            const double near = v->lower[1] + y * v->size;
            const int m = limb__clip((const double(*)[3])slice, n, 1, near, near + v->size, row);
            double left = INFINITY, right = -INFINITY;
            for (int i = 0; i < m; i++) {
                left = fmin(left, row[i][0]);
                right = fmax(right, row[i][0]);
            }
            if (m == 0) continue;
            const int end = limb__voxels_find(v, 0, right);
            for (int x = limb__voxels_find(v, 0, left); x <= end; x++) {
                int *at = &c->touch_first[limb__voxels_at(v, x, y, z)];
                if (!count_only) c->touching[*at] = triangle;
                (*at)++;
            }
        }
    }
}

// Computes a ball around each, enlarged by more than the rounding error.
static void surround_triangles(limb__cover_cells *c)
{
    const limb__triangles *t = c->triangles;
    for (int i = 0; i < t->count; i++) {
        limb__ball *ball = &c->ball[i];
        double square = 0;
        for (int k = 0; k < 3; k++) {
            const double p[3] = {t->point[t->index[3 * (size_t)i]][k],
                                 t->point[t->index[3 * (size_t)i + 1]][k],
                                 t->point[t->index[3 * (size_t)i + 2]][k]};
            ball->center[k] = (p[0] + p[1] + p[2]) / 3;
        }
        for (int corner = 0; corner < 3; corner++) {
            const double *p = t->point[t->index[3 * (size_t)i + (size_t)corner]];
            double away = 0, size = 0;
            for (int k = 0; k < 3; k++) {
                away += (p[k] - ball->center[k]) * (p[k] - ball->center[k]);
                size += p[k] * p[k];
            }
            square = fmax(square, away * (1 + 1e-12) + 1e-28 * size);
        }
        ball->radius = sqrt(square);
    }
}

// Distances from already visited neighbors, in a forward and a backward pass: exact for this metric
// (Rosenfeld and Pfaltz 1966).
static void measure_rings(limb__cover_cells *c)
{
    const limb__voxels *v = &c->voxels;
    const int n[3] = {v->count[0], v->count[1], v->count[2]};
    for (size_t i = 0; i < v->ncell; i++)
        c->ring[i] = c->touch_first[i + 1] > c->touch_first[i] ? 0 : UINT8_MAX;
    for (int pass = 0; pass < 2; pass++) {
        const int step = pass == 0 ? 1 : -1;
        for (size_t i = 0; i < v->ncell; i++) {
            const size_t place = pass == 0 ? i : v->ncell - 1 - i;
            const int x = (int)(place % (size_t)n[0]), y = (int)(place / (size_t)n[0]) % n[1],
                      z = (int)(place / (size_t)n[0] / (size_t)n[1]);
            int least = c->ring[place];
            // the 13 preceding neighbors in this order
            for (int k = 0; k < 13 && least > 0; k++) {
                const int at[3] = {x + step * (k % 3 - 1), y + step * (k / 3 % 3 - 1),
                                   z + step * (k / 9 - 1)};
                if (at[0] < 0 || at[0] >= n[0] || at[1] < 0 || at[1] >= n[1] || at[2] < 0 ||
                    at[2] >= n[2]) {
                    continue;
                }
                const int near = c->ring[limb__voxels_at(v, at[0], at[1], at[2])];
                least = near + 1 < least ? near + 1 : least;
            }
            c->ring[place] = (uint8_t)least;
        }
    }
}

//---- points of cells -----------------------------------------------------------------------------

static limb_status add_cells(limb__cover_cells *c)
{
    int cell = 0;
    for (size_t place = 0; place < c->voxels.ncell; place++) {
        if (c->voxels.state[place] == LIMB__CELL_OUTSIDE) continue;
        c->first[cell] = c->npoint;
        const limb_status status = add_cell(c, cell, place);
        if (status != LIMB_OK) return status;
        cell++;
    }
    c->first[cell] = c->npoint;
    return LIMB_OK;
}

static limb_status add_cell(limb__cover_cells *c, int cell, size_t place)
{
    const limb__voxels *v = &c->voxels;
    const size_t nx = (size_t)v->count[0], ny = (size_t)v->count[1];
    const int at[3] = {(int)(place % nx), (int)(place / nx % ny), (int)(place / nx / ny)};
    double low[3];
    for (int k = 0; k < 3; k++)
        low[k] = v->lower[k] + at[k] * v->size;
    c->place[cell] = (int)place;
    for (int i = 0; i < 8; i++) {
        const double corner[3] = {low[0] + (i & 1) * v->size, low[1] + (i >> 1 & 1) * v->size,
                                  low[2] + (i >> 2) * v->size};
        if (is_free_corner(v, at, i)) continue;
        if (!add_point(c, corner)) return LIMB_ERROR_MEMORY;
    }
    for (int i = c->touch_first[place]; i < c->touch_first[place + 1]; i++) {
        const limb_status status = add_clipped(c, c->touching[i], low);
        if (status != LIMB_OK) return status;
    }
    const int begin = c->first[cell];
    if (c->npoint == begin && !add_point(c, low)) return LIMB_ERROR_MEMORY;
    c->around[cell] = limb__ball_around((const double(*)[3])c->point + begin, c->npoint - begin);
    return LIMB_OK;
}

static limb_status add_clipped(limb__cover_cells *c, int triangle, const double low[3])
{
    const limb__triangles *t = c->triangles;
    double a[LIMB__CLIP_MAX][3] = {{0}}, b[LIMB__CLIP_MAX][3] = {{0}};
    for (int i = 0; i < 3; i++)
        memcpy(a[i], t->point[t->index[3 * (size_t)triangle + (size_t)i]], sizeof a[i]);
    int n = 3;
    for (int k = 0; k < 3; k++) {
        n = limb__clip((const double(*)[3])a, n, k, low[k], low[k] + c->voxels.size, b);
        memcpy(a, b, sizeof a);
    }
    for (int i = 0; i < n; i++) {
        if (!add_point(c, a[i])) return LIMB_ERROR_MEMORY;
    }
    return LIMB_OK;
}

// Returns whether an outside cell touches the corner of a cell.
static bool is_free_corner(const limb__voxels *v, const int at[3], int corner)
{
    for (int i = 0; i < 8; i++) {
        int near[3];
        bool within = true;
        for (int k = 0; k < 3; k++) {
            near[k] = at[k] + (corner >> k & 1) - (i >> k & 1);
            within = within && near[k] >= 0 && near[k] < v->count[k];
        }
        if (!within ||
            v->state[limb__voxels_at(v, near[0], near[1], near[2])] == LIMB__CELL_OUTSIDE) {
            return true;
        }
    }
    return false;
}

static bool add_point(limb__cover_cells *c, const double point[3])
{
    if (!limb__grow(c->memory, (void **)&c->point, &c->point_capacity, c->npoint + 1,
                    sizeof *c->point)) {
        return false;
    }
    memcpy(c->point[c->npoint++], point, sizeof *c->point);
    return true;
}
