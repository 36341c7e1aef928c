// The convex hull of any points: finds the dimension of their span, then the hull in that
// dimension. Its vertices are corners: points within its faces and edges are not vertices.
//
// Points are rounded to an integer grid of 2^29 steps along the longest side of their bounds, finer
// than the floats they come from. Points thinner than a millionth of that side are flat, narrower
// ones a line.
#include "geometry/solids/hull.h"

#include "base/memory.h"
#include "geometry/mesh/builder.h"
#include "geometry/mesh/weld.h"
#include "limb/mesh.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double flat = 1e-6; // of the longest side

typedef struct flat_point {
    int64_t u, v;
    int index;
} flat_point;

typedef struct job {
    const limb_allocator *memory;
    const float *point; // the finite ones
    int npoint;
    limb__weld weld;        // distinct points on the grid
    uint32_t *number;       // weld's number of each point
    limb__hull_point *grid; // distinct points, the four of the first simplex first  (weld.count)
    int *original;          // an input point of each
    double lower[3];
    double step;
} job;

static limb_status to_grid(job *j);
static int choose_simplex(job *j);
static int farthest(const job *j, int dimension, double least);
static void find_other_end(job *j);
static void bring_forward(job *j, int place, int index);
static double distance(const job *j, int dimension, int index);
static limb_status write_3d(job *j, limb_mesh **out);
static limb_status keep_corners(job *j, const uint32_t *triangle, int ntriangle, bool *all);
static bool in_plane(const job *j, const uint32_t *triangle, int of, int other);
static limb_status write_2d(job *j, limb_mesh **out);
static int outline(flat_point *p, int count, int *ring);
static int by_place(const void *a, const void *b);
static limb_status write_points(job *j, const int *index, int count, limb_mesh **out);
static limb_status write_used(job *j, const uint32_t *triangle, int ntriangle, limb_mesh **out);

limb_status limb_hull_build(limb_mesh **out, const float *point, int npoint,
                            const limb_allocator *memory, int *dimension)
{
    assert(out);
    *out = NULL;
    if (npoint < 0 || (npoint > 0 && !point)) return LIMB_ERROR_INPUT;
    int spans = -1;
    job j = {.memory = limb__memory(memory), .point = point, .npoint = npoint};
    const size_t size =
        (size_t)npoint * (sizeof(limb__hull_point) + sizeof(uint32_t) + sizeof(int));
    j.grid = limb__allocate(j.memory, size);
    if (!j.grid) return LIMB_ERROR_MEMORY;
    j.number = (uint32_t *)(void *)(j.grid + npoint);
    j.original = (int *)(void *)(j.number + npoint);
    limb_status status = limb__weld_init(&j.weld, j.memory, 3, npoint);
    if (status == LIMB_OK) status = to_grid(&j);
    if (status == LIMB_OK) {
        spans = choose_simplex(&j);
        static const int ends[2] = {0, 1};
        if (spans == 3)
            status = write_3d(&j, out);
        else if (spans == 2)
            status = write_2d(&j, out);
        else
            status = write_points(&j, ends, spans + 1, out);
    }
    limb__weld_free(&j.weld);
    limb__release(j.memory, j.grid, size);
    if (dimension) *dimension = spans;
    return status;
}

// Converts finite points to integers; equal ones are merged.
static limb_status to_grid(job *j)
{
    double upper[3];
    bool any = false;
    for (int i = 0; i < j->npoint; i++) {
        const float *p = j->point + (size_t)i * 3;
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) continue;
        for (int k = 0; k < 3; k++) {
            const double x = (double)p[k];
            if (!any || x < j->lower[k]) j->lower[k] = x;
            if (!any || x > upper[k]) upper[k] = x;
        }
        any = true;
    }
    double longest = 0;
    for (int k = 0; k < 3 && any; k++)
        longest = fmax(longest, upper[k] - j->lower[k]);
    j->step = longest > 0 ? longest / (1 << LIMB__HULL_BITS) : 1;
    if (!limb__weld_reserve(&j->weld, j->npoint)) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < j->npoint; i++) {
        const float *p = j->point + (size_t)i * 3;
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) continue;
        uint32_t word[3];
        for (int k = 0; k < 3; k++)
            word[k] = (uint32_t)rint(((double)p[k] - j->lower[k]) / j->step);
        const int before = j->weld.count;
        const uint32_t number = limb__weld_add(&j->weld, word, 3);
        if ((int)number < before) continue;
        for (int k = 0; k < 3; k++)
            j->grid[number].at[k] = (int32_t)word[k];
        j->original[number] = i;
    }
    return LIMB_OK;
}

// Moves up to four points that span as much as possible to the front; returns the dimension.
static int choose_simplex(job *j)
{
    const int count = j->weld.count;
    if (count == 0) return -1;
    const double least[4] = {0, 0.5, flat * (1 << LIMB__HULL_BITS), flat * (1 << LIMB__HULL_BITS)};
    // the first point is extreme along an axis
    int first = 0;
    for (int i = 1; i < count; i++) {
        const int32_t *a = j->grid[i].at, *b = j->grid[first].at;
        if (a[0] < b[0] || (a[0] == b[0] && (a[1] < b[1] || (a[1] == b[1] && a[2] < b[2]))))
            first = i;
    }
    bring_forward(j, 0, first);
    for (int dimension = 1; dimension <= 3; dimension++) {
        const int best = farthest(j, dimension, least[dimension]);
        if (best < 0 && dimension == 2) find_other_end(j);
        if (best < 0) return dimension - 1;
        bring_forward(j, dimension, best);
    }
    return limb__hull_side(&j->grid[0], &j->grid[1], &j->grid[2], &j->grid[3]) != 0 ? 3 : 2;
}

// The point farthest from what the points in front span, and farther than least; -1: there is none.
static int farthest(const job *j, int dimension, double least)
{
    int best = -1;
    for (int i = dimension; i < j->weld.count; i++) {
        const double far = distance(j, dimension, i);
        if (far > least) {
            least = far;
            best = i;
        }
    }
    return best;
}

// Of points on a line the first one need not be an end: where the line runs across x, rounding
// decides which point is the leftmost. The second, farthest from it, is one.
static void find_other_end(job *j)
{
    bring_forward(j, 0, 1);
    bring_forward(j, 1, farthest(j, 1, 0));
}

static void bring_forward(job *j, int place, int index)
{
    const limb__hull_point point = j->grid[place];
    j->grid[place] = j->grid[index];
    j->grid[index] = point;
    const int original = j->original[place];
    j->original[place] = j->original[index];
    j->original[index] = original;
}

// Distance from the first point, from the line through two, from the plane through three.
static double distance(const job *j, int dimension, int index)
{
    double d[3][3] = {{0}};
    for (int i = 0; i < dimension; i++) {
        const int other = i == 0 ? index : i;
        for (int k = 0; k < 3; k++)
            d[i][k] = (double)j->grid[other].at[k] - (double)j->grid[0].at[k];
    }
    const double *w = d[0], *u = d[1], *v = d[2];
    if (dimension == 1) return sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const double *second = dimension == 2 ? w : v;
    const double n[3] = {u[1] * second[2] - u[2] * second[1], u[2] * second[0] - u[0] * second[2],
                         u[0] * second[1] - u[1] * second[0]};
    const double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (dimension == 2) return area / sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    return fabs(w[0] * n[0] + w[1] * n[1] + w[2] * n[2]) / area;
}

//---- results -------------------------------------------------------------------------------------

static limb_status write_3d(job *j, limb_mesh **out)
{
    uint32_t *triangle;
    int ntriangle, capacity;
    limb_status status =
        limb__hull_3d(j->memory, j->grid, j->weld.count, &triangle, &ntriangle, &capacity);
    if (status != LIMB_OK) return status;
    // points in faces and edges may have become vertices: the hull of the corners has none
    bool all;
    status = keep_corners(j, triangle, ntriangle, &all);
    if (status == LIMB_OK && !all) {
        limb__release(j->memory, triangle, (size_t)capacity * 12);
        choose_simplex(j);
        status = limb__hull_3d(j->memory, j->grid, j->weld.count, &triangle, &ntriangle, &capacity);
        if (status != LIMB_OK) return status;
    }
    if (status == LIMB_OK) status = write_used(j, triangle, ntriangle, out);
    limb__release(j->memory, triangle, (size_t)capacity * 12);
    return status;
}

// Keeps only the hull's corners in the job: vertices whose triangles are in three planes or more.
// *all: every vertex is one, and nothing was changed.
static limb_status keep_corners(job *j, const uint32_t *triangle, int ntriangle, bool *all)
{
    const int count = j->weld.count;
    const size_t size = (size_t)count * 2 * sizeof(int);
    int *first = limb__allocate(j->memory, size); // of each point: a triangle, -1: none
    if (!first) return LIMB_ERROR_MEMORY;
    int *second = first + count; // one in another plane, -1: none, -2: there are more planes
    memset(first, 0xff, size);
    for (int t = 0; t < ntriangle; t++) {
        for (int k = 0; k < 3; k++) {
            const uint32_t v = triangle[3 * t + k];
            if (second[v] == -2 || (first[v] >= 0 && in_plane(j, triangle, first[v], t))) continue;
            if (first[v] < 0)
                first[v] = t;
            else if (second[v] < 0)
                second[v] = t;
            else if (!in_plane(j, triangle, second[v], t))
                second[v] = -2;
        }
    }
    *all = true;
    for (int i = 0; i < count; i++)
        *all = *all && (first[i] < 0 || second[i] == -2);
    int kept = 0;
    for (int i = 0; i < count && !*all; i++) {
        if (second[i] != -2) continue;
        j->grid[kept] = j->grid[i];
        j->original[kept++] = j->original[i];
    }
    if (!*all) j->weld.count = kept;
    limb__release(j->memory, first, size);
    return LIMB_OK;
}

static bool in_plane(const job *j, const uint32_t *triangle, int of, int other)
{
    const uint32_t *a = triangle + 3 * (size_t)of, *b = triangle + 3 * (size_t)other;
    for (int k = 0; k < 3; k++) {
        if (limb__hull_side(&j->grid[a[0]], &j->grid[a[1]], &j->grid[a[2]], &j->grid[b[k]]) != 0)
            return false;
    }
    return true;
}

// In the plane of the first three points, projected along its largest axis; two-sided, as fans.
static limb_status write_2d(job *j, limb_mesh **out)
{
    const int count = j->weld.count;
    // the second chain starts after the first and may contain all points until it turns
    const size_t size =
        (size_t)count * (sizeof(flat_point) + 6 * sizeof(uint32_t) + 2 * sizeof(int));
    flat_point *p = limb__allocate(j->memory, size);
    if (!p) return LIMB_ERROR_MEMORY;
    uint32_t *triangle = (uint32_t *)(void *)(p + count);
    int *ring = (int *)(void *)(triangle + 6 * (size_t)count);
    double n[3] = {0, 0, 0}, u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)j->grid[1].at[k] - (double)j->grid[0].at[k];
        v[k] = (double)j->grid[2].at[k] - (double)j->grid[0].at[k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = fabs(u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    const int axis = n[0] >= n[1] && n[0] >= n[2] ? 0 : (n[1] >= n[2] ? 1 : 2);
    for (int i = 0; i < count; i++)
        p[i] = (flat_point){j->grid[i].at[(axis + 1) % 3], j->grid[i].at[(axis + 2) % 3], i};
    const int nring = outline(p, count, ring);
    int ntriangle = 0;
    for (int i = 1; i + 1 < nring; i++) {
        const int corner[6] = {ring[0], ring[i], ring[i + 1], ring[0], ring[i + 1], ring[i]};
        for (int k = 0; k < 6; k++)
            triangle[ntriangle * 3 + k] = (uint32_t)corner[k];
        ntriangle += 2;
    }
    const limb_status status = write_used(j, triangle, ntriangle, out);
    limb__release(j->memory, p, size);
    return status;
}

// A. Andrew's monotone chain; counter-clockwise, without points on straight edges.
static int outline(flat_point *p, int count, int *ring)
{
    qsort(p, (size_t)count, sizeof *p, by_place);
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        const int begin = n;
        for (int i = 0; i < count; i++) {
            const int at = pass == 0 ? i : count - 1 - i;
            while (n >= begin + 2) {
                const flat_point *a = &p[ring[n - 2]], *b = &p[ring[n - 1]], *c = &p[at];
                const int64_t turn = (b->u - a->u) * (c->v - a->v) - (b->v - a->v) * (c->u - a->u);
                if (turn > 0) break;
                n--;
            }
            ring[n++] = at;
        }
        n--; // the last point starts the other chain
    }
    for (int i = 0; i < n; i++)
        ring[i] = p[ring[i]].index;
    return n;
}

static int by_place(const void *a, const void *b)
{
    const flat_point *p = a, *q = b;
    if (p->u != q->u) return p->u < q->u ? -1 : 1;
    return p->v < q->v ? -1 : p->v > q->v;
}

static limb_status write_points(job *j, const int *index, int count, limb_mesh **out)
{
    float position[6];
    for (int i = 0; i < count; i++)
        memcpy(position + 3 * i, j->point + (size_t)j->original[index[i]] * 3, 12);
    const limb_mesh mesh = {.nvertex = count, .position = position, .unit = 1};
    return limb__mesh_pack(out, &mesh, j->memory);
}

// Only points that are corners of triangles become vertices.
static limb_status write_used(job *j, const uint32_t *triangle, int ntriangle, limb_mesh **out)
{
    const size_t ncorner = (size_t)ntriangle * 3;
    const size_t size = ncorner * 4 + (size_t)j->weld.count * (sizeof(int) + 12);
    uint32_t *index = limb__allocate(j->memory, size);
    if (!index) return LIMB_ERROR_MEMORY;
    int *renamed = (int *)(void *)(index + ncorner);
    float *position = (float *)(void *)(renamed + j->weld.count);
    memset(renamed, 0xff, (size_t)j->weld.count * sizeof *renamed);
    int nvertex = 0;
    for (size_t i = 0; i < ncorner; i++) {
        int *name = &renamed[triangle[i]];
        if (*name < 0) {
            memcpy(position + (size_t)nvertex * 3, j->point + (size_t)j->original[triangle[i]] * 3,
                   12);
            *name = nvertex++;
        }
        index[i] = (uint32_t)*name;
    }
    const limb_mesh mesh = {.nvertex = nvertex,
                            .position = position,
                            .ntriangle = ntriangle,
                            .index = index,
                            .unit = 1,
                            .nvertex_read = j->npoint};
    const limb_status status = limb__mesh_pack(out, &mesh, j->memory);
    limb__release(j->memory, index, size);
    return status;
}
