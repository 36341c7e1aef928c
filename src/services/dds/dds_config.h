// Which network: the domain, and how far to look for others, from options and environment.
#ifndef LIMB_DDS_CONFIG_H
#define LIMB_DDS_CONFIG_H

#include "base/text.h"
#include "limb/ros.h"

// The domain's number: the option, else ROS_DOMAIN_ID, else 0. False: not one of 0 .. 232.
bool limb__dds_domain(const limb_ros_opts *opts, int *domain);

// Cyclone DDS's configuration: that of CYCLONEDDS_URI, then our own, then what
// ROS_AUTOMATIC_DISCOVERY_RANGE, ROS_LOCALHOST_ONLY, ROS_STATIC_PEERS and the options ask for.
// False: a value is not one of those that ROS knows.
bool limb__dds_config(limb__builder *out, const limb_ros_opts *opts);
// Nobody but this machine is talked to.
bool limb__dds_is_local(const limb_ros_opts *opts);

#endif
