// The node in the role of joint_state_publisher.
#ifndef LIMB_ROS_ROS_JOINTS_H
#define LIMB_ROS_ROS_JOINTS_H

#include "services/ros/ros_node.h"

// Creates the readers of source_list, and of robot_description if no robot was given.
limb_status limb__ros_joints_start(limb_ros *ros);
limb_status limb__ros_joints_show(limb_ros *ros, const limb_robot *robot);
void limb__ros_joints_handle(limb_ros *ros);                         // handles arrivals
void limb__ros_joints_tick(limb_ros *ros);                           // publishes when it is due
int64_t limb__ros_joints_left(const limb_ros *ros, int64_t longest); // ns until then

#endif
