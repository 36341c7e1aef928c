// glTF buffers: in the file, beside it, or as data URIs; each is read once.
#include "geometry/gltf/gltf.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

static limb_status read_buffer(limb__gltf *g, int buffer);
static size_t decode_base64(const char *text, const char *end, char *out);

limb_status limb__gltf_buffer_bytes(limb__gltf *g, const limb__json *json, const char *name,
                                    int number, const char **bytes, size_t *size)
{
    const int buffer = limb__gltf_json_int(json, "buffer", -1);
    const int offset = limb__gltf_json_int(json, "byteOffset", 0);
    const int length = limb__gltf_json_int(json, "byteLength", -1);
    const size_t place = limb__gltf_place(g, json);
    if (buffer < 0 || buffer >= g->buffer_json.count)
        return limb__mesh_broken(g->b, place, "%s[%d] does not refer to a buffer", name, number);
    const limb_status status = read_buffer(g, buffer);
    if (status != LIMB_OK) return status;
    const size_t have = g->buffer[buffer].size;
    if (offset < 0 || length < 0 || (size_t)offset > have || (size_t)length > have - (size_t)offset)
        return limb__mesh_broken(g->b, place, "%s[%d] extends past the end of its buffer", name,
                                 number);
    *bytes = g->buffer[buffer].bytes + offset;
    *size = (size_t)length;
    return LIMB_OK;
}

void limb__gltf_free_buffers(limb__gltf *g)
{
    for (int i = 0; g->buffer && i < g->buffer_json.count; i++) {
        if (g->buffer[i].owned)
            limb__release(g->b->memory, g->buffer[i].owned, g->buffer[i].owned_size);
    }
}

static limb_status read_buffer(limb__gltf *g, int buffer)
{
    limb__gltf_buffer *into = &g->buffer[buffer];
    if (into->tried) return into->bytes ? LIMB_OK : LIMB_ERROR_INPUT;
    into->tried = true;
    const limb__json *member = limb__json_find(g->buffer_json.item[buffer], "uri");
    const limb_text uri = limb__json_text(member);
    const size_t place = limb__gltf_place(g, member ? member : g->buffer_json.item[buffer]);
    if (!uri.data) {
        if (buffer != 0 || !g->binary)
            return limb__mesh_broken(g->b, place, "buffers[%d] has no data", buffer);
        into->bytes = g->binary;
        into->size = g->binary_size;
        return LIMB_OK;
    }
    if (limb__gltf_is_data(uri)) {
        if (!limb__gltf_data_uri(g, uri, &into->bytes, &into->size))
            return g->arena->failed
                       ? LIMB_ERROR_MEMORY
                       : limb__mesh_broken(g->b, place, "buffers[%d] has a data URI without base64",
                                           buffer);
        return LIMB_OK;
    }
    const char *name = limb__arena_copy_text(g->arena, uri.data, uri.size);
    if (!name) return LIMB_ERROR_MEMORY;
    char *bytes;
    size_t size;
    const limb_status status = limb__mesh_read_companion(g->b, name, &bytes, &size);
    if (status == LIMB_ERROR_IO)
        return limb__mesh_broken(g->b, place, "buffers[%d], \"%.200s\" cannot be read", buffer,
                                 name);
    if (status != LIMB_OK) return status;
    into->bytes = into->owned = bytes;
    into->size = size;
    into->owned_size = size + 1;
    return LIMB_OK;
}

bool limb__gltf_is_data(limb_text uri)
{
    return uri.size >= 5 && memcmp(uri.data, "data:", 5) == 0;
}

bool limb__gltf_data_uri(limb__gltf *g, limb_text uri, const char **bytes, size_t *size)
{
    if (!limb__gltf_is_data(uri)) return false;
    const char *comma = memchr(uri.data, ',', uri.size);
    if (!comma || comma - uri.data < 7 || memcmp(comma - 7, ";base64", 7) != 0) return false;
    const char *end = uri.data + uri.size;
    const size_t max = (size_t)(end - comma) / 4 * 3 + 4;
    char *out = limb__arena_take(g->arena, max);
    if (!out) return false;
    g->b->nmade += max; // images may be shared by materials
    *size = decode_base64(comma + 1, end, out);
    *bytes = out;
    return true;
}

static size_t decode_base64(const char *text, const char *end, char *out)
{
    size_t size = 0;
    uint32_t bits = 0;
    int nbit = 0;
    for (; text < end && *text != '='; text++) {
        const char c = *text;
        uint32_t value;
        if (c >= 'A' && c <= 'Z')
            value = (uint32_t)(c - 'A');
        else if (c >= 'a' && c <= 'z')
            value = (uint32_t)(c - 'a' + 26);
        else if (c >= '0' && c <= '9')
            value = (uint32_t)(c - '0' + 52);
        else if (c == '+' || c == '-')
            value = 62;
        else if (c == '/' || c == '_')
            value = 63;
        else
            continue;
        bits = bits << 6 | value;
        nbit += 6;
        if (nbit >= 8) {
            nbit -= 8;
            out[size++] = (char)(bits >> nbit & 0xff);
        }
    }
    return size;
}
