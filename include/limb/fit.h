// Fits: the simplest shapes around a mesh, and a mesh as convex parts.
//
// Every fit contains its points: spheres, boxes, cylinders and capsules all of them, parts the
// whole solid that the mesh encloses. Their volumes show how much larger a fit is than the mesh.
// Nothing here is random: the same points give the same fit.
//
// Threads: the functions share nothing.
#ifndef LIMB_FIT_H
#define LIMB_FIT_H

#include "limb/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- primitives ----------------------------------------------------------------------------------

typedef enum limb_fit_kind {
    LIMB_FIT_BOX,
    LIMB_FIT_CYLINDER, // axis z, centred
    LIMB_FIT_SPHERE,
    LIMB_FIT_CAPSULE // axis z, centred; length is the cylinder's part
} limb_fit_kind;
enum { LIMB_FIT_KIND_COUNT = LIMB_FIT_CAPSULE + 1 };

typedef struct limb_fit {
    limb_fit_kind kind;
    double pose[12]; // in the frame of the points, 3x4 row-major
    double size[3];  // box: full edge lengths, m
    double radius;   // cylinder, sphere, capsule, m
    double length;   // cylinder, capsule, m
} limb_fit;

LIMB_API const char *limb_fit_kind_name(limb_fit_kind kind); // "box"; NULL: no such kind
LIMB_API double limb_fit_volume(const limb_fit *fit);        // m^3

// The smallest shape of a kind around points (npoint x 3), each multiplied by scale (3; NULL: 1 1
// 1) first. The sphere is the smallest there is. Boxes, cylinders and capsules are the best of
// many directions (faces of the hull, its axes of inertia, the frame), refined by a local search:
// rarely more than 1 % larger than the smallest. The frame's own axes are kept where turning would
// save less than 0.1 %. Flat points give a box of size 0 that way. Time is bounded: the search
// looks at no more than some hundred points of the hull. LIMB_ERROR_INPUT: there are no points, or
// some are not finite.
LIMB_API LIMB_MUST_CHECK limb_status limb_fit_points(limb_fit *out, limb_fit_kind kind,
                                                     const float *point, int npoint,
                                                     const double *scale,
                                                     const limb_allocator *memory);

// Makes the shape larger where points are outside, for a pose that was rounded: the pose
// stays, and the length of a capsule. LIMB_ERROR_INPUT: a point or the fit is not finite; the
// fit is unchanged.
LIMB_API LIMB_MUST_CHECK limb_status limb_fit_grow(limb_fit *fit, const float *point, int npoint,
                                                   const double *scale);

//---- volumes -------------------------------------------------------------------------------------

typedef struct limb_solid_volume {
    double solid;      // m^3: what the mesh encloses; of a mesh that encloses nothing, its hull's
    double hull;       // m^3: of the convex hull; 0: the mesh is flat
    bool is_closed;    // solid is exact: the surface is watertight, and its shells do not overlap
    bool is_estimated; // else: solid is right to about 0.5 % of the hull; gaps in the surface count
                       // as closed, and what several shells enclose counts once
} limb_solid_volume;

// What the volume of a fit is compared with.
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_solid_volume(limb_solid_volume *out,
                                                            const limb_mesh *mesh,
                                                            const double *scale,
                                                            const limb_allocator *memory);

//---- convex parts --------------------------------------------------------------------------------

typedef struct limb_decompose_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    double max_error; // stop when the parts' volume is larger than the solid's by no more than this
                      // share of it; default 0.05
    int max_parts;    // default 16, at most 256
    int resolution; // cells along the longest side, by which cuts are chosen; default 48, 8 to 128
    // Asked between steps; true ends the call with LIMB_ERROR_LIMIT. May be NULL.
    bool (*stop)(void *ctx);
    void *stop_ctx;
} limb_decompose_opts;

typedef struct limb_parts {
    int npart;
    const limb_mesh *const *part; // closed convex meshes in the mesh's frame
    double volume;                // m^3: sum of the parts', at least that of their union
    double solid;                 // m^3: what it was compared with; see is_closed
    bool is_closed;               // solid is exact; else it is estimated
} limb_parts;

// Approximate convex decomposition: parts that together contain the solid that the mesh encloses,
// or of an open mesh its surface, to within the rounding of float coordinates. The solid is cut by
// planes where that takes most from the hulls of the pieces, until the error is met; then parts
// whose common hull costs little are merged. Time and memory are bounded by the mesh's size times
// max_parts. LIMB_ERROR_INPUT: the mesh has no triangles or points that are not finite.
// LIMB_ERROR_NUMERIC: the mesh is flat.
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_decompose(limb_parts **out, const limb_mesh *mesh,
                                                         const limb_decompose_opts *opts);
LIMB_API void limb_parts_free(limb_parts *parts); // NULL is fine

#ifdef __cplusplus
}
#endif
#endif // LIMB_FIT_H
