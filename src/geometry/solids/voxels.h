// A solid as cells of a grid: those that the surface passes through, and those that it encloses.
#ifndef LIMB_SOLIDS_VOXELS_H
#define LIMB_SOLIDS_VOXELS_H

#include "limb/base.h"

typedef enum limb__cell { LIMB__CELL_OUTSIDE, LIMB__CELL_SURFACE, LIMB__CELL_INSIDE } limb__cell;

typedef struct limb__voxels {
    const limb_allocator *memory;
    double lower[3]; // corner of the first cell
    double size;     // edge of a cell
    int count[3];    // cells along each axis; the outermost layer is outside
    uint8_t *state;  // limb__cell (count[2] x count[1] x count[0], x runs fastest)
    size_t ncell;
} limb__voxels;

// Triangles of points, as mesh->index is.
typedef struct limb__triangles {
    const double (*point)[3];
    const uint32_t *index; // (count x 3)
    int count;
} limb__triangles;

// Cells cover the box from lower to upper, in which all triangles are, with resolution of them
// along its longest side. Cells that touch a triangle are surface; what cannot be reached from
// outside through cells that are not is inside.
limb_status limb__voxels_build(limb__voxels *out, const limb__triangles *triangles,
                               const double lower[3], const double upper[3], int resolution,
                               const limb_allocator *memory);
void limb__voxels_free(limb__voxels *voxels);

// The cell that a coordinate is in, within the grid.
int limb__voxels_find(const limb__voxels *voxels, int axis, double coordinate);

static inline size_t limb__voxels_at(const limb__voxels *voxels, int x, int y, int z)
{
    return ((size_t)z * (size_t)voxels->count[1] + (size_t)y) * (size_t)voxels->count[0] +
           (size_t)x;
}

// The part of a convex polygon between two planes across an axis. A polygon of n corners becomes
// one of at most n + 2; 0 where nothing is left.
enum { LIMB__CLIP_MAX = 9 }; // corners of a triangle that was cut along three axes
int limb__clip(const double (*polygon)[3], int n, int axis, double low, double high,
               double (*out)[3]);

#endif
