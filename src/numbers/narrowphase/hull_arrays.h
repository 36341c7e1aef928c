// A convex hull in the form used by the algorithms: vertices in lanes and the edges between them.
#ifndef LIMB_NARROWPHASE_HULL_ARRAYS_H
#define LIMB_NARROWPHASE_HULL_ARRAYS_H

#include "numbers/narrowphase/convex.h"

#include <stdint.h>

// The surface of a hull: vertices, and triangles that look outward.
typedef struct limb__hull_surface {
    int nvertex;
    const float *position; // (nvertex x 3)
    int ntriangle;
    const uint32_t *index; // (ntriangle x 3)
} limb__hull_surface;

// Arrays of a hull, of these sizes.
typedef struct limb__hull_plan {
    int nvertex, nlane, nneighbor; // nneighbor 0: no edges are stored
} limb__hull_plan;

// Memory for the arrays.
typedef struct limb__hull_room {
    double *vertex; // (3 x nlane)
    float *coarse;  // (3 x nlane), aligned to 32 bytes
    double *packed; // (4 x nvertex)
    int *first;     // (nvertex + 1)
    int *neighbor;  // (nneighbor)
} limb__hull_room;

// Returns the sizes; hull has at least one vertex; its triangles are closed, or it has none.
limb__hull_plan limb__hull_measure(const limb__hull_surface *hull);
// Fills the memory from the hull's vertices times scale, at pose (12; NULL: identity). out
// refers to it.
void limb__hull_fill(const limb__hull_surface *hull, const double scale[3], const double *pose,
                     const limb__hull_plan *plan, const limb__hull_room *room, limb__convex *out);

#endif
