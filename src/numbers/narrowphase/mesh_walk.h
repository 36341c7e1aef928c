// Shared by the traversals of two trees.
#ifndef LIMB_NARROWPHASE_MESH_WALK_H
#define LIMB_NARROWPHASE_MESH_WALK_H

#include "numbers/narrowphase/boxes_lanes.h"
#include "numbers/narrowphase/pairs.h"

// A box of each tree: 8 * node + slot, or -1 for the box of the whole tree.
typedef struct limb__box_pair {
    int a, b;
    float apart; // square of a lower bound of the distance
} limb__box_pair;

// a pair opens at most LIMB__BVH_WIDTH pairs, and no path is longer than both trees
enum { LIMB__WALK_STACK = 2 * LIMB__BVH_DEPTH * (LIMB__BVH_WIDTH - 1) + LIMB__BVH_WIDTH };

typedef struct limb__walk {
    const limb__bvh *a, *b;
    limb__turn to_a, to_b; // boxes of b to the frame of a, and back
    double margin;         // sum of the radii: closer triangles touch
    double largest;        // coordinate
} limb__walk;

typedef struct limb__triangle_pair {
    int block[2], lane[2];
} limb__triangle_pair;

LIMB__INLINE void limb__walk_init(limb__walk *w, const limb__mesh_pair *pair)
{
    double back[12], largest = 0;
    const double *p = pair->pose;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            back[4 * i + j] = p[4 * j + i];
        back[4 * i + 3] = -(p[i] * p[3] + p[4 + i] * p[7] + p[8 + i] * p[11]);
        largest = fmax(largest, fabs(p[4 * i + 3]));
        largest = fmax(largest, fabs(pair->a->center[i]) + pair->a->half[i]);
        largest = fmax(largest, fabs(pair->b->center[i]) + pair->b->half[i]);
    }
    w->a = pair->a;
    w->b = pair->b;
    w->margin = pair->a->radius + pair->b->radius;
    w->largest = largest;
    limb__turn_init(&w->to_a, pair->pose, largest);
    limb__turn_init(&w->to_b, back, largest);
}

// Returns whether the last query of the pair left two leaves to start with.
LIMB__INLINE bool limb__last_leaves(const limb__walk *w, const limb__pair_memory *memory,
                                    int block[2])
{
    block[0] = memory->hint[0] - 1;
    block[1] = memory->hint[1] - 1;
    return block[0] >= 0 && block[0] < w->a->nblock && block[1] >= 0 && block[1] < w->b->nblock;
}

// Returns the node of a box, or -1 - block.
LIMB__INLINE int limb__child_of(const limb__bvh *tree, int box)
{
    return box < 0 ? 0 : tree->node[box / LIMB__BVH_WIDTH].child[box % LIMB__BVH_WIDTH];
}

LIMB__INLINE void limb__triangle_of(const limb__triangle_block *block, int lane, double radius,
                                    double corner[9], limb__convex *out)
{
    for (int k = 0; k < 9; k++)
        corner[k] = block->corner[k][lane];
    *out = (limb__convex){
        .core = LIMB__CORE_TRIANGLE, .radius = radius, .nvertex = 3, .vertex = corner};
}

// Computes the signed distance of two triangles. Returns false if they do not touch.
LIMB__INLINE bool limb__triangles_near(const limb__walk *w, const limb__triangle_pair *pick,
                                       limb__proximity *out)
{
    double corner_a[9], corner_b[9];
    limb__convex a, b;
    limb__triangle_of(&w->a->block[pick->block[0]], pick->lane[0], w->a->radius, corner_a, &a);
    limb__triangle_of(&w->b->block[pick->block[1]], pick->lane[1], w->b->radius, corner_b, &b);
    const limb__convex_pair pair = {&a, &b, w->to_a.pose};
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    LIMB__FOR_ISA(limb__convex_distance)(&pair, &memory, HUGE_VAL, out);
    return out->distance <= 0;
}

#endif
