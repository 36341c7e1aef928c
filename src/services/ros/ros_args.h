// Parsed ROS arguments, for the files that use their parameters.
#ifndef LIMB_ROS_ROS_ARGS_H
#define LIMB_ROS_ROS_ARGS_H

#include "limb/ros.h"
#include "services/parameters/overrides.h"

struct limb_ros_args {
    int ntext;
    char **text; // strings referenced by the rules
    int nremap;
    limb_ros_remap *remap;
    int nzero;
    limb_ros_zero *zero;
    limb__overrides overrides;
    limb__parameters given; // parameters of this node, sorted by name, checked
};

#endif
