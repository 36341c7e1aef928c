// ros_discovery_info: which node has which endpoints, so that `ros2 node list` shows it.
#ifndef LIMB_DDS_GRAPH_H
#define LIMB_DDS_GRAPH_H

#include "services/dds/node.h"

// Octets of an endpoint's identifier in a distribution; NULL, and one that is not known (false):
// that of the newest.
bool limb__graph_gid_size(const char *distro, int *size);
bool limb__graph_publish(limb__node *node);

#endif
