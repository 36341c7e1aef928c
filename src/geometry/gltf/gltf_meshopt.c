// glTF views compressed by EXT_meshopt_compression: decoded once, when first asked for.
#include "geometry/gltf/gltf.h"

#include "base/text.h"
#include "geometry/gltf/meshopt.h"

#include <string.h>

typedef struct packed { // what the extension says
    const char *bytes;
    size_t size;
    size_t count;
    size_t stride;
} packed;

static bool decode(const packed *p, limb_text mode, unsigned char *out);
static bool decode_indices(const packed *p, bool triangles, unsigned char *out);
static bool filter(const packed *p, limb_text name, unsigned char *out);

const limb__json *limb__gltf_meshopt(const limb__gltf *g, int view)
{
    const limb__json *extensions = limb__json_find(g->view.item[view], "extensions");
    const limb__json *found = limb__json_find(extensions, "EXT_meshopt_compression");
    return limb__json_is(found, LIMB__JSON_OBJECT) ? found : NULL;
}

limb_status limb__gltf_decode_view(limb__gltf *g, int view, const limb__json *extension)
{
    packed p;
    limb_status status =
        limb__gltf_buffer_bytes(g, extension, "bufferViews", view, &p.bytes, &p.size);
    if (status != LIMB_OK) return status;
    const int count = limb__gltf_json_int(extension, "count", -1);
    const int stride = limb__gltf_json_int(extension, "byteStride", 0);
    const size_t place = limb__gltf_place(g, extension);
    if (count < 0 || stride < 1 || stride > 256)
        return limb__mesh_broken(g->b, place, "bufferViews[%d] has no usable count or byteStride",
                                 view);
    p.count = (size_t)count;
    p.stride = (size_t)stride;
    const size_t size = p.count * p.stride;
    status = limb__mesh_make(g->b, size);
    if (status != LIMB_OK) return status;
    // indices are decoded as words
    unsigned char *out = limb__arena_take(g->arena, p.count * (p.stride < 4 ? 4 : p.stride) + 1);
    if (!out) return LIMB_ERROR_MEMORY;
    if (!decode(&p, limb__gltf_json_text(extension, "mode"), out) ||
        !filter(&p, limb__gltf_json_text(extension, "filter"), out))
        return limb__mesh_broken(g->b, place, "bufferViews[%d] cannot be decompressed", view);
    g->decoded[view] = (limb__gltf_decoded){(const char *)out, size};
    return LIMB_OK;
}

static bool decode(const packed *p, limb_text mode, unsigned char *out)
{
    if (limb__text_equal(mode, "ATTRIBUTES"))
        return limb__meshopt_attributes(p->bytes, p->size, p->count, p->stride, out);
    if (limb__text_equal(mode, "TRIANGLES")) return decode_indices(p, true, out);
    if (limb__text_equal(mode, "INDICES")) return decode_indices(p, false, out);
    return false;
}

// Into words; two-byte indices are then narrowed in place, which the room for words allows.
static bool decode_indices(const packed *p, bool triangles, unsigned char *out)
{
    if (p->stride != 2 && p->stride != 4) return false;
    uint32_t *index = (uint32_t *)(void *)out;
    if (triangles ? !limb__meshopt_triangles(p->bytes, p->size, p->count, index)
                  : !limb__meshopt_indices(p->bytes, p->size, p->count, index))
        return false;
    for (size_t i = 0; p->stride == 2 && i < p->count; i++) {
        const uint16_t narrow = (uint16_t)index[i];
        memcpy(out + 2 * i, &narrow, sizeof narrow);
    }
    return true;
}

static bool filter(const packed *p, limb_text name, unsigned char *out)
{
    if (!name.data || limb__text_equal(name, "NONE")) return true;
    if (limb__text_equal(name, "OCTAHEDRAL")) {
        if (p->stride != 4 && p->stride != 8) return false;
        limb__meshopt_octahedral(out, p->count, p->stride);
        return true;
    }
    if (limb__text_equal(name, "QUATERNION")) {
        if (p->stride != 8) return false;
        limb__meshopt_quaternion(out, p->count);
        return true;
    }
    if (!limb__text_equal(name, "EXPONENTIAL") || p->stride % 4) return false;
    limb__meshopt_exponential(out, p->count, p->stride);
    return true;
}
