// Pictures without libpng and libjpeg: pixels to PNG with zlib alone. Replaces image.c in such
// builds; textures are not read.
#include "limb/render.h"

#include "base/memory.h"
#include "output/render/draw.h"

#include <assert.h>
#include <string.h>
#include <zlib.h>

enum { LEVEL = 6, COLOR_RGB = 2, COLOR_RGBA = 6, FILTER_UP = 2 };

typedef struct sink {
    limb_write_fn *write;
    void *ctx;
    limb_status status;
} sink;

static void put_header(sink *out, const limb_image *image, bool has_alpha);
static void put_chunk(sink *out, const char name[4], const unsigned char *bytes, size_t size);
static void put_number(unsigned char *at, size_t value);
static unsigned char *filtered(const limb_image *image, bool has_alpha, size_t size,
                               const limb_allocator *memory);

limb_status limb_image_parse(limb_image *out, const void *bytes, size_t size,
                             const limb_allocator *memory)
{
    assert(out && (bytes || size == 0));
    (void)bytes;
    (void)size;
    (void)memory;
    memset(out, 0, sizeof *out);
    return LIMB_ERROR_UNSUPPORTED;
}

limb_status limb_image_size(const void *bytes, size_t size, int *width, int *height)
{
    assert((bytes || size == 0) && width && height);
    (void)bytes;
    (void)size;
    *width = *height = 0;
    return LIMB_ERROR_UNSUPPORTED;
}

limb_status limb_image_write_png(const limb_image *image, limb_write_fn *write, void *ctx)
{
    assert(image && write);
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    const limb_allocator *memory = limb__memory(image->memory);
    const bool has_alpha = !limb__image_is_opaque(image);
    const size_t row = (size_t)image->width * (has_alpha ? 4 : 3) + 1;
    const size_t size = row * (size_t)image->height;
    const uLong bound = compressBound((uLong)size);
    unsigned char *pixels = filtered(image, has_alpha, size, memory);
    unsigned char *packed = limb__allocate(memory, bound);
    sink out = {write, ctx, LIMB_OK};
    uLongf packed_size = bound;
    if (!pixels || !packed || compress2(packed, &packed_size, pixels, (uLong)size, LEVEL) != Z_OK)
        out.status = LIMB_ERROR_MEMORY;
    if (out.status == LIMB_OK) out.status = write(ctx, signature, sizeof signature);
    put_header(&out, image, has_alpha);
    put_chunk(&out, "IDAT", packed, packed_size);
    put_chunk(&out, "IEND", NULL, 0);
    limb__release(memory, packed, bound);
    limb__release(memory, pixels, size);
    return out.status;
}

static void put_header(sink *out, const limb_image *image, bool has_alpha)
{
    unsigned char header[13] = {0};
    put_number(header, (size_t)image->width);
    put_number(header + 4, (size_t)image->height);
    header[8] = 8; // bits per channel
    header[9] = has_alpha ? COLOR_RGBA : COLOR_RGB;
    put_chunk(out, "IHDR", header, sizeof header);
}

// Writes length, name, bytes, and the checksum of the last two (PNG specification, 5.3).
static void put_chunk(sink *out, const char name[4], const unsigned char *bytes, size_t size)
{
    unsigned char head[8], tail[4];
    put_number(head, size);
    memcpy(head + 4, name, 4);
    uLong sum = crc32(0, head + 4, 4);
    if (size > 0) sum = crc32(sum, bytes, (uInt)size);
    put_number(tail, sum);
    if (out->status == LIMB_OK) out->status = out->write(out->ctx, head, sizeof head);
    if (out->status == LIMB_OK && size > 0) out->status = out->write(out->ctx, bytes, size);
    if (out->status == LIMB_OK) out->status = out->write(out->ctx, tail, sizeof tail);
}

static void put_number(unsigned char *at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> (24 - 8 * i));
}

// Filters each row as the difference from the one above, which compresses better. NULL: no memory.
static unsigned char *filtered(const limb_image *image, bool has_alpha, size_t size,
                               const limb_allocator *memory)
{
    unsigned char *pixels = limb__allocate(memory, size);
    unsigned char *at = pixels;
    const size_t width = (size_t)image->width * 4;
    for (int y = 0; pixels && y < image->height; y++) {
        const unsigned char *row = image->rgba + (size_t)y * width;
        *at++ = FILTER_UP;
        for (size_t i = 0; i < width; i++) {
            if (!has_alpha && i % 4 == 3) continue;
            *at++ = (unsigned char)(row[i] - (y > 0 ? *(row + i - width) : 0));
        }
    }
    return pixels;
}
