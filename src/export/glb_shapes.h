// The shapes of a robot as glTF meshes: primitives tessellated once, mesh files stored once. A mesh
// with looks of its own keeps them; another takes the URDF's colour.
#ifndef LIMB_EXPORT_GLB_SHAPES_H
#define LIMB_EXPORT_GLB_SHAPES_H

#include "base/arena.h"
#include "export/memo.h"
#include "export/tessellate.h"
#include "formats/glb_file.h"
#include "limb/glb.h"

typedef struct limb__glb_shapes {
    limb__glb_file *file;
    limb__arena *arena;
    const limb_glb_opts *opts;
    const limb_robot *robot;
    limb__tessellation *tessellation; // scratch
    limb__memo
        geometry;     // of vertices stored so far: limb_mesh or primitive, 0 -> limb__glb_geometry
    limb__memo mesh;  // of meshes made so far: geometry, material -> index
    limb__memo paint; // of materials made so far: what they come from, 0 -> index
    limb__memo picture; // of images embedded so far: hash of the address, its length -> index or -1
} limb__glb_shapes;

bool limb__glb_shapes_init(limb__glb_shapes *shapes, limb__glb_file *file, limb__arena *arena,
                           const limb_robot *robot, const limb_glb_opts *opts);

// The glTF mesh of a visual or collision and the scale its node needs. A mesh that cannot be had is
// a box of the given size, and *missing says why.
int limb__glb_shape(limb__glb_shapes *shapes, const limb_link_shape *geom, bool visual,
                    double box_size, double scale[3], const char **missing);
// A unit cylinder in the colour of an axis.
int limb__glb_rod(limb__glb_shapes *shapes, int axis);

// A unit cube, clear.
int limb__glb_inertia_box(limb__glb_shapes *shapes);

#endif
