// Draco meshes decoded by Google's library. No exception leaves this file.
#include "limb/mesh.h"

#include <draco/compression/decode.h>

#include <cstring>
#include <exception>
#include <new>

namespace
{

limb_status decode(limb_draco_mesh *out, const void *bytes, size_t size,
                   const limb_draco_attribute *attribute, int count, const limb_allocator *memory)
{
    draco::DecoderBuffer buffer;
    buffer.Init(static_cast<const char *>(bytes), size);
    const auto type = draco::Decoder::GetEncodedGeometryType(&buffer);
    if (!type.ok() || type.value() != draco::TRIANGULAR_MESH) return LIMB_ERROR_INPUT;
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok()) return LIMB_ERROR_INPUT;
    const draco::Mesh &mesh = *decoded.value();

    // indices first, then the rows of each attribute
    const size_t npoint = mesh.num_points(), nface = mesh.num_faces();
    if (npoint > INT32_MAX / 64 || nface > INT32_MAX / 64) return LIMB_ERROR_LIMIT;
    size_t nfloat = 0;
    for (int i = 0; i < count; i++)
        nfloat += npoint * static_cast<size_t>(attribute[i].width);
    const size_t block_size = nface * 3 * sizeof(uint32_t) + nfloat * sizeof(float) + 1;
    void *block = memory->resize(memory->ctx, nullptr, 0, block_size);
    if (!block) return LIMB_ERROR_MEMORY;
    *out = {};
    out->block = block;
    out->block_size = block_size;
    out->nvertex = static_cast<int>(npoint);
    out->ntriangle = static_cast<int>(nface);
    out->index = static_cast<uint32_t *>(block);
    for (size_t f = 0; f < nface; f++) {
        const draco::Mesh::Face &face = mesh.face(draco::FaceIndex(static_cast<uint32_t>(f)));
        for (size_t k = 0; k < 3; k++)
            out->index[3 * f + k] = face[k].value();
    }
    float *next = reinterpret_cast<float *>(out->index + 3 * nface);
    for (int i = 0; i < count; i++) {
        const int width = attribute[i].width;
        const draco::PointAttribute *from =
            mesh.GetAttributeByUniqueId(static_cast<uint32_t>(attribute[i].id));
        if (!from) continue;
        out->value[i] = next;
        for (uint32_t p = 0; p < npoint; p++, next += width) {
            const auto at = from->mapped_index(draco::PointIndex(p));
            if (!from->ConvertValue<float>(at, static_cast<int8_t>(width), next))
                std::memset(next, 0, static_cast<size_t>(width) * sizeof *next);
        }
    }
    return LIMB_OK;
}

} // namespace

limb_status limb_draco_decode(limb_draco_mesh *out, const void *bytes, size_t size,
                              const limb_draco_attribute *attribute, int count,
                              const limb_allocator *memory)
{
    std::memset(out, 0, sizeof *out);
    try {
        return decode(out, bytes, size, attribute, count, memory);
    } catch (const std::bad_alloc &) {
        return LIMB_ERROR_MEMORY;
    } catch (const std::exception &) {
        return LIMB_ERROR_INPUT;
    }
}
