// A segment and a box: the point of the segment closest to the box.
//
// In the frame of the box half of the squared distance from c + s d is the sum over the axes of
// over^2 / 2, where over is the distance of the coordinate beyond the face. It is convex in s, and
// its derivative, the sum of d over, is piecewise linear with breakpoints where the line crosses
// the plane of a face. The derivative there and at the ends, in eight lanes, shows on which piece
// it is zero; the piece gives the exact s.
#ifndef LIMB_NARROWPHASE_SEGMENT_BOX_H
#define LIMB_NARROWPHASE_SEGMENT_BOX_H

#include "numbers/simd/registers.h"

typedef struct limb__segment_box {
    double s;       // position on the segment, from its center
    double squared; // distance of the cores
    limb__v4 over;  // from the box to the segment; lane 3 is 0
} limb__segment_box;

// how far beyond the box
LIMB__INLINE limb__v4 limb__beyond(limb__v4 a, limb__v4 half)
{
    return a - max4(min4(a, half), -half);
}

LIMB__INLINE double limb__dot_three(limb__v4 a, limb__v4 b)
{
    const limb__v4 p = a * b;
    return p[0] + p[1] + p[2];
}

// Returns the derivative at s in lanes.
LIMB__INLINE limb__v4 limb__segment_box_slope(limb__v4 c, limb__v4 d, limb__v4 box, limb__v4 s)
{
    limb__v4 slope = limb__splat4(0);
    for (int k = 0; k < 3; k++) {
        const limb__v4 along = limb__splat4(d[k]);
        const limb__v4 at = fma4(s, along, limb__splat4(c[k]));
        slope = fma4(along, limb__beyond(at, limb__splat4(box[k])), slope);
    }
    return slope;
}

LIMB__INLINE double limb__largest4(limb__v4 a)
{
    a = max4(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
    return a[0] > a[1] ? a[0] : a[1];
}

// center and axis (unit) of the segment in the frame of the box; lanes 3 are not used.
LIMB__INLINE limb__segment_box limb__segment_box_nearest(limb__v4 center, limb__v4 axis,
                                                         double half, const double box_half[3])
{
    const limb__v4 box = {box_half[0], box_half[1], box_half[2], half};
    const limb__v4 zero = limb__splat4(0), ends = limb__splat4(half);
    const limb__v4 c = __builtin_shufflevector(center, zero, 0, 1, 2, 4);
    const limb__v4 d = __builtin_shufflevector(axis, limb__splat4(1), 0, 1, 2, 4);
    // the crossings of the faces, and the ends in lanes 3; a line parallel to a face has an
    // infinite crossing, or none, which counts as an end
    const limb__v4 inverse = 1 / d;
    const limb__v4 first = max4(min4((-box - c) * inverse, ends), -ends);
    const limb__v4 second = max4(min4((box - c) * inverse, ends), -ends);
    const limb__v4 slope_first = limb__segment_box_slope(c, d, box, first);
    const limb__v4 slope_second = limb__segment_box_slope(c, d, box, second);
    const double low = limb__largest4(max4(select4(slope_first <= zero, first, -ends),
                                           select4(slope_second <= zero, second, -ends)));
    const double high = -limb__largest4(max4(select4(slope_first >= zero, -first, -ends),
                                             select4(slope_second >= zero, -second, -ends)));
    const limb__v4 three = {1, 1, 1, 0};
    limb__segment_box out = {.s = 0.5 * (low + high)};
    // if the slope is zero on a whole piece, low is above high, and its middle is used
    if (low < high) {
        const limb__v4 over = limb__beyond(fma4(limb__splat4(out.s), d, c), box);
        const limb__v4 active = select4(over != zero, d * three, zero);
        const double bend = limb__dot_three(active, active), slope = limb__dot_three(active, over);
        const double at = out.s - slope / bend;
        out.s = at > low ? (at < high ? at : high) : low;
    }
    out.over = limb__beyond(fma4(limb__splat4(out.s), d, c), box) * three;
    out.squared = limb__dot_three(out.over, out.over);
    return out;
}

// Returns the corresponding unit normal, from the box to the segment, in the frame of the box; the
// two must not touch.
LIMB__INLINE limb__v4 limb__segment_box_normal(const limb__segment_box *near, limb__v4 axis,
                                               double half, double distance)
{
    // inside the segment the normal is perpendicular to it; this avoids the rounding error
    // of the position
    const limb__v4 zero = limb__splat4(0);
    if (near->s > -half && near->s < half) {
        const limb__v4 active = select4(near->over != zero, axis, zero);
        const double bend = limb__dot_three(active, active);
        const double share = bend > 0 ? limb__dot_three(active, near->over) / bend : 0;
        const limb__v4 across = near->over - active * share;
        const double squared = limb__dot_three(across, across);
        if (squared > 0.5 * near->squared) return across * (1 / __builtin_sqrt(squared));
    }
    return near->over * (1 / distance);
}

#endif
