// limb's own drawings: frames, inertia boxes, the skeleton; and their size.
#ifndef LIMB_EXPORT_GLB_HELPERS_H
#define LIMB_EXPORT_GLB_HELPERS_H

#include "output/export/glb_shapes.h"

// Computes the size of the helpers of each link (nlink), m: from the link's own shapes, within
// bounds set by the whole robot, all joints at zero. False: no memory.
bool limb__glb_measure(const limb_robot *robot, const limb_glb_opts *opts, limb__arena *arena,
                       double *size);

// Each writes a node and returns its index.
int limb__glb_frame(limb__glb_shapes *shapes, double size);
// The box of uniform density with the link's mass and moments.
int limb__glb_inertia(limb__glb_shapes *shapes, const limb_inertial *inertial,
                      limb__glb_paint paint);
// Returns whether that box can be drawn.
bool limb__glb_has_inertia(const limb_inertial *inertial);
// A ball at the link's origin and a rod to the origin of each joint below; wanted (nlink) selects
// children, NULL: all.
int limb__glb_bones(limb__glb_shapes *shapes, const limb_robot *robot, int link, double size,
                    const bool *wanted);

#endif
