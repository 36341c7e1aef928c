// Shared by picture tests: drawing a picture, reading a pixel, encoding it as PNG.
#ifndef LIMB_TEST_PICTURES_H
#define LIMB_TEST_PICTURES_H

#include "harness.h"
#include "limb/render.h"

#include <string.h>

static inline limb_image render(const limb_mesh *mesh, limb_render_opts opts)
{
    limb_image image;
    if (opts.width == 0) opts.width = 120;
    if (opts.height == 0) opts.height = 90;
    opts.has_view = true;
    opts.no_ground = true;
    ENSURE_INT(limb_render(&image, mesh, &opts), LIMB_OK);
    return image;
}

static inline const uint8_t *pixel(const limb_image *image, int x, int y)
{
    return image->rgba + 4 * (y * image->width + x);
}

typedef struct bytes { // of a PNG file
    char data[1 << 16];
    size_t size;
} bytes;

// A limb_write_fn over bytes.
static inline limb_status collect(void *ctx, const void *data, size_t size)
{
    bytes *out = ctx;
    if (size > sizeof out->data - out->size) return LIMB_ERROR_IO;
    memcpy(out->data + out->size, data, size);
    out->size += size;
    return LIMB_OK;
}

#endif
