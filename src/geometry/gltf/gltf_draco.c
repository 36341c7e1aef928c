// glTF primitives compressed by KHR_draco_mesh_compression, decoded by the function that the caller
// gives: the library itself needs no more than C.
#include "geometry/gltf/gltf.h"

#include "base/memory.h"
#include "geometry/mesh/matrix.h"

#include <stdio.h>
#include <string.h>

enum { POSITION, NORMAL, TEXCOORD, COLOR, NATTRIBUTE };

typedef struct placing {
    limb__gltf *g;
    const double *matrix;
    const limb__gltf_laying *laying; // of the material, or NULL
} placing;

static int find_attributes(const limb__json *ids, int set, limb_draco_attribute *ask);
static limb_status add_mesh(const placing *p, const limb_draco_mesh *mesh);
static limb_status add_rows(limb__gltf *g, limb__float_stream *stream, const float *row, int count,
                            int width, float **first);
static limb_status add_triangles(limb__gltf *g, const limb_draco_mesh *mesh, const int base[3],
                                 bool mirrored);

const limb__json *limb__gltf_draco(const limb__gltf *g, const limb__json *primitive)
{
    if (!g->b->opts.draco) return NULL;
    const limb__json *extensions = limb__json_find(primitive, "extensions");
    const limb__json *found = limb__json_find(extensions, "KHR_draco_mesh_compression");
    return limb__json_is(found, LIMB__JSON_OBJECT) ? found : NULL;
}

limb_status limb__gltf_add_draco(limb__gltf *g, const limb__json *extension, const double m[12],
                                 const limb__gltf_laying *laying)
{
    limb_draco_attribute ask[NATTRIBUTE];
    const limb__json *ids = limb__json_find(extension, "attributes");
    const size_t place = limb__gltf_place(g, extension);
    if (find_attributes(ids, laying ? laying->set : 0, ask) == 0)
        return limb__mesh_broken(g->b, place, "a compressed primitive has no positions");
    const char *bytes = NULL;
    size_t size = 0;
    limb_status status =
        limb__gltf_view_bytes(g, limb__gltf_json_int(extension, "bufferView", -1), &bytes, &size);
    if (status != LIMB_OK) return status;
    limb_draco_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    status = g->b->opts.draco(&mesh, bytes, size, ask, NATTRIBUTE, g->b->memory);
    if (status == LIMB_OK && !mesh.value[POSITION]) status = LIMB_ERROR_INPUT;
    if (status == LIMB_OK)
        status = add_mesh(&(placing){g, m, laying}, &mesh);
    else if (status == LIMB_ERROR_INPUT)
        status = limb__mesh_broken(g->b, place, "the Draco data cannot be decoded");
    if (mesh.block) limb__release(g->b->memory, mesh.block, mesh.block_size);
    return status;
}

// Ids of the attributes, -1 for those that are not there; 0: not even positions are.
static int find_attributes(const limb__json *ids, int set, limb_draco_attribute *ask)
{
    char texcoord[24];
    snprintf(texcoord, sizeof texcoord, "TEXCOORD_%d", set);
    const char *const name[NATTRIBUTE] = {"POSITION", "NORMAL", texcoord, "COLOR_0"};
    static const int width[NATTRIBUTE] = {3, 3, 2, 4};
    for (int i = 0; i < NATTRIBUTE; i++)
        ask[i] = (limb_draco_attribute){limb__gltf_json_int(ids, name[i], -1), width[i]};
    return ask[POSITION].id >= 0;
}

static limb_status add_mesh(const placing *p, const limb_draco_mesh *mesh)
{
    limb__gltf *g = p->g;
    limb__mesh_builder *b = g->b;
    const int n = mesh->nvertex;
    const bool bare = b->opts.normals == LIMB_MESH_NORMALS_NONE;
    int base[3] = {b->position.count, -1, -1};
    float *first;
    limb_status status = add_rows(g, &b->position, mesh->value[POSITION], n, 3, &first);
    if (status == LIMB_OK) limb__matrix_place_points(p->matrix, first, n);
    if (status == LIMB_OK && mesh->value[NORMAL] && !bare) {
        base[1] = b->normal.count;
        status = add_rows(g, &b->normal, mesh->value[NORMAL], n, 3, &first);
        if (status == LIMB_OK) limb__matrix_place_normals(p->matrix, first, n);
    }
    if (status == LIMB_OK && mesh->value[TEXCOORD] && !bare) {
        base[2] = b->texcoord.count;
        status = add_rows(g, &b->texcoord, mesh->value[TEXCOORD], n, 2, &first);
        if (status == LIMB_OK && p->laying && p->laying->moved) limb__gltf_lay(p->laying, first, n);
    }
    if (status == LIMB_OK && mesh->value[COLOR] && !bare)
        status = limb__gltf_put_colors(g, base[0], mesh->value[COLOR], n, 4);
    const bool mirrored = limb__matrix_determinant(p->matrix) < 0;
    return status == LIMB_OK ? add_triangles(g, mesh, base, mirrored) : status;
}

static limb_status add_rows(limb__gltf *g, limb__float_stream *stream, const float *row, int count,
                            int width, float **first)
{
    const limb_status status = limb__mesh_reserve_rows(g->b, stream, count, width);
    if (status != LIMB_OK) return status;
    *first = stream->value + (size_t)stream->count * (size_t)width;
    if (count > 0) memcpy(*first, row, (size_t)count * (size_t)width * sizeof *row);
    stream->count += count;
    return LIMB_OK;
}

static limb_status add_triangles(limb__gltf *g, const limb_draco_mesh *mesh, const int base[3],
                                 bool mirrored)
{
    limb_status status = LIMB_OK;
    for (int t = 0; t < mesh->ntriangle && status == LIMB_OK; t++) {
        limb__corner corner[3];
        for (int k = 0; k < 3; k++) {
            const uint32_t vertex = mesh->index[3 * (size_t)t + (size_t)k];
            if (vertex >= (uint32_t)mesh->nvertex) return LIMB_ERROR_INPUT;
            corner[mirrored && k > 0 ? 3 - k : k] =
                (limb__corner){(uint32_t)base[0] + vertex,
                               base[1] < 0 ? LIMB__CORNER_NONE : (uint32_t)base[1] + vertex,
                               base[2] < 0 ? LIMB__CORNER_NONE : (uint32_t)base[2] + vertex};
        }
        status = limb__mesh_add_triangle(g->b, corner);
    }
    return status;
}
