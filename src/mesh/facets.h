// Triangles measured for shading: their unit normals and the angles of their corners.
#ifndef LIMB_MESH_FACETS_H
#define LIMB_MESH_FACETS_H

#include "limb/base.h"

// Per triangle a unit normal (3 floats, zero when it has no area) and the angles of its corners in
// radians (zero then, too). Both paths give the same bits.
void limb__measure_facets_portable(const uint32_t *index, int ntriangle, const float *position,
                                   float *normal, float *angle);
void limb__measure_facets_avx2(const uint32_t *index, int ntriangle, const float *position,
                               float *normal, float *angle);

#endif
