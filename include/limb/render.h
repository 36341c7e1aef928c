// A picture of a mesh, drawn on the CPU: what `limb render` writes.
//
// The scene is a limb_mesh, z up, such as the GLB of a robot read back, so that page and picture
// show the same. The bytes do not depend on the number of threads.
//
// Threads: any number may draw one mesh.
#ifndef LIMB_RENDER_H
#define LIMB_RENDER_H

#include "limb/base.h"
#include "limb/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_render_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    int width, height;    // pixels; default 1280 x 960, at most 8192 each
    double azimuth;       // rad, direction of the camera, from x towards y
    double elevation;     // rad above the ground
    bool has_view;        // use azimuth and elevation; default: a view from the front right, above
    double field_of_view; // rad, vertical; default 0.6
    bool transparent;     // no background and no grid; the shadow stays
    bool no_ground;       // neither ground, grid nor shadow on it
    bool dark;            // dark background
    int threads;          // default: one per core
    // Called for each texture that cannot be used; its material is drawn without it. May be NULL.
    void (*texture_failed)(void *ctx, int material, const char *reason);
    void *texture_failed_ctx;
} limb_render_opts;

#define LIMB_RENDER_MAX_EXTENT 1e9 // m from the origin: a float holds its square with room to spare

typedef struct limb_image {
    int width, height;
    uint8_t *rgba; // display values, not premultiplied (width x height x 4)
    const limb_allocator *memory;
} limb_image;

// Draws a picture. LIMB_ERROR_INPUT: a size out of range, or a scene that is not finite or extends
// beyond LIMB_RENDER_MAX_EXTENT. A scene without triangles is a picture of the ground.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_render(limb_image *out, const limb_mesh *scene,
                                                 const limb_render_opts *opts);
// Nullable: image
LIMB_API void limb_image_free(limb_image *image);

// Writes a PNG with 8 bits per channel, with alpha if any pixel is not opaque.
LIMB_API LIMB_MUST_CHECK limb_status limb_image_write_png(const limb_image *image,
                                                          limb_write_fn *write, void *ctx);
// Reads width and height of a PNG or JPEG from its header. LIMB_ERROR_INPUT: neither format, over
// 64 million pixels, or more pixels than the file can contain.
LIMB_API LIMB_MUST_CHECK limb_status limb_image_size(const void *bytes, size_t size, int *width,
                                                     int *height);
// Decodes PNG or JPEG to rgba. LIMB_ERROR_INPUT: neither format, broken, or rejected
// by limb_image_size.
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_image_parse(limb_image *out, const void *bytes,
                                                      size_t size, const limb_allocator *memory);

#ifdef __cplusplus
}
#endif
#endif // LIMB_RENDER_H
