// The node's time: the machine's, or that of /clock.
#ifndef LIMB_ROS_ROS_CLOCK_H
#define LIMB_ROS_ROS_CLOCK_H

#include "services/ros/ros_node.h"

limb_status limb__ros_use_clock(limb_ros *ros, bool is_simulated);

#endif
