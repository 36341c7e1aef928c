// The parameters of a running node: declared when it starts, read and set by others.
#ifndef LIMB_ROS_ROS_PARAMETERS_H
#define LIMB_ROS_ROS_PARAMETERS_H

#include "services/ros/ros_node.h"

// Declares the parameters of the role and the given ones, and starts serving them.
limb_status limb__ros_declare(limb_ros *ros);
// Moves the value into the declared parameter, and publishes an event if it changed.
limb_status limb__ros_note_parameter(limb_ros *ros, limb__parameter *value);
// Sets the description parameter.
limb_status limb__ros_note_description(limb_ros *ros, const char *text);
double limb__ros_number(const limb_ros *ros, const char *name); // 0: not a number, or absent
// Applies qos_overrides.TOPIC.publisher.depth and its siblings; reports unusable values.
void limb__ros_override_qos(limb_ros *ros, const char *topic, const char *what, limb__qos *qos);
void limb__ros_free_parameters(limb_ros *ros);
// Loads and shows a robot from text. On failure, reason says why.
limb_status limb__ros_describe(limb_ros *ros, const char *text, char reason[LIMB__REASON_SIZE]);

#endif
