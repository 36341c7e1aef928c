// ros_discovery_info: which node has which endpoints, so that `ros2 node list` shows it.
#ifndef LIMB_ROS_GRAPH_H
#define LIMB_ROS_GRAPH_H

#include "services/ros/node.h"

// Octets of an endpoint's identifier in a distribution; 0 when none is given. False: not known.
bool limb__graph_gid_size(const char *distro, int *size);
bool limb__graph_publish(limb__node *node);

#endif
