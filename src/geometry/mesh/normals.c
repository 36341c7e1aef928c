// Normals with a crease angle.
//
// Two triangles that share an edge and meet at less than the crease angle belong to one smooth
// surface. Around a vertex this joins corners into groups; the normal of a group is the sum of its
// triangles' normals weighted by their angle there (G. Thürmer and C. Wüthrich, "Computing vertex
// normals from polygonal facets", 1998) and by their area, because the normals of slivers, common
// in flat plates from CAD, are unreliable. A corner has two edges and so at most two neighbors in
// its group: groups are chains or rings, which are traversed from end to end. The time is linear in
// the number of triangles, whatever the valence of a vertex.
#include "geometry/mesh/normals.h"

#include "base/memory.h"
#include "geometry/mesh/adjacency.h"
#include "geometry/mesh/facets.h"

#include <math.h>
#include <string.h>

// Three floats and an unused one: a vector register.
typedef float row4 __attribute__((vector_size(16), may_alias, aligned(4)));

typedef struct facets {
    const uint32_t *index;
    int nhalf;
    int *twin;     // of each half-edge, then the next corner of the group, negative: none
    float *normal; // of each triangle, zero when it has no area
    float *weight; // of each corner: its angle times the triangle's area
} facets;

static limb_status find_groups(limb__shading *s, const limb__mesh_builder *b, facets *f);
static void measure(const facets *f, const float *position);
static void link_corners(facets *f, double crease_angle);
static void walk_groups(limb__shading *s, const facets *f);
static limb_status sum_normals(limb__shading *s, const facets *f);

limb_status limb__shade(limb__shading *s, const limb__mesh_builder *b)
{
    const int nhalf = b->corner_position.count;
    const size_t corners = (size_t)nhalf;
    *s = (limb__shading){.memory = b->memory, .ncorner = nhalf};
    // one block for temporary arrays: twin, normal, weight
    const size_t size = corners * (sizeof(int) + 2 * sizeof(float));
    void *block = limb__allocate(b->memory, size);
    s->group = limb__allocate(b->memory, 2 * corners * sizeof(int));
    limb_status status = block && s->group ? LIMB_OK : LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) {
        s->first = s->group + corners;
        facets f = {.index = b->corner_position.value, .nhalf = nhalf, .twin = block};
        f.normal = (float *)(void *)(f.twin + corners);
        f.weight = f.normal + corners;
        status = find_groups(s, b, &f);
        if (status == LIMB_OK) status = sum_normals(s, &f);
    }
    limb__release(b->memory, block, size);
    if (status != LIMB_OK) limb__shading_free(s);
    return status;
}

void limb__shading_free(limb__shading *s)
{
    limb__release(s->memory, s->group, 2 * (size_t)s->ncorner * sizeof(int));
    limb__release(s->memory, s->normal, (size_t)s->ngroup * LIMB__SHADING_WIDTH * sizeof(float));
    s->group = NULL;
    s->normal = NULL;
}

static limb_status find_groups(limb__shading *s, const limb__mesh_builder *b, facets *f)
{
    const limb_status status =
        limb__find_twins(NULL, b->memory, f->index, f->nhalf / 3, b->position.count, f->twin);
    if (status != LIMB_OK) return status;
    measure(f, b->position.value);
    link_corners(f, b->opts.crease_angle);
    walk_groups(s, f);
    return LIMB_OK;
}

static void measure(const facets *f, const float *position)
{
    const limb__facet_meter *meter = limb__facet_meter_of(limb__isa_choose(LIMB_ISA_AUTO));
    meter->measure(f->index, f->nhalf / 3, position, f->normal, f->weight);
}

// Replaces twins by the corner on their other side, the next of the same point. There is none
// across a sharp edge, or if both triangles have the same direction, because such an edge joins an
// outside with an inside. Both sides of an edge reach the same decision independently.
static void link_corners(facets *f, double crease_angle)
{
    const float smooth = (float)cos(crease_angle < 3.1415926 ? crease_angle : 3.1415926);
    for (int t = 0; t < f->nhalf; t += 3) {
        const float *a = f->normal + t;
        for (int half = t; half < t + 3; half++) {
            const int twin = f->twin[half];
            const int other = twin >= 0 ? twin : half;
            const float *b = f->normal + other / 3 * 3;
            const bool sharp = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < smooth;
            const bool same_way = f->index[half] == f->index[other]; // treated like edges
                                                                     // without a twin
            f->twin[half] = (sharp | same_way) ? -1 : limb__next_half(other);
        }
    }
}

// Groups get numbers in the order of their first corners.
static void walk_groups(limb__shading *s, const facets *f)
{
    int *const group = s->group;
    const int *const next = f->twin;
    memset(group, 0xff, (size_t)f->nhalf * sizeof *group);
    int ngroup = 0;
    for (int start = 0; start < f->nhalf; start++) {
        if (group[start] >= 0) continue;
        const int number = ngroup++;
        s->first[number] = start;
        // around the point, or to a crease
        int at = start;
        do {
            group[at] = number;
            at = next[at];
        } while (at >= 0 && at != start);
        if (at == start) continue;
        // to the crease on the other side: across the edge that ends at the point
        at = start;
        for (int link; (link = next[limb__previous_half(at)]) >= 0;) {
            at = limb__previous_half(link);
            group[at] = number;
        }
    }
    s->ngroup = ngroup;
}

static limb_status sum_normals(limb__shading *s, const facets *f)
{
    const size_t size = (size_t)s->ngroup * sizeof(row4);
    s->normal = limb__allocate(s->memory, size);
    if (!s->normal) return LIMB_ERROR_MEMORY;
    memset(s->normal, 0, size);
    row4 *const sum = (row4 *)(void *)s->normal;
    for (int t = 0; t < f->nhalf; t += 3) {
        // reads one float beyond the last triangle's, where the weights are
        const row4 normal = *(const row4 *)(const void *)(f->normal + t);
        for (int i = t; i < t + 3; i++)
            sum[s->group[i]] += f->weight[i] * normal;
    }
    for (int i = 0; i < s->ngroup; i++) {
        const row4 n = sum[i];
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        // a group of triangles without area gets an upward normal, which is invisible; -0 + 0 is 0
        const row4 upwards = {0, 0, 1, 0};
        const row4 unit = n / length + 0.0f;
        sum[i] = length > 0 ? unit : upwards;
    }
    return LIMB_OK;
}
