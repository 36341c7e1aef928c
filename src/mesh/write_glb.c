// Writing GLB: one mesh, a primitive for each part, everything in one file.
//
// glTF is y-up: positions and normals are turned by -90 degrees about x, so that reading turns them
// back.
#include "mesh/write.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum { JSON_CHUNK = 0x4e4f534a, BINARY_CHUNK = 0x004e4942, FLOAT = 5126, BYTE = 5121, INT = 5125 };
enum { TARGET_VERTICES = 34962, TARGET_INDICES = 34963 };

typedef struct glb {
    const limb_mesh *mesh;
    limb__builder json;
    limb__builder binary;
    int nview;
    int naccessor;
    limb__builder views;
    limb__builder accessors;
    limb__builder images;
    limb__builder textures;
    int ntexture;
} glb;

static int add_view(glb *g, const void *bytes, size_t size, int target);
static int add_accessor(glb *g, int view, size_t offset, int component, long long count,
                        const char *type, bool normalized);
static int add_turned(glb *g, const float *row, bool bounds);
static int add_texcoord(glb *g);
static int add_color(glb *g);
static void add_primitives(glb *g);
static void add_materials(glb *g);
static int add_texture(glb *g, const limb_mesh_texture *texture);
static void add_numbers(limb__builder *out, const float *value, int count);
static float linear(float display);
static limb_status send(glb *g, limb_write_fn *write, void *ctx);
static void put_u32(char *at, size_t value);

limb_status limb__glb_write(const limb_mesh *mesh, limb_write_fn *write, void *ctx)
{
    glb g = {.mesh = mesh};
    limb__builder *const all[] = {&g.json,      &g.binary, &g.views,
                                  &g.accessors, &g.images, &g.textures};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        limb__builder_init(all[i], limb__memory(NULL));
    limb__builder_text(&g.json,
                       "{\"asset\":{\"version\":\"2.0\",\"generator\":\"limb\"},\"scene\":0,"
                       "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}]");
    if (mesh->ntriangle > 0) {
        add_primitives(&g);
        add_materials(&g);
        limb__builder_text(&g.json, ",\"accessors\":[");
        limb__builder_bytes(&g.json, g.accessors.data, g.accessors.size);
        limb__builder_text(&g.json, "],\"bufferViews\":[");
        limb__builder_bytes(&g.json, g.views.data, g.views.size);
        limb__builder_text(&g.json, "],\"buffers\":[{\"byteLength\":");
        limb__builder_int(&g.json, (long long)g.binary.size);
        limb__builder_text(&g.json, "}]");
    } else {
        // a mesh must have a primitive: an empty file is a scene with a node alone
        g.json.size -= strlen("{\"mesh\":0}]");
        limb__builder_text(&g.json, "{}]");
    }
    limb__builder_char(&g.json, '}');
    limb_status status = send(&g, write, ctx);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        limb__builder_free(all[i]);
    return status;
}

static limb_status send(glb *g, limb_write_fn *write, void *ctx)
{
    while (g->json.size % 4)
        limb__builder_char(&g->json, ' ');
    while (g->binary.size % 4)
        limb__builder_char(&g->binary, 0);
    if (g->json.failed || g->binary.failed || g->views.failed || g->accessors.failed ||
        g->images.failed || g->textures.failed)
        return LIMB_ERROR_MEMORY;
    const size_t binary = g->binary.size > 0 ? 8 + g->binary.size : 0;
    const size_t total = 12 + 8 + g->json.size + binary;
    if (total > UINT32_MAX) return LIMB_ERROR_LIMIT;
    char header[20] = "glTF";
    put_u32(header + 4, 2);
    put_u32(header + 8, total);
    put_u32(header + 12, g->json.size);
    put_u32(header + 16, JSON_CHUNK);
    limb_status status = write(ctx, header, sizeof header);
    if (status == LIMB_OK) status = write(ctx, g->json.data, g->json.size);
    if (status != LIMB_OK || binary == 0) return status;
    put_u32(header, g->binary.size);
    put_u32(header + 4, BINARY_CHUNK);
    status = write(ctx, header, 8);
    return status == LIMB_OK ? write(ctx, g->binary.data, g->binary.size) : status;
}

static void put_u32(char *at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(value >> (8 * i) & 0xff);
}

//---- vertices and triangles ----------------------------------------------------------------------

static void add_primitives(glb *g)
{
    const limb_mesh *mesh = g->mesh;
    const int position = add_turned(g, mesh->position, true);
    const int normal = mesh->normal ? add_turned(g, mesh->normal, false) : -1;
    const int texcoord = mesh->texcoord ? add_texcoord(g) : -1;
    const int color = mesh->color ? add_color(g) : -1;
    const int indices = add_view(g, mesh->index, (size_t)mesh->ntriangle * 12, TARGET_INDICES);
    limb__builder *json = &g->json;
    limb__builder_text(json, ",\"meshes\":[{\"primitives\":[");
    for (int i = 0; i < mesh->npart; i++) {
        const limb_mesh_part *part = &mesh->part[i];
        const int own = add_accessor(g, indices, (size_t)part->first * 12, INT,
                                     (long long)part->count * 3, "SCALAR", false);
        limb__builder_char(&g->accessors, '}');
        limb__builder_text(json, i ? ",{\"attributes\":{\"POSITION\":"
                                   : "{\"attributes\":{\"POSITION\":");
        limb__builder_int(json, position);
        const int other[3] = {normal, texcoord, color};
        static const char *const name[3] = {",\"NORMAL\":", ",\"TEXCOORD_0\":", ",\"COLOR_0\":"};
        for (int k = 0; k < 3; k++) {
            if (other[k] < 0) continue;
            limb__builder_text(json, name[k]);
            limb__builder_int(json, other[k]);
        }
        limb__builder_text(json, "},\"indices\":");
        limb__builder_int(json, own);
        if (part->material >= 0) {
            limb__builder_text(json, ",\"material\":");
            limb__builder_int(json, part->material);
        }
        limb__builder_char(json, '}');
    }
    limb__builder_text(json, "]}]");
}

// x y z becomes x z -y
static int add_turned(glb *g, const float *row, bool bounds)
{
    const size_t begin = g->binary.size;
    for (int i = 0; i < g->mesh->nvertex; i++, row += 3) {
        const float turned[3] = {row[0], row[2], -row[1]};
        limb__builder_bytes(&g->binary, turned, sizeof turned);
    }
    const int view = add_view(g, NULL, g->binary.size - begin, TARGET_VERTICES);
    const int accessor = add_accessor(g, view, 0, FLOAT, g->mesh->nvertex, "VEC3", false);
    if (bounds) {
        const float *l = g->mesh->lower, *u = g->mesh->upper;
        limb__builder_text(&g->accessors, ",\"min\":");
        add_numbers(&g->accessors, (const float[]){l[0], l[2], -u[1]}, 3);
        limb__builder_text(&g->accessors, ",\"max\":");
        add_numbers(&g->accessors, (const float[]){u[0], u[2], -l[1]}, 3);
    }
    limb__builder_char(&g->accessors, '}');
    return accessor;
}

static int add_texcoord(glb *g)
{
    const int view = add_view(g, g->mesh->texcoord, (size_t)g->mesh->nvertex * 8, TARGET_VERTICES);
    const int accessor = add_accessor(g, view, 0, FLOAT, g->mesh->nvertex, "VEC2", false);
    limb__builder_char(&g->accessors, '}');
    return accessor;
}

// vertex colours are linear in glTF
static int add_color(glb *g)
{
    const size_t begin = g->binary.size;
    for (int i = 0; i < g->mesh->nvertex * 4; i++) {
        const float shown = (float)g->mesh->color[i] / 255;
        const float value = i % 4 == 3 ? shown : linear(shown);
        limb__builder_bytes(&g->binary, &value, sizeof value);
    }
    const int view = add_view(g, NULL, g->binary.size - begin, TARGET_VERTICES);
    const int accessor = add_accessor(g, view, 0, FLOAT, g->mesh->nvertex, "VEC4", false);
    limb__builder_char(&g->accessors, '}');
    return accessor;
}

// A view of bytes, or of the last size bytes that were added already (bytes NULL).
static int add_view(glb *g, const void *bytes, size_t size, int target)
{
    if (bytes) limb__builder_bytes(&g->binary, bytes, size);
    if (g->nview > 0) limb__builder_char(&g->views, ',');
    limb__builder_text(&g->views, "{\"buffer\":0,\"byteOffset\":");
    limb__builder_int(&g->views, (long long)(g->binary.size - size));
    limb__builder_text(&g->views, ",\"byteLength\":");
    limb__builder_int(&g->views, (long long)size);
    if (target) {
        limb__builder_text(&g->views, ",\"target\":");
        limb__builder_int(&g->views, target);
    }
    limb__builder_char(&g->views, '}');
    // the next one begins where a float may
    while (g->binary.size % 4 && !g->binary.failed)
        limb__builder_char(&g->binary, 0);
    return g->nview++;
}

// Left open for more members.
static int add_accessor(glb *g, int view, size_t offset, int component, long long count,
                        const char *type, bool normalized)
{
    limb__builder *out = &g->accessors;
    limb__builder_text(out, g->naccessor ? ",{\"bufferView\":" : "{\"bufferView\":");
    limb__builder_int(out, view);
    limb__builder_text(out, ",\"byteOffset\":");
    limb__builder_int(out, (long long)offset);
    limb__builder_text(out, ",\"componentType\":");
    limb__builder_int(out, component);
    limb__builder_text(out, ",\"count\":");
    limb__builder_int(out, count);
    limb__builder_text(out, ",\"type\":\"");
    limb__builder_text(out, type);
    limb__builder_char(out, '"');
    if (normalized) limb__builder_text(out, ",\"normalized\":true");
    return g->naccessor++;
}

//---- materials -----------------------------------------------------------------------------------

static void add_materials(glb *g)
{
    const limb_mesh *mesh = g->mesh;
    limb__builder *json = &g->json;
    if (mesh->nmaterial == 0) return;
    limb__builder_text(json, ",\"materials\":[");
    for (int i = 0; i < mesh->nmaterial; i++) {
        const limb_mesh_material *m = &mesh->material[i];
        const float color[4] = {linear(m->rgba[0]), linear(m->rgba[1]), linear(m->rgba[2]),
                                m->rgba[3]};
        const float emissive[3] = {linear(m->emissive[0]), linear(m->emissive[1]),
                                   linear(m->emissive[2])};
        limb__builder_text(json, i ? ",{\"name\":" : "{\"name\":");
        limb__builder_json(json, m->name, strlen(m->name));
        limb__builder_text(json, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":");
        add_numbers(json, color, 4);
        limb__builder_text(json, ",\"metallicFactor\":");
        limb__mesh_float_text(json, m->metallic);
        limb__builder_text(json, ",\"roughnessFactor\":");
        limb__mesh_float_text(json, m->roughness);
        if (m->has_texture) {
            limb__builder_text(json, ",\"baseColorTexture\":{\"index\":");
            limb__builder_int(json, add_texture(g, &m->texture));
            limb__builder_char(json, '}');
        }
        limb__builder_text(json, "},\"emissiveFactor\":");
        add_numbers(json, emissive, 3);
        if (m->double_sided) limb__builder_text(json, ",\"doubleSided\":true");
        if (m->rgba[3] < 1) limb__builder_text(json, ",\"alphaMode\":\"BLEND\"");
        limb__builder_char(json, '}');
    }
    limb__builder_char(json, ']');
    if (g->ntexture == 0) return;
    limb__builder_text(json, ",\"textures\":[");
    limb__builder_bytes(json, g->textures.data, g->textures.size);
    limb__builder_text(json, "],\"images\":[");
    limb__builder_bytes(json, g->images.data, g->images.size);
    limb__builder_char(json, ']');
}

// One picture for each texture: embedded when the mesh has its bytes, else by its address.
static int add_texture(glb *g, const limb_mesh_texture *texture)
{
    if (g->ntexture > 0) {
        limb__builder_char(&g->textures, ',');
        limb__builder_char(&g->images, ',');
    }
    limb__builder_text(&g->textures, "{\"source\":");
    limb__builder_int(&g->textures, g->ntexture);
    limb__builder_char(&g->textures, '}');
    if (texture->bytes) {
        const bool jpeg = texture->size > 2 && memcmp(texture->bytes, "\xff\xd8", 2) == 0;
        limb__builder_text(&g->images, "{\"bufferView\":");
        limb__builder_int(&g->images, add_view(g, texture->bytes, texture->size, 0));
        limb__builder_text(&g->images,
                           jpeg ? ",\"mimeType\":\"image/jpeg\"}" : ",\"mimeType\":\"image/png\"}");
    } else {
        limb__builder_text(&g->images, "{\"uri\":");
        limb__builder_json(&g->images, texture->uri, strlen(texture->uri));
        limb__builder_char(&g->images, '}');
    }
    return g->ntexture++;
}

static void add_numbers(limb__builder *out, const float *value, int count)
{
    for (int k = 0; k < count; k++) {
        limb__builder_char(out, k ? ',' : '[');
        limb__mesh_float_text(out, value[k]);
    }
    limb__builder_char(out, ']');
}

// display value to linear light
static float linear(float display)
{
    const double d = (double)display;
    return (float)(d <= 0.04045 ? d / 12.92 : pow((d + 0.055) / 1.055, 2.4));
}
