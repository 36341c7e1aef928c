// glTF skins in their bind pose.
//
// A vertex of a skinned mesh is where its joints put it, wherever the mesh's own node is:
// joint j by its place times its inverse bind matrix. In the pose that the mesh was bound in, that
// product is the same for all joints, so the first one's places the whole mesh.
#include "geometry/gltf/gltf.h"

#include "base/memory.h"
#include "geometry/mesh/matrix.h"

#include <string.h>

static limb_status place_of_node(limb__gltf *g, int node, const double root[12], double place[12]);
static limb_status read_inverse(limb__gltf *g, int accessor, double inverse[12]);

limb_status limb__gltf_skin_matrix(limb__gltf *g, int skin, const double root[12], double out[12])
{
    const limb__json *json = skin < g->skin.count ? g->skin.item[skin] : NULL;
    if (json && g->skin_known[skin]) {
        memcpy(out, g->skin_place[skin], sizeof g->skin_place[skin]);
        return LIMB_OK;
    }
    const limb__json *joints = limb__json_find(json, "joints");
    const int joint = limb__json_int(limb__json_first(joints), -1);
    if (joint < 0 || joint >= g->node.count)
        return limb__mesh_broken(g->b, limb__gltf_place(g, json),
                                 "skins[%d] has no joint that exists", skin);
    g->about = json;
    limb_status status = place_of_node(g, joint, root, out);
    const int accessor = limb__gltf_json_int(json, "inverseBindMatrices", -1);
    double inverse[12];
    if (status == LIMB_OK && accessor >= 0) {
        status = read_inverse(g, accessor, inverse);
        if (status == LIMB_OK) limb__matrix_multiply(out, inverse, out);
    }
    if (status != LIMB_OK) return status;
    memcpy(g->skin_place[skin], out, sizeof g->skin_place[skin]);
    g->skin_known[skin] = true;
    return limb__mesh_step(g->b, 1);
}

// Everything above the node included.
static limb_status place_of_node(limb__gltf *g, int node, const double root[12], double place[12])
{
    const limb_status status = limb__gltf_find_parents(g);
    if (status != LIMB_OK) return status;
    limb__gltf_local_matrix(g->node.item[node], place);
    int above = 0;
    for (int at = g->parent[node]; at >= 0; at = g->parent[at]) {
        if (++above > g->node.count)
            return limb__mesh_broken(g->b, limb__gltf_place(g, g->node.item[at]),
                                     "nodes[%d] is among its own children", at);
        g->b->nstep++;
        double local[12];
        limb__gltf_local_matrix(g->node.item[at], local);
        limb__matrix_multiply(local, place, place);
    }
    limb__matrix_multiply(root, place, place);
    return LIMB_OK;
}

limb_status limb__gltf_find_parents(limb__gltf *g)
{
    if (g->parent) return LIMB_OK;
    g->parent = LIMB__ARENA_ARRAY(g->arena, int, g->node.count);
    if (!g->parent) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < g->node.count; i++)
        g->parent[i] = -1;
    for (int i = 0; i < g->node.count; i++) {
        const limb__json *children = limb__json_find(g->node.item[i], "children");
        for (const limb__json *child = limb__json_first(children); child;
             child = limb__json_next(children, child)) {
            const int node = limb__json_int(child, -1);
            if (node >= 0 && node < g->node.count) g->parent[node] = i;
        }
    }
    return LIMB_OK;
}

// The first of the matrices, column by column in the file.
static limb_status read_inverse(limb__gltf *g, int accessor, double inverse[12])
{
    const int count = limb__gltf_accessor_count(g, accessor);
    if (count < 1)
        return count < 0 ? LIMB_ERROR_INPUT
                         : limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                                             "accessors[%d] has no matrix", accessor);
    const size_t size = (size_t)count * 16 * sizeof(float);
    float *value = limb__allocate(g->b->memory, size);
    if (!value) return LIMB_ERROR_MEMORY;
    const limb_status status = limb__gltf_accessor_floats(g, accessor, 16, value);
    for (int i = 0; i < 12 && status == LIMB_OK; i++)
        inverse[i] = (double)value[i % 4 * 4 + i / 4];
    limb__release(g->b->memory, value, size);
    return status;
}
