// nv x nv matrices over a tree, computed in tiles of 4 x 4 entries.
//
// Coordinates of a subtree are consecutive (numbers/model/groups.c: v_end), so entry (i, j) with i
// <= j is zero unless j < v_end[i]. A tile is computed from vectors that belong to its rows and
// columns; the tile mirrored at the diagonal is computed along with it.
#ifndef LIMB_KERNELS_TILES_H
#define LIMB_KERNELS_TILES_H

#include "numbers/simd/registers.h"

// Entries (from + k, column + lane) into row[k], entries (column + lane, from + k) into mirror[k].
typedef void tile_fn(const void *ctx, int from, int column, limb__v4 row[4], limb__v4 mirror[4]);

LIMB__INLINE void turn_tile(const limb__v4 row[4], limb__v4 column[4])
{
    const limb__v4 ab_even = __builtin_shufflevector(row[0], row[1], 0, 4, 2, 6);
    const limb__v4 ab_odd = __builtin_shufflevector(row[0], row[1], 1, 5, 3, 7);
    const limb__v4 cd_even = __builtin_shufflevector(row[2], row[3], 0, 4, 2, 6);
    const limb__v4 cd_odd = __builtin_shufflevector(row[2], row[3], 1, 5, 3, 7);
    column[0] = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    column[1] = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    column[2] = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    column[3] = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

LIMB__INLINE void put_tile(const limb__v4 row[4], double *out, size_t stride, int rows)
{
    *(limb__v4u *)out = row[0];
    if (rows > 1) *(limb__v4u *)(out + stride) = row[1];
    if (rows > 2) *(limb__v4u *)(out + 2 * stride) = row[2];
    if (rows > 3) *(limb__v4u *)(out + 3 * stride) = row[3];
}

// Computes a tile, restricted to the subtrees of its rows; mirror is transposed.
LIMB__INLINE void take_tile(const void *ctx, tile_fn *tile, int from, int column,
                            const limb__i4 end[4], limb__v4 row[4], limb__v4 turned[4])
{
    const limb__i4 lane = (limb__i4){0, 1, 2, 3} + column;
    limb__v4 mirror[4];
    tile(ctx, from, column, row, mirror);
    for (int k = 0; k < 4; k++) {
        const limb__i4 inside = lane < end[k];
        row[k] = (limb__v4)((limb__i4)row[k] & inside);
        mirror[k] = (limb__v4)((limb__i4)mirror[k] & inside);
    }
    turn_tile(mirror, turned);
}

// Works from the last tile to the first: if nv is not a multiple of four, tiles at the right edge
// write into the beginning of the next row, which is written later. Only the last tile must not
// write beyond the matrix.
LIMB__INLINE void fill_tiles(int nv, const int64_t *v_end, const void *ctx, tile_fn *tile,
                             double *out)
{
    const int far = (nv - 1) / 4 * 4;
    const size_t stride = (size_t)nv;
    const limb__i4 lane = {0, 1, 2, 3};
    for (int from = far; from >= 0; from -= 4) {
        limb__v4 row[4], turned[4];
        limb__i4 end[4];
        int64_t last = 0;
        for (int k = 0; k < 4; k++) {
            const int64_t own = v_end[from + k];
            end[k] = (limb__i4){own, own, own, own};
            if (own > last) last = own;
        }
        double *diagonal = out + (size_t)from * (stride + 1);
        for (int column = far; column > from; column -= 4) {
            for (int k = 0; k < 4; k++)
                row[k] = turned[k] = limb__splat4(0);
            if (column < last) take_tile(ctx, tile, from, column, end, row, turned);
            const size_t way = (size_t)(column - from);
            put_tile(row, diagonal + way, stride, 4);
            put_tile(turned, diagonal + way * stride, stride, nv - column);
        }
        take_tile(ctx, tile, from, from, end, row, turned);
        for (int k = 1; k < 4; k++) // below the diagonal: the mirrored tile
            row[k] = select4(lane < k, turned[k], row[k]);
        if (from + 4 <= nv) {
            put_tile(row, diagonal, stride, 4);
            continue;
        }
        for (int r = 0; r < nv - from; r++) {
            for (int c = 0; c < nv - from; c++)
                diagonal[(size_t)r * stride + (size_t)c] = row[r][c];
        }
    }
}

#endif
