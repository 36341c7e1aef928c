// glTF scenes: the walk over nodes, with their transforms and visibility.
//
// glTF is y-up by its standard, but the meshes of robots are stored as their links need them; so
// they are taken as stored unless the caller asks for the turn. Animations are not applied; skins
// are in their bind pose.
#include "geometry/gltf/gltf.h"

#include "geometry/mesh/matrix.h"

#include <string.h>

enum { MAX_NODES = 1000 * 1000 };

typedef struct frame {
    const limb__json *list; // of node numbers
    const limb__json *next; // the one to visit next, or NULL
    double matrix[12];      // of the node that has the list
} frame;

static limb_status walk(limb__gltf *g, const limb__json *roots, const double root[12],
                        const double above[12]);
static limb_status walk_all_roots(limb__gltf *g, const double root[12]);
static limb_status enter(limb__gltf *g, int node, const double root[12], const double parent[12],
                         double matrix[12]);
static bool is_hidden(const limb__json *node);
static const char *name_of(limb__gltf *g, int node, int mesh);
static limb_status show_unplaced_meshes(limb__gltf *g, const double root[12]);
static void report_empty_scene(limb__gltf *g, const limb__json *scene);

limb_status limb__gltf_read_scene(limb__gltf *g)
{
    static const double as_stored[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    static const double y_to_z[12] = {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double *root = g->b->opts.turn_y_up ? y_to_z : as_stored;
    const limb__json *scenes = limb__json_find(g->json, "scenes");
    const int chosen = limb__gltf_json_int(g->json, "scene", 0);
    const limb__json *scene =
        limb__json_is(scenes, LIMB__JSON_ARRAY) ? limb__json_at(scenes, chosen) : NULL;
    if (!scene && g->node.count == 0) return show_unplaced_meshes(g, root);
    if (!scene) return walk_all_roots(g, root);
    const limb_status status = walk(g, limb__json_find(scene, "nodes"), root, root);
    if (status == LIMB_OK && g->nshown == 0) report_empty_scene(g, scene);
    return status;
}

// All nodes of a list and below, placed by the matrix above them.
static limb_status walk(limb__gltf *g, const limb__json *roots, const double root[12],
                        const double above[12])
{
    if (!limb__json_is(roots, LIMB__JSON_ARRAY)) return LIMB_OK;
    // a path through a tree is no longer than the tree has nodes; a longer one is a cycle
    const int deepest = g->node.count + 1;
    frame *stack = LIMB__ARENA_ARRAY(g->arena, frame, deepest);
    if (!stack) return LIMB_ERROR_MEMORY;
    stack[0].list = roots;
    stack[0].next = limb__json_first(roots);
    memcpy(stack[0].matrix, above, sizeof stack[0].matrix);
    int depth = 1;
    limb_status status = LIMB_OK;
    while (depth > 0 && status == LIMB_OK) {
        frame *top = &stack[depth - 1];
        const limb__json *item = top->next;
        if (!item) {
            depth--;
            continue;
        }
        top->next = limb__json_next(top->list, item);
        const int node = limb__json_int(item, -1);
        if (node < 0 || node >= g->node.count)
            return limb__mesh_broken(g->b, limb__gltf_place(g, item),
                                     "the scene refers to node %d of %d", node, g->node.count);
        if (++g->nvisited > MAX_NODES) {
            limb__report(g->b->report, limb__place_file(g->b->source.file), LIMB_RULE_MESH_LIMIT,
                         "the scene has more than %d nodes", MAX_NODES);
            return LIMB_ERROR_LIMIT;
        }
        if (is_hidden(g->node.item[node])) continue;
        double matrix[12];
        status = enter(g, node, root, top->matrix, matrix);
        const limb__json *children = limb__json_find(g->node.item[node], "children");
        const bool inner = limb__json_is(children, LIMB__JSON_ARRAY) && children->count > 0;
        if (status != LIMB_OK || !inner) continue;
        if (depth == deepest)
            return limb__mesh_broken(g->b, limb__gltf_place(g, children),
                                     "nodes[%d] is among its own children", node);
        frame *next = &stack[depth++];
        next->list = children;
        next->next = limb__json_first(children);
        memcpy(next->matrix, matrix, sizeof matrix);
    }
    return status;
}

// A file without a scene: every node that is not a child of another, with all below it.
static limb_status walk_all_roots(limb__gltf *g, const double root[12])
{
    limb__mesh_skipped(g->b, limb__gltf_place(g, g->json),
                       "the file has no scene; all its root nodes are shown");
    limb_status status = limb__gltf_find_parents(g);
    for (int i = 0; i < g->node.count && status == LIMB_OK; i++) {
        if (g->parent[i] >= 0 || is_hidden(g->node.item[i])) continue;
        double matrix[12];
        status = enter(g, i, root, root, matrix);
        const limb__json *children = limb__json_find(g->node.item[i], "children");
        if (status == LIMB_OK) status = walk(g, children, root, matrix);
    }
    return status;
}

static limb_status enter(limb__gltf *g, int node, const double root[12], const double parent[12],
                         double matrix[12])
{
    const limb__json *json = g->node.item[node];
    const limb_status step = limb__mesh_step(g->b, 1 + limb__json_count(json));
    if (step != LIMB_OK) return step;
    double local[12];
    limb__gltf_local_matrix(json, local);
    limb__matrix_multiply(parent, local, matrix);
    const int mesh = limb__gltf_json_int(json, "mesh", -1);
    if (mesh < 0) return LIMB_OK;
    if (mesh >= g->mesh.count)
        return limb__mesh_broken(g->b, limb__gltf_place(g, limb__json_find(json, "mesh")),
                                 "nodes[%d] refers to mesh %d of %d", node, mesh, g->mesh.count);
    g->nshown++;
    const char *name = name_of(g, node, mesh);
    if (!name) return LIMB_ERROR_MEMORY;
    const int skin = limb__gltf_json_int(json, "skin", -1);
    double placed[12];
    memcpy(placed, matrix, sizeof placed);
    const limb_status status = skin >= 0 ? limb__gltf_skin_matrix(g, skin, root, placed) : LIMB_OK;
    return status == LIMB_OK ? limb__gltf_add_mesh(g, mesh, placed, name) : status;
}

// KHR_node_visibility: such a node hides what is below it, too.
static bool is_hidden(const limb__json *node)
{
    const limb__json *extensions = limb__json_find(node, "extensions");
    const limb__json *visibility = limb__json_find(extensions, "KHR_node_visibility");
    return limb__json_is(limb__json_find(visibility, "visible"), LIMB__JSON_FALSE);
}

// The node's name (-1: no node), or the mesh's, or "": copied once. NULL: no memory.
static const char *name_of(limb__gltf *g, int node, int mesh)
{
    const bool own = node >= 0 && limb__gltf_json_text(g->node.item[node], "name").data;
    const char **known = own ? &g->node_name[node] : &g->mesh_name[mesh];
    if (!*known) {
        const limb_text text =
            limb__gltf_json_text(own ? g->node.item[node] : g->mesh.item[mesh], "name");
        *known = limb__arena_copy_text(g->arena, text.data ? text.data : "", text.size);
    }
    return *known;
}

static limb_status show_unplaced_meshes(limb__gltf *g, const double root[12])
{
    limb_status status = LIMB_OK;
    for (int i = 0; i < g->mesh.count && status == LIMB_OK; i++) {
        const char *name = name_of(g, -1, i);
        status = name ? limb__gltf_add_mesh(g, i, root, name) : LIMB_ERROR_MEMORY;
    }
    return status;
}

static void report_empty_scene(limb__gltf *g, const limb__json *scene)
{
    int count = 0;
    for (int i = 0; i < g->node.count; i++)
        count += limb__gltf_json_int(g->node.item[i], "mesh", -1) >= 0;
    if (count > 0)
        limb__mesh_skipped(g->b, limb__gltf_place(g, scene),
                           "nodes with meshes are not in the scene or are hidden: %d", count);
}
