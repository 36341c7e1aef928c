// Quickhull (C. Barber, D. Dobkin, H. Huhdanpaa, "The quickhull algorithm for convex hulls", 1996)
// with exact predicates.
//
// Coordinates are integers of 29 bits, so the determinant that determines on which side of a face a
// point lies fits two 64-bit words. A face is visible only if the point is strictly outside it.
// Then the visible faces form one patch with a simple boundary, and a new face over a boundary edge
// cannot be degenerate: its point would lie in the plane of the visible face at that edge. No
// tolerance is needed, and coplanar points are handled.
#include "geometry/solids/hull.h"

#include "base/memory.h"

#include <string.h>

typedef struct face {
    int vertex[3];
    int across[3]; // face across the edge from vertex k to k + 1
    int outside;   // first of its outside points, -1: none
    int farthest;  // of them
    double height; // of the farthest
    bool alive;
    bool visible; // from the point being added
} face;

typedef struct hull {
    const limb_allocator *memory;
    const limb__hull_point *point;
    int npoint;
    face *face;
    int nface;
    int face_capacity;
    int *next;   // of each point: the next in its face's list
    int *rim_at; // of each point: the new face whose edge starts there
    int *patch;  // faces visible from the point being added
    int npatch;
    int patch_capacity;
    int *pending; // faces that may still have outside points
    int npending;
    int pending_capacity;
} hull;

static limb_status begin(hull *h);
static int add_face(hull *h, int a, int b, int c);
static void give_point(hull *h, int face_index, int point);
static double height_over(const hull *h, const face *f, int point);
static limb_status add_point(hull *h, int start, int point);
static limb_status find_patch(hull *h, int start, int point);
static limb_status build_cone(hull *h, int point, int *first_new);
static void hand_over_points(hull *h, int point, int first_new);
static bool push(hull *h, int **items, int *count, int *capacity, int value);
static limb_status collect(const hull *h, uint32_t **triangle, int *ntriangle, int *capacity);

limb_status limb__hull_3d(const limb_allocator *memory, const limb__hull_point *point, int npoint,
                          uint32_t **triangle, int *ntriangle, int *capacity)
{
    hull h = {.memory = memory, .point = point, .npoint = npoint};
    const size_t size = (size_t)npoint * 2 * sizeof(int);
    h.next = limb__allocate(memory, size);
    if (!h.next) return LIMB_ERROR_MEMORY;
    h.rim_at = h.next + npoint;
    limb_status status = begin(&h);
    while (status == LIMB_OK && h.npending > 0) {
        const int at = h.pending[--h.npending];
        const face *f = &h.face[at];
        if (!f->alive || f->outside < 0) continue;
        status = add_point(&h, at, f->farthest);
    }
    if (status == LIMB_OK) status = collect(&h, triangle, ntriangle, capacity);
    limb__release(memory, h.next, size);
    limb__release(memory, h.face, (size_t)h.face_capacity * sizeof *h.face);
    limb__release(memory, h.patch, (size_t)h.patch_capacity * sizeof *h.patch);
    limb__release(memory, h.pending, (size_t)h.pending_capacity * sizeof *h.pending);
    return status;
}

// The 3x3 determinant of differences: minors have 60 bits, times 30 bits; summed in two words.
int limb__hull_side(const limb__hull_point *a, const limb__hull_point *b, const limb__hull_point *c,
                    const limb__hull_point *p)
{
    int64_t u[3], v[3], w[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (int64_t)b->at[k] - a->at[k];
        v[k] = (int64_t)c->at[k] - a->at[k];
        w[k] = (int64_t)p->at[k] - a->at[k];
    }
    const int64_t minor[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                              u[0] * v[1] - u[1] * v[0]};
    int64_t high = 0, low = 0;
    for (int k = 0; k < 3; k++) {
        // minor = top * 2^32 + bottom with 0 <= bottom < 2^32
        const int64_t bottom = (int64_t)((uint64_t)minor[k] & 0xffffffffu);
        const int64_t top = (minor[k] - bottom) / INT64_C(4294967296);
        high += top * w[k];
        low += bottom * w[k];
    }
    int64_t rest = low % INT64_C(4294967296);
    high += low / INT64_C(4294967296);
    if (rest < 0) {
        rest += INT64_C(4294967296);
        high--;
    }
    return high > 0 || (high == 0 && rest > 0) ? 1 : (high < 0 ? -1 : 0);
}

//---- building ------------------------------------------------------------------------------------

// Makes a tetrahedron of the first four points; assigns every other point to a face it
// is outside of.
static limb_status begin(hull *h)
{
    const limb__hull_point *p = h->point;
    const bool inward = limb__hull_side(&p[0], &p[1], &p[2], &p[3]) > 0;
    const int b = inward ? 2 : 1, c = inward ? 1 : 2;
    // 0 b c faces away from 3
    const int corner[4][3] = {{0, b, c}, {b, 0, 3}, {c, b, 3}, {0, c, 3}};
    for (int i = 0; i < 4; i++) {
        if (add_face(h, corner[i][0], corner[i][1], corner[i][2]) < 0) return LIMB_ERROR_MEMORY;
    }
    static const int across[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (int i = 0; i < 4; i++)
        memcpy(h->face[i].across, across[i], sizeof across[i]);
    for (int i = 4; i < h->npoint; i++) {
        for (int f = 0; f < 4; f++) {
            const int *v = h->face[f].vertex;
            if (limb__hull_side(&p[v[0]], &p[v[1]], &p[v[2]], &p[i]) <= 0) continue;
            give_point(h, f, i);
            break;
        }
    }
    for (int f = 0; f < 4; f++) {
        if (!push(h, &h->pending, &h->npending, &h->pending_capacity, f)) return LIMB_ERROR_MEMORY;
    }
    return LIMB_OK;
}

static int add_face(hull *h, int a, int b, int c)
{
    if (!limb__grow(h->memory, (void **)&h->face, &h->face_capacity, h->nface + 1, sizeof *h->face))
        return -1;
    h->face[h->nface] =
        (face){.vertex = {a, b, c}, .outside = -1, .farthest = -1, .height = -1, .alive = true};
    return h->nface++;
}

static void give_point(hull *h, int face_index, int point)
{
    face *f = &h->face[face_index];
    h->next[point] = f->outside;
    f->outside = point;
    const double height = height_over(h, f, point);
    if (height > f->height) {
        f->height = height;
        f->farthest = point;
    }
}

// Only selects the next point, so rounding is acceptable. Not divided by the face's size.
static double height_over(const hull *h, const face *f, int point)
{
    const int32_t *a = h->point[f->vertex[0]].at;
    double u[3], v[3], w[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)h->point[f->vertex[1]].at[k] - a[k];
        v[k] = (double)h->point[f->vertex[2]].at[k] - a[k];
        w[k] = (double)h->point[point].at[k] - a[k];
    }
    const double height = w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
                          w[2] * (u[0] * v[1] - u[1] * v[0]);
    return height > 0 ? height : 0;
}

static limb_status add_point(hull *h, int start, int point)
{
    limb_status status = find_patch(h, start, point);
    int first_new = h->nface;
    if (status == LIMB_OK) status = build_cone(h, point, &first_new);
    if (status == LIMB_OK) hand_over_points(h, point, first_new);
    for (int i = first_new; i < h->nface && status == LIMB_OK; i++) {
        if (h->face[i].outside >= 0 && !push(h, &h->pending, &h->npending, &h->pending_capacity, i))
            status = LIMB_ERROR_MEMORY;
    }
    return status;
}

// Finds all faces visible from the point, starting at one of them, across the edges.
static limb_status find_patch(hull *h, int start, int point)
{
    h->npatch = 0;
    if (!push(h, &h->patch, &h->npatch, &h->patch_capacity, start)) return LIMB_ERROR_MEMORY;
    h->face[start].visible = true;
    for (int i = 0; i < h->npatch; i++) {
        for (int k = 0; k < 3; k++) {
            const int other = h->face[h->patch[i]].across[k];
            face *f = &h->face[other];
            if (f->visible) continue;
            const limb__hull_point *p = h->point;
            const int *v = f->vertex;
            if (limb__hull_side(&p[v[0]], &p[v[1]], &p[v[2]], &p[point]) <= 0) continue;
            f->visible = true;
            if (!push(h, &h->patch, &h->npatch, &h->patch_capacity, other))
                return LIMB_ERROR_MEMORY;
        }
    }
    return LIMB_OK;
}

// Adds a face from each edge of the patch's boundary to the point.
static limb_status build_cone(hull *h, int point, int *first_new)
{
    *first_new = h->nface;
    for (int i = 0; i < h->npatch; i++) {
        for (int k = 0; k < 3; k++) {
            const face *seen = &h->face[h->patch[i]];
            const int across = seen->across[k];
            if (h->face[across].visible) continue;
            const int a = seen->vertex[k], b = seen->vertex[(k + 1) % 3];
            const int fresh = add_face(h, a, b, point);
            if (fresh < 0) return LIMB_ERROR_MEMORY;
            h->face[fresh].across[0] = across;
            for (int n = 0; n < 3; n++) {
                if (h->face[across].vertex[n] == b && h->face[across].vertex[(n + 1) % 3] == a)
                    h->face[across].across[n] = fresh;
            }
            h->rim_at[a] = fresh;
        }
    }
    // the boundary is one cycle: the face that starts where this one ends is its neighbor
    for (int i = *first_new; i < h->nface; i++) {
        const int next = h->rim_at[h->face[i].vertex[1]];
        h->face[i].across[1] = next;
        h->face[next].across[2] = i;
    }
    return LIMB_OK;
}

// Reassigns points of removed faces to a new face they are outside of; others are inside now.
static void hand_over_points(hull *h, int point, int first_new)
{
    const limb__hull_point *p = h->point;
    for (int i = 0; i < h->npatch; i++) {
        face *gone = &h->face[h->patch[i]];
        gone->alive = false;
        for (int at = gone->outside; at >= 0;) {
            const int following = h->next[at];
            for (int f = first_new; f < h->nface && at != point; f++) {
                const int *v = h->face[f].vertex;
                if (limb__hull_side(&p[v[0]], &p[v[1]], &p[v[2]], &p[at]) <= 0) continue;
                give_point(h, f, at);
                break;
            }
            at = following;
        }
        gone->outside = -1;
    }
}

static bool push(hull *h, int **items, int *count, int *capacity, int value)
{
    if (!limb__grow(h->memory, (void **)items, capacity, *count + 1, sizeof **items)) return false;
    (*items)[(*count)++] = value;
    return true;
}

static limb_status collect(const hull *h, uint32_t **triangle, int *ntriangle, int *capacity)
{
    int count = 0;
    for (int i = 0; i < h->nface; i++)
        count += h->face[i].alive;
    *triangle = limb__allocate(h->memory, (size_t)count * 12);
    if (!*triangle) return LIMB_ERROR_MEMORY;
    *capacity = *ntriangle = count;
    uint32_t *out = *triangle;
    for (int i = 0; i < h->nface; i++) {
        if (!h->face[i].alive) continue;
        for (int k = 0; k < 3; k++)
            *out++ = (uint32_t)h->face[i].vertex[k];
    }
    return LIMB_OK;
}
