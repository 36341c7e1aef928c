// Rules for the meshes of a robot, once they are loaded. Each adds at most one finding per robot,
// because its meshes usually come from one exporter.
#ifndef LIMB_CHECK_MESH_CHECKS_H
#define LIMB_CHECK_MESH_CHECKS_H

#include "limb/shapes.h"

// Meshes far too large for the robot, as if written in millimeters.
void limb__check_mesh_sizes(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);
// Meshes with their own materials and a URDF color, which readers show differently.
void limb__check_mesh_looks(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);

#endif
