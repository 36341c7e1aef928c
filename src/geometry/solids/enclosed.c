// Estimates the volume that a surface encloses, by lines through it.
//
// Along each axis a grid of lines intersects the triangles. Where a line has crossed as many
// triangles inward as outward it is outside again, so the space between is inside, counted once
// however many shells overlap. A line whose crossings do not balance went through a hole; if their
// number is even they are paired in order, because some triangle is inverted, otherwise the line is
// unusable. The axes along which nearly all lines are usable are averaged: a box without its lid
// has two of them.
#include "geometry/solids/enclosed.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 128, MAX_CROSSING = 1 << 22 };
static const double KNOWN = 0.95; // minimum share of usable lines along an axis

typedef struct crossing {
    double depth; // along the axis
    int turn;     // 1: inward, -1: outward, if triangles face outward
} crossing;

typedef struct lines { // along one axis, through a perpendicular grid
    const limb_mesh *mesh;
    int axis[3]; // across, across, along
    double lower[2], step[2];
    size_t *first; // of each line's crossings (LINES * LINES + 1)
    crossing *hit;
} lines;

typedef void visit_fn(lines *l, size_t line, double depth, int turn);

static bool set_grid(lines *l, const limb_mesh *mesh, int axis);
static limb_status integrate(lines *l, const limb_allocator *memory, limb__enclosed *volume,
                             bool *known);
static bool cross_all(lines *l, visit_fn *visit, size_t limit);
static size_t cross_triangle(lines *l, int triangle, visit_fn *visit, size_t limit);
static void grid_point(const lines *l, uint32_t vertex, double out[3]);
static bool cross_edge(const double from[3], const double to[3], double column, double out[2]);
static void count_crossing(lines *l, size_t line, double depth, int turn);
static void keep_crossing(lines *l, size_t line, double depth, int turn);
static bool add_inside(crossing *hit, size_t count, limb__enclosed *sum);
static int by_depth(const void *a, const void *b);

limb_status limb__enclosed_volume(limb__enclosed *out, const limb_mesh *mesh,
                                  const limb_allocator *memory)
{
    *out = (limb__enclosed){0, 0};
    limb__enclosed sum = {0, 0};
    int nknown = 0;
    const size_t size = ((size_t)LINES * LINES + 1) * sizeof(size_t);
    size_t *first = limb__allocate(memory, size);
    if (!first) return LIMB_ERROR_MEMORY;
    limb_status status = LIMB_OK;
    for (int axis = 0; axis < 3 && status == LIMB_OK; axis++) {
        lines l = {.first = first};
        limb__enclosed volume;
        bool known;
        if (!set_grid(&l, mesh, axis)) continue;
        status = integrate(&l, memory, &volume, &known);
        if (status != LIMB_OK || !known) continue;
        sum.once += volume.once;
        sum.shells += volume.shells;
        nknown++;
    }
    limb__release(memory, first, size);
    if (status == LIMB_OK && nknown > 0)
        *out = (limb__enclosed){sum.once / nknown, fabs(sum.shells) / nknown};
    return status;
}

// Returns false if the mesh is flat, or too large to compute with.
static bool set_grid(lines *l, const limb_mesh *mesh, int axis)
{
    float from[3], to[3];
    memcpy(from, mesh->lower, sizeof from);
    memcpy(to, mesh->upper, sizeof to);
    l->mesh = mesh;
    l->axis[0] = (axis + 1) % 3;
    l->axis[1] = (axis + 2) % 3;
    l->axis[2] = axis;
    for (int k = 0; k < 2; k++) {
        // not through the centers of the cells, where the diagonals of a box would be
        const double phase = k == 0 ? 0.51 : 0.497;
        const double lower = (double)from[l->axis[k]];
        l->step[k] = ((double)to[l->axis[k]] - lower) / LINES;
        l->lower[k] = lower + phase * l->step[k];
        if (!(l->step[k] > 0) || !isfinite(1 / l->step[k])) return false;
    }
    return true;
}

static limb_status integrate(lines *l, const limb_allocator *memory, limb__enclosed *volume,
                             bool *known)
{
    const size_t nline = (size_t)LINES * LINES;
    memset(l->first, 0, (nline + 1) * sizeof *l->first);
    *known = false;
    if (!cross_all(l, count_crossing, MAX_CROSSING)) return LIMB_OK;
    for (size_t i = 0; i < nline; i++)
        l->first[i + 1] += l->first[i];
    const size_t size = (l->first[nline] + 1) * sizeof *l->hit;
    l->hit = limb__allocate(memory, size);
    if (!l->hit) return LIMB_ERROR_MEMORY;
    // each starts where the previous one ends, and filling moves that to its own end
    memmove(l->first + 1, l->first, nline * sizeof *l->first);
    cross_all(l, keep_crossing, MAX_CROSSING);
    limb__enclosed sum = {0, 0};
    size_t nused = 0, ncrossed = 0;
    for (size_t i = 0; i < nline; i++) {
        const size_t count = l->first[i + 1] - l->first[i];
        if (count == 0) continue;
        ncrossed++;
        nused += add_inside(l->hit + l->first[i], count, &sum);
    }
    limb__release(memory, l->hit, size);
    *known = nused > 0 && (double)nused >= KNOWN * (double)ncrossed;
    if (!*known) return LIMB_OK;
    const double each = l->step[0] * l->step[1] * (double)ncrossed / (double)nused;
    *volume = (limb__enclosed){sum.once * each, sum.shells * each};
    return LIMB_OK;
}

// Returns false if there are more crossings than the limit.
static bool cross_all(lines *l, visit_fn *visit, size_t limit)
{
    size_t count = 0;
    for (int t = 0; t < l->mesh->ntriangle && count <= limit; t++)
        count += cross_triangle(l, t, visit, limit);
    return count <= limit;
}

// Lines are at integers of the grid. Two of the edges cross a column of lines; neighbors compute
// the same crossing of a shared edge, so that no line passes between them.
static size_t cross_triangle(lines *l, int triangle, visit_fn *visit, size_t limit)
{
    const uint32_t *corner = l->mesh->index + 3 * (size_t)triangle;
    double p[3][3];
    for (int i = 0; i < 3; i++)
        grid_point(l, corner[i], p[i]);
    const double area =
        (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
    const double low = fmin(p[0][0], fmin(p[1][0], p[2][0]));
    const double high = fmax(p[0][0], fmax(p[1][0], p[2][0]));
    size_t count = 0;
    for (int x = (int)fmax(ceil(low), 0); x < LINES && x <= high && count <= limit; x++) {
        double end[3][2];
        int nend = 0;
        for (int i = 0; i < 3; i++)
            nend += cross_edge(p[i], p[(i + 1) % 3], x, end[nend]);
        if (nend != 2) continue;
        const int upper = end[1][0] > end[0][0];
        const double from = end[1 - upper][0], to = end[upper][0];
        for (int y = (int)fmax(ceil(from), 0); y < LINES && y < to; y++) {
            const double t = (y - from) / (to - from);
            visit(l, (size_t)x * LINES + (size_t)y,
                  end[1 - upper][1] + t * (end[upper][1] - end[1 - upper][1]), area < 0 ? 1 : -1);
            count++;
        }
    }
    return count;
}

static void grid_point(const lines *l, uint32_t vertex, double out[3])
{
    const float *p = l->mesh->position + 3 * (size_t)vertex;
    for (int k = 0; k < 2; k++)
        out[k] = ((double)p[l->axis[k]] - l->lower[k]) / l->step[k];
    out[2] = (double)p[l->axis[2]];
}

// Returns where an edge crosses a column of lines: the position in it, and the depth.
static bool cross_edge(const double from[3], const double to[3], double column, double out[2])
{
    if ((from[0] <= column) == (to[0] <= column)) return false;
    const double *low = from[0] < to[0] ? from : to, *high = low == from ? to : from;
    const double t = (column - low[0]) / (high[0] - low[0]);
    for (int k = 0; k < 2; k++)
        out[k] = low[k + 1] + t * (high[k + 1] - low[k + 1]);
    return true;
}

static void count_crossing(lines *l, size_t line, double depth, int turn)
{
    (void)depth;
    (void)turn;
    l->first[line + 1]++;
}

static void keep_crossing(lines *l, size_t line, double depth, int turn)
{
    l->hit[l->first[line + 1]++] = (crossing){depth, turn};
}

// Returns false if the line is unusable.
static bool add_inside(crossing *hit, size_t count, limb__enclosed *sum)
{
    int balance = 0;
    for (size_t i = 0; i < count; i++)
        balance += hit[i].turn;
    const bool in_turns = balance != 0;
    if (in_turns && count % 2 != 0) return false;
    qsort(hit, count, sizeof *hit, by_depth);
    int inside = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        const double length = hit[i + 1].depth - hit[i].depth;
        inside = in_turns ? !inside : inside + hit[i].turn;
        if (inside != 0) sum->once += length;
        sum->shells += inside * length;
    }
    return true;
}

static int by_depth(const void *a, const void *b)
{
    const crossing *p = a, *q = b;
    return (p->depth > q->depth) - (p->depth < q->depth);
}
