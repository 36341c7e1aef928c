// Shared by the fits: points scaled to unit size, the smallest ball, and one search per kind.
#ifndef LIMB_SOLIDS_FIT_H
#define LIMB_SOLIDS_FIT_H

#include "limb/mesh.h"

// The input of a search: corners of the hull, moved and scaled into the cube from -1 to 1.
typedef struct limb__cloud {
    const limb_allocator *memory;
    int ncorner; // all corners
    const double (*corner)[3];
    int npoint; // the candidates, at most LIMB__CLOUD_POINTS
    const double (*point)[3];
    int ndirection;
    const double (*direction)[3]; // unit normals of faces and axes; the frame's own come first
    int dimension;                // 3 a solid, 2 flat, 1 a line, 0 a point
    double center[3], size;       // point = (original - center) / size
    void *block;
    size_t block_size;
} limb__cloud;

enum {
    LIMB__CLOUD_POINTS = 400,     // of more corners, the extreme ones in as many directions
    LIMB__CLOUD_DIRECTIONS = 160, // of the largest faces
    LIMB__CLOUD_FRAME = 3         // directions of the frame
};

// A shape is rotated only if it is smaller than the one along the frame by this factor.
#define LIMB__FIT_TURN 0.999

limb_status limb__cloud_build(limb__cloud *out, const float *point, int npoint, const double *scale,
                              const limb_allocator *memory);
void limb__cloud_free(limb__cloud *cloud);

typedef struct limb__ball {
    double center[3];
    double radius;
} limb__ball;

// Computes the smallest ball around points, at least one. For points with z = 0:
// the smallest circle.
limb__ball limb__ball_around(const double (*point)[3], int npoint);

// The best pose and, up to rounding, dimensions, in the cloud's coordinates.
limb_status limb__fit_box(limb_fit *out, const limb__cloud *cloud);
limb_status limb__fit_cylinder(limb_fit *out, const limb__cloud *cloud);
limb_status limb__fit_capsule(limb_fit *out, const limb__cloud *cloud);

// Finds a local minimum of f over n parameters (at most 8) from x on, by steps along each of them
// that are halved if none helps, from step (n) down to a factor of 2^-nhalf. Returns f(x).
typedef double limb__search_fn(void *ctx, const double *x);
double limb__search(limb__search_fn *f, void *ctx, double *x, const double *step, int n, int nhalf);

#endif
