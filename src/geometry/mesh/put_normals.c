// Adds computed normals to the builder: in addition to those of the file, or as vertices directly.
#include "geometry/mesh/normals.h"

#include "base/memory.h"
#include "geometry/mesh/weld.h"

#include <string.h>

typedef struct numbering {
    uint32_t *vertex;      // of each group
    uint32_t *at_position; // first group of each position, UINT32_MAX: none yet
    uint32_t *further;     // vertex of each row of weld
    limb__weld weld;       // position and normal of additional vertices
} numbering;

static limb_status number_groups(numbering *n, const limb__mesh_builder *b, const limb__shading *s,
                                 int *nvertex);
static limb_status write_vertices(limb__mesh_builder *b, const limb__shading *s,
                                  const uint32_t *vertex, int nvertex);

limb_status limb__mesh_compute_normals(limb__mesh_builder *b)
{
    limb__shading s;
    limb_status status = limb__shade(&s, b);
    if (status != LIMB_OK) return status;
    const int first = b->normal.count;
    const bool none = b->corner_normal.count == 0;
    if (!limb__mesh_reserve_floats(b, &b->normal, s.ngroup, 3) ||
        (none && !limb__mesh_reserve_corners(b, &b->corner_normal, s.ncorner))) {
        limb__shading_free(&s);
        return LIMB_ERROR_MEMORY;
    }
    for (int i = 0; i < s.ngroup; i++) {
        memcpy(b->normal.value + (size_t)(first + i) * 3,
               s.normal + (size_t)i * LIMB__SHADING_WIDTH, 12);
    }
    b->normal.count += s.ngroup;
    b->corner_normal.count = s.ncorner;
    for (int i = 0; i < s.ncorner; i++) {
        uint32_t *corner = &b->corner_normal.value[i];
        if (none || *corner == LIMB__CORNER_NONE) *corner = (uint32_t)(first + s.group[i]);
    }
    limb__shading_free(&s);
    return LIMB_OK;
}

limb_status limb__mesh_compute_vertices(limb__mesh_builder *b)
{
    limb__shading s;
    limb_status status = limb__shade(&s, b);
    if (status != LIMB_OK) return status;
    const size_t nposition = (size_t)b->position.count;
    const size_t size = ((size_t)s.ngroup * 2 + nposition) * sizeof(uint32_t);
    numbering n = {.vertex = limb__allocate(b->memory, size)};
    int nvertex = 0;
    if (n.vertex) {
        n.further = n.vertex + s.ngroup;
        n.at_position = n.further + s.ngroup;
        // positions have one vertex each, except those at creases
        status = limb__weld_init(&n.weld, b->memory, 4, s.ngroup - b->position.count);
        if (status == LIMB_OK) status = number_groups(&n, b, &s, &nvertex);
        limb__weld_free(&n.weld);
    } else {
        status = LIMB_ERROR_MEMORY;
    }
    if (status == LIMB_OK) status = write_vertices(b, &s, n.vertex, nvertex);
    limb__release(b->memory, n.vertex, size);
    limb__shading_free(&s);
    return status;
}

// A vertex is a position with a normal. Groups are in the order of their first corners, and so are
// vertices: a group is a new vertex unless another at its position has an equal normal.
static limb_status number_groups(numbering *n, const limb__mesh_builder *b, const limb__shading *s,
                                 int *nvertex)
{
    enum { STEP = 1024 };
    memset(n->at_position, 0xff, (size_t)b->position.count * sizeof(uint32_t));
    uint32_t next = 0;
    for (int i = 0; i < s->ngroup; i++) {
        if (i % STEP == 0 && !limb__weld_reserve(&n->weld, STEP)) return LIMB_ERROR_MEMORY;
        const uint32_t position = b->corner_position.value[s->first[i]];
        uint32_t *const known = &n->at_position[position];
        if (*known == UINT32_MAX) {
            n->vertex[i] = next++;
            *known = (uint32_t)i;
            continue;
        }
        const float *normal = s->normal + (size_t)i * LIMB__SHADING_WIDTH;
        if (memcmp(normal, s->normal + (size_t)*known * LIMB__SHADING_WIDTH, 12) == 0) {
            n->vertex[i] = n->vertex[*known];
            continue;
        }
        uint32_t row[4] = {position};
        memcpy(row + 1, normal, 12);
        const int before = n->weld.count;
        const uint32_t number = limb__weld_add(&n->weld, row, 4);
        if ((int)number == before) n->further[number] = next++;
        n->vertex[i] = n->further[number];
    }
    *nvertex = (int)next;
    return LIMB_OK;
}

// Positions, normals and colors become those of the vertices, corners their indices.
static limb_status write_vertices(limb__mesh_builder *b, const limb__shading *s,
                                  const uint32_t *vertex, int nvertex)
{
    const bool colored = b->color.count > 0;
    limb__float_stream position = {0};
    limb__corner_stream color = {0};
    b->normal.count = 0;
    if (!limb__mesh_reserve_floats(b, &b->normal, nvertex, 3) ||
        !limb__mesh_reserve_floats(b, &position, nvertex, 3) ||
        (colored && !limb__mesh_reserve_corners(b, &color, nvertex))) {
        limb__release(b->memory, position.value, (size_t)position.capacity * 12);
        return LIMB_ERROR_MEMORY;
    }
    for (int i = 0; i < s->ngroup; i++) {
        const size_t to = vertex[i];
        const size_t from = b->corner_position.value[s->first[i]];
        memcpy(position.value + to * 3, b->position.value + from * 3, 12);
        memcpy(b->normal.value + to * 3, s->normal + (size_t)i * LIMB__SHADING_WIDTH, 12);
        if (colored) color.value[to] = b->color.value[from];
    }
    for (int i = 0; i < s->ncorner; i++)
        b->corner_position.value[i] = vertex[s->group[i]];

    limb__release(b->memory, b->position.value, (size_t)b->position.capacity * 12);
    b->position = position;
    b->position.count = b->normal.count = nvertex;
    if (colored) {
        limb__release(b->memory, b->color.value, (size_t)b->color.capacity * 4);
        b->color = color;
        b->color.count = nvertex;
    }
    return LIMB_OK;
}
