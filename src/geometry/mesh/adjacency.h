// The triangle across each edge.
//
// Half-edge h = 3 t + k of triangle t runs from its corner k to corner k + 1.
#ifndef LIMB_MESH_ADJACENCY_H
#define LIMB_MESH_ADJACENCY_H

#include "limb/base.h"

enum {
    LIMB__TWIN_OPEN = -1,        // no other triangle has this edge
    LIMB__TWIN_NON_MANIFOLD = -2 // three or more have it
};

typedef struct limb__adjacency {
    int nedge;        // undirected
    int nopen;        // edges with one triangle
    int nnonmanifold; // edges with three or more
    int nflipped;     // edges whose two triangles have the same direction
} limb__adjacency;

// Stores the other half-edge of each edge shared by exactly two triangles, whatever their
// directions, into twin (3 ntriangle). Indices are below nvertex. Takes linear time. Out
// may be NULL.
limb_status limb__find_twins(limb__adjacency *out, const limb_allocator *memory,
                             const uint32_t *index, int ntriangle, int nvertex, int *twin);

static inline int limb__next_half(int half)
{
    return half % 3 == 2 ? half - 2 : half + 1;
}

static inline int limb__previous_half(int half)
{
    return half % 3 == 0 ? half + 2 : half - 1;
}

#endif
