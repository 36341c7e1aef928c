// Reads a glTF file compressed by Draco's encoder, and streams with false sizes.
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "harness.h"
#include "limb/mesh.h"
}

namespace
{

enum { SIDE = 12 };

float height(int x, int y)
{
    return 0.2f * std::sin(0.5f * static_cast<float>(x)) * static_cast<float>(y);
}

// A wavy sheet of triangles.
std::string encode(int *position_id, int *normal_id)
{
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(2 * SIDE * SIDE);
    const int position =
        builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
    const int normal = builder.AddAttribute(draco::GeometryAttribute::NORMAL, 3, draco::DT_FLOAT32);
    uint32_t face = 0;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            float corner[4][3];
            for (int k = 0; k < 4; k++) {
                const int at[2] = {x + (k == 1 || k == 2), y + k / 2};
                corner[k][0] = static_cast<float>(at[0]);
                corner[k][1] = static_cast<float>(at[1]);
                corner[k][2] = height(at[0], at[1]);
            }
            const float up[3] = {0, 0, 1};
            for (int half = 0; half < 2; half++) {
                const draco::FaceIndex at(face++);
                builder.SetAttributeValuesForFace(position, at, corner[0], corner[1 + half],
                                                  corner[2 + half]);
                builder.SetAttributeValuesForFace(normal, at, up, up, up);
            }
        }
    }
    const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
    *position_id = static_cast<int>(mesh->attribute(position)->unique_id());
    *normal_id = static_cast<int>(mesh->attribute(normal)->unique_id());
    draco::Encoder encoder;
    encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 14);
    draco::EncoderBuffer buffer;
    ENSURE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
    return std::string(buffer.data(), buffer.size());
}

std::string make_glb(std::string data, int position, int normal)
{
    const size_t size = data.size();
    while (data.size() % 4)
        data += '\0';
    char json[1500];
    snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":["
        "\"KHR_draco_mesh_compression\"],\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1},"
        "\"indices\":2,\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,"
        "\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d}}}}]}],\"accessors\":[{"
        "\"componentType\":5126,\"count\":169,\"type\":\"VEC3\"},{\"componentType\":5126,"
        "\"count\":169,\"type\":\"VEC3\"},{\"componentType\":5125,\"count\":864,\"type\":"
        "\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],\"buffers\":[{"
        "\"byteLength\":%zu}]}",
        position, normal, size, data.size());
    std::string text = json;
    while (text.size() % 4)
        text += ' ';
    const uint32_t head[5] = {0x46546c67, 2, static_cast<uint32_t>(28 + text.size() + data.size()),
                              static_cast<uint32_t>(text.size()), 0x4e4f534a};
    const uint32_t chunk[2] = {static_cast<uint32_t>(data.size()), 0x004e4942};
    std::string glb(reinterpret_cast<const char *>(head), sizeof head);
    glb += text;
    glb.append(reinterpret_cast<const char *>(chunk), sizeof chunk);
    return glb + data;
}

} // namespace

TEST(a_mesh_compressed_by_draco_is_read)
{
    int position, normal;
    const std::string data = encode(&position, &normal);
    const std::string glb = make_glb(data, position, normal);
    limb_mesh_opts opts;
    memset(&opts, 0, sizeof opts);
    limb_mesh *mesh;
    // without a decoder it is refused
    ENSURE_INT(limb_mesh_parse(&mesh, glb.data(), glb.size(), &opts), LIMB_ERROR_UNSUPPORTED);
    opts.draco = limb_draco_decode;
    ENSURE_INT(limb_mesh_parse(&mesh, glb.data(), glb.size(), &opts), LIMB_OK);
    ENSURE_INT(mesh->ntriangle, 2 * SIDE * SIDE);
    ENSURE_INT(mesh->nvertex, (SIDE + 1) * (SIDE + 1));
    ENSURE(mesh->normal != nullptr);
    for (int i = 0; i < mesh->nvertex; i++) {
        const float *p = mesh->position + 3 * i;
        const int x = static_cast<int>(std::lround(p[0])), y = static_cast<int>(std::lround(p[1]));
        ENSURE_NEAR(static_cast<double>(p[0]), x, 2e-3);
        ENSURE_NEAR(static_cast<double>(p[2]), static_cast<double>(height(x, y)), 2e-3);
        ENSURE(mesh->normal[3 * i + 2] > 0.99f);
    }
    limb_mesh_free(mesh);
}

TEST(broken_draco_data_is_refused)
{
    int position, normal;
    const std::string data = encode(&position, &normal);
    limb_mesh_opts opts;
    memset(&opts, 0, sizeof opts);
    opts.draco = limb_draco_decode;
    limb_mesh *mesh;
    for (size_t size = 0; size < data.size(); size += 1 + data.size() / 40) {
        const std::string glb = make_glb(data.substr(0, size), position, normal);
        ENSURE(limb_mesh_parse(&mesh, glb.data(), glb.size(), &opts) != LIMB_OK);
    }
}
