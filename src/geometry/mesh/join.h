// Forms vertices by index: see join.c.
#ifndef LIMB_MESH_JOIN_H
#define LIMB_MESH_JOIN_H

#include "geometry/mesh/builder.h"

// Vertices in one block, each attribute separately.
typedef struct limb__joined {
    int count;
    float *position;
    float *normal;   // NULL: none
    float *texcoord; // NULL: none
    float *block;    // to be released
    size_t size;     // bytes of the block
} limb__joined;

// Forms vertices from corners with normals or texture coordinates or both; corner_position becomes
// their indices. If one corner has a normal, all do. Positions contain no -0 and need not be
// welded; equal vertices are merged in any case.
limb_status limb__mesh_join(limb__mesh_builder *b, limb__joined *out);

#endif
