// glTF texts for tests: one triangle, and a file with accessors and materials of every kind.
#ifndef LIMB_TEST_FORMATS_GLTF_TEXTS_H
#define LIMB_TEST_FORMATS_GLTF_TEXTS_H

#include "harness.h"
#include "limb/mesh.h"

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

static inline void base64(const unsigned char *bytes, size_t size, char *out)
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

static inline void make_text(char *out, size_t capacity, const char *node, const char *buffer_uri)
{
    snprintf(out, capacity, "%s%s%s%s\"nodes\":[%s],\"buffers\":[{\"byteLength\":40%s%s%s}]}",
             json_head, scene_json, views, mesh_json, node, buffer_uri ? ",\"uri\":\"" : "",
             buffer_uri ? buffer_uri : "", buffer_uri ? "\"" : "");
}

static inline size_t make_glb(char *out, const char *json)
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

static inline limb_status read_buffer(void *ctx, const char *uri, const limb_allocator *memory,
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

static inline void expect_point(const limb_mesh *mesh, int corner, double x, double y, double z)
{
    const float *p = mesh->position + 3 * mesh->index[corner];
    ENSURE_NEAR((double)p[0], x, 1e-6);
    ENSURE_NEAR((double)p[1], y, 1e-6);
    ENSURE_NEAR((double)p[2], z, 1e-6);
}

// normalized shorts, a sparse accessor, strips, colors, materials, an embedded picture
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

static inline void make_rich(char *out, size_t capacity)
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

static inline void replace(char *in, const char *from, const char *to)
{
    char *at = strstr(in, from);
    ENSURE(at != NULL);
    const size_t tail = strlen(at + strlen(from)) + 1;
    memmove(at + strlen(to), at + strlen(from), tail);
    memcpy(at, to, strlen(to));
}

static inline void expect_failure(const char *text, limb_status status, limb_rule rule)
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

#endif
