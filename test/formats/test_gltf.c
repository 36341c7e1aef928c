// glTF and GLB: buffers of every kind, accessors of every type, nodes, materials, hostile files.
#include "harness.h"
#include "limb/mesh.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// three points as floats, then indices 0 1 2 as bytes
static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 2, 0};
static const unsigned char corners[4] = {0, 1, 2, 0};

static const char json_head[] = "{\"asset\":{\"version\":\"2.0\"},";
static const char views[] =
    "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36},"
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":3}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
    "\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5121,\"count\":3,"
    "\"type\":\"SCALAR\"}],";
static const char mesh_json[] = "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                                "\"indices\":1}]}],";
static const char scene_json[] = "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],";

static void base64(const unsigned char *bytes, size_t size, char *out)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const unsigned word = (unsigned)bytes[i] << 16 |
                              (i + 1 < size ? (unsigned)bytes[i + 1] << 8 : 0) |
                              (i + 2 < size ? bytes[i + 2] : 0);
        for (int k = 0; k < 4; k++)
            *out++ = (size_t)k > size - i ? '=' : digit[word >> (18 - 6 * k) & 63];
    }
    *out = 0;
}

static void make_text(char *out, size_t capacity, const char *node, const char *buffer_uri)
{
    snprintf(out, capacity, "%s%s%s%s\"nodes\":[%s],\"buffers\":[{\"byteLength\":40%s%s%s}]}",
             json_head, scene_json, views, mesh_json, node, buffer_uri ? ",\"uri\":\"" : "",
             buffer_uri ? buffer_uri : "", buffer_uri ? "\"" : "");
}

static size_t make_glb(char *out, const char *json)
{
    char padded[4096];
    snprintf(padded, sizeof padded, "%s", json);
    while (strlen(padded) % 4)
        strcat(padded, " ");
    const uint32_t length = (uint32_t)strlen(padded);
    const uint32_t header[5] = {0x46546c67, 2, 12 + 8 + length + 8 + 40, length, 0x4e4f534a};
    memcpy(out, header, 20);
    memcpy(out + 20, padded, length);
    const uint32_t chunk[2] = {40, 0x004e4942};
    memcpy(out + 20 + length, chunk, 8);
    memcpy(out + 28 + length, points, 36);
    memcpy(out + 64 + length, corners, 4);
    return 68 + length;
}

static limb_status read_buffer(void *ctx, const char *uri, const limb_allocator *memory,
                               void **bytes, size_t *size)
{
    (void)ctx;
    if (strcmp(uri, "a.bin") != 0) return LIMB_ERROR_IO;
    char *copy = memory->resize(memory->ctx, NULL, 0, 41);
    if (!copy) return LIMB_ERROR_MEMORY;
    memcpy(copy, points, 36);
    memcpy(copy + 36, corners, 4);
    copy[40] = 0;
    *bytes = copy;
    *size = 40;
    return LIMB_OK;
}

static void expect_point(const limb_mesh *mesh, int corner, double x, double y, double z)
{
    const float *p = mesh->position + 3 * mesh->index[corner];
    ENSURE_NEAR((double)p[0], x, 1e-6);
    ENSURE_NEAR((double)p[1], y, 1e-6);
    ENSURE_NEAR((double)p[2], z, 1e-6);
}

TEST(buffers_come_from_everywhere)
{
    unsigned char raw[40];
    memcpy(raw, points, 36);
    memcpy(raw + 36, corners, 4);
    char data[128] = "data:application/octet-stream;base64,";
    base64(raw, 40, data + strlen(data));
    char text[4096], glb[4096];
    limb_mesh *mesh;

    make_text(text, sizeof text, "{\"mesh\":0}", data);
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_GLTF);
    ENSURE_INT(mesh->ntriangle, 1);
    expect_point(mesh, 2, 0, 2, 0); // as stored
    limb_mesh_free(mesh);
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), &(limb_mesh_opts){.turn_y_up = true}),
               LIMB_OK);
    expect_point(mesh, 2, 0, 0, 2);
    limb_mesh_free(mesh);

    make_text(text, sizeof text, "{\"mesh\":0}", "a.bin");
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), &(limb_mesh_opts){.read = read_buffer}),
               LIMB_OK);
    expect_point(mesh, 2, 0, 2, 0);
    limb_mesh_free(mesh);
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), NULL), LIMB_ERROR_INPUT);

    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    const size_t size = make_glb(glb, text);
    ENSURE_INT(limb_mesh_parse(&mesh, glb, size, NULL), LIMB_OK);
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_GLB);
    expect_point(mesh, 1, 1, 0, 0);
    limb_mesh_free(mesh);
}

TEST(nodes_place_their_meshes)
{
    static const struct {
        const char *node;
        double x, y, z; // of the second corner, 1 0 0 in the mesh, with y up
    } placed[] = {
        {"{\"mesh\":0,\"translation\":[1,2,3]}", 2, 2, 3},
        {"{\"mesh\":0,\"scale\":[2,1,1]}", 2, 0, 0},
        {"{\"mesh\":0,\"rotation\":[0,0,0.7071067811865476,0.7071067811865476]}", 0, 1, 0},
        {"{\"mesh\":0,\"matrix\":[0,1,0,0,-1,0,0,0,0,0,1,0,5,6,7,1]}", 5, 7, 7},
        {"{\"children\":[1],\"translation\":[1,0,0]},{\"mesh\":0,\"scale\":[3,3,3]}", 4, 0, 0}};
    for (size_t i = 0; i < sizeof placed / sizeof *placed; i++) {
        char text[4096], glb[4096];
        make_text(text, sizeof text, placed[i].node, NULL);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
        expect_point(mesh, 1, placed[i].x, placed[i].y, placed[i].z);
        limb_mesh_free(mesh);
    }
}

// normalised shorts, a sparse accessor, strips, colours, materials, an embedded picture
static const char rich[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_mesh_quantization\"],"
    "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"name\":\"n\"}],"
    "\"meshes\":[{\"primitives\":[{\"mode\":5,\"material\":0,\"attributes\":{\"POSITION\":0,"
    "\"TEXCOORD_0\":1,\"COLOR_0\":2}},{\"mode\":0,\"attributes\":{\"POSITION\":0}}]}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5122,\"normalized\":true,\"count\":4,"
    "\"type\":\"VEC3\",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":1,\"componentType\":"
    "5121},"
    "\"values\":{\"bufferView\":2}}},"
    "{\"bufferView\":3,\"componentType\":5121,\"normalized\":true,\"count\":4,\"type\":\"VEC2\"},"
    "{\"bufferView\":4,\"componentType\":5121,\"normalized\":true,\"count\":4,\"type\":\"VEC4\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":32,\"byteStride\":8},"
    "{\"buffer\":0,\"byteOffset\":32,\"byteLength\":1},{\"buffer\":0,\"byteOffset\":34,"
    "\"byteLength\":6},"
    "{\"buffer\":0,\"byteOffset\":40,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":48,"
    "\"byteLength\":16},"
    "{\"buffer\":0,\"byteOffset\":64,\"byteLength\":4}],"
    "\"materials\":[{\"name\":\"m\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,1,0,0.5],"
    "\"metallicFactor\":0.5,\"roughnessFactor\":0.25,\"baseColorTexture\":{\"index\":0}},"
    "\"alphaMode\":\"BLEND\",\"doubleSided\":true,\"emissiveFactor\":[0,1,0]}],"
    "\"textures\":[{\"source\":0}],\"images\":[{\"bufferView\":5,\"mimeType\":\"image/png\"}],"
    "\"buffers\":[{\"byteLength\":68,\"uri\":\"%s\"}]}";

static void make_rich(char *out, size_t capacity)
{
    unsigned char raw[68] = {0};
    const int16_t position[16] = {0, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, 0, 0, 0, 0, 0, 0};
    const int16_t last[3] = {32767, -32768, 0};
    const unsigned char texcoord[8] = {0, 0, 255, 0, 0, 255, 255, 255};
    memcpy(raw, position, 32);
    raw[32] = 3;
    memcpy(raw + 34, last, 6);
    memcpy(raw + 40, texcoord, 8);
    memset(raw + 48, 255, 16);
    raw[49] = 0;
    memcpy(raw + 64, "\x89PNG", 4);
    char uri[200] = "data:;base64,";
    base64(raw, sizeof raw, uri + strlen(uri));
    snprintf(out, capacity, rich, uri);
}

TEST(accessors_and_materials_of_every_kind)
{
    char text[4096];
    make_rich(text, sizeof text);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 2);
    ENSURE_INT(mesh->nskipped, 1);
    expect_point(mesh, 1, 1, 0, 0);
    expect_point(mesh, 4, 1, -1, 0); // the sparse one, in a strip's second triangle
    ENSURE(mesh->texcoord && mesh->color);
    ENSURE_INT(mesh->color[4 * mesh->index[0] + 1], 0);
    ENSURE_INT(mesh->color[4 * mesh->index[0]], 255);
    ENSURE_TEXT(mesh->part[0].name, "n");
    const limb_mesh_material *m = &mesh->material[0];
    ENSURE_NEAR((double)m->rgba[0], 0.735357, 1e-5); // linear 0.5 as shown
    ENSURE(m->rgba[1] == 1 && m->rgba[2] == 0 && m->rgba[3] == 0.5f);
    ENSURE(m->metallic == 0.5f && m->roughness == 0.25f && m->double_sided && m->emissive[1] == 1);
    ENSURE(m->has_texture && m->texture.size == 4);
    ENSURE(memcmp(m->texture.bytes, "\x89PNG", 4) == 0);
    limb_mesh_free(mesh);
}

static void replace(char *in, const char *from, const char *to)
{
    char *at = strstr(in, from);
    ENSURE(at != NULL);
    const size_t tail = strlen(at + strlen(from)) + 1;
    memmove(at + strlen(to), at + strlen(from), tail);
    memcpy(at, to, strlen(to));
}

static void expect_failure(const char *text, limb_status status, limb_rule rule)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    char glb[8192];
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text),
                               &(limb_mesh_opts){.report = report, .file = "x.glb"}),
               status);
    ENSURE(report->nfinding > 0);
    ENSURE_INT(report->finding[report->nfinding - 1].rule, rule);
    limb_report_free(report);
}

TEST(lies_are_reported)
{
    char text[4096];
#define REPLACED(from, to)                                                                         \
    (make_text(text, sizeof text, "{\"mesh\":0}", NULL), replace(text, from, to), text)
    expect_failure(REPLACED("\"byteLength\":36", "\"byteLength\":99"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"byteOffset\":36", "\"byteOffset\":-6"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"count\":3,\"type\":\"VEC3\"", "\"count\":4,\"type\":\"VEC3\""),
                   LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"type\":\"VEC3\"", "\"type\":\"VEC2\""), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"indices\":1", "\"indices\":7"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"bufferView\":0,\"componentType\":5126,\"count\":3",
                            "\"componentType\":5126,\"count\":99999999"),
                   LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "{\"POSITION\":0}", "{\"POSITION\":0,\"COLOR_0\":2}");
    replace(text, "\"type\":\"SCALAR\"}",
            "\"type\":\"SCALAR\"},{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}");
    expect_failure(text, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"mesh\":0}", "\"mesh\":4}"), LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("\"nodes\":[0]", "\"nodes\":[3]"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(REPLACED("{\"mesh\":0}", "{\"mesh\":0,\"children\":[0]}"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
    expect_failure(
        REPLACED("\"2.0\"},", "\"2.0\"},\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"),
        LIMB_ERROR_UNSUPPORTED, LIMB_RULE_MESH_UNSUPPORTED);
    expect_failure(REPLACED("\"2.0\"", "\"1.0\""), LIMB_ERROR_UNSUPPORTED,
                   LIMB_RULE_MESH_UNSUPPORTED);
    expect_failure(REPLACED("\"scene\":0,", "\"scene\":0,,"), LIMB_ERROR_INPUT,
                   LIMB_RULE_MESH_BROKEN);
}

// One accessor as two things at once must not mix their places.
TEST(an_accessor_may_play_two_parts)
{
    char text[4096], glb[4096];
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "{\"POSITION\":0}", "{\"POSITION\":0,\"NORMAL\":0,\"TEXCOORD_0\":0}");
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 1);
    limb_mesh_free(mesh);
}

// One row of a primitive's indices is replaced: without that the triangle would have no area.
TEST(indices_may_be_sparse)
{
    char text[4096], glb[4096];
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "\"count\":3,\"type\":\"SCALAR\"}",
            "\"count\":3,\"type\":\"SCALAR\",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":1,"
            "\"byteOffset\":1,\"componentType\":5121},\"values\":{\"bufferView\":1}}}");
    limb_mesh *mesh;
    // row 1 becomes 0
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text),
                               &(limb_mesh_opts){.keep_degenerate = true}),
               LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 1);
    ENSURE_INT(mesh->index[0], mesh->index[1]);
    limb_mesh_free(mesh);
}

// KHR_texture_transform, and the set of coordinates that it names, belong to the material: another
// primitive with the same coordinates keeps them.
TEST(pictures_are_laid_by_their_material)
{
    char text[4096], glb[4096];
    make_text(text, sizeof text, "{\"mesh\":0},{\"mesh\":1}", NULL);
    replace(text, "\"nodes\":[0]", "\"nodes\":[0,1]");
    replace(text, "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}",
            "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_1\":0},\"material\":0}]},"
            "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":0},\"material\":1}]}");
    replace(text, "\"meshes\"",
            "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,"
            "\"extensions\":{\"KHR_texture_transform\":{\"offset\":[10,20],\"rotation\":"
            "1.5707963267948966,\"scale\":[2,3],\"texCoord\":1}}}}},{}],\"textures\":"
            "[{\"source\":0}],\"images\":[{\"uri\":\"a.png\"}],\"meshes\"");
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 2);
    // the points' x and y as coordinates: 0 0, 1 0 and 0 2
    static const double expected[6][2] = {{10, 20}, {10, 18}, {16, 20}, {0, 0}, {1, 0}, {0, 2}};
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 2; k++)
            ENSURE_NEAR((double)mesh->texcoord[2 * mesh->index[i] + (uint32_t)k], expected[i][k],
                        1e-5);
    }
    ENSURE(mesh->material[0].has_texture);
    limb_mesh_free(mesh);
}

// A skinned mesh is where its joints put it; its own node has no say (glTF 2.0, 3.7.3.3). Here
// the joint, below a node that halves, is at (3 0 0) and was bound at (2 0 0), twice as large.
TEST(skins_are_placed_by_their_joints)
{
    char text[4096], glb[4096];
    make_text(text, sizeof text,
              "{\"children\":[1,2],\"scale\":[0.5,0.5,0.5]},{\"mesh\":0,\"skin\":0,"
              "\"translation\":[9,9,9]},{\"translation\":[6,0,0]}",
              NULL);
    replace(text, "\"meshes\"",
            "\"skins\":[{\"joints\":[2],\"inverseBindMatrices\":2}],\"meshes\"");
    replace(text, "\"type\":\"SCALAR\"}",
            "\"type\":\"SCALAR\"},{\"bufferView\":2,\"componentType\":5120,\"count\":1,\"type\":"
            "\"MAT4\"}");
    replace(text, "\"byteOffset\":36,\"byteLength\":3}",
            "\"byteOffset\":36,\"byteLength\":3},{\"buffer\":1,\"byteLength\":16}");
    static const unsigned char inverse[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0xfc, 0, 0, 1};
    char uri[64] = "data:;base64,";
    base64(inverse, sizeof inverse, uri + strlen(uri));
    char buffer[128];
    snprintf(buffer, sizeof buffer, "\"byteLength\":40},{\"byteLength\":16,\"uri\":\"%s\"}", uri);
    replace(text, "\"byteLength\":40}", buffer);
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    expect_point(mesh, 0, 1, 0, 0); // 3 + (0 * 2 - 4) / 2
    expect_point(mesh, 1, 2, 0, 0);
    expect_point(mesh, 2, 1, 2, 0);
    limb_mesh_free(mesh);
    replace(text, "\"joints\":[2]", "\"joints\":[7]");
    expect_failure(text, LIMB_ERROR_INPUT, LIMB_RULE_MESH_BROKEN);
}

// Many nodes may show one large accessor for a triangle each.
TEST(repeated_vertices_are_limited)
{
    enum { NODES = 20000, ROWS = 2000 };
    char *text = malloc(NODES * 100 + ROWS * 40);
    ENSURE(text != NULL);
    for (int kind = 0; kind < 2; kind++) {
        // all at one place share their vertices; at different places they repeat them
        char *at = text + sprintf(text, "%s\"scenes\":[{\"nodes\":[0", json_head);
        for (int i = 1; i < NODES; i++)
            at += sprintf(at, ",%d", i);
        at += sprintf(at,
                      "]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                      "\"indices\":1}]}],\"accessors\":[{\"componentType\":5126,\"count\":%d,"
                      "\"type\":\"VEC3\"},{\"componentType\":5121,\"count\":3,\"type\":"
                      "\"SCALAR\"}],\"nodes\":[",
                      ROWS);
        for (int i = 0; i < NODES; i++)
            at += sprintf(at, "%s{\"mesh\":0,\"translation\":[%d,0,0]}", i ? "," : "", kind * i);
        sprintf(at, "]}");
        limb_test_memory used;
        limb_test_memory_init(&used);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text),
                                   &(limb_mesh_opts){.memory = &used.allocator}),
                   kind == 0 ? LIMB_OK : LIMB_ERROR_LIMIT);
        limb_mesh_free(mesh);
        ENSURE(used.peak < 256 * strlen(text) + ((size_t)512 << 20));
    }
    free(text);
}

// Many nodes that show a mesh which is long to look through, or has a long name.
TEST(repeated_work_is_limited)
{
    enum { REPEATED = 4000, NAME = 9000 };
    char *text = malloc(REPEATED * 60 + NAME + 2000);
    ENSURE(text != NULL);
    for (int kind = 0; kind < 2; kind++) {
        char *at = text + sprintf(text, "%s\"scenes\":[{\"nodes\":[0", json_head);
        for (int i = 1; i < REPEATED; i++)
            at += sprintf(at, ",%d", i);
        at += sprintf(at, "]}],\"nodes\":[{}");
        for (int i = 1; i < REPEATED; i++)
            at += sprintf(at, ",{\"mesh\":0}");
        at += sprintf(at, "],\"meshes\":[{\"name\":\"");
        memset(at, 'n', NAME);
        at += sprintf(at + NAME, "\",\"primitives\":[{\"attributes\":{\"a\":0") + NAME;
        for (int i = 0; i < REPEATED && kind == 0; i++)
            at += sprintf(at, ",\"a%d\":0", i);
        sprintf(at, "}}]}]}");
        limb_test_memory used;
        limb_test_memory_init(&used);
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text),
                                   &(limb_mesh_opts){.memory = &used.allocator}),
                   kind == 0 ? LIMB_ERROR_LIMIT : LIMB_OK);
        limb_mesh_free(mesh);
        ENSURE(used.peak < 64 * strlen(text) + ((size_t)1 << 20));
    }
    free(text);
}

static limb_status load_again(const limb_allocator *memory, void *ctx)
{
    limb_mesh *mesh;
    const limb_status status =
        limb_mesh_parse(&mesh, ctx, strlen(ctx), &(limb_mesh_opts){.memory = memory});
    if (status == LIMB_OK) limb_mesh_free(mesh);
    return status;
}

static void load_any(const char *bytes, size_t size, void *ctx)
{
    (void)ctx;
    limb_mesh *mesh;
    if (limb_mesh_parse(&mesh, bytes, size, &(limb_mesh_opts){.file = "x.gltf"}) == LIMB_OK)
        limb_mesh_free(mesh);
}

TEST(gltf_survives_hostile_circumstances)
{
    char text[4096], glb[4096];
    make_rich(text, sizeof text);
    limb_test_every_failure(LIMB_OK, load_again, text);
    limb_test_every_truncation(text, strlen(text), load_any, NULL);
    limb_test_every_flip(text, strlen(text), load_any, NULL);
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    const size_t size = make_glb(glb, text);
    limb_test_every_truncation(glb, size, load_any, NULL);
    limb_test_every_flip(glb, size, load_any, NULL);
}

// The mesh's triangles and the messages of all findings, joined.
static int count_triangles(const char *text, char *messages, size_t capacity)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_mesh *mesh;
    char glb[8192];
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text),
                               &(limb_mesh_opts){.report = report, .file = "x.glb"}),
               LIMB_OK);
    messages[0] = 0;
    for (int i = 0; i < report->nfinding; i++) {
        const size_t used = strlen(messages);
        snprintf(messages + used, capacity - used, "%s;", report->finding[i].message);
    }
    const int count = mesh->ntriangle;
    limb_mesh_free(mesh);
    limb_report_free(report);
    return count;
}

TEST(hidden_nodes_hide_what_is_below_them)
{
    static const char hidden[] = "\"extensions\":{\"KHR_node_visibility\":{\"visible\":false}}";
    char text[4096], node[512], messages[1000];
    snprintf(node, sizeof node,
             "{\"children\":[1,2]},{\"mesh\":0,%s},{\"children\":[3],%s},"
             "{\"mesh\":0}",
             hidden, hidden);
    make_text(text, sizeof text, node, NULL);
    replace(text, "\"2.0\"},", "\"2.0\"},\"extensionsRequired\":[\"KHR_node_visibility\"],");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 0);
    ENSURE(strstr(messages, "not in the scene or are hidden: 2"));
    replace(text, "\"visible\":false", "\"visible\":true");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 1);
    ENSURE_TEXT(messages, "");
}

TEST(extensions_of_looks_are_ignored_aloud)
{
    char text[4096], messages[1000];
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "\"2.0\"},", "\"2.0\"},\"extensionsRequired\":[\"KHR_materials_sheen\"],");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 1);
    ENSURE(strstr(messages, "KHR_materials_sheen changes only looks"));
}

TEST(nodes_in_no_scene_are_reported)
{
    char text[4096], messages[1000];
    make_text(text, sizeof text, "{\"translation\":[1,2,3],\"children\":[1]},{\"mesh\":0}", NULL);
    replace(text, "\"nodes\":[0]", "\"nodes\":[]");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 0);
    ENSURE(strstr(messages, "not in the scene or are hidden: 1"));
    // without any scene the root nodes are shown, each with its transform
    replace(text, "\"scenes\":[{\"nodes\":[]}],", "");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 1);
    ENSURE(strstr(messages, "no scene"));
    limb_mesh *mesh;
    char glb[8192];
    ENSURE_INT(limb_mesh_parse(&mesh, glb, make_glb(glb, text), NULL), LIMB_OK);
    expect_point(mesh, 0, 1, 2, 3);
    limb_mesh_free(mesh);
}

TEST(a_missing_version_is_reported)
{
    char text[4096], messages[1000];
    make_text(text, sizeof text, "{\"mesh\":0}", NULL);
    replace(text, "\"version\":\"2.0\"", "");
    ENSURE_INT(count_triangles(text, messages, sizeof messages), 1);
    ENSURE(strstr(messages, "asset.version is missing"));
}

// Every finding about the JSON is where its value is, in lines and columns.
TEST(findings_have_the_place_of_their_value)
{
    static const struct {
        const char *text;
        uint32_t line, column;
    } sample[] = {
        {"{\"asset\":\n {\"version\": \"1.0\"}}", 2, 14},
        {"{\"asset\":{\"version\":\"2.0\"},\n  \"nodes\": [1,]}", 2, 14},
        {"{\"asset\":{\"version\":\"2.0\"},\n\"extensionsRequired\":[\n \"NO_such\"]}", 3, 2},
        {"{\"asset\":{\"version\":\"2.0\"},\n\"scenes\":[{\"nodes\":[\n0]}],\"nodes\":[{\"mesh\":"
         "\n 4}]}",
         4, 2},
        {"{\"asset\":{\"version\":\"2.0\"},\n\"scenes\":[{\"nodes\":[\n   5]}]}", 3, 4},
        {"{\"asset\":{\"version\":\"2.0\"},\n\"meshes\":[{\"primitives\":[\n"
         "  {\"attributes\":{\"POSITION\":7}}]}]}",
         3, 3},
        {"{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{"
         "\"POSITION\":0}}]"
         "}],\n\"accessors\":[\n {\"count\":-1}]}",
         3, 2},
        {"{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{"
         "\"POSITION\":0}}]"
         "}],\n\"accessors\":[{\"count\":1,\"type\":\"VEC3\",\"componentType\":5126,\"bufferView\":"
         "0}],"
         "\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],\n\"buffers\":[{\n  \"uri\": "
         "\"gone.bin\"}]}",
         4, 10},
    };
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        limb_mesh *mesh;
        ENSURE(limb_mesh_parse(&mesh, sample[i].text, strlen(sample[i].text),
                               &(limb_mesh_opts){.report = report, .file = "a.gltf"}) != LIMB_OK);
        ENSURE(report->nfinding > 0);
        const limb_span *span = &report->finding[report->nfinding - 1].span;
        ENSURE_INT(span->line, sample[i].line);
        ENSURE_INT(span->column, sample[i].column);
        limb_report_free(report);
    }
}
