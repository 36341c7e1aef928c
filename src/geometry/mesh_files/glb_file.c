// Writing glTF 2.0 as one GLB: header, JSON chunk, binary chunk (glTF 2.0
// specification, section 4.4).
#include "geometry/mesh_files/glb_file.h"

#include "base/memory.h"
#include "numbers/math/root.h"

#include <math.h>
#include <string.h>

static void list_init(limb__glb_list *list, const limb_allocator *memory);
static int add_view(limb__glb_file *file, limb__glb_piece piece, limb__glb_use use);
static bool copy_png(limb__builder *out, const unsigned char *bytes, size_t size);
static int add_texture(limb__glb_file *file, int image);
static void write_array(limb__builder *json, const char *name, const limb__glb_list *list);
static void write_json(const limb__glb_file *file, int root, limb__builder *json);
static char *put_bytes(char *at, const void *bytes, size_t size);
static char *put_u32(char *at, uint32_t value);
static void put_pieces(char *at, const limb__glb_file *file);
static char *put_narrow(char *at, const uint32_t *index, size_t count);
static size_t padding(size_t size);
static bool any_failed(const limb__glb_file *file);

enum { FLOAT = 5126, UINT16 = 5123, UINT32 = 5125 };

void limb__glb_init(limb__glb_file *file, const limb_allocator *memory)
{
    memset(file, 0, sizeof *file);
    file->memory = limb__memory(memory);
    limb__builder_init(&file->bytes, memory);
    list_init(&file->node, memory);
    list_init(&file->mesh, memory);
    list_init(&file->material, memory);
    list_init(&file->accessor, memory);
    list_init(&file->view, memory);
    list_init(&file->image, memory);
    list_init(&file->texture, memory);
    list_init(&file->animation, memory);
}

void limb__glb_free(limb__glb_file *file)
{
    limb__builder_free(&file->bytes);
    limb__release(file->memory, file->piece, (size_t)file->piece_capacity * sizeof *file->piece);
    limb__builder_free(&file->node.text);
    limb__builder_free(&file->mesh.text);
    limb__builder_free(&file->material.text);
    limb__builder_free(&file->accessor.text);
    limb__builder_free(&file->view.text);
    limb__builder_free(&file->image.text);
    limb__builder_free(&file->texture.text);
    limb__builder_free(&file->animation.text);
}

int limb__glb_begin(limb__glb_list *list)
{
    if (list->count > 0) limb__builder_char(&list->text, ',');
    return list->count++;
}

int limb__glb_view(limb__glb_file *file, const void *bytes, size_t size, limb__glb_use use)
{
    limb__builder_bytes(&file->bytes, bytes, size);
    return add_view(file, (limb__glb_piece){NULL, size, false}, use);
}

int limb__glb_view_borrowed(limb__glb_file *file, const void *bytes, size_t size, limb__glb_use use)
{
    return add_view(file, (limb__glb_piece){bytes, size, false}, use);
}

int limb__glb_view_narrow(limb__glb_file *file, const uint32_t *index, int count)
{
    return add_view(file, (limb__glb_piece){index, (size_t)count * 2, true}, LIMB__GLB_INDICES);
}

static int add_view(limb__glb_file *file, limb__glb_piece piece, limb__glb_use use)
{
    if (limb__grow(file->memory, (void **)&file->piece, &file->piece_capacity, file->npiece + 1,
                   sizeof piece))
        file->piece[file->npiece++] = piece;
    else
        file->failed = true;
    const size_t offset = file->size;
    file->size += piece.size + padding(piece.size);
    const int index = limb__glb_begin(&file->view);
    limb__builder *text = &file->view.text;
    limb__builder_text(text, "{\"buffer\":0,\"byteOffset\":");
    limb__builder_int(text, (long long)offset);
    limb__builder_text(text, ",\"byteLength\":");
    limb__builder_int(text, (long long)piece.size);
    if (use != LIMB__GLB_OTHER) {
        limb__builder_text(text, ",\"target\":");
        limb__builder_int(text, use);
    }
    limb__builder_char(text, '}');
    return index;
}

int limb__glb_floats(limb__glb_file *file, const float *value, int count, int width,
                     limb__glb_use use, bool with_range)
{
    const int view =
        limb__glb_view(file, value, (size_t)count * (size_t)width * sizeof(float), use);
    if (!with_range || count == 0)
        return limb__glb_float_accessor(file, view, count, width, NULL, NULL);
    float lower[4], upper[4];
    for (int k = 0; k < width; k++) {
        lower[k] = upper[k] = value[k];
        for (int i = 1; i < count; i++) {
            const float x = value[i * width + k];
            if (x < lower[k]) lower[k] = x;
            if (x > upper[k]) upper[k] = x;
        }
    }
    return limb__glb_float_accessor(file, view, count, width, lower, upper);
}

int limb__glb_float_accessor(limb__glb_file *file, int view, int count, int width,
                             const float *lower, const float *upper)
{
    static const char *const type[5] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    const int index = limb__glb_begin(&file->accessor);
    limb__builder *text = &file->accessor.text;
    limb__builder_text(text, "{\"bufferView\":");
    limb__builder_int(text, view);
    limb__builder_text(text, ",\"componentType\":");
    limb__builder_int(text, FLOAT);
    limb__builder_text(text, ",\"count\":");
    limb__builder_int(text, count);
    limb__builder_text(text, ",\"type\":\"");
    limb__builder_text(text, type[width]);
    limb__builder_char(text, '"');
    if (lower && upper) {
        double bound[2][4];
        for (int k = 0; k < width; k++) {
            bound[0][k] = (double)lower[k];
            bound[1][k] = (double)upper[k];
        }
        limb__builder_text(text, ",\"min\":");
        limb__glb_numbers(text, bound[0], width);
        limb__builder_text(text, ",\"max\":");
        limb__glb_numbers(text, bound[1], width);
    }
    limb__builder_char(text, '}');
    return index;
}

int limb__glb_indices(limb__glb_file *file, int view, bool wide, int first, int count)
{
    const int index = limb__glb_begin(&file->accessor);
    limb__builder *text = &file->accessor.text;
    limb__builder_text(text, "{\"bufferView\":");
    limb__builder_int(text, view);
    limb__builder_text(text, ",\"byteOffset\":");
    limb__builder_int(text, (long long)first * (wide ? 4 : 2));
    limb__builder_text(text, ",\"componentType\":");
    limb__builder_int(text, wide ? UINT32 : UINT16);
    limb__builder_text(text, ",\"count\":");
    limb__builder_int(text, count);
    limb__builder_text(text, ",\"type\":\"SCALAR\"}");
    return index;
}

int limb__glb_image(limb__glb_file *file, const void *bytes, size_t size)
{
    static const unsigned char png[4] = {0x89, 'P', 'N', 'G'};
    static const unsigned char jpeg[3] = {0xff, 0xd8, 0xff};
    const char *mime = size > 4 && memcmp(bytes, png, sizeof png) == 0     ? "image/png"
                       : size > 3 && memcmp(bytes, jpeg, sizeof jpeg) == 0 ? "image/jpeg"
                                                                           : NULL;
    if (!mime) return -1;
    limb__builder lean;
    limb__builder_init(&lean, file->memory);
    const bool is_png = mime[6] == 'p' && copy_png(&lean, bytes, size);
    const int view = is_png ? limb__glb_view(file, lean.data, lean.size, LIMB__GLB_OTHER)
                            : limb__glb_view(file, bytes, size, LIMB__GLB_OTHER);
    limb__builder_free(&lean);
    const int image = limb__glb_begin(&file->image);
    limb__builder_text(&file->image.text, "{\"bufferView\":");
    limb__builder_int(&file->image.text, view);
    limb__builder_text(&file->image.text, ",\"mimeType\":\"");
    limb__builder_text(&file->image.text, mime);
    limb__builder_text(&file->image.text, "\"}");
    return add_texture(file, image);
}

int limb__glb_image_uri(limb__glb_file *file, const char *uri)
{
    const int image = limb__glb_begin(&file->image);
    limb__builder_text(&file->image.text, "{\"uri\":");
    limb__builder_json(&file->image.text, uri, strlen(uri));
    limb__builder_char(&file->image.text, '}');
    return add_texture(file, image);
}

double limb__glb_linear(double display)
{
    const double c = fmin(fmax(display, 0), 1);
    if (c <= 0.04045) return c / 12.92;
    const double whole = (c + 0.055) / 1.055;
    const double fifth = limb__root(whole, 5);
    return whole * whole * fifth * fifth; // to the power of 2.4
}

int limb__glb_add_material(limb__glb_file *file, const limb__glb_material *material)
{
    const int index = limb__glb_begin(&file->material);
    limb__builder *text = &file->material.text;
    limb__builder_char(text, '{');
    if (material->name && material->name[0]) {
        limb__builder_text(text, "\"name\":");
        limb__builder_json(text, material->name, strlen(material->name));
        limb__builder_char(text, ',');
    }
    const double color[4] = {
        limb__glb_linear((double)material->rgba[0]), limb__glb_linear((double)material->rgba[1]),
        limb__glb_linear((double)material->rgba[2]), fmin(fmax((double)material->rgba[3], 0), 1)};
    limb__builder_text(text, "\"pbrMetallicRoughness\":{\"baseColorFactor\":");
    limb__glb_numbers(text, color, 4);
    if (material->image >= 0) {
        limb__builder_text(text, ",\"baseColorTexture\":{\"index\":");
        limb__builder_int(text, material->image);
        limb__builder_char(text, '}');
    }
    limb__builder_text(text, ",\"metallicFactor\":");
    limb__builder_number(text, fmin(fmax((double)material->metallic, 0), 1));
    limb__builder_text(text, ",\"roughnessFactor\":");
    limb__builder_number(text, fmin(fmax((double)material->roughness, 0), 1));
    limb__builder_char(text, '}');
    const double glow[3] = {limb__glb_linear((double)material->emissive[0]),
                            limb__glb_linear((double)material->emissive[1]),
                            limb__glb_linear((double)material->emissive[2])};
    if (glow[0] > 0 || glow[1] > 0 || glow[2] > 0) {
        limb__builder_text(text, ",\"emissiveFactor\":");
        limb__glb_numbers(text, glow, 3);
    }
    if (color[3] < 1) limb__builder_text(text, ",\"alphaMode\":\"BLEND\"");
    if (material->double_sided) limb__builder_text(text, ",\"doubleSided\":true");
    limb__builder_char(text, '}');
    return index;
}

void limb__glb_numbers(limb__builder *text, const double *value, int count)
{
    limb__builder_char(text, '[');
    for (int i = 0; i < count; i++) {
        if (i > 0) limb__builder_char(text, ',');
        limb__builder_number(text, isfinite(value[i]) ? value[i] : 0);
    }
    limb__builder_char(text, ']');
}

limb_status limb__glb_finish(limb__glb_file *file, int root, void **out, size_t *size)
{
    enum { HEADER = 12, CHUNK_HEADER = 8 };
    limb__builder json;
    limb__builder_init(&json, file->memory);
    write_json(file, root, &json);
    limb__builder_repeat(&json, ' ', (int)padding(json.size));

    limb_status status = LIMB_OK;
    const size_t binary = file->size;
    const size_t total =
        HEADER + CHUNK_HEADER + json.size + (binary > 0 ? CHUNK_HEADER + binary : 0);
    char *glb = NULL;
    if (total > UINT32_MAX) {
        status = LIMB_ERROR_LIMIT;
    } else if (json.failed || any_failed(file) ||
               (glb = limb__allocate(file->memory, total)) == NULL) {
        status = LIMB_ERROR_MEMORY;
    } else {
        char *at = put_bytes(glb, "glTF", 4);
        at = put_u32(at, 2);
        at = put_u32(at, (uint32_t)total);
        at = put_u32(at, (uint32_t)json.size);
        at = put_bytes(at, "JSON", 4);
        at = put_bytes(at, json.data, json.size);
        if (binary > 0) {
            at = put_u32(at, (uint32_t)binary);
            at = put_bytes(at, "BIN\0", 4);
            put_pieces(at, file);
        }
        *out = glb;
        *size = total;
    }
    limb__builder_free(&json);
    return status;
}

static char *put_bytes(char *at, const void *bytes, size_t size)
{
    if (size > 0) memcpy(at, bytes, size);
    return at + size;
}

static char *put_u32(char *at, uint32_t value)
{
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    return put_bytes(at, bytes, 4);
}

static void put_pieces(char *at, const limb__glb_file *file)
{
    const char *own = file->bytes.data;
    for (int i = 0; i < file->npiece; i++) {
        const limb__glb_piece *piece = &file->piece[i];
        if (piece->narrow) {
            at = put_narrow(at, piece->borrowed, piece->size / 2);
        } else {
            at = put_bytes(at, piece->borrowed ? piece->borrowed : own, piece->size);
            if (!piece->borrowed) own += piece->size;
        }
        at = put_bytes(at, "\0\0\0", padding(piece->size));
    }
}

static char *put_narrow(char *at, const uint32_t *index, size_t count)
{
    // by steps, for alignment
    enum { STEP = 256 };
    uint16_t narrow[STEP];
    for (size_t done = 0; done < count; done += STEP) {
        const size_t step = count - done < STEP ? count - done : STEP;
        for (size_t i = 0; i < step; i++)
            narrow[i] = (uint16_t)index[done + i];
        at = put_bytes(at, narrow, step * sizeof *narrow);
    }
    return at;
}

// bytes up to a multiple of four
static size_t padding(size_t size)
{
    return -size & 3;
}

static void list_init(limb__glb_list *list, const limb_allocator *memory)
{
    limb__builder_init(&list->text, memory);
    list->count = 0;
}

// glTF ignores color profiles, gamma and pixel shapes of a picture (3.8.2), so only the chunks
// that carry its pixels are kept. False: the chunks are not whole.
static bool copy_png(limb__builder *out, const unsigned char *bytes, size_t size)
{
    enum { SIGNATURE = 8, AROUND = 12 }; // length and type before, check sum after
    static const char kept[5][5] = {"IHDR", "PLTE", "tRNS", "IDAT", "IEND"};
    if (size < SIGNATURE) return false;
    limb__builder_bytes(out, bytes, SIGNATURE);
    for (size_t at = SIGNATURE; at < size;) {
        if (size - at < AROUND) return false;
        const unsigned char *chunk = bytes + at;
        const size_t length = (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 |
                              (size_t)chunk[2] << 8 | (size_t)chunk[3];
        if (length > size - at - AROUND) return false;
        for (int i = 0; i < 5; i++) {
            if (memcmp(chunk + 4, kept[i], 4) == 0)
                limb__builder_bytes(out, chunk, length + AROUND);
        }
        at += length + AROUND;
    }
    return !out->failed;
}

// Textures and images are made in pairs, so that one index names both.
static int add_texture(limb__glb_file *file, int image)
{
    limb__glb_begin(&file->texture);
    limb__builder_text(&file->texture.text, "{\"sampler\":0,\"source\":");
    limb__builder_int(&file->texture.text, image);
    limb__builder_char(&file->texture.text, '}');
    return image;
}

static void write_array(limb__builder *json, const char *name, const limb__glb_list *list)
{
    // an empty array is not valid glTF
    if (list->count == 0) return;
    limb__builder_text(json, ",\"");
    limb__builder_text(json, name);
    limb__builder_text(json, "\":[");
    limb__builder_bytes(json, list->text.data, list->text.size);
    limb__builder_char(json, ']');
}

static void write_json(const limb__glb_file *file, int root, limb__builder *json)
{
    limb__builder_text(json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"limb ");
    limb__builder_text(json, limb_version());
    limb__builder_text(json, "\"},\"scene\":0,\"scenes\":[{\"nodes\":[");
    limb__builder_int(json, root);
    limb__builder_text(json, "]}]");
    write_array(json, "nodes", &file->node);
    write_array(json, "meshes", &file->mesh);
    write_array(json, "materials", &file->material);
    write_array(json, "accessors", &file->accessor);
    write_array(json, "bufferViews", &file->view);
    write_array(json, "images", &file->image);
    write_array(json, "textures", &file->texture);
    write_array(json, "animations", &file->animation);
    if (file->texture.count > 0) {
        // linear with mipmaps, repeating
        limb__builder_text(json, ",\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987}]");
    }
    if (file->size > 0) {
        limb__builder_text(json, ",\"buffers\":[{\"byteLength\":");
        limb__builder_int(json, (long long)file->size);
        limb__builder_text(json, "}]");
    }
    limb__builder_char(json, '}');
}

static bool any_failed(const limb__glb_file *file)
{
    return file->failed || file->bytes.failed || file->node.text.failed || file->mesh.text.failed ||
           file->material.text.failed || file->accessor.text.failed || file->view.text.failed ||
           file->image.text.failed || file->texture.text.failed || file->animation.text.failed;
}
