// Textures with mipmaps: smaller copies, so that a distant surface shows an average and not noise.
#include "output/render/draw.h"

#include "base/file.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { MAX_FILE = 256 << 20, MAX_PICTURES = 4096 };

static int find_same(const limb_mesh *mesh, int material, const int *tried, int ntried);
static limb_status load(limb__texture *texture, const limb_mesh_texture *source,
                        long long max_texels, const limb_allocator *memory, const char **reason);
static bool halve(limb_image *out, const limb_image *from);
static void bilinear(const limb__texture *texture, int level, float u, float v, float rgba[4]);
static void texel(const limb__texture *texture, const limb_image *image, int x, int y,
                  float rgba[4]);

bool limb__textures_load(limb__texture *texture, int *texture_of, const limb_mesh *mesh,
                         const limb_render_opts *opts)
{
    long long left = LIMB__MAX_TEXELS;
    int ntried = 0;
    limb_status status = LIMB_OK;
    const limb_allocator *memory = limb__memory(opts->memory);
    int *tried = limb__allocate(memory, MAX_PICTURES * sizeof *tried);
    if (!tried) return false;
    for (int i = 0; i < mesh->nmaterial && status == LIMB_OK; i++) {
        const char *reason = NULL;
        texture_of[i] = -1;
        if (!mesh->material[i].has_texture || !mesh->texcoord) continue;
        const int known = find_same(mesh, i, tried, ntried);
        if (known >= 0) texture_of[i] = texture_of[known];
        if (known >= 0) continue;
        if (ntried == MAX_PICTURES) {
            reason = "there are more than 4096 pictures";
        } else {
            tried[ntried++] = i;
            status = load(&texture[i], &mesh->material[i].texture, left, memory, &reason);
        }
        if (reason) {
            if (opts->texture_failed) opts->texture_failed(opts->texture_failed_ctx, i, reason);
        } else if (status == LIMB_OK) {
            texture_of[i] = i;
            left -= (long long)texture[i].level[0].width * texture[i].level[0].height;
        }
    }
    limb__release(memory, tried, MAX_PICTURES * sizeof *tried);
    return status == LIMB_OK;
}

// Returns the material with the same picture among those tried, or -1.
static int find_same(const limb_mesh *mesh, int material, const int *tried, int ntried)
{
    const limb_mesh_texture *own = &mesh->material[material].texture;
    for (int i = 0; i < ntried; i++) {
        const limb_mesh_texture *other = &mesh->material[tried[i]].texture;
        if (own->bytes
                ? other->bytes == own->bytes && other->size == own->size
                : !other->bytes && own->path && other->path && strcmp(own->path, other->path) == 0)
            return tried[i];
    }
    return -1;
}

// Loads a picture. LIMB_OK with a reason: the picture is unusable. LIMB_ERROR_MEMORY: it
// may be usable.
static limb_status load(limb__texture *texture, const limb_mesh_texture *source,
                        long long max_texels, const limb_allocator *memory, const char **reason)
{
    memset(texture, 0, sizeof *texture);
    char *file = NULL;
    const void *bytes = source->bytes;
    size_t size = source->size;
    if (!bytes && source->path) {
        const limb_status read = limb__file_read(source->path, memory, MAX_FILE, &file, &size);
        if (read == LIMB_ERROR_MEMORY) return read;
        bytes = read == LIMB_OK ? file : NULL;
    }
    int width = 0, height = 0;
    limb_status status = LIMB_OK;
    if (!bytes) {
        *reason = "it cannot be read";
    } else if (limb_image_size(bytes, size, &width, &height) != LIMB_OK) {
        *reason = "it is not PNG or JPEG, broken, or larger than 64 million pixels";
    } else if ((long long)width * height > max_texels) {
        *reason = "the pictures have more than 64 million pixels together";
    } else {
        status = limb_image_parse(&texture->level[0], bytes, size, memory);
        if (status != LIMB_OK && status != LIMB_ERROR_MEMORY) *reason = "it cannot be decoded";
    }
    if (file) limb__release(memory, file, size + 1);
    if (*reason) return LIMB_OK;
    if (status != LIMB_OK) return status;
    for (int i = 0; i < 256; i++)
        texture->linear[i] = limb__linear((float)i / 255);
    texture->nlevel = 1;
    while (texture->nlevel < 16 &&
           halve(&texture->level[texture->nlevel], &texture->level[texture->nlevel - 1])) {
        texture->nlevel++;
    }
    return LIMB_OK;
}

void limb__texture_free(limb__texture *texture)
{
    for (int i = 0; i < texture->nlevel; i++)
        limb_image_free(&texture->level[i]);
    texture->nlevel = 0;
}

void limb__texture_sample(const limb__texture *texture, float u, float v, float footprint,
                          float rgba[4])
{
    const limb_image *full = &texture->level[0];
    const float texels =
        footprint * (float)(full->width > full->height ? full->width : full->height);
    int level = texels > 1 && texels < 1e6f ? (int)floorf(log2f(texels) + 0.5f) : 0;
    if (level >= texture->nlevel) level = texture->nlevel - 1;
    bilinear(texture, level, u, v, rgba);
}

// Halves the size; each texel is the mean of four. Returns false for a single texel, or if
// memory is exhausted.
static bool halve(limb_image *out, const limb_image *from)
{
    if (from->width <= 1 && from->height <= 1) return false;
    const int width = from->width > 1 ? from->width / 2 : 1;
    const int height = from->height > 1 ? from->height / 2 : 1;
    uint8_t *rgba = limb__allocate(from->memory, (size_t)width * (size_t)height * 4);
    if (!rgba) return false;
    for (int y = 0; y < height; y++) {
        const int y1 = 2 * y + 1 < from->height ? 2 * y + 1 : from->height - 1;
        for (int x = 0; x < width; x++) {
            const int x1 = 2 * x + 1 < from->width ? 2 * x + 1 : from->width - 1;
            const uint8_t *a = from->rgba + 4 * ((size_t)(2 * y < from->height ? 2 * y : y1) *
                                                 (size_t)from->width);
            const uint8_t *b = from->rgba + 4 * ((size_t)y1 * (size_t)from->width);
            const int x0 = 2 * x < from->width ? 2 * x : x1;
            for (int k = 0; k < 4; k++) {
                const int sum = a[4 * x0 + k] + a[4 * x1 + k] + b[4 * x0 + k] + b[4 * x1 + k];
                rgba[4 * ((size_t)y * (size_t)width + (size_t)x) + (size_t)k] =
                    (uint8_t)((sum + 2) / 4);
            }
        }
    }
    *out = (limb_image){width, height, rgba, from->memory};
    return true;
}

static void bilinear(const limb__texture *texture, int level, float u, float v, float rgba[4])
{
    const limb_image *image = &texture->level[level];
    // coordinates repeat; a huge one must not overflow the index
    if (!(fabsf(u) < 1e6f)) u = 0;
    if (!(fabsf(v) < 1e6f)) v = 0;
    const float x = (u - floorf(u)) * (float)image->width - 0.5f;
    const float y = (v - floorf(v)) * (float)image->height - 0.5f;
    const int x0 = (int)floorf(x);
    const int y0 = (int)floorf(y);
    const float fx = x - (float)x0;
    const float fy = y - (float)y0;
    float corner[4][4];
    for (int k = 0; k < 4; k++)
        texel(texture, image, x0 + (k & 1), y0 + (k >> 1), corner[k]);
    for (int k = 0; k < 4; k++) {
        const float top = corner[0][k] + (corner[1][k] - corner[0][k]) * fx;
        const float bottom = corner[2][k] + (corner[3][k] - corner[2][k]) * fx;
        rgba[k] = top + (bottom - top) * fy;
    }
}

static void texel(const limb__texture *texture, const limb_image *image, int x, int y,
                  float rgba[4])
{
    x = (x % image->width + image->width) % image->width;
    y = (y % image->height + image->height) % image->height;
    const uint8_t *at = image->rgba + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
    for (int k = 0; k < 3; k++)
        rgba[k] = texture->linear[at[k]];
    rgba[3] = (float)at[3] / 255;
}
