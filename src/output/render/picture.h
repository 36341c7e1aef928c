// A picture being drawn: shared by the steps.
//
// The screen is divided into tiles. tiles.c sorts the triangles of each pass into them; passes.c
// draws a tile independently of the others, so that any number of threads gives the same bytes;
// render.c prepares the scene and runs the steps.
#ifndef LIMB_RENDER_PICTURE_H
#define LIMB_RENDER_PICTURE_H

#include "output/render/draw.h"

enum {
    LIMB__TILE = 32,                                 // pixels on a side
    LIMB__PIXEL_EDGE = 2,                            // samples on a pixel's side
    LIMB__TILE_EDGE = LIMB__TILE * LIMB__PIXEL_EDGE, // samples on a tile's side
    LIMB__MAX_LAYERS = 4                             // of one pass
};
#define LIMB__NO_TRIANGLE 0xffffffffu // the sample shows the ground or nothing

// The passes in order, each drawn over the previous one.
typedef enum limb__pass {
    LIMB__PASS_OPAQUE,
    LIMB__PASS_CLEAR,
    LIMB__PASS_OVERLAY,
    LIMB__PASS_TOP,
    LIMB__NPASS
} limb__pass;

typedef struct limb__tiles { // the triangles of a pass
    int across, down;
    int *first; // of each tile in list, and one after the last (ntile + 1)
    int *list;  // triangles by tile, in their order
} limb__tiles;

typedef struct limb__layers { // a worker's samples of a tile: for the opaque pass, and for another
    float z[1 + LIMB__MAX_LAYERS][LIMB__TILE_EDGE * LIMB__TILE_EDGE];
    uint32_t id[1 + LIMB__MAX_LAYERS][LIMB__TILE_EDGE * LIMB__TILE_EDGE];
    float rgba[LIMB__TILE * LIMB__TILE][4]; // premultiplied
} limb__layers;

typedef struct limb__picture {
    limb__stage stage;
    limb__arena arena;
    limb__corner *corner; // of each vertex on the sample grid (nvertex)
    limb__tiles tile[LIMB__NPASS];
    uint8_t *pass;         // of each material
    limb__layers *scratch; // per worker: too large for thread stacks
    limb_image *image;
} limb__picture;

// Fills tile[which] (tiles.c). False: no memory.
bool limb__tiles_sort(limb__picture *pic, limb__pass which, bool one_sided);

// Tasks for a pool (passes.c), one tile each; ctx is the picture. First the depth of opaque
// surfaces at each pixel of the tile, then, once the occlusion is known, its pixels.
void limb__draw_depth(void *ctx, int piece, int worker);
void limb__draw_tile(void *ctx, int piece, int worker);

#endif
