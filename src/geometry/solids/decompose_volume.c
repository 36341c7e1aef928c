// The volume of the solid in a box of its frame.
//
// For a closed surface by the divergence theorem: the field along x that grows from 0 to the box's
// width between its two planes, and is constant elsewhere, has divergence 1 in the box and 0
// outside these planes; it has no flux through the cuts along y and z. So the triangles, clipped in
// y and z, give the volume. For other surfaces by cells.
#include "geometry/solids/decompose.h"

#include <math.h>
#include <string.h>

static double exact_volume(const limb__mesh_solid *s, const limb__region *r);
static double flow(const double (*polygon)[3], int n, double from, double to);
static double cells_volume(const limb__mesh_solid *s, const limb__region *r);

double limb__mesh_solid_within(const limb__mesh_solid *solid, const limb__region *region)
{
    const double volume =
        solid->is_closed ? exact_volume(solid, region) : cells_volume(solid, region);
    return fmax(volume * pow(solid->scale, 3), 0);
}

static double exact_volume(const limb__mesh_solid *s, const limb__region *r)
{
    const double from = r->lower[0], to = r->upper[0];
    double sum = 0;
    for (int t = 0; t < s->mesh->ntriangle; t++) {
        double a[LIMB__CLIP_MAX][3], b[LIMB__CLIP_MAX][3];
        double low[3] = {INFINITY, INFINITY, INFINITY};
        double high[3] = {-INFINITY, -INFINITY, -INFINITY};
        for (int i = 0; i < 3; i++) {
            memcpy(a[i], s->local[s->mesh->index[3 * (size_t)t + (size_t)i]], sizeof a[i]);
            for (int k = 0; k < 3; k++) {
                low[k] = fmin(low[k], a[i][k]);
                high[k] = fmax(high[k], a[i][k]);
            }
        }
        if (high[0] <= from || high[1] < r->lower[1] || low[1] > r->upper[1] ||
            high[2] < r->lower[2] || low[2] > r->upper[2]) {
            continue;
        }
        int n = limb__clip((const double(*)[3])a, 3, 1, r->lower[1], r->upper[1], b);
        n = limb__clip((const double(*)[3])b, n, 2, r->lower[2], r->upper[2], a);
        // between the planes, then beyond them; content of the second plane counts once
        const int between =
            low[0] < to || high[0] <= to ? limb__clip((const double(*)[3])a, n, 0, from, to, b) : 0;
        sum += flow((const double(*)[3])b, between, from, to);
        const int beyond =
            high[0] > to ? limb__clip((const double(*)[3])a, n, 0, to, INFINITY, b) : 0;
        sum += flow((const double(*)[3])b, beyond, from, to);
    }
    return sum * s->direction;
}

// The flux through a polygon, as triangles around its first corner: the area projected along x
// times the mean of the field, which is linear in each.
static double flow(const double (*polygon)[3], int n, double from, double to)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++) {
        const double *a = polygon[0], *b = polygon[i], *c = polygon[i + 1];
        const double area = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]);
        const double mean = fmin(a[0], to) + fmin(b[0], to) + fmin(c[0], to) - 3 * from;
        sum += area / 2 * mean / 3;
    }
    return sum;
}

// Counts all cells inside, and half of each that contains the surface.
static double cells_volume(const limb__mesh_solid *s, const limb__region *r)
{
    const limb__voxels *v = &s->voxels;
    int first[3], last[3];
    double share[3][2]; // shares of the first and last cells that are in the region
    for (int k = 0; k < 3; k++) {
        first[k] = r->cut[k][0] ? limb__voxels_find(v, k, r->lower[k]) : 0;
        last[k] = r->cut[k][1] ? limb__voxels_find(v, k, r->upper[k]) : v->count[k] - 1;
        const double begin = v->lower[k] + first[k] * v->size;
        const double end = v->lower[k] + (last[k] + 1) * v->size;
        share[k][0] = r->cut[k][0] ? fmin(fmax(1 - (r->lower[k] - begin) / v->size, 0), 1) : 1;
        share[k][1] = r->cut[k][1] ? fmin(fmax(1 - (end - r->upper[k]) / v->size, 0), 1) : 1;
    }
    static const double part[] = {
        [LIMB__CELL_OUTSIDE] = 0, [LIMB__CELL_SURFACE] = 0.5, [LIMB__CELL_INSIDE] = 1};
    double sum = 0;
    for (int z = first[2]; z <= last[2]; z++) {
        const double deep = (z == first[2] ? share[2][0] : 1) * (z == last[2] ? share[2][1] : 1);
        for (int y = first[1]; y <= last[1]; y++) {
            const double wide =
                deep * (y == first[1] ? share[1][0] : 1) * (y == last[1] ? share[1][1] : 1);
            const uint8_t *row = v->state + limb__voxels_at(v, 0, y, z);
            double cells = 0;
            for (int x = first[0]; x <= last[0]; x++) {
                cells += part[row[x]] * (x == first[0] ? share[0][0] : 1) *
                         (x == last[0] ? share[0][1] : 1);
            }
            sum += wide * cells;
        }
    }
    return sum * pow(v->size, 3);
}
