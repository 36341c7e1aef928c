// Finds where to cut a piece: the plane with the smallest excess of the halves' hulls
// over their solids.
//
// Planes between layers of cells are compared by the hulls of the cells, which is cheap and
// tolerates a surface with gaps. The best plane along each axis is then moved to nearby faces, so
// that corners are met exactly, and these are compared by the true hulls. The cost is the sum of
// squares of the halves' excess volumes: a cut through the middle of a ring gains no volume, but
// divides the excess.
#include "base/memory.h"
#include "geometry/solids/decompose.h"
#include "numbers/math/pose.h"

#include <math.h>
#include <string.h>

enum {
    COARSE = 12, // planes tried along an axis before the best is refined
    FACES = 6,   // distinct positions of faces considered near a plane
    SNAPS = 2    // number of them tried
};
static const double NEAR = 1.5; // maximum distance in cells from a plane to a face that it
                                // is moved to
// The sum of squares must decrease by this factor.
static const double WORTH = 0.9;

typedef struct box {
    int first[3], last[3]; // inclusive range of cells
} box;

typedef struct face_place {
    double at;
    double area;
} face_place;

static limb_status cut_along(limb__mesh_solid *s, const limb__piece *piece, const box *all,
                             int axis, limb__piece best[2], double *least, bool *found);
static limb_status best_layer(limb__mesh_solid *s, const box *all, int axis, int *layer,
                              double *cost);
static limb_status layer_cost(limb__mesh_solid *s, const box *all, int axis, int layer,
                              double *cost);
static limb_status cells_excess(limb__mesh_solid *s, const box *b, double *excess);
static limb_status add_row_ends(limb__mesh_solid *s, const box *b, long long *noccupied);
static limb_status try_plane(limb__mesh_solid *s, const limb__piece *piece, int axis, double plane,
                             limb__piece best[2], double *least, bool *found);
static int near_faces(const limb__mesh_solid *s, const limb__piece *piece, int axis, double plane,
                      face_place found[FACES]);
static double triangle_area(const limb__mesh_solid *s, const uint32_t *corner);

limb_status limb__piece_cut(limb__mesh_solid *solid, const limb__piece *piece, limb__piece half[2],
                            bool *found)
{
    *found = false;
    const limb__voxels *v = &solid->voxels;
    box all;
    for (int k = 0; k < 3; k++) {
        // a plane within rounding of a layer's boundary starts that layer
        const double tiny = 1e-6 * v->size;
        all.first[k] = limb__voxels_find(v, k, piece->region.lower[k] + tiny);
        all.last[k] = limb__voxels_find(v, k, piece->region.upper[k] - tiny);
    }
    const double excess = fmax(piece->volume - piece->solid, 0);
    double least = WORTH * excess * excess;
    limb_status status = LIMB_OK;
    for (int axis = 0; axis < 3 && status == LIMB_OK; axis++)
        status = cut_along(solid, piece, &all, axis, half, &least, found);
    for (int side = 0; side < 2 && status != LIMB_OK && *found; side++)
        limb__piece_free(solid, &half[side]);
    return status;
}

static limb_status cut_along(limb__mesh_solid *s, const limb__piece *piece, const box *all,
                             int axis, limb__piece best[2], double *least, bool *found)
{
    if (all->last[axis] <= all->first[axis]) return LIMB_OK;
    int layer = -1;
    double cost;
    limb_status status = best_layer(s, all, axis, &layer, &cost);
    if (status != LIMB_OK || layer < 0) return status;
    const double plane = s->voxels.lower[axis] + layer * s->voxels.size;
    face_place face[FACES];
    const int nface = near_faces(s, piece, axis, plane, face);
    for (int i = -1; i < nface && i < SNAPS && status == LIMB_OK; i++)
        status = try_plane(s, piece, axis, i < 0 ? plane : face[i].at, best, least, found);
    return status;
}

//---- by cells ------------------------------------------------------------------------------------

// Returns the layer before which a cut along the axis costs least: first a few of them, then
// around the best.
static limb_status best_layer(limb__mesh_solid *s, const box *all, int axis, int *layer,
                              double *cost)
{
    const int first = all->first[axis] + 1, last = all->last[axis];
    int stride = (last - first) / COARSE + 1;
    *cost = INFINITY;
    for (int at = first + (last - first) % stride / 2; at <= last; at += stride) {
        double tried;
        const limb_status status = layer_cost(s, all, axis, at, &tried);
        if (status != LIMB_OK) return status;
        if (tried < *cost) {
            *cost = tried;
            *layer = at;
        }
    }
    while (stride > 1) {
        stride = (stride + 1) / 2;
        const int middle = *layer;
        for (int side = -1; side <= 1; side += 2) {
            const int at = middle + side * stride;
            if (at < first || at > last) continue;
            double tried;
            const limb_status status = layer_cost(s, all, axis, at, &tried);
            if (status != LIMB_OK) return status;
            if (tried < *cost) {
                *cost = tried;
                *layer = at;
            }
        }
        if (stride == 1) break;
    }
    return LIMB_OK;
}

static limb_status layer_cost(limb__mesh_solid *s, const box *all, int axis, int layer,
                              double *cost)
{
    double excess[2];
    for (int side = 0; side < 2; side++) {
        box half = *all;
        if (side == 0)
            half.last[axis] = layer - 1;
        else
            half.first[axis] = layer;
        const limb_status status = cells_excess(s, &half, &excess[side]);
        if (status != LIMB_OK) return status;
    }
    *cost = excess[0] * excess[0] + excess[1] * excess[1];
    return LIMB_OK;
}

// Returns the volume of the hull of a box's occupied cells minus their own, in cells.
static limb_status cells_excess(limb__mesh_solid *s, const box *b, double *excess)
{
    long long noccupied;
    limb_status status = add_row_ends(s, b, &noccupied);
    *excess = 0;
    if (status != LIMB_OK || s->npoint < 4) return status;
    limb_mesh *hull;
    int dimension;
    status = limb_hull_build(&hull, s->point, s->npoint, s->memory, &dimension);
    if (status != LIMB_OK) return status;
    if (dimension == 3) *excess = fmax(limb_mesh_volume(hull) - (double)noccupied, 0);
    limb_mesh_free(hull);
    return LIMB_OK;
}

// Collects corners of the outermost occupied cells of each row along x: the hull has no others.
static limb_status add_row_ends(limb__mesh_solid *s, const box *b, long long *noccupied)
{
    const limb__voxels *v = &s->voxels;
    *noccupied = 0;
    s->npoint = 0;
    for (int z = b->first[2]; z <= b->last[2]; z++) {
        for (int y = b->first[1]; y <= b->last[1]; y++) {
            const uint8_t *row = v->state + limb__voxels_at(v, 0, y, z);
            int begin = -1, end = -1;
            for (int x = b->first[0]; x <= b->last[0]; x++) {
                if (row[x] == LIMB__CELL_OUTSIDE) continue;
                if (begin < 0) begin = x;
                end = x + 1;
                (*noccupied)++;
            }
            if (begin < 0) continue;
            if (!limb__grow(s->memory, (void **)&s->point, &s->point_capacity, s->npoint + 8, 12))
                return LIMB_ERROR_MEMORY;
            for (int i = 0; i < 8; i++) {
                float *p = s->point + 3 * (size_t)s->npoint++;
                p[0] = (float)(i & 1 ? end : begin);
                p[1] = (float)(y + (i >> 1 & 1));
                p[2] = (float)(z + (i >> 2));
            }
        }
    }
    return LIMB_OK;
}

//---- by hulls ------------------------------------------------------------------------------------

// Cuts there, and keeps the halves if they are the best so far.
static limb_status try_plane(limb__mesh_solid *s, const limb__piece *piece, int axis, double plane,
                             limb__piece best[2], double *least, bool *found)
{
    if (!(plane > piece->region.lower[axis] && plane < piece->region.upper[axis])) return LIMB_OK;
    limb__piece half[2] = {{.ntriangle = 0}, {.ntriangle = 0}};
    limb_status status = LIMB_OK;
    double cost = 0;
    for (int side = 0; side < 2 && status == LIMB_OK; side++) {
        limb__region region = piece->region;
        (side ? region.lower : region.upper)[axis] = plane;
        region.cut[axis][side ? 0 : 1] = true;
        status = limb__piece_build(&half[side], s, &region, piece->triangle, piece->ntriangle);
        const double excess = fmax(half[side].volume - half[side].solid, 0);
        // a half without volume would be lost
        cost += half[side].hull ? excess * excess : (double)INFINITY;
    }
    const bool better = status == LIMB_OK && cost < *least;
    for (int side = 0; side < 2; side++) {
        if (better && *found) limb__piece_free(s, &best[side]);
        if (better)
            best[side] = half[side];
        else
            limb__piece_free(s, &half[side]);
    }
    if (better) {
        *least = cost;
        *found = true;
    }
    return status;
}

// Finds faces perpendicular to the axis near the plane, the largest first.
static int near_faces(const limb__mesh_solid *s, const limb__piece *piece, int axis, double plane,
                      face_place found[FACES])
{
    const double same = 1e-5, reach = NEAR * s->voxels.size;
    int count = 0;
    for (int i = 0; i < piece->ntriangle; i++) {
        const uint32_t *corner = s->mesh->index + 3 * (size_t)piece->triangle[i];
        const double at = s->local[corner[0]][axis];
        if (fabs(at - plane) > reach || fabs(s->local[corner[1]][axis] - at) > same ||
            fabs(s->local[corner[2]][axis] - at) > same) {
            continue;
        }
        int slot = 0;
        while (slot < count && fabs(found[slot].at - at) > same)
            slot++;
        if (slot == FACES) continue;
        if (slot == count) found[count++] = (face_place){.at = at};
        found[slot].area += triangle_area(s, corner);
    }
    for (int i = 1; i < count; i++) {
        const face_place moved = found[i];
        int k = i;
        for (; k > 0 && found[k - 1].area < moved.area; k--)
            found[k] = found[k - 1];
        found[k] = moved;
    }
    return count;
}

static double triangle_area(const limb__mesh_solid *s, const uint32_t *corner)
{
    double u[3], v[3], normal[3];
    limb__subtract(s->local[corner[1]], s->local[corner[0]], u);
    limb__subtract(s->local[corner[2]], s->local[corner[0]], v);
    limb__cross(u, v, normal);
    return sqrt(limb__dot(normal, normal)) / 2;
}
