// The animation of a robot's GLB: each joint in turn through its range and back.
#ifndef LIMB_EXPORT_GLB_SWEEP_H
#define LIMB_EXPORT_GLB_SWEEP_H

#include "geometry/mesh_files/glb_file.h"
#include "limb/robot.h"

// Adds the animation "sweep", which moves the nodes of links (nlink; -1: none) from the joints'
// start (njoint) and back to it. False: no memory.
bool limb__glb_sweep(limb__glb_file *file, const limb_robot *robot, const int *link_node,
                     const double *start, const limb_allocator *memory);

#endif
