// Rules about the meshes of a robot, once they are loaded. Each adds one finding per robot at most:
// the meshes of a robot come from one exporter.
#ifndef LIMB_CHECK_MESH_CHECKS_H
#define LIMB_CHECK_MESH_CHECKS_H

#include "limb/shapes.h"

// Meshes far too large for the robot, as if written in millimeters.
void limb__check_mesh_sizes(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);
// Meshes with materials of their own under a URDF color, which readers show differently.
void limb__check_mesh_looks(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);

#endif
