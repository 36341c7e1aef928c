// Three-vectors of kernels that compute one configuration: packed into registers if the instruction
// set has wide ones.
#ifndef LIMB_SIMD_VEC_ONE_H
#define LIMB_SIMD_VEC_ONE_H

#include "numbers/simd/number_one.h"

#if LIMB__WIDE
#include "numbers/simd/vec_packed.h"
#else
#include "numbers/simd/vec.h"

// the first entries of four vectors, then the second, then the third
LIMB__INLINE void vec_columns(vec a, vec b, vec c, vec d, double out[12])
{
    const vec from[4] = {a, b, c, d};
    for (int k = 0; k < 4; k++) {
        out[k] = from[k].x;
        out[4 + k] = from[k].y;
        out[8 + k] = from[k].z;
    }
}

// x, y, z as columns of a matrix become its rows
LIMB__INLINE void vec_transpose(vec *x, vec *y, vec *z)
{
    const vec a = *x, b = *y, c = *z;
    *x = (vec){a.x, b.x, c.x};
    *y = (vec){a.y, b.y, c.y};
    *z = (vec){a.z, b.z, c.z};
}

#endif
#endif
