// The enclosed volume of surfaces that are open, non-manifold, overlapping or inside out.
#ifndef LIMB_SOLIDS_ENCLOSED_H
#define LIMB_SOLIDS_ENCLOSED_H

#include "limb/mesh.h"

// Estimates volumes (m^3) to about 0.5 % of the mesh's box. Zero: the surface does not define an
// inside, or is too large to examine.
typedef struct limb__enclosed {
    double once;   // what several shells enclose counts once
    double shells; // the sum of the shells, less those inside out: closed ones differ by what
                   // overlaps alone, with the same error
} limb__enclosed;

limb_status limb__enclosed_volume(limb__enclosed *out, const limb_mesh *mesh,
                                  const limb_allocator *memory);

#endif
