// Meshes with a wrong up axis: those that the loader rotates, and those that a finding reports.
#ifndef LIMB_SHAPES_MESH_ORIENTATION_H
#define LIMB_SHAPES_MESH_ORIENTATION_H

#include "limb/shapes.h"

// Determines whether more links fit their collisions if glTF, loaded as stored, is rotated from
// y-up to z-up than without; if collisions do not decide, files of the same name in other formats
// are read and compared. Adds a finding if the rotation, which RViz applies, would be wrong.
// LIMB_ERROR_MEMORY, or LIMB_OK.
limb_status limb__gltf_is_y_up(const limb_robot *robot, const limb_robot_meshes *meshes,
                               const limb_allocator *memory, limb_report *report, bool *is_y_up);

// Adds a finding for visuals that fit the collisions only after a quarter turn.
void limb__check_mesh_turns(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);

#endif
