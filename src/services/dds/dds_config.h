// Network selection: the domain and the range of discovery, from options and environment.
#ifndef LIMB_DDS_CONFIG_H
#define LIMB_DDS_CONFIG_H

#include "base/text.h"
#include "limb/ros.h"

// Sets the domain number from the option, else ROS_DOMAIN_ID, else 0. Returns false if it is not in
// 0 .. 232.
bool limb__dds_domain(const limb_ros_opts *opts, int *domain);

// Writes Cyclone DDS's configuration: that of CYCLONEDDS_URI, then limb's, then the parts for
// ROS_AUTOMATIC_DISCOVERY_RANGE, ROS_LOCALHOST_ONLY, ROS_STATIC_PEERS and the options. Returns
// false if a value is not known to ROS.
bool limb__dds_config(limb__builder *out, const limb_ros_opts *opts);
// Returns true if communication is limited to this machine.
bool limb__dds_is_local(const limb_ros_opts *opts);

#endif
