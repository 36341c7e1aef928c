// A triangle mesh for collision: a flat tree of boxes with eight children per node and four
// triangles per leaf, so that one vector instruction processes all of them.
#ifndef LIMB_NARROWPHASE_BVH_H
#define LIMB_NARROWPHASE_BVH_H

#include "limb/base.h"

enum {
    LIMB__BVH_WIDTH = 8,
    LIMB__BVH_LEAF = 4,
    LIMB__BVH_DEPTH = 72 // levels of a tree, at most
};

// Boxes are floats rounded outward. Children are in the first count slots; the other slots are
// empty: lower above upper.
typedef struct limb__bvh_node {
    _Alignas(32) float lower[3][LIMB__BVH_WIDTH];
    float upper[3][LIMB__BVH_WIDTH];
    int child[LIMB__BVH_WIDTH]; // a node, or -1 - block for a leaf
    int count;
    int padding[7];
} limb__bvh_node;

// The boxes of a node again, oriented to fit tightly: for distances. They include rounding.
typedef struct limb__oriented_node {
    _Alignas(32) float axis[9][LIMB__BVH_WIDTH]; // entry i of axis k is axis[3 k + i]
    float center[3][LIMB__BVH_WIDTH];
    float half[3][LIMB__BVH_WIDTH]; // along the axes
} limb__oriented_node;

// Triangles of a leaf; the last one is repeated to fill the lanes.
typedef struct limb__triangle_block {
    _Alignas(32) double corner[9][LIMB__BVH_LEAF]; // ax ay az bx by bz cx cy cz
    int triangle[LIMB__BVH_LEAF];                  // numbers in the mesh
    int count;
    int padding[3];
} limb__triangle_block;

typedef struct limb__bvh {
    double radius; // added to the triangles on all sides
    int nnode, nblock;
    const limb__bvh_node *node; // node 0 is the root
    const limb__oriented_node *oriented;
    const limb__triangle_block *block;
    double center[3], half[3]; // the bounding box, without the radius
} limb__bvh;

// Triangles from which a tree is built.
typedef struct limb__triangles {
    const float *position; // (nvertex x 3)
    const uint32_t *index; // (ntriangle x 3); NULL: each position is a triangle of one point
    int ntriangle;         // at least 1
    double scale[3];
    const double *pose; // applied after the scale (12); NULL: identity
} limb__triangles;

// A tree that is planned but not yet written, so that its size is known.
typedef struct limb__bvh_plan {
    int nnode, nblock;
    const limb_allocator *memory;
    void *scratch;
    size_t size;
    struct limb__bvh_layout *layout;
} limb__bvh_plan;

// Scratch comes from memory until limb__bvh_plan_free.
limb_status limb__bvh_plan_build(limb__bvh_plan *out, const limb__triangles *triangles,
                                 const limb_allocator *memory);
// Writes the tree into memory for nnode and nblock. Its oriented boxes are not yet set: see
// mesh_orient in pairs.h.
void limb__bvh_fill(const limb__bvh_plan *plan, limb__bvh_node *node, limb__triangle_block *block,
                    limb__bvh *out);
void limb__bvh_plan_free(limb__bvh_plan *plan);

#endif
