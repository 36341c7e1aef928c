// The parameters of a running node: declared at its start, read and set by others.
#ifndef LIMB_ROS_ROS_PARAMETERS_H
#define LIMB_ROS_ROS_PARAMETERS_H

#include "services/ros/ros_node.h"

// Declares the parameters of the role and those that were given, and serves them.
limb_status limb__ros_declare(limb_ros *ros);
// Takes the value of a declared parameter over, and publishes it as changed when it differs.
limb_status limb__ros_note_parameter(limb_ros *ros, limb__parameter *value);
// The description as a parameter.
limb_status limb__ros_note_description(limb_ros *ros, const char *text);
double limb__ros_number(const limb_ros *ros, const char *name); // 0: not a number, or not there
// qos_overrides.TOPIC.publisher.depth and its siblings; what cannot be used is reported.
void limb__ros_override_qos(limb_ros *ros, const char *topic, const char *what, limb__qos *qos);
void limb__ros_free_parameters(limb_ros *ros);
// Robots as text: reads it and shows it. The reason says why it cannot be.
limb_status limb__ros_describe(limb_ros *ros, const char *text, char reason[LIMB__REASON_SIZE]);

#endif
