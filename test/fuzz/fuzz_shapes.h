// Shared by the fuzz targets of shapes: numbers, points and meshes from bytes, with a preference
// for coincident, flat and out-of-range ones.
#ifndef LIMB_FUZZ_SHAPES_H
#define LIMB_FUZZ_SHAPES_H

#include "limb/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct limb_fuzz_input {
    const uint8_t *data;
    size_t size, at;
} limb_fuzz_input;

static inline int limb_fuzz_byte(limb_fuzz_input *in)
{
    return in->at < in->size ? in->data[in->at++] : 0;
}

// Mostly in -4 .. 4; wild: of any size, and not always a number.
static inline double limb_fuzz_number(limb_fuzz_input *in, bool wild)
{
    static const double special[] = {0,     1e-300, 1e-12,    1e-6,      1e6,   1e12, 1e15,   1e200,
                                     -1e30, -0.0,   INFINITY, -INFINITY, 1e-40, NAN,  0x1p-1, 3};
    const int kind = limb_fuzz_byte(in), value = limb_fuzz_byte(in);
    if (wild && kind < 32) return special[value % 16];
    if (kind < 128) return (value - 128) / 32.0; // many are equal
    return (value - 128) / 32.0 + (kind - 128) / 8192.0;
}

static inline void limb_fuzz_points(limb_fuzz_input *in, float *point, int count, bool wild)
{
    const int flat = limb_fuzz_byte(in) % 8; // 3 .. 5: without one dimension, 6, 7: on a line
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const double x = limb_fuzz_number(in, wild);
            const bool none = k == flat - 3 || (flat >= 6 && k > 0);
            point[3 * i + k] = none ? 1.0f : fabs(x) < 3e38 || !wild ? (float)x : NAN;
        }
}

// Vertices and triangles of a mesh; indices are always within. Room for both belongs to the caller.
static inline limb_mesh limb_fuzz_mesh_of(limb_fuzz_input *in, float *point, uint32_t *index,
                                          int max, bool wild)
{
    const int nvertex = 1 + limb_fuzz_byte(in) % max, ntriangle = limb_fuzz_byte(in) % max;
    limb_fuzz_points(in, point, nvertex, wild);
    for (int i = 0; i < 3 * ntriangle; i++)
        index[i] = (uint32_t)(limb_fuzz_byte(in) % nvertex);
    limb_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    mesh.nvertex = nvertex;
    mesh.ntriangle = ntriangle;
    mesh.position = point;
    mesh.index = index;
    return mesh;
}

#endif
