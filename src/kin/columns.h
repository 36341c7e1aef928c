// Poses as four columns in registers, and joint steps: the pieces of kernels that walk a chain.
//
// Included by files that are compiled once per path. Poses in memory are aligned to 32 bytes.
#ifndef LIMB_KIN_COLUMNS_H
#define LIMB_KIN_COLUMNS_H

#include "limb/model.h"
#include "math/lanes.h"
#include "math/pose.h"

typedef struct columns {
    limb__v4 x, y, z, p; // the fourth entry of each is not used
} columns;

LIMB__INLINE columns load_columns(const double pose[12])
{
    const limb__v4 a = *(const limb__v4 *)pose, b = *(const limb__v4 *)(pose + 4),
                   c = *(const limb__v4 *)(pose + 8);
    const limb__v4 ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const limb__v4 ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const limb__v4 c_odd = __builtin_shufflevector(c, c, 1, 1, 3, 3);
    return (columns){__builtin_shufflevector(ab_even, c, 0, 1, 4, 5),
                     __builtin_shufflevector(ab_odd, c_odd, 0, 1, 4, 5),
                     __builtin_shufflevector(ab_even, c, 2, 3, 6, 7),
                     __builtin_shufflevector(ab_odd, c_odd, 2, 3, 6, 7)};
}

LIMB__INLINE void store_columns(columns k, double pose[12])
{
    const limb__v4 xy_low = __builtin_shufflevector(k.x, k.y, 0, 4, 2, 6);
    const limb__v4 xy_high = __builtin_shufflevector(k.x, k.y, 1, 5, 3, 7);
    const limb__v4 zp_low = __builtin_shufflevector(k.z, k.p, 0, 4, 2, 6);
    const limb__v4 zp_high = __builtin_shufflevector(k.z, k.p, 1, 5, 3, 7);
    *(limb__v4 *)pose = __builtin_shufflevector(xy_low, zp_low, 0, 1, 4, 5);
    *(limb__v4 *)(pose + 4) = __builtin_shufflevector(xy_high, zp_high, 0, 1, 4, 5);
    *(limb__v4 *)(pose + 8) = __builtin_shufflevector(xy_low, zp_low, 2, 3, 6, 7);
}

LIMB__INLINE limb__v4 combine(columns parent, const double *column, limb__v4 start)
{
    limb__v4 sum = limb__fma4(parent.x, limb__splat4(column[0]), start);
    sum = limb__fma4(parent.y, limb__splat4(column[4]), sum);
    return limb__fma4(parent.z, limb__splat4(column[8]), sum);
}

LIMB__INLINE columns chain(columns parent, const double step[12])
{
    const limb__v4 none = {0, 0, 0, 0};
    return (columns){combine(parent, step, none), combine(parent, step + 1, none),
                     combine(parent, step + 2, none), combine(parent, step + 3, parent.p)};
}

// rows: pose = body * frame
LIMB__INLINE void place(const double body[12], const double frame[12], double pose[12])
{
    const limb__v4 f0 = *(const limb__v4 *)frame, f1 = *(const limb__v4 *)(frame + 4),
                   f2 = *(const limb__v4 *)(frame + 8);
    const limb__v4 only_last = {0, 0, 0, 1};
    for (int row = 0; row < 12; row += 4) {
        limb__v4 sum = only_last * *(const limb__v4 *)(body + row);
        sum = limb__fma4(limb__splat4(body[row]), f0, sum);
        sum = limb__fma4(limb__splat4(body[row + 1]), f1, sum);
        *(limb__v4 *)(pose + row) = limb__fma4(limb__splat4(body[row + 2]), f2, sum);
    }
}

// The step of one joint: its constant frame times its motion. Turning mixes the first two columns
// of the frame, sliding moves along the third.
LIMB__INLINE void floating_step(const double frame[12], const double q[7], double step[12])
{
    double motion[12];
    limb_pose_from_quat(q, q + 3, motion);
    limb__pose_multiply(frame, motion, step);
}

LIMB__INLINE void turning_step(const double frame[12], double s, double c, double step[12])
{
    const limb__v4 ones = {1, 1, 1, 1}, signs = {1, -1, 0, 0};
    const limb__v4 keep = __builtin_shufflevector(limb__splat4(c), ones, 0, 1, 6, 7);
    const limb__v4 mix = limb__splat4(s) * signs;
    for (int row = 0; row < 12; row += 4) {
        const limb__v4 r = *(const limb__v4 *)(frame + row);
        const limb__v4 swapped = __builtin_shufflevector(r, r, 1, 0, 3, 2);
        *(limb__v4 *)(step + row) = limb__fma4(swapped, mix, r * keep);
    }
}

LIMB__INLINE void sliding_step(const double frame[12], double way, double step[12])
{
    const limb__v4 along = {0, 0, 0, way};
    for (int row = 0; row < 12; row += 4) {
        const limb__v4 r = *(const limb__v4 *)(frame + row);
        *(limb__v4 *)(step + row) = limb__fma4(limb__splat4(frame[row + 2]), along, r);
    }
}

LIMB__INLINE void joint_step(const limb_model *m, int i, const double *q, double position,
                             double sine, double cosine, double step[12])
{
    const double *frame = m->joint_frame + 12 * (size_t)i;
    switch (m->joint_kind[i]) {
    case LIMB_KIND_REVOLUTE:
        turning_step(frame, sine, cosine, step);
        break;
    case LIMB_KIND_PRISMATIC:
        sliding_step(frame, position, step);
        break;
    default:
        floating_step(frame, q + m->joint_q[i], step);
        break;
    }
}

#endif
