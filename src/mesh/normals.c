// Normals with a crease angle.
//
// Two triangles that share an edge and meet there at less than the crease angle belong to one
// smooth surface. Around a vertex this joins corners into groups (union-find over corners); the
// normal of a group is the sum of its triangles' normals weighted by their angle there (G. Thürmer
// and C. Wüthrich, "Computing vertex normals from polygonal facets", 1998). Time is linear in the
// number of triangles, whatever the valence of a vertex.
#include "mesh/builder.h"

#include "base/memory.h"
#include "mesh/adjacency.h"

#include <math.h>
#include <string.h>

typedef struct shading {
    const uint32_t *index;
    const float *position;
    int nhalf;
    int *twin;     // of each half-edge
    int *group;    // of each corner: union-find parent, then the normal's number
    float *facet;  // unit normal of each triangle, zero when it has no area
    float *weight; // angle of each corner
} shading;

static void measure_triangles(shading *s);
static float angle_of(float cosine);
static void join_smooth_edges(shading *s, double crease_angle);
static int find_group(int *group, int corner);
static void unite(int *group, int a, int b);
static limb_status add_group_normals(limb__mesh_builder *b, shading *s);

limb_status limb__mesh_compute_normals(limb__mesh_builder *b)
{
    const int nhalf = b->corner_position.count;
    const size_t corners = (size_t)nhalf;
    const size_t size = corners * (2 * sizeof(int) + 2 * sizeof(float));
    void *block = limb__allocate(b->memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    shading s = {.index = b->corner_position.value,
                 .position = b->position.value,
                 .nhalf = nhalf,
                 .twin = block};
    s.group = s.twin + corners;
    s.facet = (float *)(void *)(s.group + corners);
    s.weight = s.facet + corners;

    limb__adjacency adjacency;
    limb_status status = limb__find_twins(&adjacency, b->memory, s.index, nhalf / 3, s.twin);
    if (status == LIMB_OK) {
        measure_triangles(&s);
        join_smooth_edges(&s, b->opts.crease_angle);
        status = add_group_normals(b, &s);
    }
    limb__release(b->memory, block, size);
    return status;
}

static void measure_triangles(shading *s)
{
    for (int t = 0; t < s->nhalf / 3; t++) {
        const uint32_t *index = s->index + (size_t)t * 3;
        double edge[3][3]; // from corner k to k + 1
        for (int k = 0; k < 3; k++) {
            const float *from = s->position + (size_t)index[k] * 3;
            const float *to = s->position + (size_t)index[(k + 1) % 3] * 3;
            for (int i = 0; i < 3; i++)
                edge[k][i] = (double)to[i] - (double)from[i];
        }
        const double *u = edge[0], *v = edge[1];
        const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                             u[0] * v[1] - u[1] * v[0]};
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        const double scale = length > 0 ? 1 / length : 0;
        float inverse[3]; // of the edges' lengths
        for (int k = 0; k < 3; k++) {
            const double *e = edge[k];
            s->facet[t * 3 + k] = (float)(n[k] * scale);
            inverse[k] = 1 / sqrtf((float)(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]));
        }
        for (int k = 0; k < 3; k++) {
            const double *a = edge[k];
            const double *b = edge[(k + 2) % 3];
            const float dot = (float)(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
            s->weight[t * 3 + k] =
                length > 0 ? angle_of(-dot * inverse[k] * inverse[(k + 2) % 3]) : 0;
        }
    }
}

// The angle of a cosine, to 2e-8 (Abramowitz and Stegun, 4.4.46).
static float angle_of(float cosine)
{
    static const float a[8] = {1.5707963050f, -0.2145988016f, 0.0889789874f, -0.0501743046f,
                               0.0308918810f, -0.0170881256f, 0.0066700901f, -0.0012624911f};
    const float size = fabsf(cosine);
    const float x = size < 1 ? size : 1;
    float sum = a[7];
    for (int i = 6; i >= 0; i--)
        sum = sum * x + a[i];
    const float angle = sqrtf(1 - x) * sum;
    return cosine < 0 ? 3.1415927f - angle : angle;
}

static void join_smooth_edges(shading *s, double crease_angle)
{
    const float smooth = (float)cos(crease_angle < 3.1415926 ? crease_angle : 3.1415926);
    for (int half = 0; half < s->nhalf; half++)
        s->group[half] = half;
    for (int half = 0; half < s->nhalf; half++) {
        const int twin = s->twin[half];
        // an edge whose triangles run the same way joins an outside with an inside
        if (twin <= half || s->index[half] == s->index[twin]) continue;
        const float *a = s->facet + half / 3 * 3;
        const float *b = s->facet + twin / 3 * 3;
        if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < smooth) continue;
        unite(s->group, half, limb__next_half(twin));
        unite(s->group, limb__next_half(half), twin);
    }
}

static int find_group(int *group, int corner)
{
    while (group[corner] != corner) {
        group[corner] = group[group[corner]];
        corner = group[corner];
    }
    return corner;
}

// the smaller number becomes the root
static void unite(int *group, int a, int b)
{
    a = find_group(group, a);
    b = find_group(group, b);
    if (a < b) group[b] = a;
    if (b < a) group[a] = b;
}

// One row of the builder's normals for each group with a corner that has none yet.
static limb_status add_group_normals(limb__mesh_builder *b, shading *s)
{
    const int nhalf = s->nhalf;
    if (b->corner_normal.count == 0) {
        if (!limb__mesh_reserve_corners(b, &b->corner_normal, nhalf)) return LIMB_ERROR_MEMORY;
        memset(b->corner_normal.value, 0xff, (size_t)nhalf * sizeof(uint32_t)); // all NONE
        b->corner_normal.count = nhalf;
    }
    int ngroup = 0;
    for (int i = 0; i < nhalf; i++)
        ngroup += s->group[i] == i;
    if (!limb__mesh_reserve_floats(b, &b->normal, ngroup, 3)) return LIMB_ERROR_MEMORY;
    const int first = b->normal.count;
    float *sum = b->normal.value + (size_t)first * 3;
    memset(sum, 0, (size_t)ngroup * 12);
    b->normal.count += ngroup;

    // a parent comes before its children, so one pass can replace parents by ~number of the group
    int next = 0;
    for (int i = 0; i < nhalf; i++) {
        const int parent = s->group[i];
        const int number = parent == i ? next++ : ~s->group[parent];
        s->group[i] = ~number;
        for (int k = 0; k < 3; k++)
            sum[(size_t)number * 3 + (size_t)k] += s->weight[i] * s->facet[i / 3 * 3 + k];
        if (b->corner_normal.value[i] == LIMB__CORNER_NONE)
            b->corner_normal.value[i] = (uint32_t)(first + number);
    }
    for (int i = 0; i < ngroup; i++) {
        float *n = sum + (size_t)i * 3;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        // a group of triangles without area points upwards: it is not seen
        n[0] = length > 0 ? n[0] / length : 0;
        n[1] = length > 0 ? n[1] / length : 0;
        n[2] = length > 0 ? n[2] / length : 1;
    }
    return LIMB_OK;
}
