// The shapes of a link as enclosing triangles, in the link's frame.
#ifndef LIMB_SHAPES_COVER_SHAPES_H
#define LIMB_SHAPES_COVER_SHAPES_H

#include "limb/shapes.h"

typedef struct limb__outer_shapes {
    const limb_allocator *memory;
    double (*point)[3];
    int npoint, point_capacity;
    uint32_t *index; // (ntriangle x 3)
    int ntriangle, index_capacity;
    double slack; // m: upper bound of the triangles' distance from the shapes
    limb_sphere *sphere;
    int nsphere, sphere_capacity; // spheres of the file
    int nmissing;
} limb__outer_shapes;

limb_status limb__outer_shapes_build(limb__outer_shapes *out, const limb_robot *robot, int link,
                                     const limb_cover_opts *opts);
void limb__outer_shapes_free(limb__outer_shapes *shapes);

#endif
