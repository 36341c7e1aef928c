// Decoded JointState and MultiDOFJointState messages; names point into the message.
#ifndef LIMB_MESSAGES_JOINT_MESSAGE_H
#define LIMB_MESSAGES_JOINT_MESSAGE_H

#include "limb/base.h"

typedef struct limb__joint_message { // zero-initialize; reusable for further messages
    int64_t stamp;                   // ns
    int nname;
    limb_text *name;        // (nname), valid as long as the message's bytes
    int nvalue;             // positions, or poses
    double *value;          // positions (nvalue), or poses x y z qx qy qz qw (nvalue x 7)
    int nvelocity, neffort; // only from limb__joint_message_read_all
    double *velocity, *effort;
    int name_capacity, value_capacity, velocity_capacity, effort_capacity;
} limb__joint_message;

// Returns LIMB_ERROR_INPUT for malformed messages. Different numbers of names and values are not an
// error here; callers check them.
limb_status limb__joint_message_read(limb__joint_message *out, const void *bytes, size_t size);
limb_status limb__joint_message_read_poses(limb__joint_message *out, const void *bytes,
                                           size_t size);
// Reads a JointState including velocities and efforts, which the other functions skip.
limb_status limb__joint_message_read_all(limb__joint_message *out, const void *bytes, size_t size);
void limb__joint_message_free(limb__joint_message *message);

#endif
