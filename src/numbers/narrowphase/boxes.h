// Two boxes by their separating axes (Gottschalk 1996), three axes in vector lanes.
//
// The axes are those of a, those of b, and the cross products of one of each. Lane 3 of what
// follows is not used.
#ifndef LIMB_NARROWPHASE_BOXES_H
#define LIMB_NARROWPHASE_BOXES_H

#include "numbers/narrowphase/vec3.h"
#include "numbers/simd/registers.h"

// The gaps of two boxes along their axes, negative if they overlap.
typedef struct limb__box_axes {
    limb__v4 of_a;      // lane i: axis i of a
    limb__v4 of_b;      // lane j: axis j of b
    limb__v4 across[3]; // i, lane j: axis i of a cross axis j of b, of length sqrt(squared[i])
    limb__v4 squared[3];
} limb__box_axes;

LIMB__INLINE limb__v4 limb__rotated1(limb__v4 a)
{
    return __builtin_shufflevector(a, a, 1, 2, 0, 3);
}

LIMB__INLINE limb__v4 limb__rotated2(limb__v4 a)
{
    return __builtin_shufflevector(a, a, 2, 0, 1, 3);
}

LIMB__INLINE limb__v4 limb__three(const double *a)
{
    return (limb__v4){a[0], a[1], a[2], 0};
}

// half sizes; pose of b in the frame of a
LIMB__INLINE limb__box_axes limb__box_axes_of(const double half_a[3], const double half_b[3],
                                              const double pose[12])
{
    limb__box_axes out;
    limb__v4 row[3], wide[3];
    // a small value is added so that axes of nearly parallel edges, which are dominated by
    // rounding, separate nothing
    for (int i = 0; i < 3; i++) {
        row[i] = *(const limb__v4u *)(pose + 4 * i);
        wide[i] = abs4(row[i]) + 1e-15;
    }
    const limb__v4 hb = limb__three(half_b), hb1 = limb__rotated1(hb), hb2 = limb__rotated2(hb);
    // columns of the rotation without signs
    const limb__v4 xy = __builtin_shufflevector(wide[0], wide[1], 0, 4, 1, 5);
    const limb__v4 zt = __builtin_shufflevector(wide[0], wide[1], 2, 6, 3, 7);
    const limb__v4 x = __builtin_shufflevector(xy, wide[2], 0, 1, 4, 5);
    const limb__v4 y = __builtin_shufflevector(xy, wide[2], 2, 3, 5, 6);
    const limb__v4 z = __builtin_shufflevector(zt, wide[2], 0, 1, 6, 7);
    const double t[3] = {pose[3], pose[7], pose[11]};
    const limb__v4 reach_b =
        fma4(x, limb__splat4(half_b[0]), fma4(y, limb__splat4(half_b[1]), z * half_b[2]));
    out.of_a = abs4(limb__three(t)) - limb__three(half_a) - reach_b;
    const limb__v4 along =
        fma4(row[0], limb__splat4(t[0]), fma4(row[1], limb__splat4(t[1]), row[2] * t[2]));
    const limb__v4 reach_a = fma4(wide[0], limb__splat4(half_a[0]),
                                  fma4(wide[1], limb__splat4(half_a[1]), wide[2] * half_a[2]));
    out.of_b = abs4(along) - hb - reach_a;
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const limb__v4 apart = abs4(row[i1] * t[i2] - row[i2] * t[i1]);
        const limb__v4 from_a = fma4(wide[i2], limb__splat4(half_a[i1]), wide[i1] * half_a[i2]);
        const limb__v4 from_b = fma4(hb1, limb__rotated2(wide[i]), hb2 * limb__rotated1(wide[i]));
        out.across[i] = apart - (from_a + from_b);
        out.squared[i] = fma4(row[i1], row[i1], row[i2] * row[i2]);
    }
    return out;
}

LIMB__INLINE bool limb__box_axes_part(const limb__box_axes *axes)
{
    const limb__v4 most = max4(max4(axes->of_a, axes->of_b),
                               max4(axes->across[0], max4(axes->across[1], axes->across[2])));
    return (bits4(most > 0.0) & 7) != 0;
}

// Returns the index of the axis with the largest gap: 0 .. 2 of a, 4 .. 6 of b, 8 + 4 i + j of an
// edge of each; *squared is the squared gap. Axes of edges that are nearly parallel are skipped.
// -1: none is left.
LIMB__INLINE int limb__box_axes_widest(const limb__box_axes *axes, double *squared)
{
    const limb__v4 zero = limb__splat4(0), one = {1, 1, 1, 0};
    limb__v4 value[5];
    const limb__v4 a = max4(axes->of_a, zero), b = max4(axes->of_b, zero);
    value[0] = a * a * one;
    value[1] = b * b * one;
    limb__v4 most = max4(value[0], value[1]);
    for (int i = 0; i < 3; i++) {
        const limb__v4 gap = max4(axes->across[i], zero);
        const limb__i4 usable = axes->squared[i] > 1e-10;
        value[2 + i] =
            select4(usable, gap * gap / select4(usable, axes->squared[i], one), zero) * one;
        most = max4(most, value[2 + i]);
    }
    most = max4(most, __builtin_shufflevector(most, most, 2, 3, 0, 1));
    most = max4(most, __builtin_shufflevector(most, most, 1, 0, 3, 2));
    *squared = most[0];
    if (!(most[0] > 0)) return -1;
    unsigned where = 1u << 20;
    for (int k = 0; k < 5; k++)
        where |= (unsigned)bits4(value[k] == most) << 4 * k;
    // if sizes overflow none of them is equal
    const int first = __builtin_ctz(where);
    return first < 20 ? first : -1;
}

// Returns the axis with the smallest overlap, in the frame of a, of any length and sign. Axes of
// edges that are nearly parallel are skipped; *left_out: there are some.
LIMB__INLINE limb__vec3 limb__box_axes_best(const limb__box_axes *axes, const double pose[12],
                                            bool *left_out)
{
    double value[20];
    *(limb__v4u *)value = axes->of_a;
    *(limb__v4u *)(value + 4) = axes->of_b;
    *left_out = false;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const double squared = axes->squared[i][j];
            const bool usable = squared > 1e-10;
            value[8 + 4 * i + j] = usable ? axes->across[i][j] / sqrt(squared) : -HUGE_VAL;
            *left_out |= !usable;
        }
    }
    int best = 0;
    for (int k = 1; k < 19; k++)
        if (k % 4 < 3 && value[k] > value[best]) best = k;
    const int lane = best % 4;
    const limb__vec3 of_b = {pose[lane], pose[4 + lane], pose[8 + lane]};
    const limb__vec3 of_a = {lane == 0, lane == 1, lane == 2};
    switch (best / 4) {
    case 0:
        return of_a;
    case 1:
        return of_b;
    case 2:
        return (limb__vec3){0, -of_b.z, of_b.y};
    case 3:
        return (limb__vec3){of_b.z, 0, -of_b.x};
    default:
        return (limb__vec3){-of_b.y, of_b.x, 0};
    }
}

#endif
