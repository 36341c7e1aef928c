// Joining by index: see join.c.
#ifndef LIMB_MESH_JOIN_H
#define LIMB_MESH_JOIN_H

#include "geometry/mesh/builder.h"

// Vertices in one block, each attribute by itself.
typedef struct limb__joined {
    int count;
    float *position;
    float *normal;   // NULL: none
    float *texcoord; // NULL: none
    float *block;    // to be released
    size_t size;     // bytes of the block
} limb__joined;

// Makes vertices of corners with normals or texture coordinates or both; corner_position becomes
// their numbers. Every corner has a normal when one has. Positions hold no -0 and need not be
// welded; equal vertices are one all the same.
limb_status limb__mesh_join(limb__mesh_builder *b, limb__joined *out);

#endif
