// Shared by the files of the renderer: camera, screen triangles, depth maps, textures, the room's
// light, the scene.
#ifndef LIMB_RENDER_DRAW_H
#define LIMB_RENDER_DRAW_H

#include "limb/render.h"

#include "base/arena.h"
#include "output/appearance/appearance.h"

//---- camera (camera.c) ---------------------------------------------------------------------------

typedef struct limb__camera {
    float eye[3];
    float right[3], up[3], back[3]; // unit; the camera looks along -back
    float focal;       // screen heights per unit of slope, halved: x = focal * right / depth
    int width, height; // pixels
} limb__camera;

void limb__camera_fit(limb__camera *camera, const limb_mesh *scene, const limb_render_opts *opts);
// Computes the direction from the eye through a point of the screen (pixels), with depth 1 instead
// of length 1.
void limb__camera_ray(const limb__camera *camera, float x, float y, float ray[3]);

//---- pixels (pixels.c) ---------------------------------------------------------------------------

// Returns whether the image can be written without alpha.
bool limb__image_is_opaque(const limb_image *image);

//---- triangles on a grid of samples (raster.c) ---------------------------------------------------

// Corners are snapped to 1/16 of a sample and rasterized exactly (integer edge functions, top-left
// rule), so that neighbors neither overlap nor leave a gap.
typedef struct limb__corner {
    float x, y; // samples
    float z;    // larger is closer
} limb__corner;

typedef struct limb__samples { // a window of the grid
    int x, y;                  // its first sample
    int width, height;
    float *z;     // depth of the closest triangle so far
    uint32_t *id; // its index; NULL: depths only
} limb__samples;

// Draws a triangle where it is closer than the samples of the window. To peel layers, each of the
// other two may be given as depths of the window's samples: the triangle must be behind the first
// and in front of (or on) the second.
void limb__raster(const limb__samples *window, const limb__corner corner[3], uint32_t id,
                  const float *behind, const float *before);

//---- depth maps (depth_map.c) --------------------------------------------------------------------

typedef struct limb__depth_map { // orthographic view along a direction
    int size;                    // texels on a side
    float axis[3][3];            // right, up, towards the light: unit
    float scale, shift[3];       // texel = scale * axis . p + shift; depth = axis[2] . p
    float *depth;                // depth closest to the light (size x size)
} limb__depth_map;

// Places the map around the bounds; direction points to the light.
void limb__depth_map_place(limb__depth_map *map, const float direction[3], const float lower[3],
                           const float upper[3]);
// Only opaque materials cast shadows. solid[m]: material m is opaque; material is that
// of each triangle.
void limb__depth_map_draw(limb__depth_map *map, const limb_mesh *scene, const uint16_t *material,
                          const bool *solid);
// Returns how much of the light reaches a point, 0..1: filtered over (2 radius + 2)^2 texels.
float limb__depth_map_light(const limb__depth_map *map, const float point[3], float bias,
                            int radius);

//---- textures (texture.c) ------------------------------------------------------------------------

typedef struct limb__texture { // with mipmaps, each half the size
    int nlevel;
    limb_image level[16];
    float linear[256]; // linear light of each byte value
} limb__texture;

// Decodes the pictures of a mesh, each only once: texture (nmaterial) receives them, texture_of
// (nmaterial) the index for each material, -1: none. All pictures together have at most
// LIMB__MAX_TEXELS; pictures beyond this, or unreadable, leave the material's color and are
// reported to texture_failed. Returns false if memory is exhausted.
enum { LIMB__MAX_TEXELS = 64 << 20 };
bool limb__textures_load(limb__texture *texture, int *texture_of, const limb_mesh *mesh,
                         const limb_render_opts *opts);
void limb__texture_free(limb__texture *texture);
// Returns linear light at u v, averaged over footprint (relative to the picture).
void limb__texture_sample(const limb__texture *texture, float u, float v, float footprint,
                          float rgba[4]);

//---- the room (room.c) ---------------------------------------------------------------------------

typedef struct limb__lamp { // a soft box, positioned for a camera
    float axis[3];          // unit vector towards it
    float sharpness;
    float peak[3];     // radiance at its center
    float whole[3];    // integral over all directions, divided by pi
    float scale, bias; // of the fit for a matte surface
} limb__lamp;

void limb__room_place(limb__lamp lamp[LIMB__NBOX], const limb__camera *camera);
// Returns the light reflected by a white matte surface.
void limb__room_irradiance(const limb__lamp lamp[LIMB__NBOX], const limb__camera *camera,
                           const float normal[3], float light[3]);
// Returns the reflection of a mirror of that roughness; toward is the cosine of the viewing angle.
void limb__room_reflection(const limb__lamp lamp[LIMB__NBOX], const float mirrored[3],
                           float roughness, float toward, float light[3]);
// Converts from light to the display's range, still linear.
void limb__tone(float rgb[3]);

//---- the scene to shade --------------------------------------------------------------------------

enum { LIMB__CONTACT_SIZE = 256 };

// The role of a material, from its name: see src/output/appearance.
typedef enum limb__role {
    LIMB__ROLE_PLAIN,
    LIMB__ROLE_HATCHED, // replaces a missing mesh
    LIMB__ROLE_OVERLAY, // collision and inertia shapes
    LIMB__ROLE_TOP      // frames: drawn on top of everything
} limb__role;

typedef struct limb__line {
    uint32_t end[2];    // vertices
    const float *color; // display values
} limb__line;

typedef struct limb__stage {
    const limb_mesh *mesh;
    const limb_render_opts *opts;
    limb__camera camera;
    const uint16_t *material;    // per triangle; nmaterial: none
    limb__texture *texture;      // pictures; nlevel 0: none
    int *texture_of;             // per material; -1: none
    limb__role *role;            // per material, and a last one for none
    const float **material_edge; // color of the edges of overlays
    bool *solid;                 // per material: drawn opaque
    bool xray;                   // overlays are shown: everything else is translucent
    int nline;                   // edges of overlays
    limb__line *line;
    float radius; // of the scene
    float floor;  // z of the ground
    float center[3];
    float grid; // spacing of the grid lines
    limb__lamp lamp[LIMB__NBOX];
    limb__depth_map sun;
    int sun_blur;            // texels
    limb__depth_map contact; // after limb__contact_build: darkening of the ground
    float *depth;            // per pixel: 1 / depth of opaque surfaces; 0: none
    float *open;             // per pixel: how much light its surroundings leave
} limb__stage;

// Returns the light from the triangle towards the eye at a screen position; display
// values, alpha last.
void limb__shade_triangle(const limb__stage *stage, uint32_t triangle, float x, float y,
                          float rgba[4]);
// Computes the color of the ground or the wall at a screen position (ground.c).
void limb__shade_ground(const limb__stage *stage, float x, float y, float rgba[4]);
// Converts the depth map of the ground's view into darkening. scratch: LIMB__CONTACT_SIZE.
void limb__contact_build(limb__stage *stage, float *scratch);
// Finds the lines of the overlays (edges.c). False: no memory.
bool limb__edges_find(limb__stage *stage, limb__arena *arena);
// Fills a row of open from depth (occlusion.c); after all rows limb__open_at returns
// the smoothed result.
void limb__occlude_row(const limb__stage *stage, int y);
float limb__open_at(const limb__stage *stage, int x, int y);

float limb__linear(float display); // the sRGB curve and back
float limb__display(float linear);

// Unlike fminf and fmaxf these compile to one instruction; if the first is NaN the
// second is returned.
static inline float limb__min(float a, float b)
{
    return a < b ? a : b;
}

static inline float limb__max(float a, float b)
{
    return a > b ? a : b;
}

static inline float limb__dot3(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

#endif
