// Decodes streams written by meshoptimizer, the reference encoder: the bytes are the same.
#include <meshoptimizer.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

extern "C" {
#include "geometry/gltf/meshopt.h"
#include "harness.h"
#include "limb/mesh.h"
}

namespace
{

using bytes = std::vector<unsigned char>;

std::mt19937 generator(7);

unsigned draw(unsigned below)
{
    return static_cast<unsigned>(generator()) % below;
}

// A grid of triangles, optimized for the vertex cache as exporters do, or in random order.
std::vector<uint32_t> make_triangles(unsigned side, bool optimized)
{
    std::vector<uint32_t> index;
    for (unsigned y = 0; y + 1 < side; y++) {
        for (unsigned x = 0; x + 1 < side; x++) {
            const uint32_t a = y * side + x;
            for (const uint32_t v : {a, a + 1, a + side, a + side, a + 1, a + side + 1})
                index.push_back(v);
        }
    }
    if (optimized) {
        meshopt_optimizeVertexCache(index.data(), index.data(), index.size(), side * side);
    } else {
        for (auto &v : index)
            v = draw(side * side);
    }
    return index;
}

// Cut and damaged streams are refused or give something, but nothing is read outside of them.
template <typename decode> void expect_no_harm(const bytes &stream, decode run)
{
    for (size_t size = 0; size < stream.size(); size += 1 + stream.size() / 200) {
        const bytes cut(stream.begin(), stream.begin() + static_cast<long>(size));
        ENSURE(!run(cut));
    }
    for (int i = 0; i < 300; i++) {
        bytes wrong = stream;
        wrong[draw(static_cast<unsigned>(wrong.size()))] ^=
            static_cast<unsigned char>(1 + draw(255));
        (void)run(wrong);
    }
}

} // namespace

TEST(attributes_are_what_was_encoded)
{
    for (const size_t stride : {4u, 8u, 12u, 16u, 32u, 100u, 256u}) {
        for (const size_t count : {1u, 15u, 16u, 17u, 255u, 256u, 1000u}) {
            bytes row(count * stride), back(count * stride);
            // some bytes constant, some slow, some wild
            for (size_t i = 0; i < row.size(); i++) {
                const size_t kind = i % stride % 4;
                row[i] = static_cast<unsigned char>(kind == 0   ? 7
                                                    : kind == 1 ? i / stride
                                                    : kind == 2 ? draw(5)
                                                                : draw(256));
            }
            bytes stream(meshopt_encodeVertexBufferBound(count, stride));
            meshopt_encodeVertexVersion(0);
            stream.resize(meshopt_encodeVertexBuffer(stream.data(), stream.size(), row.data(),
                                                     count, stride));
            ENSURE(stream.size() > 0);
            const auto run = [&](const bytes &s) {
                return limb__meshopt_attributes(s.data(), s.size(), count, stride, back.data());
            };
            ENSURE(run(stream));
            ENSURE(back == row);
            if (count == 256) expect_no_harm(stream, run);
        }
    }
}

TEST(triangles_are_what_was_encoded)
{
    for (const bool optimized : {true, false}) {
        for (const unsigned side : {2u, 3u, 30u}) {
            const std::vector<uint32_t> index = make_triangles(side, optimized);
            bytes stream(meshopt_encodeIndexBufferBound(index.size(), side * side));
            meshopt_encodeIndexVersion(1);
            stream.resize(meshopt_encodeIndexBuffer(stream.data(), stream.size(), index.data(),
                                                    index.size()));
            std::vector<uint32_t> back(index.size()), theirs(index.size());
            const auto run = [&](const bytes &s) {
                return limb__meshopt_triangles(s.data(), s.size(), back.size(), back.data());
            };
            ENSURE(run(stream));
            // the encoder may turn a triangle's corners round
            ENSURE(meshopt_decodeIndexBuffer(theirs.data(), theirs.size(), stream.data(),
                                             stream.size()) == 0);
            ENSURE(back == theirs);
            expect_no_harm(stream, run);
        }
    }
}

TEST(index_sequences_are_what_was_encoded)
{
    std::vector<uint32_t> index(500), back(500);
    for (size_t i = 0; i < index.size(); i++)
        index[i] = i % 3 ? static_cast<uint32_t>(i) : draw(100000);
    bytes stream(meshopt_encodeIndexSequenceBound(index.size(), 100000));
    stream.resize(
        meshopt_encodeIndexSequence(stream.data(), stream.size(), index.data(), index.size()));
    const auto run = [&](const bytes &s) {
        return limb__meshopt_indices(s.data(), s.size(), back.size(), back.data());
    };
    ENSURE(run(stream));
    ENSURE(back == index);
    expect_no_harm(stream, run);
}

TEST(filters_give_what_meshoptimizer_gives)
{
    enum { COUNT = 500 };
    std::vector<float> unit(COUNT * 4), number(COUNT * 3);
    std::uniform_real_distribution<float> even(-1, 1);
    for (size_t i = 0; i < COUNT; i++) {
        float square = 0;
        for (size_t k = 0; k < 4; k++) {
            unit[4 * i + k] = even(generator);
            square += unit[4 * i + k] * unit[4 * i + k];
        }
        for (size_t k = 0; k < 4; k++)
            unit[4 * i + k] /= std::sqrt(square);
    }
    for (auto &n : number)
        n = even(generator) * std::pow(10.f, 6 * even(generator));
    for (const size_t stride : {4u, 8u}) {
        bytes ours(COUNT * stride);
        meshopt_encodeFilterOct(ours.data(), COUNT, stride, stride == 4 ? 8 : 12, unit.data());
        bytes theirs = ours;
        limb__meshopt_octahedral(ours.data(), COUNT, stride);
        meshopt_decodeFilterOct(theirs.data(), COUNT, stride);
        // theirs may take a reciprocal root of lower accuracy
        for (size_t i = 0; i < COUNT * stride; i += stride / 4) {
            const int a = stride == 4 ? static_cast<signed char>(ours[i])
                                      : *reinterpret_cast<int16_t *>(&ours[i]);
            const int b = stride == 4 ? static_cast<signed char>(theirs[i])
                                      : *reinterpret_cast<int16_t *>(&theirs[i]);
            ENSURE(std::abs(a - b) <= (stride == 4 ? 1 : 8));
        }
    }
    bytes ours(COUNT * 8);
    meshopt_encodeFilterQuat(ours.data(), COUNT, 8, 12, unit.data());
    bytes theirs = ours;
    limb__meshopt_quaternion(ours.data(), COUNT);
    meshopt_decodeFilterQuat(theirs.data(), COUNT, 8);
    for (size_t i = 0; i < COUNT * 4; i++) {
        const int a = reinterpret_cast<int16_t *>(ours.data())[i];
        const int b = reinterpret_cast<int16_t *>(theirs.data())[i];
        ENSURE(std::abs(a - b) <= 8);
    }
    bytes exponential(COUNT * 12);
#if MESHOPTIMIZER_VERSION >= 190
    meshopt_encodeFilterExp(exponential.data(), COUNT, 12, 15, number.data(),
                            meshopt_EncodeExpSharedVector);
#else
    meshopt_encodeFilterExp(exponential.data(), COUNT, 12, 15, number.data());
#endif
    bytes other = exponential;
    limb__meshopt_exponential(exponential.data(), COUNT, 12);
    meshopt_decodeFilterExp(other.data(), COUNT, 12);
    ENSURE(exponential == other);
}

// A GLB whose only real buffer is compressed: a square of two triangles.
TEST(a_compressed_gltf_is_read)
{
    static const float position[] = {0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 1};
    static const uint32_t index[] = {0, 1, 2, 0, 2, 3};
    bytes rows(meshopt_encodeVertexBufferBound(4, 12));
    rows.resize(meshopt_encodeVertexBuffer(rows.data(), rows.size(), position, 4, 12));
    for (const int stride : {2, 4}) {
        bytes stream(meshopt_encodeIndexBufferBound(6, 4));
        stream.resize(meshopt_encodeIndexBuffer(stream.data(), stream.size(), index, 6));
        bytes data = rows;
        data.insert(data.end(), stream.begin(), stream.end());
        while (data.size() % 4)
            data.push_back(0);
        char json[2000];
        snprintf(
            json, sizeof json,
            "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"EXT_meshopt_compression\"],"
            "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{"
            "\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,"
            "\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},{\"bufferView\":1,"
            "\"componentType\":%d,\"count\":6,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":1,"
            "\"byteLength\":48,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,"
            "\"byteLength\":%zu,\"byteStride\":12,\"count\":4,\"mode\":\"ATTRIBUTES\"}}},"
            "{\"buffer\":1,\"byteOffset\":48,\"byteLength\":%d,\"extensions\":{"
            "\"EXT_meshopt_compression\":{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,"
            "\"byteStride\":%d,\"count\":6,\"mode\":\"TRIANGLES\"}}}],\"buffers\":[{\"byteLength\":"
            "%zu},{\"byteLength\":72}]}",
            stride == 2 ? 5123 : 5125, rows.size(), 6 * stride, rows.size(), stream.size(), stride,
            data.size());
        std::string text = json;
        while (text.size() % 4)
            text += ' ';
        const uint32_t head[5] = {0x46546c67, 2,
                                  static_cast<uint32_t>(28 + text.size() + data.size()),
                                  static_cast<uint32_t>(text.size()), 0x4e4f534a};
        const uint32_t chunk[2] = {static_cast<uint32_t>(data.size()), 0x004e4942};
        std::string glb(reinterpret_cast<const char *>(head), sizeof head);
        glb += text;
        glb.append(reinterpret_cast<const char *>(chunk), sizeof chunk);
        glb.append(reinterpret_cast<const char *>(data.data()), data.size());
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_parse(&mesh, glb.data(), glb.size(), nullptr), LIMB_OK);
        ENSURE_INT(mesh->ntriangle, 2);
        ENSURE_INT(mesh->nvertex, 4);
        ENSURE(mesh->upper[0] == 2 && mesh->upper[1] == 3 && mesh->upper[2] == 1);
        limb_mesh_free(mesh);
        // a stream that lies gives a finding, not a mesh
        glb[28 + text.size()] ^= 1;
        ENSURE_INT(limb_mesh_parse(&mesh, glb.data(), glb.size(), nullptr), LIMB_ERROR_INPUT);
    }
}
