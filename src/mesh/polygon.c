// Polygons to triangles.
//
// A convex polygon is a fan from its first corner. One with a reflex corner is cut by ears in the
// plane of its Newell normal (G. Meisters, "Polygons have ears", 1975): a convex corner whose
// triangle holds no other corner is cut off, until three are left. Where no ear is found (crossing
// or degenerate outlines) the next corner is cut all the same, so it always ends.
#include "mesh/builder.h"

#include "base/memory.h"

#include <math.h>

// Ears cost the square of the corner count; a file gets this many steps, then its polygons are
// fans.
static const long long max_polygon_work = 100 * 1000 * 1000;

// turns are areas; what is a millionth of the polygon's is a straight corner
static const double straight_turn = 1e-6;

// the polygon in its plane
typedef struct outline {
    double (*point)[2];
    int *next;
    int *previous;
} outline;

static limb_status add_fan(limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                           int first);
static void edge_of(const float *from, const float *to, double edge[3]);
static void cross3(const double *a, const double *b, double *product);
static double dot3(const double *a, const double *b);
static bool has_reflex_corner(const limb__mesh_builder *b, const limb__corner *corner, int ncorner);
static bool newell_normal(const limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                          double normal[3]);
static double turn_at(const limb__mesh_builder *b, const limb__corner *corner, int ncorner, int i,
                      const double normal[3]);
static limb_status cut_ears(limb__mesh_builder *b, const limb__corner *corner, int ncorner);
static void project(const limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                    outline *o);
static bool is_ear(const outline *o, int i, int left, long long *work);
static double cross(const double *a, const double *b, const double *c);

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

// The turns at opposite corners, as vectors, have the quad's normal as their sum: two turns tell
// all four.
int limb__mesh_quad_apex(const float *position, const uint32_t corner[4])
{
    double edge[4][3];
    for (int i = 0; i < 4; i++)
        edge_of(position + (size_t)corner[i] * 3, position + (size_t)corner[(i + 1) % 4] * 3,
                edge[i]);
    double turn[2][3], opposite[3], normal[3];
    cross3(edge[3], edge[0], turn[0]);
    cross3(edge[0], edge[1], turn[1]);
    cross3(edge[2], edge[3], opposite);
    for (int k = 0; k < 3; k++)
        normal[k] = turn[1][k] + opposite[k];
    const double square = dot3(normal, normal);
    const double first = dot3(normal, turn[0]);
    const double second = dot3(normal, turn[1]);
    const double straight = -straight_turn * square;
    if (!isfinite(square) || first < straight) return 0;
    if (second < straight) return 1;
    if (square - first < straight) return 2;
    return square - second < straight ? 3 : 0;
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

static const float *point_of(const limb__mesh_builder *b, const limb__corner *corner)
{
    return b->position.value + (size_t)corner->position * 3;
}

static inline void edge_of(const float *from, const float *to, double edge[3])
{
    for (int k = 0; k < 3; k++)
        edge[k] = (double)to[k] - (double)from[k];
}

static inline void cross3(const double *a, const double *b, double *product)
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Whether a corner turns against the polygon; not when it is too flat to tell.
static bool has_reflex_corner(const limb__mesh_builder *b, const limb__corner *corner, int ncorner)
{
    double normal[3];
    if (!newell_normal(b, corner, ncorner, normal)) return false;
    const double square = dot3(normal, normal);
    for (int i = 0; i < ncorner; i++) {
        if (turn_at(b, corner, ncorner, i, normal) < -straight_turn * square) return true;
    }
    return false;
}

// Twice the area along each axis (M. Newell's sum over the edges).
static bool newell_normal(const limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                          double normal[3])
{
    normal[0] = normal[1] = normal[2] = 0;
    const float *origin = point_of(b, corner);
    for (int i = 1; i + 1 < ncorner; i++) {
        double u[3], v[3], area[3];
        edge_of(origin, point_of(b, corner + i), u);
        edge_of(origin, point_of(b, corner + i + 1), v);
        cross3(u, v, area);
        for (int k = 0; k < 3; k++)
            normal[k] += area[k];
    }
    const double square = dot3(normal, normal);
    return square > 0 && isfinite(square);
}

static double turn_at(const limb__mesh_builder *b, const limb__corner *corner, int ncorner, int i,
                      const double normal[3])
{
    const float *at = point_of(b, corner + i);
    double u[3], v[3], turn[3];
    edge_of(point_of(b, corner + (i + ncorner - 1) % ncorner), at, u);
    edge_of(at, point_of(b, corner + (i + 1) % ncorner), v);
    cross3(u, v, turn);
    return dot3(normal, turn);
}

//---- ears ----------------------------------------------------------------------------------------

static limb_status cut_ears(limb__mesh_builder *b, const limb__corner *corner, int ncorner)
{
    const size_t size = (size_t)ncorner * (2 * sizeof(double) + 2 * sizeof(int));
    void *block = limb__allocate(b->memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    outline o = {.point = block};
    o.next = (int *)(void *)(o.point + ncorner);
    o.previous = o.next + ncorner;
    project(b, corner, ncorner, &o);

    limb_status status = LIMB_OK;
    int at = 0;
    int missed = 0;
    for (int left = ncorner; left > 3 && status == LIMB_OK;) {
        if (missed < left && !is_ear(&o, at, left, &b->polygon_work)) {
            // beyond the budget every corner counts as an ear
            missed = b->polygon_work > max_polygon_work ? left : missed + 1;
            at = o.next[at];
            continue;
        }
        const limb__corner triangle[3] = {corner[o.previous[at]], corner[at], corner[o.next[at]]};
        status = limb__mesh_add_triangle(b, triangle);
        o.next[o.previous[at]] = o.next[at];
        o.previous[o.next[at]] = o.previous[at];
        at = o.next[o.next[at]];
        missed = 0;
        left--;
    }
    const limb__corner last[3] = {corner[o.previous[at]], corner[at], corner[o.next[at]]};
    if (status == LIMB_OK) status = limb__mesh_add_triangle(b, last);
    limb__release(b->memory, block, size);
    return status;
}

// Drops the axis along which the polygon is largest, keeping its turn counter-clockwise.
static void project(const limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                    outline *o)
{
    double normal[3];
    newell_normal(b, corner, ncorner, normal);
    int axis = 0;
    for (int k = 1; k < 3; k++) {
        if (fabs(normal[k]) > fabs(normal[axis])) axis = k;
    }
    const int u = normal[axis] > 0 ? (axis + 1) % 3 : (axis + 2) % 3;
    const int v = normal[axis] > 0 ? (axis + 2) % 3 : (axis + 1) % 3;
    for (int i = 0; i < ncorner; i++) {
        const float *p = point_of(b, corner + i);
        o->point[i][0] = (double)p[u];
        o->point[i][1] = (double)p[v];
        o->next[i] = i + 1 < ncorner ? i + 1 : 0;
        o->previous[i] = i > 0 ? i - 1 : ncorner - 1;
    }
}

static bool is_ear(const outline *o, int i, int left, long long *work)
{
    const int before = o->previous[i];
    const int after = o->next[i];
    const double *a = o->point[before];
    const double *p = o->point[i];
    const double *c = o->point[after];
    *work += 1;
    if (cross(a, p, c) <= 0) return false;
    *work += left;
    for (int k = o->next[after]; k != before; k = o->next[k]) {
        const double *q = o->point[k];
        const bool on_corner = (q[0] == a[0] && q[1] == a[1]) || (q[0] == p[0] && q[1] == p[1]) ||
                               (q[0] == c[0] && q[1] == c[1]);
        if (!on_corner && cross(a, p, q) >= 0 && cross(p, c, q) >= 0 && cross(c, a, q) >= 0)
            return false;
    }
    return true;
}

static double cross(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
}
