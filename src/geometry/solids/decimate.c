// Decimation by edge collapse, smallest quadric error first (M. Garland, P. Heckbert, "Surface
// simplification using quadric error metrics", 1997).
//
// Each vertex carries the sum of squared distances to the planes of its triangles, weighted by
// area, and to planes perpendicular to the surface at open edges. A collapse must keep the surface
// a manifold (the two ends share exactly the neighbors across the edge), must not flip a triangle,
// and must stay within the bound, which is tracked for every vertex as the largest distance from
// the planes and open edges it replaced.
#include "geometry/solids/decimate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double border_weight = 10; // open edges are moved last
static const double min_turn = 0.2;     // minimum cosine between a triangle's normals
                                        // before and after
static const int max_neighbors = 1024;  // a vertex with more triangles is not moved

static limb_status prepare(limb__decimate *d, const limb_mesh *mesh);
static void add_triangle_planes(limb__decimate *d);
static void add_border_planes(limb__decimate *d, const int *twin);
static void add_plane(double q[10], const double n[3], double offset, double weight);
static limb_status add_edges_of(limb__decimate *d, int vertex, bool all);
static void propose(limb__decimate *d, int a, int b, limb__collapse *c);
static bool best_point(const double q[10], double point[3]);
static double error_at(const double q[10], const double p[3]);
static bool may_collapse(limb__decimate *d, const limb__collapse *c, double *moved);
static bool shares_only_the_edge(limb__decimate *d, int a, int b);
static bool turns_over(limb__decimate *d, int vertex, int other, const double point[3],
                       double *moved);
static double off_border(limb__decimate *d, int vertex, const double point[3]);
static double off_line(const double *a, const double *b, const double *point);
static void collapse(limb__decimate *d, const limb__collapse *c, double moved);
static limb_status write_result(limb__decimate *d, limb_mesh **out);

limb_status limb_mesh_decimate(limb_mesh **out, const limb_mesh *mesh,
                               const limb_decimate_opts *opts, double *error)
{
    assert(out && mesh);
    static const limb_decimate_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    limb__decimate d = {.memory = limb__memory(opts->memory)};
    limb_status status = prepare(&d, mesh);
    double worst = 0;
    int ncollapse = 0;
    const bool bounded = opts->max_error > 0;
    const int target = opts->ntriangle > 0 || bounded ? opts->ntriangle : mesh->ntriangle;
    while (status == LIMB_OK && d.nalive > target && d.nheap > 0) {
        limb__collapse c;
        limb__heap_pop(&d, &c);
        // a vertex that has changed since then has newer candidates
        if (d.stamp[c.keep] != c.keep_stamp || d.stamp[c.drop] != c.drop_stamp) continue;
        double moved;
        if (!may_collapse(&d, &c, &moved)) continue;
        if (bounded && moved > opts->max_error) continue;
        collapse(&d, &c, moved);
        worst = fmax(worst, moved);
        if (opts->progress && ++ncollapse % 4096 == 0)
            opts->progress(opts->progress_ctx, d.ntriangle - d.nalive, d.ntriangle - target);
        status = add_edges_of(&d, c.keep, true);
    }
    if (status == LIMB_OK) status = write_result(&d, out);
    limb__decimate_free(&d);
    if (error) *error = worst;
    return status;
}

//---- preparation ---------------------------------------------------------------------------------

static limb_status prepare(limb__decimate *d, const limb_mesh *mesh)
{
    limb_status status = limb__decimate_init(d, mesh);
    if (status != LIMB_OK) return status;
    // memory that adjacency needs once
    const size_t size = (size_t)d->ntriangle * 3 * sizeof(int);
    int *twin = limb__allocate(d->memory, size);
    if (!twin) return LIMB_ERROR_MEMORY;
    limb__adjacency adjacency;
    status = limb__find_twins(&adjacency, d->memory, d->index, d->ntriangle, d->nvertex, twin);
    if (status == LIMB_OK) {
        add_triangle_planes(d);
        add_border_planes(d, twin);
    }
    limb__release(d->memory, twin, size);
    for (int v = 0; v < d->nvertex && status == LIMB_OK; v++)
        status = add_edges_of(d, v, false);
    return status;
}

static void add_triangle_planes(limb__decimate *d)
{
    for (int t = 0; t < d->ntriangle; t++) {
        double n[3];
        const double area = limb__decimate_normal(d, t, n);
        if (!(area > 0)) continue;
        const double *p = d->position + 3 * (size_t)d->index[3 * t];
        const double offset = -(n[0] * p[0] + n[1] * p[1] + n[2] * p[2]);
        for (int k = 0; k < 3; k++)
            add_plane(d->quadric + 10 * (size_t)d->index[3 * t + k], n, offset, area);
    }
}

static void add_border_planes(limb__decimate *d, const int *twin)
{
    for (int half = 0; half < d->ntriangle * 3; half++) {
        if (twin[half] >= 0) continue;
        double n[3], side[3], along[3];
        limb__decimate_normal(d, half / 3, n);
        const uint32_t a = d->index[half], b = d->index[limb__next_half(half)];
        d->border[a] = d->border[b] = true;
        const double *p = d->position + 3 * (size_t)a, *q = d->position + 3 * (size_t)b;
        for (int k = 0; k < 3; k++)
            along[k] = q[k] - p[k];
        for (int k = 0; k < 3; k++)
            side[k] = along[(k + 1) % 3] * n[(k + 2) % 3] - along[(k + 2) % 3] * n[(k + 1) % 3];
        const double length = sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
        if (!(length > 0)) continue;
        for (int k = 0; k < 3; k++)
            side[k] /= length;
        const double offset = -(side[0] * p[0] + side[1] * p[1] + side[2] * p[2]);
        const double weight = border_weight * length * length;
        add_plane(d->quadric + 10 * (size_t)a, side, offset, weight);
        add_plane(d->quadric + 10 * (size_t)b, side, offset, weight);
    }
}

// the symmetric 4x4 matrix w (n o)(n o)^T: xx xy xz xo yy yz yo zz zo oo
static void add_plane(double q[10], const double n[3], double offset, double weight)
{
    const double p[4] = {n[0], n[1], n[2], offset};
    int at = 0;
    for (int i = 0; i < 4; i++) {
        for (int k = i; k < 4; k++)
            q[at++] += weight * p[i] * p[k];
    }
}

//---- proposals -----------------------------------------------------------------------------------

// Adds the collapse of every edge of a vertex as a candidate; at the start each edge once.
static limb_status add_edges_of(limb__decimate *d, int vertex, bool all)
{
    d->mark_now++;
    for (int corner = limb__decimate_first(d, vertex); corner >= 0;
         corner = limb__decimate_next(d, corner)) {
        for (int k = 1; k < 3; k++) {
            const int other = (int)d->index[corner / 3 * 3 + (corner + k) % 3];
            if (d->mark[other] == d->mark_now || (!all && other < vertex)) continue;
            d->mark[other] = d->mark_now;
            limb__collapse c;
            propose(d, vertex, other, &c);
            if (!limb__heap_push(d, &c)) return LIMB_ERROR_MEMORY;
        }
    }
    return LIMB_OK;
}

// Returns the point of minimal error, or the best of the ends and the middle if the minimum
// is not unique.
static void propose(limb__decimate *d, int a, int b, limb__collapse *c)
{
    double q[10];
    for (int i = 0; i < 10; i++)
        q[i] = d->quadric[10 * (size_t)a + (size_t)i] + d->quadric[10 * (size_t)b + (size_t)i];
    const double *p = d->position + 3 * (size_t)a, *r = d->position + 3 * (size_t)b;
    *c = (limb__collapse){
        .keep = a, .drop = b, .keep_stamp = d->stamp[a], .drop_stamp = d->stamp[b]};
    double length = 0, from_middle = 0;
    const bool solved = best_point(q, c->point);
    for (int k = 0; k < 3; k++) {
        length += (p[k] - r[k]) * (p[k] - r[k]);
        from_middle += (c->point[k] - (p[k] + r[k]) / 2) * (c->point[k] - (p[k] + r[k]) / 2);
    }
    // in a nearly flat region the minimum may be anywhere: it must stay near the edge
    if (solved && from_middle <= length) {
        c->cost = error_at(q, c->point);
    } else {
        c->cost = (double)INFINITY;
        for (int i = 0; i < 3; i++) {
            const double s = i == 0 ? 0.5 : (i == 1 ? 0 : 1);
            double at[3];
            for (int k = 0; k < 3; k++)
                at[k] = p[k] + s * (r[k] - p[k]);
            const double cost = error_at(q, at);
            if (cost < c->cost) {
                c->cost = cost;
                memcpy(c->point, at, sizeof at);
            }
        }
    }
    // among equals the shortest first, which keeps triangles of flat regions well-shaped
    c->cost += 1e-9 * length * length;
}

static bool best_point(const double q[10], double point[3])
{
    const double a = q[0], b = q[1], c = q[2], d = q[4], e = q[5], f = q[7];
    const double g = -q[3], h = -q[6], i = -q[8];
    const double c0 = d * f - e * e, c1 = c * e - b * f, c2 = b * e - c * d;
    const double determinant = a * c0 + b * c1 + c * c2;
    const double size = a + d + f;
    point[0] = point[1] = point[2] = 0;
    if (!(fabs(determinant) > 1e-8 * size * size * size)) return false;
    point[0] = (c0 * g + c1 * h + c2 * i) / determinant;
    point[1] = (c1 * g + (a * f - c * c) * h + (b * c - a * e) * i) / determinant;
    point[2] = (c2 * g + (b * c - a * e) * h + (a * d - b * b) * i) / determinant;
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

static double error_at(const double q[10], const double p[3])
{
    const double x = p[0], y = p[1], z = p[2];
    const double error = q[0] * x * x + 2 * q[1] * x * y + 2 * q[2] * x * z + 2 * q[3] * x +
                         q[4] * y * y + 2 * q[5] * y * z + 2 * q[6] * y + q[7] * z * z +
                         2 * q[8] * z + q[9];
    return error > 0 ? error : 0;
}

//---- collapsing ----------------------------------------------------------------------------------

static bool may_collapse(limb__decimate *d, const limb__collapse *c, double *moved)
{
    if (!shares_only_the_edge(d, c->keep, c->drop)) return false;
    double far = 0;
    if (turns_over(d, c->keep, c->drop, c->point, &far)) return false;
    if (turns_over(d, c->drop, c->keep, c->point, &far)) return false;
    far = fmax(far, fmax(off_border(d, c->keep, c->point), off_border(d, c->drop, c->point)));
    *moved = far + fmax(d->moved[c->keep], d->moved[c->drop]);
    return true;
}

// The ends must have as many common neighbors as triangles: otherwise the collapse would
// pinch the surface.
static bool shares_only_the_edge(limb__decimate *d, int a, int b)
{
    d->mark_now++;
    int degree = 0, shared = 0, common = 0;
    for (int corner = limb__decimate_first(d, a); corner >= 0;
         corner = limb__decimate_next(d, corner)) {
        if (++degree > max_neighbors) return false;
        for (int k = 1; k < 3; k++) {
            const int other = (int)d->index[corner / 3 * 3 + (corner + k) % 3];
            shared += other == b;
            d->mark[other] = d->mark_now;
        }
    }
    // from b, each common neighbor is counted once
    const int seen = ++d->mark_now;
    for (int corner = limb__decimate_first(d, b); corner >= 0;
         corner = limb__decimate_next(d, corner)) {
        if (++degree > max_neighbors) return false;
        for (int k = 1; k < 3; k++) {
            const int other = (int)d->index[corner / 3 * 3 + (corner + k) % 3];
            if (other == a || d->mark[other] != seen - 1) continue;
            d->mark[other] = seen;
            common++;
        }
    }
    if (shared < 1 || shared > 2 || common != shared) return false;
    // an edge across the surface between two borders would join them in a point
    if (shared == 2 && d->border[a] && d->border[b]) return false;
    // neither the last tetrahedron nor the last triangle is collapsed
    const bool open = d->border[a] || d->border[b];
    return degree > (open ? 2 * shared : 6);
}

// Returns whether a triangle of vertex (without other) would flip with vertex at point; *moved
// keeps the largest distance of point from the planes of vertex's triangles.
static bool turns_over(limb__decimate *d, int vertex, int other, const double point[3],
                       double *moved)
{
    for (int corner = limb__decimate_first(d, vertex); corner >= 0;
         corner = limb__decimate_next(d, corner)) {
        const int t = corner / 3;
        double before[3], after[3];
        const double area = limb__decimate_normal(d, t, before);
        const double *p = d->position + 3 * (size_t)vertex;
        if (area > 0) {
            const double far = fabs(before[0] * (point[0] - p[0]) + before[1] * (point[1] - p[1]) +
                                    before[2] * (point[2] - p[2]));
            if (far > *moved) *moved = far;
        }
        const uint32_t *index = d->index + 3 * (size_t)t;
        if ((int)index[0] == other || (int)index[1] == other || (int)index[2] == other) continue;
        double kept[3];
        memcpy(kept, p, sizeof kept);
        memcpy(d->position + 3 * (size_t)vertex, point, sizeof kept);
        const double new_area = limb__decimate_normal(d, t, after);
        memcpy(d->position + 3 * (size_t)vertex, kept, sizeof kept);
        const double turn = before[0] * after[0] + before[1] * after[1] + before[2] * after[2];
        if (area > 0 && (!(new_area > 0) || turn < min_turn)) return true;
    }
    return false;
}

// Returns the largest distance of point from the lines of the vertex's open edges: those whose
// other end is in only one of its triangles.
static double off_border(limb__decimate *d, int vertex, const double point[3])
{
    if (!d->border[vertex]) return 0;
    const int once = ++d->mark_now;
    const int again = ++d->mark_now;
    double far = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int corner = limb__decimate_first(d, vertex); corner >= 0;
             corner = limb__decimate_next(d, corner)) {
            for (int k = 1; k < 3; k++) {
                const uint32_t other = d->index[corner / 3 * 3 + (corner + k) % 3];
                int *mark = &d->mark[other];
                if (pass == 0)
                    *mark = *mark == once || *mark == again ? again : once;
                else if (*mark == once)
                    far = fmax(far, off_line(d->position + 3 * (size_t)vertex,
                                             d->position + 3 * (size_t)other, point));
            }
        }
    }
    return far;
}

static double off_line(const double *a, const double *b, const double *point)
{
    double along[3], from[3], area = 0;
    for (int k = 0; k < 3; k++) {
        along[k] = b[k] - a[k];
        from[k] = point[k] - a[k];
    }
    for (int k = 0; k < 3; k++) {
        const double c = along[k] * from[(k + 1) % 3] - along[(k + 1) % 3] * from[k];
        area += c * c;
    }
    const double length = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
    return length > 0 ? sqrt(area / length) : 0;
}

static void collapse(limb__decimate *d, const limb__collapse *c, double moved)
{
    const int keep = c->keep, drop = c->drop;
    memcpy(d->position + 3 * (size_t)keep, c->point, sizeof c->point);
    for (int i = 0; i < 10; i++)
        d->quadric[10 * (size_t)keep + (size_t)i] += d->quadric[10 * (size_t)drop + (size_t)i];
    d->moved[keep] = moved;
    d->border[keep] = d->border[keep] || d->border[drop];
    for (int corner = limb__decimate_first(d, drop); corner >= 0;
         corner = limb__decimate_next(d, corner)) {
        uint32_t *index = d->index + corner / 3 * 3;
        if ((int)index[0] == keep || (int)index[1] == keep || (int)index[2] == keep) {
            d->dead[corner / 3] = true;
            d->nalive--;
        } else {
            d->index[corner] = (uint32_t)keep;
        }
    }
    limb__decimate_join(d, keep, drop);
    d->stamp[keep]++;
    d->stamp[drop]++;
}

//---- result --------------------------------------------------------------------------------------

static limb_status write_result(limb__decimate *d, limb_mesh **out)
{
    const size_t size = (size_t)d->nalive * 12 + (size_t)d->nvertex * 16;
    uint32_t *index = limb__allocate(d->memory, size);
    if (!index) return LIMB_ERROR_MEMORY;
    int *renamed = (int *)(void *)(index + 3 * (size_t)d->nalive);
    float *position = (float *)(void *)(renamed + d->nvertex);
    memset(renamed, 0xff, (size_t)d->nvertex * sizeof *renamed);
    int nvertex = 0;
    uint32_t *next = index;
    for (int t = 0; t < d->ntriangle; t++) {
        if (d->dead[t]) continue;
        for (int k = 0; k < 3; k++) {
            const uint32_t vertex = d->index[3 * t + k];
            if (renamed[vertex] < 0) {
                for (int i = 0; i < 3; i++)
                    position[3 * nvertex + i] = (float)d->position[3 * (size_t)vertex + (size_t)i];
                renamed[vertex] = nvertex++;
            }
            *next++ = (uint32_t)renamed[vertex];
        }
    }
    const limb_mesh mesh = {.nvertex = nvertex,
                            .position = position,
                            .ntriangle = d->nalive,
                            .index = index,
                            .unit = 1,
                            .nvertex_read = d->nvertex};
    const limb_status status = limb__mesh_pack(out, &mesh, d->memory);
    limb__release(d->memory, index, size);
    return status;
}
