// Convex hulls on an integer grid, with exact predicates.
#ifndef LIMB_SOLIDS_HULL_H
#define LIMB_SOLIDS_HULL_H

#include "limb/base.h"

enum { LIMB__HULL_BITS = 29 }; // coordinates are 0 .. 2^29

typedef struct limb__hull_point {
    int32_t at[3];
} limb__hull_point;

// Computes the hull of at least four points, of which the first four are not coplanar: triangles
// (counter-clockwise from outside) as *triangle (*ntriangle x 3), to be released with *capacity
// x 12 bytes.
limb_status limb__hull_3d(const limb_allocator *memory, const limb__hull_point *point, int npoint,
                          uint32_t **triangle, int *ntriangle, int *capacity);

// Sign of the volume of the tetrahedron over the triangle a b c: > 0 if p is on its outside.
int limb__hull_side(const limb__hull_point *a, const limb__hull_point *b, const limb__hull_point *c,
                    const limb__hull_point *p);

#endif
