// glTF data: views into buffers, accessors over views.
//
// Every offset, stride and count is checked against the available bytes before anything is read.
#include "geometry/gltf/gltf.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

typedef enum component {
    BYTE = 5120,
    UNSIGNED_BYTE = 5121,
    SHORT = 5122,
    UNSIGNED_SHORT = 5123,
    UNSIGNED_INT = 5125,
    FLOAT = 5126
} component;

// location of an accessor's rows
typedef struct rows {
    const char *first; // NULL: all zeros
    size_t stride;     // bytes
    int count;
    int width; // components
    component type;
    bool normalized;
} rows;

static void copy_floats(const rows *r, int i, int width, float *out);
static limb_status find_rows(limb__gltf *g, int accessor, rows *r);
static limb_status fit_rows(limb__gltf *g, int accessor, int view, int offset, rows *r);
static size_t component_size(component type);
static uint32_t index_value(component type, const char *at);
static float component_value(const rows *r, const char *at);
static limb_status find_sparse(limb__gltf *g, int accessor, const rows *r, rows *index,
                               rows *value);
static const char *row_at(const rows *r, int i);
static bool is_index(component type);

//---- views ---------------------------------------------------------------------------------------

limb_status limb__gltf_view_bytes(limb__gltf *g, int view, const char **bytes, size_t *size)
{
    if (view < 0 || view >= g->view.count)
        return limb__mesh_broken(g->b, limb__gltf_place(g, g->about), "there is no bufferViews[%d]",
                                 view);
    const limb__json *compressed = limb__gltf_meshopt(g, view);
    if (!compressed)
        return limb__gltf_buffer_bytes(g, g->view.item[view], "bufferViews", view, bytes, size);
    limb__gltf_decoded *decoded = &g->decoded[view];
    const limb_status status =
        decoded->bytes ? LIMB_OK : limb__gltf_decode_view(g, view, compressed);
    *bytes = decoded->bytes;
    *size = decoded->size;
    return status;
}

//---- accessors -----------------------------------------------------------------------------------

int limb__gltf_accessor_width(const limb__gltf *g, int accessor)
{
    static const struct {
        const char *name;
        int width;
    } kind[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
    const limb_text type = limb__gltf_json_text(g->accessor.item[accessor], "type");
    for (size_t i = 0; type.data && i < sizeof kind / sizeof *kind; i++) {
        if (limb__text_equal(type, kind[i].name)) return kind[i].width;
    }
    return 0;
}

int limb__gltf_accessor_count(limb__gltf *g, int accessor)
{
    if (accessor < 0 || accessor >= g->accessor.count) {
        limb__mesh_broken(g->b, limb__gltf_place(g, g->about), "there is no accessors[%d]",
                          accessor);
        return -1;
    }
    rows r;
    return find_rows(g, accessor, &r) == LIMB_OK ? r.count : -1;
}

limb_status limb__gltf_accessor_floats(limb__gltf *g, int accessor, int width, float *out)
{
    rows r, index, value;
    limb_status status = find_rows(g, accessor, &r);
    if (status != LIMB_OK) return status;
    if (r.width < width)
        return limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                                 "accessors[%d] has %d components, not %d", accessor, r.width,
                                 width);
    status = find_sparse(g, accessor, &r, &index, &value);
    if (status != LIMB_OK) return status;
    for (int i = 0; i < r.count; i++)
        copy_floats(&r, i, width, out + (size_t)i * (size_t)width);
    for (int i = 0; i < index.count; i++) {
        const uint32_t row = index_value(index.type, row_at(&index, i));
        copy_floats(&value, i, width, out + (size_t)row * (size_t)width);
    }
    return LIMB_OK;
}

static void copy_floats(const rows *r, int i, int width, float *out)
{
    if (!r->first) {
        memset(out, 0, (size_t)width * sizeof *out);
        return;
    }
    const char *at = row_at(r, i);
    if (r->type == FLOAT) {
        memcpy(out, at, (size_t)width * sizeof *out);
        return;
    }
    const size_t step = component_size(r->type);
    for (int k = 0; k < width; k++)
        out[k] = component_value(r, at + (size_t)k * step);
}

limb_status limb__gltf_accessor_indices(limb__gltf *g, int accessor, uint32_t *out)
{
    rows r, index, value;
    limb_status status = find_rows(g, accessor, &r);
    if (status != LIMB_OK) return status;
    if (!is_index(r.type))
        return limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                                 "accessors[%d] does not contain indices", accessor);
    status = find_sparse(g, accessor, &r, &index, &value);
    if (status != LIMB_OK) return status;
    for (int i = 0; i < r.count; i++)
        out[i] = r.first ? index_value(r.type, row_at(&r, i)) : 0;
    for (int i = 0; i < index.count; i++)
        out[index_value(index.type, row_at(&index, i))] = index_value(r.type, row_at(&value, i));
    return LIMB_OK;
}

static limb_status find_rows(limb__gltf *g, int accessor, rows *r)
{
    const limb__json *json = g->accessor.item[accessor];
    g->b->nstep += (size_t)limb__json_count(json);
    memset(r, 0, sizeof *r);
    r->count = limb__gltf_json_int(json, "count", -1);
    r->width = limb__gltf_accessor_width(g, accessor);
    r->type = (component)limb__gltf_json_int(json, "componentType", 0);
    r->normalized = limb__json_is(limb__json_find(json, "normalized"), LIMB__JSON_TRUE);
    if (r->count < 0 || r->width == 0 || component_size(r->type) == 0)
        return limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                                 "accessors[%d] has no usable count, type or component", accessor);
    const int view = limb__gltf_json_int(json, "bufferView", -1);
    if (view < 0) {
        // all zeros, which cost the file nothing: no more of them than it has bytes
        if ((size_t)r->count > g->b->source.size)
            return limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                                     "accessors[%d] has %d rows and no data", accessor, r->count);
        return LIMB_OK;
    }
    return fit_rows(g, accessor, view, limb__gltf_json_int(json, "byteOffset", 0), r);
}

// Places the rows in a view, which must hold them all.
static limb_status fit_rows(limb__gltf *g, int accessor, int view, int offset, rows *r)
{
    const char *bytes = NULL;
    size_t size = 0;
    const limb_status status = limb__gltf_view_bytes(g, view, &bytes, &size);
    if (status != LIMB_OK) return status;
    const size_t row = component_size(r->type) * (size_t)r->width;
    const int stride = limb__gltf_json_int(g->view.item[view], "byteStride", 0);
    r->stride = stride > 0 ? (size_t)stride : row;
    const size_t begin = offset < 0 ? size : (size_t)offset;
    const bool fits = r->count == 0 || (begin <= size && size - begin >= row &&
                                        (size - begin - row) / r->stride >= (size_t)(r->count - 1));
    if (!fits)
        return limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                                 "accessors[%d] extends past the end of bufferViews[%d]", accessor,
                                 view);
    r->first = bytes + (r->count ? begin : 0);
    return LIMB_OK;
}

static size_t component_size(component type)
{
    switch (type) {
    case BYTE:
    case UNSIGNED_BYTE:
        return 1;
    case SHORT:
    case UNSIGNED_SHORT:
        return 2;
    case UNSIGNED_INT:
    case FLOAT:
        return 4;
    }
    return 0;
}

static uint32_t index_value(component type, const char *at)
{
    const unsigned char *u = (const unsigned char *)at;
    if (type == UNSIGNED_BYTE) return u[0];
    if (type == UNSIGNED_SHORT) return u[0] | (uint32_t)u[1] << 8;
    return u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
}

static float component_value(const rows *r, const char *at)
{
    float value = 0;
    float max = 1;
    switch (r->type) {
    case BYTE:
        value = (float)(signed char)at[0];
        max = 127;
        break;
    case UNSIGNED_BYTE:
        value = (float)index_value(UNSIGNED_BYTE, at);
        max = 255;
        break;
    case SHORT: {
        int16_t number;
        memcpy(&number, at, sizeof number);
        value = (float)number;
        max = 32767;
        break;
    }
    case UNSIGNED_SHORT:
        value = (float)index_value(UNSIGNED_SHORT, at);
        max = 65535;
        break;
    case UNSIGNED_INT:
        return (float)index_value(UNSIGNED_INT, at);
    case FLOAT:
        memcpy(&value, at, sizeof value);
        return value;
    }
    if (!r->normalized) return value;
    return value / max < -1 ? -1 : value / max;
}

// The rows that replace others of an accessor, and which those are; both empty without such rows.
static limb_status find_sparse(limb__gltf *g, int accessor, const rows *r, rows *index, rows *value)
{
    *index = (rows){.width = 1};
    *value = *r;
    value->count = 0;
    const limb__json *sparse = limb__json_find(g->accessor.item[accessor], "sparse");
    if (!limb__json_is(sparse, LIMB__JSON_OBJECT)) return LIMB_OK;
    const limb__json *where = limb__json_find(sparse, "indices");
    const limb__json *what = limb__json_find(sparse, "values");
    index->count = value->count = limb__gltf_json_int(sparse, "count", 0);
    index->type = (component)limb__gltf_json_int(where, "componentType", 0);
    if (index->count < 0 || !is_index(index->type))
        return limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                                 "accessors[%d] has wrong sparse indices", accessor);
    limb_status status = fit_rows(g, accessor, limb__gltf_json_int(where, "bufferView", -1),
                                  limb__gltf_json_int(where, "byteOffset", 0), index);
    if (status == LIMB_OK)
        status = fit_rows(g, accessor, limb__gltf_json_int(what, "bufferView", -1),
                          limb__gltf_json_int(what, "byteOffset", 0), value);
    if (status == LIMB_OK) g->b->nstep += (size_t)index->count;
    for (int i = 0; i < index->count && status == LIMB_OK; i++) {
        if (index_value(index->type, row_at(index, i)) >= (uint32_t)r->count)
            status = limb__mesh_broken(g->b, limb__gltf_place(g, g->accessor.item[accessor]),
                                       "accessors[%d] has wrong sparse indices", accessor);
    }
    return status;
}

static const char *row_at(const rows *r, int i)
{
    return r->first + (size_t)i * r->stride;
}

static bool is_index(component type)
{
    return type == UNSIGNED_BYTE || type == UNSIGNED_SHORT || type == UNSIGNED_INT;
}
