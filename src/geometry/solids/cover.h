// Balls that cover a solid given by triangles, and how far they stick out of it.
#ifndef LIMB_SOLIDS_COVER_H
#define LIMB_SOLIDS_COVER_H

#include "geometry/solids/fit.h"
#include "geometry/solids/voxels.h"

typedef struct limb__cover_opts {
    const limb_allocator *memory;
    int count;               // at most so many balls; 0: as many as overshoot needs
    double overshoot;        // m: aimed at, where count is 0
    bool (*stop)(void *ctx); // true ends the call with LIMB_ERROR_LIMIT; may be NULL
    void *stop_ctx;
} limb__cover_opts;

typedef struct limb__cover {
    const limb_allocator *memory;
    int nball, capacity;
    limb__ball *ball;
    double overshoot; // no point of a ball is farther from the solid; proven, see cover_bound.c
} limb__cover;

// Every point of the triangles, and of what they enclose, is in a ball. LIMB_ERROR_INPUT: no
// triangles, or points that are not finite.
limb_status limb__cover_build(limb__cover *out, const limb__triangles *triangles, int npoint,
                              const limb__cover_opts *opts);
void limb__cover_free(limb__cover *cover);

//---- within --------------------------------------------------------------------------------------

// What must be covered of the solid: its cells, each with points whose hull contains what of the
// solid is in it.
typedef struct limb__cover_cells {
    const limb_allocator *memory;
    limb__voxels voxels;
    const limb__triangles *triangles;
    int ncell;
    int *first;         // of each cell: its points begin here (ncell + 1)
    limb__ball *around; // a ball around them
    int *place;         // number in the grid
    int npoint, point_capacity;
    double (*point)[3];
    int *touching;    // triangles by grid cell
    int *touch_first; // (voxels.ncell + 1)
    uint8_t *ring;    // how many cells away, along any axis, the nearest is that has some
    int ntouching;
    limb__ball *ball; // around each triangle
    uint32_t *seen;   // by which search a triangle was looked at last; at the end: their number
} limb__cover_cells;

// resolution: cells along the longest side. LIMB_ERROR_LIMIT: the solid has more than max_cells,
// ncell of them, and nothing else was made; with ncell 0, too many triangles are in too many cells.
limb_status limb__cover_cells_build(limb__cover_cells *out, const limb__triangles *triangles,
                                    const double lower[3], const double upper[3], int resolution,
                                    int max_cells, const limb_allocator *memory);
void limb__cover_cells_free(limb__cover_cells *cells);

// How deep in the solid a point is: 0 outside, and in cells that the surface is in.
double limb__cover_depth(const limb__cover_cells *cells, const double point[3]);

// An upper bound of the distance from any point of a ball to the solid; infinite as soon as some
// point is known to be as far as limit. The steps it takes are taken from *left.
double limb__cover_bound(const limb__cover_cells *cells, const limb__ball *ball, double limit,
                         int *left);

// The state of the search for balls.
typedef struct limb__cover_search {
    const limb__cover_opts *opts;
    limb__cover_cells cells;
    limb__cover cover;
    double *out; // how far each ball sticks out at most (cover.capacity)
    int *of;     // ball of each cell
    struct {     // before a step
        int nball;
        limb__ball *ball;
        double *out;
        int *of;
    } last;
    int steps;             // of proofs that are left: what a cover may cost
    bool *has_grown;       // balls that took cells, and are larger
    double (*gathered)[3]; // room for points of a ball's cells
} limb__cover_search;

// Divides until no ball sticks out by more than aim or none can be divided. LIMB_ERROR_LIMIT:
// it was stopped.
limb_status limb__cover_choose(limb__cover_search *search, double aim);

#endif
