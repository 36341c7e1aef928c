// Rules about the meshes of a robot, once they are loaded. Each adds one finding per robot at most:
// the meshes of a robot come from one exporter.
#ifndef LIMB_CHECK_MESH_CHECKS_H
#define LIMB_CHECK_MESH_CHECKS_H

#include "limb/load.h"

// Meshes far too large for the robot, as if written in millimetres (mesh_size.c).
void limb__check_mesh_sizes(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);
// Meshes with looks of their own under a URDF colour, which readers show
// differently (mesh_looks.c).
void limb__check_mesh_looks(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);
// Visuals that fit the collisions only after a quarter turn (mesh_turn.c).
void limb__check_mesh_turns(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);
// Whether more links fit their collisions when glTF, loaded as stored, is turned from y-up to
// z-up than as it is; where collisions say nothing, files of the same name in other formats are
// read and compared. The report gets a finding where the turn, which RViz makes, would be
// wrong (mesh_turn.c). LIMB_ERROR_MEMORY, or LIMB_OK.
limb_status limb__gltf_is_y_up(const limb_robot *robot, const limb_robot_meshes *meshes,
                               const limb_allocator *memory, limb_report *report, bool *is_y_up);

#endif
