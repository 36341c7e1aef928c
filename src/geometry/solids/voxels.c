// Cells of a solid: triangles are cut into slices, rows and cells, which marks the surface exactly;
// the outside is flooded from a corner, and what is left is inside.
#include "geometry/solids/voxels.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static void mark_triangle(limb__voxels *v, const limb__triangles *t, int triangle);
static void mark_row(limb__voxels *v, const double (*polygon)[3], int n, int y, int z);
static void cell_range(const limb__voxels *v, const double (*polygon)[3], int n, int axis,
                       int *first, int *last);
static void flood(limb__voxels *v, uint32_t *stack);
static int clip_side(const double (*polygon)[3], int n, int axis, double plane, double sign,
                     double (*out)[3]);

limb_status limb__voxels_build(limb__voxels *out, const limb__triangles *triangles,
                               const double lower[3], const double upper[3], int resolution,
                               const limb_allocator *memory)
{
    memset(out, 0, sizeof *out);
    out->memory = memory;
    double longest = 0;
    for (int k = 0; k < 3; k++)
        longest = fmax(longest, upper[k] - lower[k]);
    out->size = longest > 0 ? longest / resolution : 1;
    out->ncell = 1;
    for (int k = 0; k < 3; k++) {
        // both ends are within cells, not between two; a layer around all is outside
        const double cells = (upper[k] - lower[k]) / out->size;
        const int whole = (int)ceil(cells - 1e-9) + 1;
        out->count[k] = whole + 2;
        out->lower[k] = lower[k] - (1 + (whole - cells) / 2) * out->size;
        out->ncell *= (size_t)out->count[k];
    }
    uint32_t *stack = limb__allocate(memory, out->ncell * sizeof *stack);
    out->state = limb__allocate(memory, out->ncell);
    if (!stack || !out->state) {
        limb__release(memory, stack, out->ncell * sizeof *stack);
        limb__voxels_free(out);
        return LIMB_ERROR_MEMORY;
    }
    memset(out->state, LIMB__CELL_INSIDE, out->ncell);
    for (int t = 0; t < triangles->count; t++)
        mark_triangle(out, triangles, t);
    flood(out, stack);
    limb__release(memory, stack, out->ncell * sizeof *stack);
    return LIMB_OK;
}

void limb__voxels_free(limb__voxels *voxels)
{
    limb__release(voxels->memory, voxels->state, voxels->ncell);
    memset(voxels, 0, sizeof *voxels);
}

int limb__voxels_find(const limb__voxels *voxels, int axis, double coordinate)
{
    const double cell = floor((coordinate - voxels->lower[axis]) / voxels->size);
    return (int)fmin(fmax(cell, 0), voxels->count[axis] - 1);
}

//---- the surface ---------------------------------------------------------------------------------

static void mark_triangle(limb__voxels *v, const limb__triangles *t, int triangle)
{
    double corner[3][3], slice[LIMB__CLIP_MAX][3], row[LIMB__CLIP_MAX][3];
    for (int i = 0; i < 3; i++)
        memcpy(corner[i], t->point[t->index[3 * (size_t)triangle + (size_t)i]], sizeof corner[i]);
    int z0, z1;
    cell_range(v, (const double(*)[3])corner, 3, 2, &z0, &z1);
    for (int z = z0; z <= z1; z++) {
        const double low = v->lower[2] + z * v->size;
        const int n = limb__clip((const double(*)[3])corner, 3, 2, low, low + v->size, slice);
        if (n == 0) continue;
        int y0, y1;
        cell_range(v, (const double(*)[3])slice, n, 1, &y0, &y1);
        for (int y = y0; y <= y1; y++) {
            const double near = v->lower[1] + y * v->size;
            const int m = limb__clip((const double(*)[3])slice, n, 1, near, near + v->size, row);
            if (m > 0) mark_row(v, (const double(*)[3])row, m, y, z);
        }
    }
}

static void mark_row(limb__voxels *v, const double (*polygon)[3], int n, int y, int z)
{
    int x0, x1;
    cell_range(v, polygon, n, 0, &x0, &x1);
    memset(v->state + limb__voxels_at(v, x0, y, z), LIMB__CELL_SURFACE, (size_t)(x1 - x0 + 1));
}

static void cell_range(const limb__voxels *v, const double (*polygon)[3], int n, int axis,
                       int *first, int *last)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < n; i++) {
        low = fmin(low, polygon[i][axis]);
        high = fmax(high, polygon[i][axis]);
    }
    *first = limb__voxels_find(v, axis, low);
    *last = limb__voxels_find(v, axis, high);
}

int limb__clip(const double (*polygon)[3], int n, int axis, double low, double high,
               double (*out)[3])
{
    double half[LIMB__CLIP_MAX][3];
    const int m = clip_side(polygon, n, axis, low, 1, half);
    return clip_side((const double(*)[3])half, m, axis, high, -1, out);
}

// Sutherland and Hodgman, 1974, for one plane. New corners are on the plane exactly.
static int clip_side(const double (*polygon)[3], int n, int axis, double plane, double sign,
                     double (*out)[3])
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        const double *a = polygon[i], *b = polygon[(i + 1) % n];
        const double from = sign * (a[axis] - plane), to = sign * (b[axis] - plane);
        if (from >= 0 && count < LIMB__CLIP_MAX) memcpy(out[count++], a, sizeof out[0]);
        if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
            if (count == LIMB__CLIP_MAX) break;
            const double t = from / (from - to);
            for (int k = 0; k < 3; k++)
                out[count][k] = a[k] + t * (b[k] - a[k]);
            out[count++][axis] = plane;
        }
    }
    return count;
}

//---- the outside ---------------------------------------------------------------------------------

// From the first cell through faces; all cells but the surface were inside.
static void flood(limb__voxels *v, uint32_t *stack)
{
    const size_t step[3] = {1, (size_t)v->count[0], (size_t)v->count[0] * (size_t)v->count[1]};
    size_t nstack = 0;
    if (v->state[0] == LIMB__CELL_INSIDE) {
        v->state[0] = LIMB__CELL_OUTSIDE;
        stack[nstack++] = 0;
    }
    while (nstack > 0) {
        const size_t at = stack[--nstack];
        for (int k = 0; k < 3; k++) {
            const size_t place = at / step[k] % (size_t)v->count[k];
            for (int side = 0; side < 2; side++) {
                if (place == (side ? (size_t)v->count[k] - 1 : 0)) continue;
                const size_t next = side ? at + step[k] : at - step[k];
                if (v->state[next] != LIMB__CELL_INSIDE) continue;
                v->state[next] = LIMB__CELL_OUTSIDE;
                stack[nstack++] = (uint32_t)next;
            }
        }
    }
}
