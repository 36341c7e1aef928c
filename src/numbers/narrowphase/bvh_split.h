// Internals of building a tree: triangles as boxes, and the binary tree over them.
#ifndef LIMB_NARROWPHASE_BVH_SPLIT_H
#define LIMB_NARROWPHASE_BVH_SPLIT_H

#include "numbers/math/lanes.h"
#include "numbers/math/pose.h"
#include "numbers/narrowphase/bvh.h"

// x y z and an unused one; the caller's memory may be less aligned
typedef float limb__triple __attribute__((vector_size(16), may_alias, aligned(4)));

typedef struct limb__bvh_box {
    limb__triple lower, upper;
} limb__bvh_box;

typedef struct limb__bvh_item { // a triangle; its number is in the last lane of lower
    limb__bvh_box bounds;
} limb__bvh_item;

typedef struct limb__bvh_branch { // a node of the binary tree
    limb__bvh_box bounds;
    int first, count; // items
    int left;         // branch; the right one is the next; 0: a leaf
    int depth;
} limb__bvh_branch;

// Fills items (ntriangle) in the order of the tree, and branches (at most 2 ntriangle); returns
// their number. Branch 0 is the root.
int limb__bvh_split(const limb__triangles *in, limb__bvh_item *item, limb__bvh_branch *branch);

// Returns the index of an item's triangle in the mesh.
int limb__bvh_triangle(const limb__bvh_item *item);

// Returns half of the surface area.
static inline float limb__bvh_area(const limb__bvh_box *b)
{
    const limb__triple d = b->upper - b->lower;
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
}

// Computes a corner of a triangle, with scale and pose applied.
static inline void limb__bvh_corner(const limb__triangles *in, int triangle, int corner,
                                    double out[3])
{
    const size_t vertex =
        in->index ? in->index[3 * (size_t)triangle + (size_t)corner] : (size_t)triangle;
    double scaled[3];
    for (int k = 0; k < 3; k++)
        scaled[k] = (double)in->position[3 * vertex + (size_t)k] * in->scale[k];
    if (in->pose) {
        limb__pose_point(in->pose, scaled, out);
    } else {
        limb__copy3(scaled, out);
    }
}

#endif
