// ros_discovery_info: maps nodes to their endpoints, for `ros2 node list`.
#ifndef LIMB_DDS_GRAPH_H
#define LIMB_DDS_GRAPH_H

#include "services/dds/node.h"

// Sets the octets of an endpoint's identifier in a distribution: those of the latest one for NULL
// and for an unknown one (which returns false).
bool limb__graph_gid_size(const char *distro, int *size);
bool limb__graph_publish(limb__node *node);

#endif
