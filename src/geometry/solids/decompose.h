// Data of a decomposition: the solid in its own frame, its boxes and their hulls.
#ifndef LIMB_SOLIDS_DECOMPOSE_H
#define LIMB_SOLIDS_DECOMPOSE_H

#include "geometry/solids/voxels.h"
#include "limb/mesh.h"

// The mesh moved, scaled and rotated: about -1 to 1, with its faces along the axes if possible.
typedef struct limb__mesh_solid {
    const limb_allocator *memory;
    const limb_mesh *mesh;
    double pose[12], scale; // mesh from local: pose applied to scale times a point
    double (*local)[3];     // (mesh->nvertex)
    double lower[3], upper[3];
    bool is_closed;   // watertight and consistently oriented
    double direction; // 1: triangles face outward, -1: inward
    limb__voxels voxels;
    float *point; // scratch for hulls (point_capacity x 3)
    int npoint, point_capacity;
    uint32_t *stamp; // of each vertex: the last hull that included it
    uint32_t nstamp;
} limb__mesh_solid;

typedef struct limb__region {  // in the local frame
    double lower[3], upper[3]; // its planes
    bool cut[3][2];            // whether the plane cuts the solid or is its bound
} limb__region;

// A piece of the solid: the part in a region.
typedef struct limb__piece {
    limb__region region;
    int *triangle; // of the mesh, those that intersect the region
    int ntriangle;
    limb_mesh *hull; // in the mesh's frame; NULL: none, or flat
    double volume;   // of the hull
    double solid;    // of the part of the solid in it
    bool is_final;   // no cut helps
} limb__piece;

limb_status limb__mesh_solid_init(limb__mesh_solid *out, const limb_mesh *mesh, int resolution,
                                  const limb_allocator *memory);
void limb__mesh_solid_free(limb__mesh_solid *solid);

// Computes the piece of a region: its triangles are among those of the list. LIMB_OK even if it has
// no volume: hull is NULL.
limb_status limb__piece_build(limb__piece *out, limb__mesh_solid *solid, const limb__region *region,
                              const int *triangle, int ntriangle);
void limb__piece_free(const limb__mesh_solid *solid, limb__piece *piece);

// Returns the volume of the solid in a region, m^3: exact if the mesh is closed, else
// estimated by cells.
double limb__mesh_solid_within(const limb__mesh_solid *solid, const limb__region *region);

// Finds the best cut of a piece into two. *found is false if no cut improves it.
limb_status limb__piece_cut(limb__mesh_solid *solid, const limb__piece *piece, limb__piece half[2],
                            bool *found);

#endif
