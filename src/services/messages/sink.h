// Receivers of messages other than the network: a recording, Foxglove.
#ifndef LIMB_MESSAGES_SINK_H
#define LIMB_MESSAGES_SINK_H

#include "services/messages/message_types.h"

typedef enum limb__channel {
    LIMB__CHANNEL_DESCRIPTION,
    LIMB__CHANNEL_TF_STATIC,
    LIMB__CHANNEL_TF,
    LIMB__CHANNEL_JOINT_STATES,
    LIMB__NCHANNEL
} limb__channel;

typedef struct limb__channel_info {
    char topic[256]; // resolved
    const limb__message_type *type;
    bool latched; // late joiners receive the last message
    int depth;    // number of messages its writer keeps for slow readers
} limb__channel_info;

#endif
