// Normals with a crease angle: which corners share one, and its direction.
#ifndef LIMB_MESH_NORMALS_H
#define LIMB_MESH_NORMALS_H

#include "geometry/mesh/builder.h"

enum { LIMB__SHADING_WIDTH = 4 }; // floats from one normal to the next, the last is not used

typedef struct limb__shading {
    const limb_allocator *memory;
    int ncorner;
    int *group;    // of each corner (ncorner)
    int ngroup;    // numbered in the order of their first corners
    int *first;    // corner of each group (ngroup)
    float *normal; // unit, of each group (ngroup x LIMB__SHADING_WIDTH)
} limb__shading;

// Groups of the builder's corners, whose positions are welded.
limb_status limb__shade(limb__shading *s, const limb__mesh_builder *b);
void limb__shading_free(limb__shading *s);

#endif
