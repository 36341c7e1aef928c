// JointState and MultiDOFJointState as they come in: names are pieces of the message itself.
#ifndef LIMB_MESSAGES_JOINT_MESSAGE_H
#define LIMB_MESSAGES_JOINT_MESSAGE_H

#include "limb/base.h"

typedef struct limb__joint_message { // zero-initialize; reused from message to message
    int64_t stamp;                   // ns
    int nname;
    limb_text *name;        // (nname), valid as long as the bytes they were read from
    int nvalue;             // positions, or poses
    double *value;          // positions (nvalue), or poses x y z qx qy qz qw (nvalue x 7)
    int nvelocity, neffort; // of limb__joint_message_read_all
    double *velocity, *effort;
    int name_capacity, value_capacity, velocity_capacity, effort_capacity;
} limb__joint_message;

// LIMB_ERROR_INPUT: not such a message. It is not an error that there are more names than values:
// that is for whoever uses them.
limb_status limb__joint_message_read(limb__joint_message *out, const void *bytes, size_t size);
limb_status limb__joint_message_read_poses(limb__joint_message *out, const void *bytes,
                                           size_t size);
// A JointState with its velocities and efforts, which the others skip.
limb_status limb__joint_message_read_all(limb__joint_message *out, const void *bytes, size_t size);
void limb__joint_message_free(limb__joint_message *message);

#endif
