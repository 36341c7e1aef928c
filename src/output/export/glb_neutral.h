// The configuration of a robot in its GLB if the caller gives no poses.
#ifndef LIMB_EXPORT_GLB_NEUTRAL_H
#define LIMB_EXPORT_GLB_NEUTRAL_H

#include "base/arena.h"
#include "limb/robot.h"

// Sets *out to the position of each one-axis joint at limb_neutral, including mimic joints, and 0
// for all other joints (njoint). The array is allocated in the arena.
limb_status limb__glb_neutral_values(double **out, const limb_robot *robot, limb__arena *arena,
                                     const limb_allocator *memory);

// Computes the pose of a joint's child relative to the joint's origin, at a position of that joint.
void limb__glb_joint_motion(const limb_joint *joint, double value, double pose[12]);

#endif
