// Splits polygons into triangles.
//
// A convex polygon is a fan from its first corner. One with a reflex corner is split by ear
// clipping in the plane of its Newell normal (G. Meisters, "Polygons have ears", 1975): a convex
// corner whose triangle contains no other corner is cut off, until three are left. The corners are
// sorted into a grid, so that a triangle is compared only with the corners near it. If there is no
// ear (crossing or degenerate outlines), the next corner is cut off anyway, so the algorithm
// always terminates.
#include "geometry/mesh/builder.h"

#include "base/memory.h"

#include <math.h>

// Counts comparisons of a corner with a triangle, and cells visited. Outlines whose triangles all
// span the whole grid are quadratic in the number of corners; after this many steps per file,
// polygons become fans.
static const long long max_polygon_work = 100 * 1000 * 1000;

enum { CORNERS_PER_CELL = 4 };

// Corner areas below a millionth of the polygon's area count as straight.
static const double straight_turn = 1e-6;

typedef struct vector {
    double x, y, z;
} vector;

// the corners that are left, by the cell that they lie in
typedef struct grid {
    double low[2];  // its corner
    double size[2]; // of a cell; 0: all corners have this coordinate
    int side;       // cells along each axis
    int *begin;     // of each cell's corners in corner (side * side + 1)
    int *count;     // how many of them are left (side * side)
    int *corner;    // (ncorner)
} grid;

// the polygon in its plane
typedef struct outline {
    double (*point)[2];
    int *next;
    int *previous;
    grid cells;
} outline;

static limb_status add_fan(limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                           int first);
static bool has_reflex_corner(const limb__mesh_builder *b, const limb__corner *corner, int ncorner);
static vector newell_normal(const limb__mesh_builder *b, const limb__corner *corner, int ncorner);
static limb_status cut_ears(limb__mesh_builder *b, const limb__corner *corner, int ncorner);
static void project(const limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                    outline *o);
static void fill_cells(outline *o, int ncorner);
static int cell_along(const grid *g, int axis, double x);
static int cell_of(const grid *g, const double *point);
static void remove_corner(outline *o, int i);
static bool is_ear(const outline *o, int i, long long *work);
static bool row_span(const grid *g, const double *const corner[3], int row, int span[2]);
static bool cell_reaches(const outline *o, int cell, const double *const corner[3]);
static double cross(const double *a, const double *b, const double *c);
static vector vector_of(const float *point);
static vector point_of(const limb__mesh_builder *b, const limb__corner *corner);
static vector plus(vector a, vector b);
static vector minus(vector a, vector b);
static vector cross3(vector a, vector b);
static double dot3(vector a, vector b);

limb_status limb__mesh_add_polygon(limb__mesh_builder *b, const limb__corner *corner, int ncorner)
{
    if (ncorner < 3) {
        b->nskipped++;
        return LIMB_OK;
    }
    if (ncorner == 3) return limb__mesh_add_triangle(b, corner);
    if (ncorner == 4) {
        const uint32_t position[4] = {corner[0].position, corner[1].position, corner[2].position,
                                      corner[3].position};
        return add_fan(b, corner, 4, limb__mesh_quad_apex(b->position.value, position));
    }
    const bool convex = !has_reflex_corner(b, corner, ncorner);
    if (convex || b->polygon_work > max_polygon_work) return add_fan(b, corner, ncorner, 0);
    return cut_ears(b, corner, ncorner);
}

// The areas at opposite corners, as vectors, have the quad's normal as their sum: two of them
// determine all four.
int limb__mesh_quad_apex(const float *position, const uint32_t corner[4])
{
    const vector p = vector_of(position + (size_t)corner[0] * 3);
    const vector q = vector_of(position + (size_t)corner[1] * 3);
    const vector r = vector_of(position + (size_t)corner[2] * 3);
    const vector s = vector_of(position + (size_t)corner[3] * 3);
    const vector turn_p = cross3(minus(p, s), minus(q, p));
    const vector turn_q = cross3(minus(q, p), minus(r, q));
    const vector turn_s = cross3(minus(s, r), minus(p, s));
    const vector normal = plus(turn_q, turn_s);
    const double square = dot3(normal, normal);
    const double at_p = dot3(normal, turn_p);
    const double at_q = dot3(normal, turn_q);
    const double straight = -straight_turn * square;
    if (!isfinite(square) || at_p < straight) return 0;
    if (at_q < straight) return 1;
    if (square - at_p < straight) return 2;
    return square - at_q < straight ? 3 : 0;
}

static limb_status add_fan(limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                           int first)
{
    limb_status status = LIMB_OK;
    for (int i = 1; i + 1 < ncorner && status == LIMB_OK; i++) {
        const limb__corner triangle[3] = {corner[first], corner[(first + i) % ncorner],
                                          corner[(first + i + 1) % ncorner]};
        status = limb__mesh_add_triangle(b, triangle);
    }
    return status;
}

//---- convex or not -------------------------------------------------------------------------------

// Returns whether a corner is reflex; false if it is too flat to decide.
static bool has_reflex_corner(const limb__mesh_builder *b, const limb__corner *corner, int ncorner)
{
    const vector normal = newell_normal(b, corner, ncorner);
    const double square = dot3(normal, normal);
    if (!isfinite(square)) return false;
    vector before = point_of(b, corner + ncorner - 1);
    vector at = point_of(b, corner);
    for (int i = 0; i < ncorner; i++) {
        const vector after = point_of(b, corner + (i + 1 < ncorner ? i + 1 : 0));
        const vector turn = cross3(minus(at, before), minus(after, at));
        if (dot3(normal, turn) < -straight_turn * square) return true;
        before = at;
        at = after;
    }
    return false;
}

// Twice the area along each axis (M. Newell's sum over the edges).
static vector newell_normal(const limb__mesh_builder *b, const limb__corner *corner, int ncorner)
{
    vector normal = {0, 0, 0};
    const vector origin = point_of(b, corner);
    for (int i = 1; i + 1 < ncorner; i++) {
        const vector u = minus(point_of(b, corner + i), origin);
        const vector v = minus(point_of(b, corner + i + 1), origin);
        normal = plus(normal, cross3(u, v));
    }
    return normal;
}

//---- ears ----------------------------------------------------------------------------------------

static limb_status cut_ears(limb__mesh_builder *b, const limb__corner *corner, int ncorner)
{
    const int side = (int)sqrt((double)(ncorner / CORNERS_PER_CELL)) + 1;
    const size_t ncell = (size_t)side * (size_t)side;
    const size_t size =
        (size_t)ncorner * (2 * sizeof(double) + 3 * sizeof(int)) + (2 * ncell + 1) * sizeof(int);
    void *block = limb__allocate(b->memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    outline o = {.point = block, .cells.side = side};
    o.next = (int *)(void *)(o.point + ncorner);
    o.previous = o.next + ncorner;
    o.cells.corner = o.previous + ncorner;
    o.cells.begin = o.cells.corner + ncorner;
    o.cells.count = o.cells.begin + ncell + 1;
    project(b, corner, ncorner, &o);
    fill_cells(&o, ncorner);

    limb_status status = LIMB_OK;
    int at = 0;
    int missed = 0;
    for (int left = ncorner; left > 3 && status == LIMB_OK;) {
        if (missed < left && !is_ear(&o, at, &b->polygon_work)) {
            // beyond the budget every corner is treated as an ear
            missed = b->polygon_work > max_polygon_work ? left : missed + 1;
            at = o.next[at];
            continue;
        }
        const limb__corner triangle[3] = {corner[o.previous[at]], corner[at], corner[o.next[at]]};
        status = limb__mesh_add_triangle(b, triangle);
        remove_corner(&o, at);
        at = o.next[o.next[at]];
        missed = 0;
        left--;
    }
    const limb__corner last[3] = {corner[o.previous[at]], corner[at], corner[o.next[at]]};
    if (status == LIMB_OK) status = limb__mesh_add_triangle(b, last);
    limb__release(b->memory, block, size);
    return status;
}

// Projects along the axis of the largest normal component, keeping counter-clockwise order.
static void project(const limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                    outline *o)
{
    const vector newell = newell_normal(b, corner, ncorner);
    const double normal[3] = {newell.x, newell.y, newell.z};
    int axis = 0;
    for (int k = 1; k < 3; k++) {
        if (fabs(normal[k]) > fabs(normal[axis])) axis = k;
    }
    const int u = normal[axis] > 0 ? (axis + 1) % 3 : (axis + 2) % 3;
    const int v = normal[axis] > 0 ? (axis + 2) % 3 : (axis + 1) % 3;
    for (int i = 0; i < ncorner; i++) {
        const float *p = b->position.value + (size_t)corner[i].position * 3;
        o->point[i][0] = (double)p[u];
        o->point[i][1] = (double)p[v];
        o->next[i] = i + 1 < ncorner ? i + 1 : 0;
        o->previous[i] = i > 0 ? i - 1 : ncorner - 1;
    }
}

// Sorts the corners by cell.
static void fill_cells(outline *o, int ncorner)
{
    grid *g = &o->cells;
    for (int axis = 0; axis < 2; axis++) {
        double low = o->point[0][axis], high = low;
        for (int i = 1; i < ncorner; i++) {
            low = fmin(low, o->point[i][axis]);
            high = fmax(high, o->point[i][axis]);
        }
        g->low[axis] = low;
        g->size[axis] = (high - low) / g->side;
    }
    const int ncell = g->side * g->side;
    for (int cell = 0; cell < ncell; cell++)
        g->count[cell] = 0;
    for (int i = 0; i < ncorner; i++)
        g->count[cell_of(g, o->point[i])]++;
    g->begin[0] = 0;
    for (int cell = 0; cell < ncell; cell++) {
        g->begin[cell + 1] = g->begin[cell] + g->count[cell];
        g->count[cell] = 0;
    }
    for (int i = 0; i < ncorner; i++) {
        const int cell = cell_of(g, o->point[i]);
        g->corner[g->begin[cell] + g->count[cell]++] = i;
    }
}

// Rises with x, and is within the grid for every x.
static int cell_along(const grid *g, int axis, double x)
{
    const double at = (x - g->low[axis]) / g->size[axis];
    return at >= g->side ? g->side - 1 : at > 0 ? (int)at : 0;
}

static int cell_of(const grid *g, const double *point)
{
    return cell_along(g, 1, point[1]) * g->side + cell_along(g, 0, point[0]);
}

static void remove_corner(outline *o, int i)
{
    o->next[o->previous[i]] = o->next[i];
    o->previous[o->next[i]] = o->previous[i];
    grid *g = &o->cells;
    const int cell = cell_of(g, o->point[i]);
    int *held = g->corner + g->begin[cell];
    const int last = --g->count[cell];
    for (int k = 0; k < last; k++) {
        if (held[k] == i) held[k] = held[last];
    }
}

// Whether the corner is convex and no other one lies in its triangle.
static bool is_ear(const outline *o, int i, long long *work)
{
    const double *const corner[3] = {o->point[o->previous[i]], o->point[i], o->point[o->next[i]]};
    *work += 1;
    if (cross(corner[0], corner[1], corner[2]) <= 0) return false;
    const grid *g = &o->cells;
    const double low = fmin(corner[0][1], fmin(corner[1][1], corner[2][1]));
    const double high = fmax(corner[0][1], fmax(corner[1][1], corner[2][1]));
    const int last = cell_along(g, 1, high);
    for (int row = cell_along(g, 1, low); row <= last; row++) {
        int span[2];
        if (!row_span(g, corner, row, span)) continue;
        for (int column = span[0]; column <= span[1]; column++) {
            const int cell = row * g->side + column;
            *work += 1 + g->count[cell];
            if (cell_reaches(o, cell, corner)) return false;
        }
    }
    return true;
}

// Computes the columns that the triangle covers in a row of cells, plus one on each
// side for rounding.
static bool row_span(const grid *g, const double *const corner[3], int row, int span[2])
{
    const double low = g->low[1] + (row - 0.01) * g->size[1];
    const double high = g->low[1] + (row + 1.01) * g->size[1];
    double from = HUGE_VAL, to = -HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        const double *a = corner[k], *b = corner[k < 2 ? k + 1 : 0];
        const double rise = b[1] - a[1];
        // the part of the edge between the two heights
        double begin = 0, end = 1;
        if (rise != 0) {
            const double at_low = (low - a[1]) / rise, at_high = (high - a[1]) / rise;
            begin = fmax(begin, fmin(at_low, at_high));
            end = fmin(end, fmax(at_low, at_high));
        }
        if (begin > end || (rise == 0 && (a[1] < low || a[1] > high))) continue;
        const double x = a[0] + begin * (b[0] - a[0]), y = a[0] + end * (b[0] - a[0]);
        from = fmin(from, fmin(x, y));
        to = fmax(to, fmax(x, y));
    }
    const int first = cell_along(g, 0, from), last = cell_along(g, 0, to);
    span[0] = first > 0 ? first - 1 : 0;
    span[1] = last + 1 < g->side ? last + 1 : last;
    return from <= to;
}

// Whether a corner in the cell lies in the triangle, other than its own and those that coincide.
static bool cell_reaches(const outline *o, int cell, const double *const corner[3])
{
    const double *a = corner[0], *p = corner[1], *c = corner[2];
    const int *held = o->cells.corner + o->cells.begin[cell];
    for (int k = 0; k < o->cells.count[cell]; k++) {
        const double *q = o->point[held[k]];
        const bool on_corner = (q[0] == a[0] && q[1] == a[1]) || (q[0] == p[0] && q[1] == p[1]) ||
                               (q[0] == c[0] && q[1] == c[1]);
        if (!on_corner && cross(a, p, q) >= 0 && cross(p, c, q) >= 0 && cross(c, a, q) >= 0)
            return true;
    }
    return false;
}

static double cross(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
}

//---- vectors -------------------------------------------------------------------------------------

static inline vector vector_of(const float *point)
{
    return (vector){(double)point[0], (double)point[1], (double)point[2]};
}

static inline vector point_of(const limb__mesh_builder *b, const limb__corner *corner)
{
    return vector_of(b->position.value + (size_t)corner->position * 3);
}

static inline vector plus(vector a, vector b)
{
    return (vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vector minus(vector a, vector b)
{
    return (vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vector cross3(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double dot3(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
