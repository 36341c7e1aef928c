// The rules about the meshes of a robot, one after the other.
#include "build/check/mesh_checks.h"

#include "build/shapes/mesh_orientation.h"
#include "limb/check.h"

#include <assert.h>

void limb_robot_check_meshes(const limb_robot *robot, const limb_robot_meshes *meshes,
                             limb_report *report)
{
    assert(robot && meshes && report);
    limb__check_mesh_sizes(robot, meshes, report);
    limb__check_mesh_looks(robot, meshes, report);
    limb__check_mesh_turns(robot, meshes, report);
}
