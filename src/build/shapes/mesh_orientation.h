// Meshes that lie on their side: those that the loader turns, and those that a finding names.
#ifndef LIMB_SHAPES_MESH_ORIENTATION_H
#define LIMB_SHAPES_MESH_ORIENTATION_H

#include "limb/shapes.h"

// Whether more links fit their collisions when glTF, loaded as stored, is turned from y-up to
// z-up than as it is; where collisions say nothing, files of the same name in other formats are
// read and compared. The report gets a finding where the turn, which RViz makes, would be
// wrong. LIMB_ERROR_MEMORY, or LIMB_OK.
limb_status limb__gltf_is_y_up(const limb_robot *robot, const limb_robot_meshes *meshes,
                               const limb_allocator *memory, limb_report *report, bool *is_y_up);

// Adds a finding for visuals that fit the collisions only after a quarter turn.
void limb__check_mesh_turns(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report);

#endif
