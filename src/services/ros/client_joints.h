// Sends the JointState messages of Foxglove clients to the network.
#ifndef LIMB_ROS_CLIENT_JOINTS_H
#define LIMB_ROS_CLIENT_JOINTS_H

#include "limb/base.h"

#include <dds/dds.h>

// Writes a JointState in CDR; one without a stamp gets the current time. Callable from any thread.
// Returns LIMB_ERROR_INPUT if it is malformed, or its numbers of positions and names differ.
limb_status limb__client_joints_write(dds_entity_t writer, const void *bytes, size_t size);

#endif
