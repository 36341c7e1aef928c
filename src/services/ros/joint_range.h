// How far a joint may go, as joint_state_publisher has it.
#ifndef LIMB_ROS_JOINT_RANGE_H
#define LIMB_ROS_JOINT_RANGE_H

#include "limb/robot.h"

// rad or m; is_soft: within the limits of the safety controller, too.
void limb__joint_range(const limb_joint *joint, bool is_soft, double *min, double *max);

#endif
