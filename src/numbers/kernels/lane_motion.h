// Shared by the kernels in lanes: the effect of frames and joints on vectors.
//
// A number of a block consists of several vectors of lanes, its parts, which are computed side by
// side: a single one would be latency bound.
//
// A template: number_double.h or number_float.h must be included before.
#ifndef LIMB_KERNELS_LANE_MOTION_H
#define LIMB_KERNELS_LANE_MOTION_H

#include "numbers/model/model.h"
#include "numbers/simd/sincos_lanes.h"
#include "numbers/simd/vec.h"

#include <math.h>

typedef LIMB__REAL_NAME(limb__lane_slot) lane_slot;

typedef struct turning { // a slot's constant rotation, in all lanes
    number turn[9];
    number_bits flip[3];
} turning;

LIMB__INLINE const number *lane_at(const number *from, uint32_t place)
{
    return (const number *)(const void *)((const char *)from + place);
}

LIMB__INLINE number flipped(number a, real sign)
{
    return (number)((number_bits)a ^ (number_bits)number_of(sign));
}

LIMB__INLINE number joint_position(const lane_slot *slot, number q)
{
    return number_fma(q, number_of(slot->scale), number_of(slot->offset));
}

LIMB__INLINE turning turning_of(const lane_slot *slot)
{
    turning t;
    for (int k = 0; k < 9; k++)
        t.turn[k] = number_of(slot->turn[k]);
    for (int k = 0; k < 3; k++)
        t.flip[k] = (number_bits)number_of(slot->flip[k]);
    return t;
}

// Returns R a, where the entry of R in a row and a column is turn[row * row_step +
// column * column_step].
LIMB__INLINE vec turned(const turning *f, int shape, vec a, int row_step, int column_step)
{
#define TURN(row, column) f->turn[(row)*row_step + (column)*column_step]
    const number x = (number)((number_bits)a.x ^ f->flip[0]),
                 y = (number)((number_bits)a.y ^ f->flip[1]),
                 z = (number)((number_bits)a.z ^ f->flip[2]);
    switch (shape) {
    case LIMB__SHAPE_AXES:
        return (vec){x, y, z};
    case LIMB__SHAPE_X:
        return (vec){x, number_fma(a.z, TURN(1, 2), a.y * TURN(1, 1)),
                     number_fma(a.z, TURN(2, 2), a.y * TURN(2, 1))};
    case LIMB__SHAPE_Y:
        return (vec){number_fma(a.z, TURN(0, 2), a.x * TURN(0, 0)), y,
                     number_fma(a.z, TURN(2, 2), a.x * TURN(2, 0))};
    case LIMB__SHAPE_Z:
        return (vec){number_fma(a.y, TURN(0, 1), a.x * TURN(0, 0)),
                     number_fma(a.y, TURN(1, 1), a.x * TURN(1, 0)), z};
    default:
        return (vec){number_fma(a.z, TURN(0, 2), number_fma(a.y, TURN(0, 1), a.x * TURN(0, 0))),
                     number_fma(a.z, TURN(1, 2), number_fma(a.y, TURN(1, 1), a.x * TURN(1, 0))),
                     number_fma(a.z, TURN(2, 2), number_fma(a.y, TURN(2, 1), a.x * TURN(2, 0)))};
    }
#undef TURN
}

// Transforms a vector from the axes of a slot's parent, in the slot's order, to the
// slot's own axes.
LIMB__INLINE vec into_frame(const turning *f, int shape, vec a)
{
    return turned(f, shape, a, 3, 1);
}

// The inverse, by the transpose.
LIMB__INLINE vec out_of_frame(const turning *f, int shape, vec a)
{
    return turned(f, shape, a, 1, 3);
}

// Transforms a vector to axes rotated about z by the angle with this sine and cosine, or back.
LIMB__INLINE vec turned_back(vec a, number s, number c)
{
    return (vec){number_fma(a.x, c, a.y * s), number_fnma(a.x, s, a.y * c), a.z};
}

LIMB__INLINE vec turned_on(vec a, number s, number c)
{
    return (vec){number_fnma(a.y, s, a.x * c), number_fma(a.y, c, a.x * s), a.z};
}

// Computes sines and cosines of angles that are too large to be reduced in lanes, or not finite.
static __attribute__((noinline)) void far_sines(const number x[2], number sine[2], number cosine[2])
{
    const real far = LIMB__REAL_NAME(limb__sincos_numbers).far[0];
    for (size_t k = 0; k < 2 * sizeof(number) / sizeof(real); k++) {
        const real angle = ((const real *)x)[k];
        if (angle >= -far && angle <= far) continue;
        ((real *)sine)[k] = (real)sin((double)angle);
        ((real *)cosine)[k] = (real)cos((double)angle);
    }
}

// Computes sine and cosine of a joint's position.
LIMB__INLINE void joint_sines(const lane_slot *slot, const number *q, number sine[PARTS],
                              number cosine[PARTS])
{
    const number *at = lane_at(q, slot->q);
    for (int part = 0; part < PARTS; part += 2) {
        const number x[2] = {joint_position(slot, at[part]), joint_position(slot, at[part + 1])};
        if (number_all(~sincos_pair(x, sine + part, cosine + part))) continue;
        far_sines(x, sine + part, cosine + part);
    }
}

// Computes the axes of a floating joint, for one part of its q. The quaternion may have any length.
static void free_axes(const number *q, vec axis[3])
{
    const number x = q[3 * PARTS], y = q[4 * PARTS], z = q[5 * PARTS], w = q[6 * PARTS];
    const number length2 = number_fma(x, x, number_fma(y, y, number_fma(z, z, w * w)));
    // a zero quaternion is the identity; NaN stays NaN
    number s;
    for (size_t lane = 0; lane < sizeof(number) / sizeof(real); lane++)
        s[lane] = length2[lane] != 0 ? 2 / length2[lane] : 0;
    const number xx = s * x * x, yy = s * y * y, zz = s * z * z;
    const number xy = s * x * y, xz = s * x * z, yz = s * y * z;
    const number wx = s * w * x, wy = s * w * y, wz = s * w * z;
    axis[0] = (vec){1 - (yy + zz), xy + wz, xz - wy};
    axis[1] = (vec){xy - wz, 1 - (xx + zz), yz + wx};
    axis[2] = (vec){xz + wy, yz - wx, 1 - (xx + yy)};
}

#endif
