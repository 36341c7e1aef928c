// Splits polygons into triangles.
//
// A convex polygon is a fan from its first corner. One with a reflex corner is split by ear
// clipping in the plane of its Newell normal (G. Meisters, "Polygons have ears", 1975): a convex
// corner whose triangle contains no other corner is cut off, until three are left. If there is no
// ear (crossing or degenerate outlines), the next corner is cut off anyway, so the algorithm
// always terminates.
#include "geometry/mesh/builder.h"

#include "base/memory.h"

#include <math.h>

// Ear clipping is quadratic in the number of corners; after this many steps per file,
// polygons become fans.
static const long long max_polygon_work = 100 * 1000 * 1000;

// Corner areas below a millionth of the polygon's area count as straight.
static const double straight_turn = 1e-6;

typedef struct vector {
    double x, y, z;
} vector;

// the polygon in its plane
typedef struct outline {
    double (*point)[2];
    int *next;
    int *previous;
} outline;

static limb_status add_fan(limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                           int first);
static bool has_reflex_corner(const limb__mesh_builder *b, const limb__corner *corner, int ncorner);
static vector newell_normal(const limb__mesh_builder *b, const limb__corner *corner, int ncorner);
static limb_status cut_ears(limb__mesh_builder *b, const limb__corner *corner, int ncorner);
static void project(const limb__mesh_builder *b, const limb__corner *corner, int ncorner,
                    outline *o);
static bool is_ear(const outline *o, int i, int left, long long *work);
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
            // beyond the budget every corner is treated as an ear
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
