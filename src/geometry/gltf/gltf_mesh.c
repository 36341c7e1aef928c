// glTF meshes: primitives as triangles, their attributes appended to the builder and placed.
#include "geometry/gltf/gltf.h"

#include "base/memory.h"
#include "geometry/mesh/matrix.h"

#include <stdio.h>
#include <string.h>

enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6 };

typedef struct primitive {
    limb__gltf *g;
    const double *matrix;
    bool mirrored;
    int material; // of the file, -1: none
    int nvertex;
    int position_base;
    int normal_base;   // -1: none
    int texcoord_base; // -1: none
} primitive;

static limb_status add_primitive(primitive *p, const limb__json *json);
static limb_status append_attributes(primitive *p, const limb__json *attributes);
static int texcoord_of(const primitive *p, const limb__json *attributes);
static limb_status count_rows(const primitive *p, int accessor, int *count);
static limb_status append(primitive *p, int accessor, int role, int with,
                          limb__float_stream *stream, int width, int *base);
static limb_status append_colors(primitive *p, int accessor);
static limb_status add_triangles(primitive *p, const limb__json *json, int mode);
static limb_status add_triangle(primitive *p, const uint32_t *index, int i, int mode);

limb_status limb__gltf_add_mesh(limb__gltf *g, int mesh, const double m[12], const char *name)
{
    // nodes at the same place share what they have in common
    if (g->frame == 0 || memcmp(g->matrix, m, sizeof g->matrix) != 0) g->frame++;
    memcpy(g->matrix, m, sizeof g->matrix);
    limb_status status = LIMB_OK;
    const limb__json *primitives = limb__json_find(g->mesh.item[mesh], "primitives");
    for (const limb__json *json = limb__json_first(primitives); json;
         json = limb__json_next(primitives, json)) {
        // objects are searched member by member
        const limb__json *attributes = limb__json_find(json, "attributes");
        const int nmember = limb__json_count(json) + limb__json_count(attributes);
        status = limb__mesh_step(g->b, 1 + nmember);
        if (status != LIMB_OK) break;
        int material = limb__gltf_json_int(json, "material", -1);
        if (material < 0 || material >= g->material.count) material = -1;
        int index = -1;
        if (material >= 0) {
            index = limb__gltf_material(g, material);
            if (index < 0) return LIMB_ERROR_MEMORY;
        }
        if (!limb__mesh_begin_part(g->b, name, index)) return LIMB_ERROR_MEMORY;
        primitive p = {
            .g = g, .matrix = m, .mirrored = limb__matrix_determinant(m) < 0, .material = material};
        g->about = json;
        status = add_primitive(&p, json);
        if (status != LIMB_OK) break;
    }
    return status;
}

static limb_status add_primitive(primitive *p, const limb__json *json)
{
    const int mode = limb__gltf_json_int(json, "mode", MODE_TRIANGLES);
    if (mode < MODE_TRIANGLES || mode > MODE_FAN) {
        p->g->b->nskipped++;
        return LIMB_OK;
    }
    const limb__json *draco = limb__gltf_draco(p->g, json);
    if (draco)
        return limb__gltf_add_draco(p->g, draco, p->matrix,
                                    p->material >= 0 ? &p->g->laying[p->material] : NULL);
    const limb__json *attributes = limb__json_find(json, "attributes");
    if (limb__gltf_json_int(attributes, "POSITION", -1) < 0) {
        limb__mesh_skipped(p->g->b, limb__gltf_place(p->g, json),
                           "a primitive has no positions and is left out");
        return LIMB_OK;
    }
    const limb_status status = append_attributes(p, attributes);
    return status == LIMB_OK ? add_triangles(p, json, mode) : status;
}

//---- attributes ----------------------------------------------------------------------------------

static limb_status append_attributes(primitive *p, const limb__json *attributes)
{
    limb__mesh_builder *b = p->g->b;
    const int position = limb__gltf_json_int(attributes, "POSITION", -1);
    const int normal = limb__gltf_json_int(attributes, "NORMAL", -1);
    const int texcoord = texcoord_of(p, attributes);
    const int color = limb__gltf_json_int(attributes, "COLOR_0", -1);
    p->nvertex = limb__gltf_accessor_count(p->g, position);
    if (p->nvertex < 0) return LIMB_ERROR_INPUT;
    p->normal_base = p->texcoord_base = -1;
    const bool bare = b->opts.normals == LIMB_MESH_NORMALS_NONE;
    const int before = b->position.count;
    limb_status status = append(p, position, LIMB__GLTF_POSITION, bare ? -1 : color, &b->position,
                                3, &p->position_base);
    if (bare) return status;
    if (status == LIMB_OK && normal >= 0)
        status = append(p, normal, LIMB__GLTF_NORMAL, -1, &b->normal, 3, &p->normal_base);
    const bool moved = p->material >= 0 && p->g->laying[p->material].moved;
    if (status == LIMB_OK && texcoord >= 0)
        status = append(p, texcoord, LIMB__GLTF_TEXCOORD, moved ? p->material : -1, &b->texcoord, 2,
                        &p->texcoord_base);
    // positions that were there already have these colors
    const bool fresh = b->position.count > before;
    if (status == LIMB_OK && color >= 0 && fresh) status = append_colors(p, color);
    return status;
}

// The coordinates that the material's picture goes by, or the first; -1: none.
static int texcoord_of(const primitive *p, const limb__json *attributes)
{
    char name[24];
    const int set = p->material >= 0 ? p->g->laying[p->material].set : 0;
    snprintf(name, sizeof name, "TEXCOORD_%d", set);
    return limb__gltf_json_int(attributes, name, -1);
}

// At least as many as the primitive has vertices.
static limb_status count_rows(const primitive *p, int accessor, int *count)
{
    limb__gltf *g = p->g;
    *count = limb__gltf_accessor_count(g, accessor);
    if (*count < 0) return LIMB_ERROR_INPUT;
    if (*count >= p->nvertex) return LIMB_OK;
    return limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                             "accessors[%d] has fewer rows than the positions", accessor);
}

// An accessor's rows, placed, once per frame.
static limb_status append(primitive *p, int accessor, int role, int with,
                          limb__float_stream *stream, int width, int *base)
{
    limb__gltf *g = p->g;
    int count;
    limb_status status = count_rows(p, accessor, &count);
    if (status != LIMB_OK) return status;
    limb__gltf_appended *known = &g->appended[accessor * LIMB__GLTF_ROLES + role];
    *base = known->base;
    if ((known->frame == g->frame && known->with == with) || count == 0) return LIMB_OK;
    status = limb__mesh_reserve_rows(g->b, stream, count, width);
    if (status != LIMB_OK) return status;
    float *first = stream->value + (size_t)stream->count * (size_t)width;
    status = limb__gltf_accessor_floats(g, accessor, width, first);
    if (status != LIMB_OK) return status;
    if (role == LIMB__GLTF_POSITION) limb__matrix_place_points(p->matrix, first, count);
    if (role == LIMB__GLTF_NORMAL) limb__matrix_place_normals(p->matrix, first, count);
    if (role == LIMB__GLTF_TEXCOORD && with >= 0) limb__gltf_lay(&g->laying[with], first, count);
    known->frame = g->frame;
    known->with = with;
    *base = known->base = stream->count;
    stream->count += count;
    return LIMB_OK;
}

static limb_status append_colors(primitive *p, int accessor)
{
    limb__gltf *g = p->g;
    int count;
    limb_status status = count_rows(p, accessor, &count);
    if (status != LIMB_OK) return status;
    const int width = limb__gltf_accessor_width(g, accessor) == 4 ? 4 : 3;
    const size_t size = (size_t)count * (size_t)width * sizeof(float);
    float *rows = limb__allocate(g->b->memory, size);
    if (!rows) return LIMB_ERROR_MEMORY;
    status = limb__gltf_accessor_floats(g, accessor, width, rows);
    if (status == LIMB_OK)
        status = limb__gltf_put_colors(g, p->position_base, rows, p->nvertex, width);
    limb__release(g->b->memory, rows, size);
    return status;
}

//---- triangles -----------------------------------------------------------------------------------

static limb_status add_triangles(primitive *p, const limb__json *json, int mode)
{
    limb__gltf *g = p->g;
    const int accessor = limb__gltf_json_int(json, "indices", -1);
    int ncorner = p->nvertex;
    uint32_t *index = NULL;
    size_t size = 0;
    limb_status status = LIMB_OK;
    if (accessor >= 0) {
        ncorner = limb__gltf_accessor_count(g, accessor);
        if (ncorner < 0) return LIMB_ERROR_INPUT;
        size = (size_t)ncorner * sizeof *index;
        index = limb__allocate(g->b->memory, size);
        if (!index) return LIMB_ERROR_MEMORY;
        status = limb__gltf_accessor_indices(g, accessor, index);
    }
    const int step = mode == MODE_TRIANGLES ? 3 : 1;
    for (int i = 0; i + 2 < ncorner && status == LIMB_OK; i += step)
        status = add_triangle(p, index, i, mode);
    limb__release(g->b->memory, index, size);
    return status;
}

// the triangle that begins at corner i; without indices corners are vertices
static limb_status add_triangle(primitive *p, const uint32_t *index, int i, int mode)
{
    const int odd = mode == MODE_STRIP && i % 2;
    int corner_at[3] = {mode == MODE_FAN ? 0 : i, i + 1 + odd, i + 2 - odd};
    if (p->mirrored) {
        const int swap = corner_at[1];
        corner_at[1] = corner_at[2];
        corner_at[2] = swap;
    }
    limb__corner corner[3];
    for (int k = 0; k < 3; k++) {
        const uint32_t vertex = index ? index[corner_at[k]] : (uint32_t)corner_at[k];
        if (vertex >= (uint32_t)p->nvertex)
            return limb__mesh_broken(p->g->b, limb__gltf_place(p->g, p->g->about),
                                     "index %lu of a primitive with %d vertices",
                                     (unsigned long)vertex, p->nvertex);
        corner[k].position = (uint32_t)p->position_base + vertex;
        corner[k].normal =
            p->normal_base < 0 ? LIMB__CORNER_NONE : (uint32_t)p->normal_base + vertex;
        corner[k].texcoord =
            p->texcoord_base < 0 ? LIMB__CORNER_NONE : (uint32_t)p->texcoord_base + vertex;
    }
    return limb__mesh_add_triangle(p->g->b, corner);
}
