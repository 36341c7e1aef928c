// The shapes of a robot as glTF meshes: primitives tessellated once, mesh files stored once. A mesh
// with its own appearance keeps it; any other takes the URDF's color.
#ifndef LIMB_EXPORT_GLB_SHAPES_H
#define LIMB_EXPORT_GLB_SHAPES_H

#include "base/arena.h"
#include "geometry/mesh_files/glb_file.h"
#include "limb/export.h"
#include "output/export/memo.h"
#include "output/export/tessellate.h"

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

// limb's own colors, from src/output/appearance.
typedef enum limb__glb_paint {
    LIMB__GLB_PAINT_PLAIN,
    LIMB__GLB_PAINT_MISSING,
    LIMB__GLB_PAINT_SKELETON,
    LIMB__GLB_PAINT_COLLISION,
    LIMB__GLB_PAINT_INERTIA,
    LIMB__GLB_PAINT_X,
    LIMB__GLB_PAINT_Y,
    LIMB__GLB_PAINT_Z,
    LIMB__GLB_NPAINT
} limb__glb_paint;

// Returns the glTF mesh of a visual in its own appearance, and the scale of its node. -1: its mesh
// is unavailable, and *missing gives the reason.
int limb__glb_visual(limb__glb_shapes *shapes, const limb_link_shape *geom, double scale[3],
                     const char **missing);
// The same for any shape in one of limb's colors.
int limb__glb_painted(limb__glb_shapes *shapes, const limb_link_shape *geom, limb__glb_paint paint,
                      double scale[3], const char **missing);
// Meshes of size one: a cylinder along z with radius 1, a cube, a ball with radius 1.
int limb__glb_rod(limb__glb_shapes *shapes, limb__glb_paint paint);
int limb__glb_box(limb__glb_shapes *shapes, limb__glb_paint paint);
int limb__glb_ball(limb__glb_shapes *shapes, limb__glb_paint paint);

#endif
