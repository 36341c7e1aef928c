// JointState messages of Foxglove clients, put on the network.
#ifndef LIMB_ROS_CLIENT_JOINTS_H
#define LIMB_ROS_CLIENT_JOINTS_H

#include "limb/base.h"

#include <dds/dds.h>

// Writes a JointState in CDR; one without a stamp gets the present time. Any thread.
// LIMB_ERROR_INPUT: it is malformed, or has another number of positions than of names.
limb_status limb__client_joints_write(dds_entity_t writer, const void *bytes, size_t size);

#endif
