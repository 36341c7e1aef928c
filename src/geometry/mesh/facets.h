// Properties of triangles for shading: their unit normals and the weight of each corner.
#ifndef LIMB_MESH_FACETS_H
#define LIMB_MESH_FACETS_H

#include "base/isa.h"

// For one instruction set; all give the same bits.
typedef struct limb__facet_meter {
    // per triangle a unit normal (3 floats, zero when it has no area) and the weights of its
    // corners: their angle in radians times the triangle's area (zero then, too)
    void (*measure)(const uint32_t *index, int ntriangle, const float *position, float *normal,
                    float *weight);
} limb__facet_meter;
LIMB__ISA_TABLES(limb__facet_meter)

#endif
