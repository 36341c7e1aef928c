// Balls that cover a solid given by triangles, and a bound on how far they protrude.
#ifndef LIMB_SOLIDS_COVER_H
#define LIMB_SOLIDS_COVER_H

#include "geometry/solids/fit.h"
#include "geometry/solids/voxels.h"

typedef struct limb__cover_opts {
    const limb_allocator *memory;
    int count;               // maximum number of balls; 0: as many as overshoot needs
    double overshoot;        // m: the target if count is 0
    bool (*stop)(void *ctx); // returning true ends the call with LIMB_ERROR_LIMIT; may be NULL
    void *stop_ctx;
} limb__cover_opts;

typedef struct limb__cover {
    const limb_allocator *memory;
    int nball, capacity;
    limb__ball *ball;
    double overshoot; // upper bound of the distance of the balls' points from the solid;
                      // proven, see cover_bound.c
} limb__cover;

// Every point of the triangles, and of the volume they enclose, is in a ball. LIMB_ERROR_INPUT: no
// triangles, or points that are not finite.
limb_status limb__cover_build(limb__cover *out, const limb__triangles *triangles, int npoint,
                              const limb__cover_opts *opts);
void limb__cover_free(limb__cover *cover);

//---- within --------------------------------------------------------------------------------------

// The cells of the solid to cover, each with points whose hull contains the part of the
// solid in it.
typedef struct limb__cover_cells {
    const limb_allocator *memory;
    limb__voxels voxels;
    const limb__triangles *triangles;
    int ncell;
    int *first;         // first point of each cell (ncell + 1)
    limb__ball *around; // a ball around them
    int *place;         // index in the grid
    int npoint, point_capacity;
    double (*point)[3];
    int *touching;    // triangles by grid cell
    int *touch_first; // (voxels.ncell + 1)
    uint8_t *ring;    // distance in cells, along any axis, to the nearest cell with triangles
    int ntouching;
    limb__ball *ball; // around each triangle
    uint32_t *seen;   // the search in which a triangle was last examined; at the end: their number
} limb__cover_cells;

// resolution: cells along the longest side. LIMB_ERROR_LIMIT: the solid has more than max_cells, in
// ncell, and nothing else was computed; with ncell 0, too many triangles are in too many cells.
limb_status limb__cover_cells_build(limb__cover_cells *out, const limb__triangles *triangles,
                                    const double lower[3], const double upper[3], int resolution,
                                    int max_cells, const limb_allocator *memory);
void limb__cover_cells_free(limb__cover_cells *cells);

// Returns the depth of a point in the solid: 0 outside, and in cells that contain the surface.
double limb__cover_depth(const limb__cover_cells *cells, const double point[3]);

// Returns an upper bound of the distance of a ball's points from the solid; infinite as soon as
// some point is known to be at the distance limit. The steps are subtracted from *left.
double limb__cover_bound(const limb__cover_cells *cells, const limb__ball *ball, double limit,
                         int *left);

// The state of the search for balls.
typedef struct limb__cover_search {
    const limb__cover_opts *opts;
    limb__cover_cells cells;
    limb__cover cover;
    double *out; // upper bound of the overshoot of each ball (cover.capacity)
    int *of;     // ball of each cell
    struct {     // state before a step
        int nball;
        limb__ball *ball;
        double *out;
        int *of;
    } last;
    int steps;             // remaining steps of proofs: the budget of a cover
    bool *has_grown;       // balls that received cells and became larger
    double (*gathered)[3]; // scratch for the points of a ball's cells
} limb__cover_search;

// Divides until no ball protrudes by more than aim or none can be divided. LIMB_ERROR_LIMIT:
// it was stopped.
limb_status limb__cover_choose(limb__cover_search *search, double aim);

#endif
