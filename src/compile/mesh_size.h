// Meshes that look as if written in millimetres.
#ifndef LIMB_COMPILE_MESH_SIZE_H
#define LIMB_COMPILE_MESH_SIZE_H

#include "limb/meshes.h"

// Adds one finding when meshes are far too large for the robot.
void limb__check_mesh_sizes(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);

#endif
