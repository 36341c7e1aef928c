// The range of a joint, as joint_state_publisher defines it.
#ifndef LIMB_ROS_JOINT_RANGE_H
#define LIMB_ROS_JOINT_RANGE_H

#include "limb/robot.h"

// rad or m; is_soft: also within the limits of the safety controller.
void limb__joint_range(const limb_joint *joint, bool is_soft, double *min, double *max);

#endif
