// glTF 2.0 and GLB: the container, the JSON's top, and the walk over the scene.
//
// A glTF is y-up; by default it is turned to z-up as RViz 2 does. Animations are not applied; skins
// are shown as they were bound.
#include "formats/gltf.h"

#include "base/memory.h"
#include "base/text.h"
#include "mesh/matrix.h"

#include <math.h>
#include <string.h>

enum { MAX_NODES = 1000 * 1000 };

typedef struct frame {
    const limb__json *list; // of node numbers
    const limb__json *next; // the one to visit next, or NULL
    double matrix[12];      // of the node that has the list
} frame;

static size_t total_size(const limb__gltf *g);
static limb_status split_glb(limb__gltf *g, const char **json, size_t *size);
static limb_status parse_json(limb__gltf *g, const char *json, size_t size);
static limb_status check_extensions(limb__gltf *g);
static limb_status collect_lists(limb__gltf *g);
static limb_status collect(limb__gltf *g, const char *name, limb__gltf_list *list);
static limb_status read_scene(limb__gltf *g);
static limb_status walk(limb__gltf *g, const limb__json *roots, const double root[12]);
static limb_status enter(limb__gltf *g, int node, const double root[12], const double parent[12],
                         double matrix[12]);
static const char *name_of(limb__gltf *g, int node, int mesh);
static limb_status show_unplaced_meshes(limb__gltf *g, const double root[12]);

limb_status limb__gltf_read(limb__mesh_builder *b)
{
    limb__gltf g = {.b = b, .arena = &b->arena};
    const char *json = b->source.text;
    size_t size = b->source.size;
    b->up_axis = LIMB_UP_Y;
    limb_status status = LIMB_OK;
    if (b->format == LIMB_MESH_FORMAT_GLB) status = split_glb(&g, &json, &size);
    if (status == LIMB_OK) status = parse_json(&g, json, size);
    if (status == LIMB_OK) status = check_extensions(&g);
    if (status == LIMB_OK) status = collect_lists(&g);
    if (status == LIMB_OK) status = read_scene(&g);
    // pictures in buffers are copied before these go
    if (status == LIMB_OK) status = limb__mesh_keep_textures(b, 2 * total_size(&g));
    limb__gltf_free_buffers(&g);
    limb__json_free(&g.document);
    return status;
}

// bytes of the file and its buffers
static size_t total_size(const limb__gltf *g)
{
    size_t total = g->b->source.size;
    for (int i = 0; i < g->buffer_json.count; i++)
        total += g->buffer[i].size;
    return total;
}

//---- container -----------------------------------------------------------------------------------

static uint32_t read_u32(const char *at)
{
    const unsigned char *u = (const unsigned char *)at;
    return u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
}

static limb_status split_glb(limb__gltf *g, const char **json, size_t *size)
{
    enum { HEADER = 12, CHUNK_HEADER = 8, JSON_CHUNK = 0x4e4f534a, BINARY_CHUNK = 0x004e4942 };
    limb__mesh_builder *b = g->b;
    const char *bytes = b->source.text;
    if (b->source.size < HEADER + CHUNK_HEADER)
        return limb__mesh_broken(b, b->source.size, "the file ends within its header");
    if (read_u32(bytes + 4) != 2)
        return limb__mesh_unsupported(b, 4, "GLB version %lu is not supported, only 2",
                                      (unsigned long)read_u32(bytes + 4));
    size_t at = HEADER;
    bool found = false;
    while (b->source.size - at >= CHUNK_HEADER) {
        const size_t length = read_u32(bytes + at);
        const uint32_t type = read_u32(bytes + at + 4);
        if (length > b->source.size - at - CHUNK_HEADER)
            return limb__mesh_broken(b, at, "a chunk of %lu bytes reaches over the file's end",
                                     (unsigned long)length);
        const char *content = bytes + at + CHUNK_HEADER;
        if (type == JSON_CHUNK && !found) {
            *json = content;
            *size = length;
            found = true;
        } else if (type == BINARY_CHUNK && !g->binary) {
            g->binary = content;
            g->binary_size = length;
        }
        at += CHUNK_HEADER + length;
        if (length % 4) at += 4 - length % 4;
        if (at > b->source.size) break;
    }
    return found ? LIMB_OK : limb__mesh_broken(b, HEADER, "there is no JSON chunk");
}

static limb_status parse_json(limb__gltf *g, const char *json, size_t size)
{
    // names in other encodings than UTF-8 are common enough
    const limb__json_opts opts = {.memory = g->b->memory, .any_bytes = true};
    g->json_offset = (size_t)(json - g->b->source.text);
    // GLB pads its chunks; some writers do so by NUL instead of blanks
    while (size > 0 && json[size - 1] == 0)
        size--;
    const limb_status status = limb__json_parse(&g->document, json, size, &opts);
    g->json = g->document.value;
    if (status == LIMB_ERROR_MEMORY) return status;
    if (status != LIMB_OK)
        return limb__mesh_broken(g->b, g->json_offset + g->document.error_offset,
                                 "the JSON is malformed: %s", g->document.error);
    if (!limb__json_is(g->json, LIMB__JSON_OBJECT))
        return limb__mesh_broken(g->b, limb__gltf_place(g, g->json), "the JSON is not an object");
    const limb__json *asset = limb__json_find(g->json, "asset");
    const limb__json *member = limb__json_find(asset, "version");
    const limb_text version = limb__json_text(member);
    if (version.size > 0 && version.data[0] == '2') return LIMB_OK;
    if (!version.data)
        return limb__mesh_unsupported(g->b, limb__gltf_place(g, asset),
                                      "the glTF has no version, only version 2 is supported");
    return limb__mesh_unsupported(g->b, limb__gltf_place(g, member),
                                  "glTF version %.*s is not supported, only 2",
                                  version.size < 20 ? (int)version.size : 20, version.data);
}

// Extensions that change only looks may be required; those that change the geometry may not.
static limb_status check_extensions(limb__gltf *g)
{
    static const char *const harmless[] = {
        "KHR_materials_", "KHR_texture_",     "KHR_mesh_quantization", "KHR_lights_punctual",
        "KHR_xmp",        "EXT_texture_webp", "MSFT_texture_dds"};
    const limb__json *required = limb__json_find(g->json, "extensionsRequired");
    for (const limb__json *item = limb__json_first(required); item;
         item = limb__json_next(required, item)) {
        const limb_text name = limb__json_text(item);
        bool known = false;
        for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
            const size_t size = strlen(harmless[i]);
            known = known || (name.size >= size && memcmp(name.data, harmless[i], size) == 0);
        }
        if (!known)
            return limb__mesh_unsupported(
                g->b, limb__gltf_place(g, item), "the file requires the extension %.*s",
                name.size < 100 ? (int)name.size : 100, name.data ? name.data : "");
    }
    return LIMB_OK;
}

static limb_status collect_lists(limb__gltf *g)
{
    limb_status status = collect(g, "nodes", &g->node);
    if (status == LIMB_OK) status = collect(g, "meshes", &g->mesh);
    if (status == LIMB_OK) status = collect(g, "skins", &g->skin);
    if (status == LIMB_OK) status = collect(g, "accessors", &g->accessor);
    if (status == LIMB_OK) status = collect(g, "bufferViews", &g->view);
    if (status == LIMB_OK) status = collect(g, "buffers", &g->buffer_json);
    if (status == LIMB_OK) status = collect(g, "materials", &g->material);
    if (status == LIMB_OK) status = collect(g, "textures", &g->texture);
    if (status == LIMB_OK) status = collect(g, "images", &g->image);
    if (status != LIMB_OK) return status;
    g->buffer = limb__arena_take_zero(g->arena, (size_t)g->buffer_json.count * sizeof *g->buffer);
    g->appended = limb__arena_take_zero(g->arena, (size_t)g->accessor.count * LIMB__GLTF_ROLES *
                                                      sizeof *g->appended);
    g->material_of =
        limb__arena_take_zero(g->arena, (size_t)g->material.count * sizeof *g->material_of);
    g->node_name = limb__arena_take_zero(g->arena, (size_t)g->node.count * sizeof *g->node_name);
    g->mesh_name = limb__arena_take_zero(g->arena, (size_t)g->mesh.count * sizeof *g->mesh_name);
    g->skin_place = limb__arena_take_zero(g->arena, (size_t)g->skin.count * sizeof *g->skin_place);
    g->skin_known = limb__arena_take_zero(g->arena, (size_t)g->skin.count * sizeof *g->skin_known);
    g->laying = limb__arena_take_zero(g->arena, (size_t)g->material.count * sizeof *g->laying);
    return g->arena->failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

static limb_status collect(limb__gltf *g, const char *name, limb__gltf_list *list)
{
    const limb__json *array = limb__json_find(g->json, name);
    list->count = limb__json_is(array, LIMB__JSON_ARRAY) ? limb__json_count(array) : 0;
    list->item = LIMB__ARENA_ARRAY(g->arena, const limb__json *, list->count);
    if (!list->item) return LIMB_ERROR_MEMORY;
    const limb__json *item = limb__json_first(array);
    for (int i = 0; i < list->count; i++, item = limb__json_next(array, item))
        list->item[i] = item;
    return LIMB_OK;
}

//---- scene ---------------------------------------------------------------------------------------

static limb_status read_scene(limb__gltf *g)
{
    static const double y_up[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    static const double z_up[12] = {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double *root = g->b->opts.keep_y_up ? y_up : z_up;
    const limb__json *scenes = limb__json_find(g->json, "scenes");
    const int chosen = limb__gltf_json_int(g->json, "scene", 0);
    const limb__json *scene =
        limb__json_is(scenes, LIMB__JSON_ARRAY) ? limb__json_at(scenes, chosen) : NULL;
    const limb__json *roots = limb__json_find(scene, "nodes");
    // a file without a scene is a library of meshes
    return limb__json_is(roots, LIMB__JSON_ARRAY) ? walk(g, roots, root)
                                                  : show_unplaced_meshes(g, root);
}

static limb_status walk(limb__gltf *g, const limb__json *roots, const double root[12])
{
    // a path through a tree is no longer than the tree has nodes; a longer one goes round in a
    // circle
    const int deepest = g->node.count + 1;
    frame *stack = LIMB__ARENA_ARRAY(g->arena, frame, deepest);
    if (!stack) return LIMB_ERROR_MEMORY;
    stack[0].list = roots;
    stack[0].next = limb__json_first(roots);
    memcpy(stack[0].matrix, root, sizeof stack[0].matrix);
    int depth = 1;
    int visited = 0;
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
        if (++visited > MAX_NODES) {
            limb__report_file(g->b->report, g->b->source.file, LIMB_RULE_MESH_LIMIT, 0,
                              "the scene has more than %d nodes", MAX_NODES);
            return LIMB_ERROR_LIMIT;
        }
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
    const char *name = name_of(g, node, mesh);
    if (!name) return LIMB_ERROR_MEMORY;
    const int skin = limb__gltf_json_int(json, "skin", -1);
    double placed[12];
    memcpy(placed, matrix, sizeof placed);
    const limb_status status = skin >= 0 ? limb__gltf_skin_matrix(g, skin, root, placed) : LIMB_OK;
    return status == LIMB_OK ? limb__gltf_add_mesh(g, mesh, placed, name) : status;
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

// A node's matrix (column-major) or its scale, rotation (x y z w) and translation.
void limb__gltf_local_matrix(const limb__json *node, double t[12])
{
    double m[16];
    if (limb__gltf_json_numbers(node, "matrix", m, 16) == 16) {
        for (int i = 0; i < 12; i++)
            t[i] = m[i % 4 * 4 + i / 4];
        return;
    }
    double s[3] = {1, 1, 1}, q[4] = {0, 0, 0, 1}, p[3] = {0, 0, 0};
    double value[4];
    if (limb__gltf_json_numbers(node, "scale", value, 3) == 3) memcpy(s, value, sizeof s);
    if (limb__gltf_json_numbers(node, "translation", value, 3) == 3) memcpy(p, value, sizeof p);
    if (limb__gltf_json_numbers(node, "rotation", value, 4) == 4) {
        const double length = sqrt(value[0] * value[0] + value[1] * value[1] + value[2] * value[2] +
                                   value[3] * value[3]);
        for (int k = 0; k < 4 && length > 0 && isfinite(length); k++)
            q[k] = value[k] / length;
    }
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                         2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                         2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            t[i * 4 + k] = r[i * 3 + k] * s[k];
        t[i * 4 + 3] = p[i];
    }
}

//---- JSON ----------------------------------------------------------------------------------------

size_t limb__gltf_place(const limb__gltf *g, const limb__json *value)
{
    return g->json_offset + (value ? value->offset : 0);
}

int limb__gltf_json_int(const limb__json *object, const char *name, int absent)
{
    return limb__json_int(limb__json_find(object, name), absent);
}

double limb__gltf_json_number(const limb__json *object, const char *name, double absent)
{
    return limb__json_number(limb__json_find(object, name), absent);
}

int limb__gltf_json_numbers(const limb__json *object, const char *name, double *value, int count)
{
    return limb__json_numbers(limb__json_find(object, name), value, count);
}

limb_text limb__gltf_json_text(const limb__json *object, const char *name)
{
    return limb__json_text(limb__json_find(object, name));
}
