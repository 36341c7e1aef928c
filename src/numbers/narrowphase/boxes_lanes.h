// Eight boxes of a tree against one box of another, in lanes.
//
// The tree's boxes are aligned with its frame; the other box is rotated. Floats are used, and their
// rounding error is added to the box, so that touching boxes are never classified as separate.
#ifndef LIMB_NARROWPHASE_BOXES_LANES_H
#define LIMB_NARROWPHASE_BOXES_LANES_H

#include "numbers/narrowphase/bvh.h"
#include "numbers/simd/registers.h"

#include <math.h>

// The rotation from the frame of the rotated box to that of the tree, with values common
// to all boxes.
typedef struct limb__turn {
    double pose[12];
    float r[9], abs_r[9];
    float slack; // bound of the rounding error
} limb__turn;

// A rotated box in the frame of the tree.
typedef struct limb__turned_box {
    float center[3];
    float half[3];  // along its own axes
    float reach[3]; // half of its extent along the axes of the tree
} limb__turned_box;

LIMB__INLINE void limb__turn_init(limb__turn *turn, const double pose[12], double largest)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            turn->pose[4 * i + j] = pose[4 * i + j];
            if (j == 3) continue;
            turn->r[3 * i + j] = (float)pose[4 * i + j];
            turn->abs_r[3 * i + j] = fabsf((float)pose[4 * i + j]) + 4e-7f;
        }
    turn->slack = (float)(2e-6 * largest);
}

// margin is added to the box on all sides.
LIMB__INLINE void limb__turn_box(const limb__turn *turn, const double center[3],
                                 const double half[3], double margin, limb__turned_box *out)
{
    for (int j = 0; j < 3; j++)
        out->half[j] = (float)(half[j] + margin) + turn->slack;
    for (int i = 0; i < 3; i++) {
        const double *p = turn->pose + 4 * i;
        const float *a = turn->abs_r + 3 * i;
        out->center[i] = (float)(p[0] * center[0] + p[1] * center[1] + p[2] * center[2] + p[3]);
        out->reach[i] = a[0] * out->half[0] + a[1] * out->half[1] + a[2] * out->half[2];
    }
}

// The center and half sizes of the box in slot k of a node.
LIMB__INLINE void limb__node_box(const limb__bvh_node *node, int k, double center[3],
                                 double half[3])
{
    for (int i = 0; i < 3; i++) {
        const double lower = (double)node->lower[i][k], upper = (double)node->upper[i][k];
        center[i] = 0.5 * (lower + upper);
        half[i] = 0.5 * (upper - lower);
    }
}

typedef struct limb__eight_boxes {
    limb__v8 apart[3]; // centers, relative to that of the rotated box
    limb__v8 half[3];
} limb__eight_boxes;

LIMB__INLINE limb__eight_boxes limb__eight_boxes_of(const limb__bvh_node *node,
                                                    const limb__turned_box *box)
{
    limb__eight_boxes e;
    for (int i = 0; i < 3; i++) {
        const limb__v8 lower = *(const limb__v8 *)node->lower[i];
        const limb__v8 upper = *(const limb__v8 *)node->upper[i];
        e.apart[i] = 0.5f * (lower + upper) - box->center[i];
        e.half[i] = 0.5f * (upper - lower);
    }
    return e;
}

// Returns the distance of the centers along axis j of the rotated box minus both extents.
LIMB__INLINE limb__v8 limb__gap_along_turned(const limb__eight_boxes *e, const limb__turn *turn,
                                             const limb__turned_box *box, int j)
{
    const float *r = turn->r + j, *a = turn->abs_r + j;
    const limb__v8 along = fma8(e->apart[2], limb__splat8(r[6]),
                                fma8(e->apart[1], limb__splat8(r[3]), e->apart[0] * r[0]));
    const limb__v8 reach =
        fma8(e->half[2], limb__splat8(a[6]),
             fma8(e->half[1], limb__splat8(a[3]),
                  fma8(e->half[0], limb__splat8(a[0]), limb__splat8(box->half[j]))));
    return abs8(along) - reach;
}

// Returns bits of the boxes that no axis of the two separates from the rotated box
// (Gottschalk 1996).
LIMB__INLINE int limb__boxes_hit(const limb__bvh_node *node, const limb__turn *turn,
                                 const limb__turned_box *box)
{
    const limb__eight_boxes e = limb__eight_boxes_of(node, box);
    limb__v8 gap = abs8(e.apart[0]) - e.half[0] - box->reach[0];
    gap = max8(gap, abs8(e.apart[1]) - e.half[1] - box->reach[1]);
    gap = max8(gap, abs8(e.apart[2]) - e.half[2] - box->reach[2]);
    for (int j = 0; j < 3; j++)
        gap = max8(gap, limb__gap_along_turned(&e, turn, box, j));
    const int used = (1 << node->count) - 1;
    int hit = bits8(gap <= 0.0f) & used;
    if (hit == 0) return 0;
    const float *r = turn->r, *a = turn->abs_r;
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const limb__v8 along = abs8(e.apart[i2] * r[3 * i1 + j] - e.apart[i1] * r[3 * i2 + j]);
            const limb__v8 reach = fma8(
                e.half[i1], limb__splat8(a[3 * i2 + j]),
                fma8(e.half[i2], limb__splat8(a[3 * i1 + j]),
                     limb__splat8(box->half[j1] * a[3 * i + j2] + box->half[j2] * a[3 * i + j1])));
            gap = max8(gap, along - reach);
        }
    }
    return bits8(gap <= 0.0f) & used;
}

// Returns lower bounds of the squared distances: those of the enclosing boxes in either frame.
LIMB__INLINE limb__v8 limb__boxes_apart(const limb__bvh_node *node, const limb__turn *turn,
                                        const limb__turned_box *box)
{
    const limb__eight_boxes e = limb__eight_boxes_of(node, box);
    const limb__v8 none = limb__splat8(0);
    limb__v8 straight = none, turned = none;
    for (int i = 0; i < 3; i++) {
        const limb__v8 gap = max8(abs8(e.apart[i]) - e.half[i] - box->reach[i], none);
        straight = fma8(gap, gap, straight);
    }
    for (int j = 0; j < 3; j++) {
        const limb__v8 gap = max8(limb__gap_along_turned(&e, turn, box, j), none);
        turned = fma8(gap, gap, turned);
    }
    return max8(straight, turned);
}

//---- oriented boxes ------------------------------------------------------------------------------

typedef struct limb__oriented_box {
    float axis[9]; // entry i of axis k is axis[3 k + i]
    float center[3];
    float half[3]; // along the axes
} limb__oriented_box;

// Transforms to the frame of the tree, enlarged by the rounding error of a bound.
LIMB__INLINE void limb__move_oriented(const limb__turn *turn, const limb__oriented_box *from,
                                      limb__oriented_box *out)
{
    for (int i = 0; i < 3; i++) {
        const double *p = turn->pose + 4 * i;
        const float *r = turn->r + 3 * i;
        for (int k = 0; k < 3; k++) {
            const float *axis = from->axis + 3 * k;
            out->axis[3 * k + i] = r[0] * axis[0] + r[1] * axis[1] + r[2] * axis[2];
        }
        out->center[i] = (float)(p[0] * (double)from->center[0] + p[1] * (double)from->center[1] +
                                 p[2] * (double)from->center[2] + p[3]);
        out->half[i] = from->half[i] + 2 * turn->slack;
    }
}

// Returns lower bounds of the squared distances of eight oriented boxes from one: those of the
// enclosing boxes along the axes of either.
LIMB__INLINE limb__v8 limb__oriented_apart(const limb__oriented_node *node,
                                           const limb__oriented_box *box)
{
    const limb__v8 none = limb__splat8(0);
    limb__v8 d[3], reach[3], along_node = none, along_box = none;
    for (int i = 0; i < 3; i++) {
        d[i] = *(const limb__v8 *)node->center[i] - box->center[i];
        reach[i] = limb__splat8(box->half[i]);
    }
    for (int k = 0; k < 3; k++) {
        const limb__v8 x = *(const limb__v8 *)node->axis[3 * k],
                       y = *(const limb__v8 *)node->axis[3 * k + 1],
                       z = *(const limb__v8 *)node->axis[3 * k + 2];
        const limb__v8 half = *(const limb__v8 *)node->half[k];
        limb__v8 both = half;
        for (int i = 0; i < 3; i++) {
            const float *axis = box->axis + 3 * i;
            const limb__v8 across =
                abs8(fma8(z, limb__splat8(axis[2]), fma8(y, limb__splat8(axis[1]), x * axis[0])));
            both = fma8(across, limb__splat8(box->half[i]), both);
            reach[i] = fma8(across, half, reach[i]);
        }
        const limb__v8 apart = abs8(fma8(z, d[2], fma8(y, d[1], x * d[0])));
        const limb__v8 gap = max8(apart - both, none);
        along_node = fma8(gap, gap, along_node);
    }
    for (int i = 0; i < 3; i++) {
        const float *axis = box->axis + 3 * i;
        const limb__v8 apart = abs8(
            fma8(d[2], limb__splat8(axis[2]), fma8(d[1], limb__splat8(axis[1]), d[0] * axis[0])));
        const limb__v8 gap = max8(apart - reach[i], none);
        along_box = fma8(gap, gap, along_box);
    }
    return max8(along_node, along_box);
}

#endif
