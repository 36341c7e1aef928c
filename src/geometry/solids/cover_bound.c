// Proves how far balls protrude from a solid: branch and bound over cubes around each ball.
//
// The distance to the solid changes by at most the distance moved. So within a cube (and the ball)
// it is at most that of the ball's point closest to the cube's center, plus half the cube's
// diagonal. Cubes whose bound exceeds the known lower bound are divided; when the bounds are close,
// the upper one is the result, and if the steps run out, it is the largest open bound.
#include "base/memory.h"
#include "geometry/solids/cover.h"
#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

enum { STACK = 8 * 40, MAX_STEPS = 20000 };
static const double SHARE = 0.03; // relative overestimate of the result, of the radius

typedef struct nearest { // the nearest triangle so far
    double distance, square;
    uint32_t search; // its number
} nearest;

typedef struct cube {
    double middle[3];
    double half;
} cube;

static double lower_bound(const limb__cover_cells *c, const limb__ball *ball);
static bool is_inside(const limb__cover_cells *c, const double point[3]);
static double surface_distance(const limb__cover_cells *c, const double point[3], double enough);
static double slab_square(const limb__voxels *v, int axis, int layer, double coordinate);
static void search_cell(const limb__cover_cells *c, size_t place, const double point[3],
                        nearest *best);
static double triangle_square(const limb__triangles *t, int triangle, const double p[3]);
static double segment_square(const double a[3], const double b[3], const double p[3]);

double limb__cover_bound(const limb__cover_cells *c, const limb__ball *ball, double limit,
                         int *left)
{
    const double enough = SHARE * ball->radius;
    double lower = lower_bound(c, ball), upper = 0; // the distance reaches lower at some point, and
                                                    // upper is exceeded by none
    if (lower >= limit) return INFINITY;
    cube stack[STACK];
    int nstack = 0;
    stack[nstack] = (cube){.half = ball->radius};
    memcpy(stack[nstack++].middle, ball->center, sizeof ball->center);
    for (int step = 0; nstack > 0; step++) {
        const cube at = stack[--nstack];
        *left -= *left > 0;
        double inner[3], away = 0;
        for (int k = 0; k < 3; k++)
            away += (at.middle[k] - ball->center[k]) * (at.middle[k] - ball->center[k]);
        away = sqrt(away);
        const double reach = at.half * sqrt(3);
        if (away > ball->radius + reach) continue;
        for (int k = 0; k < 3; k++) {
            const double d = at.middle[k] - ball->center[k];
            inner[k] = ball->center[k] + (away > ball->radius ? d * ball->radius / away : d);
        }
        // a distance that excludes the cube need not be known more exactly
        const double found =
            is_inside(c, inner) ? 0 : surface_distance(c, inner, lower + enough - reach);
        lower = fmax(lower, found);
        if (lower >= limit) return INFINITY;
        const double most = found + reach;
        if (most <= lower + enough || step >= MAX_STEPS || nstack + 8 > STACK) {
            upper = fmax(upper, most);
            continue;
        }
        for (int i = 0; i < 8; i++) {
            cube part = {.half = at.half / 2};
            for (int k = 0; k < 3; k++)
                part.middle[k] = at.middle[k] + (i >> k & 1 ? part.half : -part.half);
            stack[nstack++] = part;
        }
    }
    return upper;
}

double limb__cover_depth(const limb__cover_cells *cells, const double point[3])
{
    return is_inside(cells, point) ? surface_distance(cells, point, 0) : 0;
}

// Returns the largest distance at some points of the ball: those towards the centers of a cube's
// sides, edges and corners.
static double lower_bound(const limb__cover_cells *c, const limb__ball *ball)
{
    double lower = 0;
    for (int i = 0; i < 27; i++) {
        const double d[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        const double length = sqrt(limb__dot(d, d));
        if (length == 0) continue;
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = ball->center[k] + d[k] * ball->radius / length;
        if (!is_inside(c, p)) lower = fmax(lower, surface_distance(c, p, lower));
    }
    return lower;
}

// In a cell that is.
static bool is_inside(const limb__cover_cells *c, const double point[3])
{
    const limb__voxels *v = &c->voxels;
    int at[3];
    for (int k = 0; k < 3; k++) {
        if (!(point[k] >= v->lower[k] && point[k] <= v->lower[k] + v->count[k] * v->size))
            return false;
        at[k] = limb__voxels_find(v, k, point[k]);
    }
    return v->state[limb__voxels_at(v, at[0], at[1], at[2])] == LIMB__CELL_INSIDE;
}

// Returns the distance from a point to the nearest triangle; if that is less than enough, perhaps
// to another triangle closer than that.
static double surface_distance(const limb__cover_cells *c, const double point[3], double enough)
{
    const limb__voxels *v = &c->voxels;
    const double stop = enough > 0 ? enough * enough : -1;
    int at[3], furthest = 0;
    for (int k = 0; k < 3; k++) {
        at[k] = limb__voxels_find(v, k, point[k]);
        furthest = v->count[k] > furthest ? v->count[k] : furthest;
    }
    nearest best = {INFINITY, INFINITY, ++c->seen[c->triangles->count]};
    // shells of cells around the point's cell, from the first with triangles until farther ones
    // cannot be nearer
    for (int ring = c->ring[limb__voxels_at(v, at[0], at[1], at[2])]; ring <= furthest; ring++) {
        const double before = (ring - 1) * v->size;
        if (best.square <= stop || (before > 0 && before * before >= best.square)) break;
        int low[3], high[3];
        for (int k = 0; k < 3; k++) {
            low[k] = at[k] - ring > 0 ? at[k] - ring : 0;
            high[k] = at[k] + ring < v->count[k] - 1 ? at[k] + ring : v->count[k] - 1;
        }
        for (int z = low[2]; z <= high[2]; z++) {
            const double above = slab_square(v, 2, z, point[2]);
            for (int y = low[1]; y <= high[1] && above < best.square; y++) {
                if (above + slab_square(v, 1, y, point[1]) >= best.square) continue;
                const bool is_side = z == at[2] - ring || z == at[2] + ring || y == at[1] - ring ||
                                     y == at[1] + ring;
                const size_t row = limb__voxels_at(v, 0, y, z);
                if (is_side) {
                    for (int x = low[0]; x <= high[0]; x++)
                        search_cell(c, row + (size_t)x, point, &best);
                    continue;
                }
                if (at[0] - ring >= low[0]) search_cell(c, row + (size_t)low[0], point, &best);
                if (at[0] + ring <= high[0]) search_cell(c, row + (size_t)high[0], point, &best);
            }
        }
    }
    return best.distance;
}

// Returns the squared distance from a coordinate to a layer of cells.
static double slab_square(const limb__voxels *v, int axis, int layer, double coordinate)
{
    const double below = v->lower[axis] + layer * v->size - coordinate;
    const double above = -below - v->size;
    const double gap = below > 0 ? below : above > 0 ? above : 0;
    return gap * gap;
}

static void search_cell(const limb__cover_cells *c, size_t place, const double point[3],
                        nearest *best)
{
    for (int i = c->touch_first[place]; i < c->touch_first[place + 1]; i++) {
        const int triangle = c->touching[i];
        // long triangles are in many cells, and most are too far away as a whole
        if (c->seen[triangle] == best->search) continue;
        c->seen[triangle] = best->search;
        const limb__ball *ball = &c->ball[triangle];
        const double reach = best->distance + ball->radius;
        double square = 0;
        for (int k = 0; k < 3; k++)
            square += (point[k] - ball->center[k]) * (point[k] - ball->center[k]);
        if (square >= reach * reach) continue;
        const double found = triangle_square(c->triangles, triangle, point);
        if (found >= best->square) continue;
        best->square = found;
        best->distance = sqrt(found);
    }
}

// Returns the squared distance from a point to a triangle.
static double triangle_square(const limb__triangles *t, int triangle, const double p[3])
{
    const uint32_t *index = t->index + 3 * (size_t)triangle;
    const double *a = t->point[index[0]], *b = t->point[index[1]], *c = t->point[index[2]];
    double u[3], v[3], w[3], normal[3], side[3];
    limb__subtract(b, a, u);
    limb__subtract(c, a, v);
    limb__subtract(p, a, w);
    limb__cross(u, v, normal);
    const double square = limb__dot(normal, normal);
    if (square > 0) {
        // within the triangle as seen along its normal: the distance to the plane
        limb__cross(u, w, side);
        const double gamma = limb__dot(side, normal);
        limb__cross(w, v, side);
        const double beta = limb__dot(side, normal);
        if (gamma >= 0 && beta >= 0 && gamma + beta <= square) {
            const double height = limb__dot(w, normal);
            return height * height / square;
        }
    }
    const double ab = segment_square(a, b, p), bc = segment_square(b, c, p),
                 ca = segment_square(c, a, p);
    const double least = ab < bc ? ab : bc;
    return least < ca ? least : ca;
}

static double segment_square(const double a[3], const double b[3], const double p[3])
{
    double d[3], w[3];
    limb__subtract(b, a, d);
    limb__subtract(p, a, w);
    const double length = limb__dot(d, d);
    const double along = limb__dot(w, d);
    const double t = along <= 0 ? 0 : along >= length ? 1 : along / length;
    double square = 0;
    for (int k = 0; k < 3; k++)
        square += (w[k] - t * d[k]) * (w[k] - t * d[k]);
    return square;
}
