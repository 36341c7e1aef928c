// What limb draws of its own: frames, boxes of inertia, the skeleton; and how large that is.
#ifndef LIMB_EXPORT_GLB_HELPERS_H
#define LIMB_EXPORT_GLB_HELPERS_H

#include "output/export/glb_shapes.h"

// The size of the helpers of each link (nlink), m: by the link's own shapes, within bounds set by
// the whole robot, all joints at zero. False: no memory.
bool limb__glb_measure(const limb_robot *robot, const limb_glb_opts *opts, limb__arena *arena,
                       double *size);

// Each writes a node and returns its index.
int limb__glb_frame(limb__glb_shapes *shapes, double size);
// The box of even density with the link's mass and moments.
int limb__glb_inertia(limb__glb_shapes *shapes, const limb_inertial *inertial,
                      limb__glb_paint paint);
// Whether that box can be drawn.
bool limb__glb_has_inertia(const limb_inertial *inertial);
// A ball at the link's origin and a rod to the origin of each joint below; wanted (nlink) chooses
// children, NULL: all.
int limb__glb_bones(limb__glb_shapes *shapes, const limb_robot *robot, int link, double size,
                    const bool *wanted);

#endif
