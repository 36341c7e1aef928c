// Reads and writes pictures: PNG and JPEG to pixels, pixels to PNG.
//
// libpng and libjpeg report errors by longjmp; each call here sets its own target, and memory
// allocated before the jump is released there.
#include "limb/render.h"

#include "base/memory.h"
#include "output/render/draw.h"

#include <assert.h>
#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

enum { MAX_PIXELS = 64 << 20 };

typedef struct png_sink {
    limb_write_fn *write;
    void *ctx;
    limb_status status;
} png_sink;

typedef struct jpeg_error {
    struct jpeg_error_mgr base; // must be first: libjpeg sees only this
    jmp_buf land;
} jpeg_error;

static bool read_size(const unsigned char *bytes, size_t size, long long *width, long long *height);
static bool is_plausible(const unsigned char *bytes, size_t size, long long width,
                         long long height);
static bool is_png(const unsigned char *bytes, size_t size);
static bool is_jpeg(const unsigned char *bytes, size_t size);
static long long read_number(const unsigned char *at, int count);
static limb_status make_image(limb_image *out, long width, long height,
                              const limb_allocator *memory);
static limb_status parse_png(limb_image *out, const void *bytes, size_t size,
                             const limb_allocator *memory);
static limb_status parse_jpeg(limb_image *out, const void *bytes, size_t size,
                              const limb_allocator *memory);
static void decode_jpeg(struct jpeg_decompress_struct *jpeg, limb_image *out,
                        const limb_allocator *memory, limb_status *status);
static void jpeg_fails(j_common_ptr jpeg);
static void jpeg_is_silent(j_common_ptr jpeg);
static void png_write(png_structp png, png_bytep bytes, size_t size);
static void png_flush_nothing(png_structp png);
static void png_fails(png_structp png, png_const_charp message);
static void png_is_silent(png_structp png, png_const_charp message);
static limb_status encode_png(const limb_image *image, png_structp png, png_infop info,
                              png_sink *sink);

limb_status limb_image_parse(limb_image *out, const void *bytes, size_t size,
                             const limb_allocator *memory)
{
    assert(out && (bytes || size == 0));
    memset(out, 0, sizeof *out);
    memory = limb__memory(memory);
    // checked before a decoder allocates by the header's sizes
    int width, height;
    limb_status status = limb_image_size(bytes, size, &width, &height);
    if (status == LIMB_OK)
        status = is_png(bytes, size) ? parse_png(out, bytes, size, memory)
                                     : parse_jpeg(out, bytes, size, memory);
    if (status != LIMB_OK) limb_image_free(out);
    return status;
}

limb_status limb_image_size(const void *bytes, size_t size, int *width, int *height)
{
    assert((bytes || size == 0) && width && height);
    long long w = 0, h = 0;
    *width = *height = 0;
    if (!read_size(bytes, size, &w, &h) || !is_plausible(bytes, size, w, h))
        return LIMB_ERROR_INPUT;
    *width = (int)w;
    *height = (int)h;
    return LIMB_OK;
}

// Returns the size in the header, without decoding.
static bool read_size(const unsigned char *bytes, size_t size, long long *width, long long *height)
{
    if (is_png(bytes, size) && size >= 24) {
        *width = read_number(bytes + 16, 4);
        *height = read_number(bytes + 20, 4);
        return true;
    }
    // JPEG: segments up to the first that describes a frame
    for (size_t at = 2; is_jpeg(bytes, size) && at + 9 < size;) {
        const unsigned marker = bytes[at + 1];
        if (bytes[at] != 0xff) return false;
        const bool filler = marker == 0xff;
        const bool bare = marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
        const bool frame =
            marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
        if (frame) {
            *height = read_number(bytes + at + 5, 2);
            *width = read_number(bytes + at + 7, 2);
            return true;
        }
        at += filler ? 1 : bare ? 2 : 2 + (size_t)read_number(bytes + at + 2, 2);
    }
    return false;
}

// Returns whether that many bytes can encode that many pixels: deflate compresses at most 1032
// bytes to one, eight pixels each; a JPEG uses at least six bits for 256 pixels.
static bool is_plausible(const unsigned char *bytes, size_t size, long long width, long long height)
{
    const long long per_byte = is_png(bytes, size) ? 8 * 1032 : 1024;
    if (width <= 0 || height <= 0 || width > MAX_PIXELS || height > MAX_PIXELS / width)
        return false;
    return width * height / per_byte <= (long long)size;
}

static bool is_png(const unsigned char *bytes, size_t size)
{
    return size > 8 && png_sig_cmp(bytes, 0, 8) == 0;
}

static bool is_jpeg(const unsigned char *bytes, size_t size)
{
    static const unsigned char begin[3] = {0xff, 0xd8, 0xff};
    return size > 3 && memcmp(bytes, begin, 3) == 0;
}

// Reads a big-endian number.
static long long read_number(const unsigned char *at, int count)
{
    long long value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | at[i];
    return value;
}

limb_status limb_image_write_png(const limb_image *image, limb_write_fn *write, void *ctx)
{
    assert(image && write);
    png_sink sink = {write, ctx, LIMB_OK};
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_fails, png_is_silent);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_write_struct(&png, NULL);
        return LIMB_ERROR_MEMORY;
    }
    const limb_status status = encode_png(image, png, info, &sink);
    png_destroy_write_struct(&png, &info);
    return sink.status != LIMB_OK ? sink.status : status;
}

static limb_status make_image(limb_image *out, long width, long height,
                              const limb_allocator *memory)
{
    if (width <= 0 || height <= 0 || width > MAX_PIXELS || height > MAX_PIXELS / width)
        return LIMB_ERROR_INPUT;
    out->rgba = limb__allocate(memory, (size_t)width * (size_t)height * 4);
    if (!out->rgba) return LIMB_ERROR_MEMORY;
    out->width = (int)width;
    out->height = (int)height;
    out->memory = memory;
    return LIMB_OK;
}

static limb_status parse_png(limb_image *out, const void *bytes, size_t size,
                             const limb_allocator *memory)
{
    png_image png;
    memset(&png, 0, sizeof png);
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&png, bytes, size)) return LIMB_ERROR_INPUT;
    png.format = PNG_FORMAT_RGBA;
    const limb_status status = make_image(out, (long)png.width, (long)png.height, memory);
    if (status != LIMB_OK) {
        png_image_free(&png);
        return status;
    }
    return png_image_finish_read(&png, NULL, out->rgba, 0, NULL) ? LIMB_OK : LIMB_ERROR_INPUT;
}

static limb_status parse_jpeg(limb_image *out, const void *bytes, size_t size,
                              const limb_allocator *memory)
{
    struct jpeg_decompress_struct jpeg;
    jpeg_error error;
    limb_status status = LIMB_ERROR_INPUT;
    memset(&jpeg, 0, sizeof jpeg);
    jpeg.err = jpeg_std_error(&error.base);
    error.base.error_exit = jpeg_fails;
    error.base.output_message = jpeg_is_silent;
    if (setjmp(error.land) == 0) {
        jpeg_create_decompress(&jpeg);
        jpeg_mem_src(&jpeg, bytes, (unsigned long)size);
        decode_jpeg(&jpeg, out, memory, &status);
    } else {
        status = LIMB_ERROR_INPUT;
    }
    jpeg_destroy_decompress(&jpeg);
    return status;
}

static void decode_jpeg(struct jpeg_decompress_struct *jpeg, limb_image *out,
                        const limb_allocator *memory, limb_status *status)
{
    jpeg_read_header(jpeg, TRUE);
    jpeg->out_color_space = JCS_EXT_RGBA; // libjpeg-turbo writes the alpha channel
    *status = make_image(out, (long)jpeg->image_width, (long)jpeg->image_height, memory);
    if (*status != LIMB_OK) return;
    // a progressive picture allocates all its coefficients here
    *status = LIMB_ERROR_INPUT;
    jpeg_start_decompress(jpeg);
    if ((int)jpeg->output_width != out->width || (int)jpeg->output_height != out->height) return;
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = out->rgba + (size_t)jpeg->output_scanline * (size_t)out->width * 4;
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
    *status = LIMB_OK;
}

static void jpeg_fails(j_common_ptr jpeg)
{
    longjmp(((jpeg_error *)jpeg->err)->land, 1);
}

static void jpeg_is_silent(j_common_ptr jpeg)
{
    (void)jpeg;
}

static limb_status encode_png(const limb_image *image, png_structp png, png_infop info,
                              png_sink *sink)
{
    if (setjmp(png_jmpbuf(png)) != 0) return LIMB_ERROR_MEMORY;
    const bool opaque = limb__image_is_opaque(image);
    png_set_write_fn(png, sink, png_write, png_flush_nothing);
    png_set_compression_level(png, 6);
    png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, 8,
                 opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (int y = 0; y < image->height; y++) {
        png_write_row(png, image->rgba + (size_t)y * (size_t)image->width * 4);
    }
    png_write_end(png, info);
    return LIMB_OK;
}

static void png_write(png_structp png, png_bytep bytes, size_t size)
{
    png_sink *sink = png_get_io_ptr(png);
    sink->status = sink->write(sink->ctx, bytes, size);
    if (sink->status != LIMB_OK) png_error(png, "not written");
}

static void png_flush_nothing(png_structp png)
{
    (void)png;
}

static void png_fails(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void png_is_silent(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}
