// A convex hull as the algorithms need it: vertices in lanes and the edges between them.
#ifndef LIMB_COLLIDE_HULL_H
#define LIMB_COLLIDE_HULL_H

#include "collide/convex.h"
#include "limb/mesh.h"

// Arrays of a hull, of these sizes.
typedef struct limb__hull_plan {
    int nvertex, nlane, nneighbor; // nneighbor 0: no edges are kept
} limb__hull_plan;

// hull is a result of limb_hull_build with at least one vertex.
limb__hull_plan limb__hull_measure(const limb_mesh *hull);
// vertex (3 x nlane), packed (4 x nvertex), first (nvertex + 1), neighbor (nneighbor): filled from
// the hull's vertices times scale, at pose (12; NULL: identity). out refers to them.
void limb__hull_fill(const limb_mesh *hull, const double scale[3], const double *pose,
                     const limb__hull_plan *plan, double *vertex, double *packed, int *first,
                     int *neighbor, limb__convex *out);

#endif
