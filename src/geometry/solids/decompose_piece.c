// The solid in its own frame, and the convex hull of its part in a box.
//
// A corner of that hull is on the surface, inside the box or where the box cuts it, or is a corner
// of the box inside the solid. So the triangles are clipped by the box, and its corners are
// examined where three cuts meet; caps need not be computed.
#include "base/memory.h"
#include "geometry/solids/decompose.h"
#include "geometry/solids/fit.h"
#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
// Tolerance for coplanar coordinates, relative to a longest side of 2, above the rounding error of
// rotated float vertices. Pieces overlap by it.
static const double SAME_PLANE = 1e-6;
static const double NO_AREA = 1e-12;

static limb_status choose_frame(limb__mesh_solid *s);
static double aligned_area(const limb_mesh *mesh, const double pose[12]);
static limb_status add_points(limb__mesh_solid *s, limb__piece *piece);
static limb_status add_triangle(limb__mesh_solid *s, const limb__region *r, int triangle);
static limb_status add_corners(limb__mesh_solid *s, const limb__region *r);
static bool is_inside(const limb__mesh_solid *s, const double point[3]);
static double winding(const limb__mesh_solid *s, const double point[3]);
static bool touches(const limb__mesh_solid *s, const limb__region *r, int triangle);
static bool add_local(limb__mesh_solid *s, const double local[3]);
static bool add_point(limb__mesh_solid *s, const float point[3]);

limb_status limb__mesh_solid_init(limb__mesh_solid *out, const limb_mesh *mesh, int resolution,
                                  const limb_allocator *memory)
{
    memset(out, 0, sizeof *out);
    out->memory = memory;
    out->mesh = mesh;
    const size_t nvertex = (size_t)mesh->nvertex;
    out->local = limb__allocate(memory, nvertex * sizeof *out->local);
    out->stamp = limb__allocate(memory, nvertex * sizeof *out->stamp);
    limb_status status = out->local && out->stamp ? choose_frame(out) : LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) {
        memset(out->stamp, 0, nvertex * sizeof *out->stamp);
        const limb__triangles triangles = {(const double(*)[3])out->local, mesh->index,
                                           mesh->ntriangle};
        status = limb__voxels_build(&out->voxels, &triangles, out->lower, out->upper, resolution,
                                    memory);
    }
    if (status != LIMB_OK) limb__mesh_solid_free(out);
    return status;
}

void limb__mesh_solid_free(limb__mesh_solid *solid)
{
    const size_t nvertex = solid->mesh ? (size_t)solid->mesh->nvertex : 0;
    limb__release(solid->memory, solid->local, nvertex * sizeof *solid->local);
    limb__release(solid->memory, solid->stamp, nvertex * sizeof *solid->stamp);
    limb__release(solid->memory, solid->point, (size_t)solid->point_capacity * 12);
    if (solid->voxels.memory) limb__voxels_free(&solid->voxels);
    memset(solid, 0, sizeof *solid);
}

// Cuts are along the mesh's own axes, or those of the smallest box if more faces are
// aligned with them.
static limb_status choose_frame(limb__mesh_solid *s)
{
    limb_fit box;
    const limb_status status =
        limb_fit_points(&box, LIMB_FIT_BOX, s->mesh->position, s->mesh->nvertex, NULL, s->memory);
    if (status != LIMB_OK) return status;
    limb_pose_identity(s->pose);
    if (aligned_area(s->mesh, box.pose) > 1.05 * aligned_area(s->mesh, s->pose))
        memcpy(s->pose, box.pose, sizeof s->pose);
    for (int k = 3; k < 12; k += 4)
        s->pose[k] = box.pose[k];
    s->scale = fmax(box.size[0], fmax(box.size[1], box.size[2])) / 2;
    if (!(s->scale > 0)) s->scale = 1;
    for (int k = 0; k < 3; k++) {
        s->lower[k] = INFINITY;
        s->upper[k] = -INFINITY;
    }
    for (int i = 0; i < s->mesh->nvertex; i++) {
        double d[3];
        for (int k = 0; k < 3; k++) {
            d[k] = ((double)s->mesh->position[3 * (size_t)i + (size_t)k] - s->pose[4 * k + 3]) /
                   s->scale;
        }
        limb__pose_rotate_back(s->pose, d, s->local[i]);
        for (int k = 0; k < 3; k++) {
            s->lower[k] = fmin(s->lower[k], s->local[i][k]);
            s->upper[k] = fmax(s->upper[k], s->local[i][k]);
        }
    }
    return LIMB_OK;
}

// Returns the area of the triangles whose normals are along an axis of the pose.
static double aligned_area(const limb_mesh *mesh, const double pose[12])
{
    double sum = 0;
    for (int t = 0; t < mesh->ntriangle; t++) {
        double u[3], v[3], normal[3], along[3];
        for (int k = 0; k < 3; k++) {
            const uint32_t *corner = mesh->index + 3 * (size_t)t;
            const double a = (double)mesh->position[3 * (size_t)corner[0] + (size_t)k];
            u[k] = (double)mesh->position[3 * (size_t)corner[1] + (size_t)k] - a;
            v[k] = (double)mesh->position[3 * (size_t)corner[2] + (size_t)k] - a;
        }
        limb__cross(u, v, normal);
        const double area = sqrt(limb__dot(normal, normal));
        limb__pose_rotate_back(pose, normal, along);
        for (int k = 0; k < 3; k++)
            sum += fabs(along[k]) > 0.9999 * area ? area : 0;
    }
    return sum;
}

//---- pieces --------------------------------------------------------------------------------------

limb_status limb__piece_build(limb__piece *out, limb__mesh_solid *solid, const limb__region *region,
                              const int *triangle, int ntriangle)
{
    *out = (limb__piece){.region = *region};
    int count = 0;
    for (int i = 0; i < ntriangle; i++)
        count += touches(solid, region, triangle[i]);
    if (count == 0) return LIMB_OK;
    out->triangle = limb__allocate(solid->memory, (size_t)count * sizeof(int));
    if (!out->triangle) return LIMB_ERROR_MEMORY;
    out->ntriangle = count;
    count = 0;
    for (int i = 0; i < ntriangle; i++) {
        if (touches(solid, region, triangle[i])) out->triangle[count++] = triangle[i];
    }
    int dimension = -1;
    limb_status status = add_points(solid, out);
    if (status == LIMB_OK)
        status =
            limb_hull_build(&out->hull, solid->point, solid->npoint, solid->memory, &dimension);
    if (status == LIMB_OK && dimension == 3) {
        out->volume = limb_mesh_volume(out->hull);
        out->solid = fmin(limb__mesh_solid_within(solid, region), out->volume);
    } else if (status == LIMB_OK) {
        limb_mesh_free(out->hull);
        out->hull = NULL;
    }
    if (status != LIMB_OK) limb__piece_free(solid, out);
    return status;
}

void limb__piece_free(const limb__mesh_solid *solid, limb__piece *piece)
{
    limb__release(solid->memory, piece->triangle, (size_t)piece->ntriangle * sizeof(int));
    limb_mesh_free(piece->hull);
    memset(piece, 0, sizeof *piece);
}

// A triangle belongs to the region if it extends beyond the cutting planes by more than the
// tolerance. One in the plane belongs to the side of the solid.
static bool touches(const limb__mesh_solid *s, const limb__region *r, int triangle)
{
    const uint32_t *corner = s->mesh->index + 3 * (size_t)triangle;
    const double *a = s->local[corner[0]], *b = s->local[corner[1]], *c = s->local[corner[2]];
    for (int k = 0; k < 3; k++) {
        const double low = fmin(a[k], fmin(b[k], c[k])), high = fmax(a[k], fmax(b[k], c[k]));
        if (high < r->lower[k] - SAME_PLANE || low > r->upper[k] + SAME_PLANE) return false;
        for (int side = 0; side < 2; side++) {
            if (!r->cut[k][side]) continue;
            const double plane = side ? r->upper[k] : r->lower[k];
            if (side ? low < plane - SAME_PLANE : high > plane + SAME_PLANE) continue;
            if (side ? high > plane + SAME_PLANE : low < plane - SAME_PLANE) return false;
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            const double normal =
                s->direction * ((b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]));
            // a triangle without area shares its edges with others
            if (side ? normal < NO_AREA : normal > -NO_AREA) return false;
        }
    }
    return true;
}

// Collects points whose hull is that of the piece.
static limb_status add_points(limb__mesh_solid *s, limb__piece *piece)
{
    s->npoint = 0;
    s->nstamp++;
    for (int i = 0; i < piece->ntriangle; i++) {
        const limb_status status = add_triangle(s, &piece->region, piece->triangle[i]);
        if (status != LIMB_OK) return status;
    }
    return add_corners(s, &piece->region);
}

static limb_status add_triangle(limb__mesh_solid *s, const limb__region *r, int triangle)
{
    const uint32_t *corner = s->mesh->index + 3 * (size_t)triangle;
    bool within = true;
    for (int i = 0; i < 3; i++) {
        const double *p = s->local[corner[i]];
        bool in = true;
        for (int k = 0; k < 3; k++)
            in = in && p[k] >= r->lower[k] - SAME_PLANE && p[k] <= r->upper[k] + SAME_PLANE;
        within = within && in;
        if (!in || s->stamp[corner[i]] == s->nstamp) continue;
        s->stamp[corner[i]] = s->nstamp;
        if (!add_point(s, s->mesh->position + 3 * (size_t)corner[i])) return LIMB_ERROR_MEMORY;
    }
    if (within) return LIMB_OK;
    double a[LIMB__CLIP_MAX][3] = {{0}}, b[LIMB__CLIP_MAX][3] = {{0}};
    for (int i = 0; i < 3; i++)
        memcpy(a[i], s->local[corner[i]], sizeof a[i]);
    int n = 3;
    for (int k = 0; k < 3; k++) {
        n = limb__clip((const double(*)[3])a, n, k, r->lower[k] - SAME_PLANE,
                       r->upper[k] + SAME_PLANE, b);
        memcpy(a, b, sizeof a);
    }
    for (int i = 0; i < n; i++) {
        if (!add_local(s, a[i])) return LIMB_ERROR_MEMORY;
    }
    return LIMB_OK;
}

// A corner of the box can be inside the solid only where three cuts meet.
static limb_status add_corners(limb__mesh_solid *s, const limb__region *r)
{
    for (int i = 0; i < 8; i++) {
        double corner[3];
        bool by_cuts = true;
        for (int k = 0; k < 3; k++) {
            const int side = i >> k & 1;
            corner[k] = side ? r->upper[k] : r->lower[k];
            by_cuts = by_cuts && r->cut[k][side];
        }
        if (by_cuts && is_inside(s, corner) && !add_local(s, corner)) return LIMB_ERROR_MEMORY;
    }
    return LIMB_OK;
}

static bool is_inside(const limb__mesh_solid *s, const double point[3])
{
    const limb__voxels *v = &s->voxels;
    int at[3];
    for (int k = 0; k < 3; k++)
        at[k] = limb__voxels_find(v, k, point[k]);
    const uint8_t state = v->state[limb__voxels_at(v, at[0], at[1], at[2])];
    if (state != LIMB__CELL_SURFACE) return state == LIMB__CELL_INSIDE;
    return fabs(winding(s, point)) > 0.5;
}

// Returns the winding number of the surface around the point (A. van Oosterom, J. Strackee, 1983).
static double winding(const limb__mesh_solid *s, const double point[3])
{
    double sum = 0;
    for (int t = 0; t < s->mesh->ntriangle; t++) {
        const uint32_t *corner = s->mesh->index + 3 * (size_t)t;
        double d[3][3], length[3], normal[3];
        for (int i = 0; i < 3; i++) {
            limb__subtract(s->local[corner[i]], point, d[i]);
            length[i] = sqrt(limb__dot(d[i], d[i]));
        }
        limb__cross(d[1], d[2], normal);
        const double below = length[0] * length[1] * length[2] + limb__dot(d[0], d[1]) * length[2] +
                             limb__dot(d[1], d[2]) * length[0] + limb__dot(d[2], d[0]) * length[1];
        sum += 2 * atan2(limb__dot(d[0], normal), below);
    }
    return sum / (4 * PI);
}

static bool add_local(limb__mesh_solid *s, const double local[3])
{
    double scaled[3], p[3];
    float point[3];
    for (int k = 0; k < 3; k++)
        scaled[k] = local[k] * s->scale;
    limb__pose_point(s->pose, scaled, p);
    for (int k = 0; k < 3; k++)
        point[k] = (float)p[k];
    return add_point(s, point);
}

static bool add_point(limb__mesh_solid *s, const float point[3])
{
    if (!limb__grow(s->memory, (void **)&s->point, &s->point_capacity, s->npoint + 1, 12))
        return false;
    memcpy(s->point + 3 * (size_t)s->npoint++, point, 12);
    return true;
}
