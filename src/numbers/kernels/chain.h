// Poses as four columns in registers, and joint steps: building blocks of the kernels that follow
// a kinematic chain.
//
// A pose in memory is 3x4 row-major and aligned to 32 bytes. `axes` holds its columns x, y, z and
// the origin p, each in one register.
#ifndef LIMB_KERNELS_CHAIN_H
#define LIMB_KERNELS_CHAIN_H

#include "limb/model.h"
#include "numbers/math/pose.h"
#include "numbers/simd/vec_one.h"

// Stores the columns of a pose as rows: a 4x4 transposition without the constant last row.
LIMB__INLINE void axes_put(axes f, double pose[12])
{
#if LIMB__WIDE
    const limb__v4 xy_low = __builtin_shufflevector(f.x, f.y, 0, 4, 2, 6);
    const limb__v4 xy_high = __builtin_shufflevector(f.x, f.y, 1, 5, 3, 7);
    const limb__v4 zp_low = __builtin_shufflevector(f.z, f.p, 0, 4, 2, 6);
    const limb__v4 zp_high = __builtin_shufflevector(f.z, f.p, 1, 5, 3, 7);
    *(limb__v4 *)pose = __builtin_shufflevector(xy_low, zp_low, 0, 1, 4, 5);
    *(limb__v4 *)(pose + 4) = __builtin_shufflevector(xy_high, zp_high, 0, 1, 4, 5);
    *(limb__v4 *)(pose + 8) = __builtin_shufflevector(xy_low, zp_low, 2, 3, 6, 7);
#else
    const vec column[4] = {f.x, f.y, f.z, f.p};
    for (int k = 0; k < 4; k++) {
        pose[k] = column[k].x;
        pose[4 + k] = column[k].y;
        pose[8 + k] = column[k].z;
    }
#endif
}

// Stores a pose whose columns are those of another, permuted and negated: to = from P, where P has
// one entry of +-1 in each column. pick is the permutation in the form of permute4.
LIMB__INLINE void axes_change(const double from[12], const int pick[8], const double sign[4],
                              double to[12])
{
    const limb__v4 signs = *(const limb__v4 *)sign;
    for (int row = 0; row < 12; row += 4)
        *(limb__v4 *)(to + row) = permute4(from + row, pick) * signs;
}

// Returns the product parent * step, world from body. The columns of the result are combinations of
// the parent's columns, with the entries of the step as coefficients.
LIMB__INLINE axes chain(axes f, const double s[12])
{
    return (axes){vec_combine(f.x, f.y, f.z, spread_splat(s[0], s[4], s[8])),
                  vec_combine(f.x, f.y, f.z, spread_splat(s[1], s[5], s[9])),
                  vec_combine(f.x, f.y, f.z, spread_splat(s[2], s[6], s[10])),
                  vec_add(vec_combine(f.x, f.y, f.z, spread_splat(s[3], s[7], s[11])), f.p)};
}

// The step of a joint is its constant frame times its motion, the pose of the body in its parent.
// Floating: frame * pose(q).
LIMB__INLINE void floating_step(const double frame[12], const double q[7], double step[12])
{
    double motion[12];
    limb_pose_from_quat(q, q + 3, motion);
    limb__pose_multiply(frame, motion, step);
}

#if LIMB__WIDE

// Revolute: frame * Rz, which replaces column x by x cos + y sin and column y by y cos - x sin.
LIMB__INLINE void revolute_step(const double frame[12], double s, double c, double step[12])
{
    // per row: (x, y, z, p) * (cos, cos, 1, 1) + (y, x, p, z) * (sin, -sin, 0, 0)
    const limb__v4 ones = {1, 1, 1, 1}, signs = {1, -1, 0, 0};
    const limb__v4 keep = __builtin_shufflevector(limb__splat4(c), ones, 0, 1, 6, 7);
    const limb__v4 mix = limb__splat4(s) * signs;
    for (int row = 0; row < 12; row += 4) {
        const limb__v4 r = *(const limb__v4 *)(frame + row);
        const limb__v4 swapped = __builtin_shufflevector(r, r, 1, 0, 3, 2);
        *(limb__v4 *)(step + row) = fma4(swapped, mix, r * keep);
    }
}

// Prismatic: frame * Trans(0, 0, distance), which adds distance * z to the origin.
LIMB__INLINE void prismatic_step(const double frame[12], double distance, double step[12])
{
    const limb__v4 along = {0, 0, 0, distance};
    for (int row = 0; row < 12; row += 4) {
        const limb__v4 r = *(const limb__v4 *)(frame + row);
        *(limb__v4 *)(step + row) = fma4(limb__splat4(frame[row + 2]), along, r);
    }
}

#else

LIMB__INLINE void revolute_step(const double frame[12], double s, double c, double step[12])
{
    for (int row = 0; row < 12; row += 4) {
        const double x = frame[row], y = frame[row + 1];
        step[row] = x * c + y * s;
        step[row + 1] = y * c - x * s;
        step[row + 2] = frame[row + 2];
        step[row + 3] = frame[row + 3];
    }
}

LIMB__INLINE void prismatic_step(const double frame[12], double distance, double step[12])
{
    limb__pose_copy(frame, step);
    for (int row = 0; row < 12; row += 4)
        step[row + 3] += frame[row + 2] * distance;
}

#endif

// Computes the pose of the body that joint i moves, in the frame of its parent body.
LIMB__INLINE void joint_step(const limb_model *m, int i, const double *q, double position,
                             double sine, double cosine, double step[12])
{
    const double *frame = m->joint_frame + 12 * (size_t)i;
    switch (m->joint_kind[i]) {
    case LIMB_MOTION_REVOLUTE:
        revolute_step(frame, sine, cosine, step);
        break;
    case LIMB_MOTION_PRISMATIC:
        prismatic_step(frame, position, step);
        break;
    default:
        floating_step(frame, q + m->joint_q[i], step);
        break;
    }
}

#endif
