// The function of joint_state_publisher without the network: positions, velocities and efforts of
// the joints, from other publishers, from a slow motion back and forth, or at their zeros.
#ifndef LIMB_ROS_JOINT_PUBLISHER_H
#define LIMB_ROS_JOINT_PUBLISHER_H

#include "limb/ros.h"
#include "services/messages/joint_message.h"
#include "services/parameters/parameter.h"

typedef struct limb__joint_publisher limb__joint_publisher;

typedef struct limb__joint_output { // in document order; arrays are empty (0) or contain all joints
    int count;
    const char *const *name;
    int nposition, nvelocity, neffort;
    const double *position, *velocity, *effort;
} limb__joint_output;

// Builds from the node's parameters; those of unknown joints are ignored. A cycle of dependent
// joints is cut: these joints become free.
limb_status limb__joint_publisher_build(limb__joint_publisher **out, const limb_robot *robot,
                                        const limb__parameters *parameters);
void limb__joint_publisher_free(limb__joint_publisher *publisher); // NULL is allowed
void limb__joint_publisher_hear(limb__joint_publisher *publisher, const limb__joint_message *in);
// Moves the joints by delta, if that parameter is set, and fills in the output.
void limb__joint_publisher_tick(limb__joint_publisher *publisher, double delta,
                                limb__joint_output *out);

#endif
