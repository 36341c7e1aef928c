// glTF 2.0 and GLB: the container, the top of the JSON, extensions.
#include "geometry/gltf/gltf.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

static size_t total_size(const limb__gltf *g);
static limb_status split_glb(limb__gltf *g, const char **json, size_t *size);
static limb_status parse_json(limb__gltf *g, const char *json, size_t size);
static limb_status check_version(limb__gltf *g);
static limb_status check_extensions(limb__gltf *g);
static bool is_supported(const limb__gltf *g, limb_text name);
static bool changes_looks_only(limb_text name);
static limb_status collect_lists(limb__gltf *g);
static limb_status collect(limb__gltf *g, const char *name, limb__gltf_list *list);

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
    if (status == LIMB_OK) status = limb__gltf_read_scene(&g);
    // pictures in buffers are copied before the buffers are freed
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
            return limb__mesh_broken(b, at, "a chunk of %lu bytes extends past the end of the file",
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
    // names in encodings other than UTF-8 are common
    const limb__json_opts opts = {.memory = g->b->memory, .any_bytes = true};
    g->json_offset = (size_t)(json - g->b->source.text);
    // GLB pads its chunks; some writers use NUL instead of spaces
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
    return check_version(g);
}

// A file without a version is read as glTF 2, because some writers omit it.
static limb_status check_version(limb__gltf *g)
{
    const limb__json *asset = limb__json_find(g->json, "asset");
    const limb__json *member = limb__json_find(asset, "version");
    const limb_text version = limb__json_text(member);
    if (version.size > 0 && version.data[0] == '2') return LIMB_OK;
    if (!version.data) {
        limb__mesh_skipped(g->b, limb__gltf_place(g, asset ? asset : g->json),
                           "asset.version is missing; the file is read as glTF 2.0");
        return LIMB_OK;
    }
    return limb__mesh_unsupported(g->b, limb__gltf_place(g, member),
                                  "glTF version %.*s is not supported, only 2",
                                  version.size < 20 ? (int)version.size : 20, version.data);
}

// Extensions that this reader supports, and those that only affect appearance, may be required;
// others may affect the geometry.
static limb_status check_extensions(limb__gltf *g)
{
    const limb__json *required = limb__json_find(g->json, "extensionsRequired");
    for (const limb__json *item = limb__json_first(required); item;
         item = limb__json_next(required, item)) {
        const limb_text name = limb__json_text(item);
        const int shown = name.size < 100 ? (int)name.size : 100;
        const size_t place = limb__gltf_place(g, item);
        if (is_supported(g, name)) continue;
        if (limb__text_equal(name, "KHR_draco_mesh_compression"))
            return limb__mesh_unsupported(g->b, place,
                                          "the mesh is compressed by Draco, and this program was "
                                          "built without a decoder");
        if (!changes_looks_only(name))
            return limb__mesh_unsupported(g->b, place, "the file requires the extension %.*s",
                                          shown, name.data ? name.data : "");
        limb__mesh_skipped(g->b, place, "the extension %.*s changes only looks and is ignored",
                           shown, name.data);
    }
    return LIMB_OK;
}

static bool is_supported(const limb__gltf *g, limb_text name)
{
    if (limb__text_equal(name, "KHR_draco_mesh_compression")) return g->b->opts.draco != NULL;
    static const char *const known[] = {
        "KHR_mesh_quantization", "KHR_node_visibility", "KHR_texture_transform",
        "KHR_materials_pbrSpecularGlossiness", "EXT_meshopt_compression"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (limb__text_equal(name, known[i])) return true;
    }
    return false;
}

static bool changes_looks_only(limb_text name)
{
    static const char *const prefix[] = {
        "KHR_materials_",   "KHR_texture_",  "EXT_texture_",      "MSFT_texture_dds",
        "KHR_lights_",      "EXT_lights_",   "KHR_xmp",           "KHR_animation_",
        "ADOBE_materials_", "KHR_audio",     "KHR_interactivity", "KHR_environment_map",
        "MSFT_packing",     "FB_materials_", "KHR_camera"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++) {
        const size_t size = strlen(prefix[i]);
        if (name.size >= size && memcmp(name.data, prefix[i], size) == 0) return true;
    }
    return false;
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
    g->decoded = limb__arena_take_zero(g->arena, (size_t)g->view.count * sizeof *g->decoded);
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
