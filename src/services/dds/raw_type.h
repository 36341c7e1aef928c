// Topics of any type, whose messages are bytes in CDR: what DDS itself never looks into.
//
// The topics that idlc made types for go another way, which checks messages as they arrive; these
// are read with limb__cdr, which checks them as they are used.
#ifndef LIMB_DDS_RAW_TYPE_H
#define LIMB_DDS_RAW_TYPE_H

#include "limb/base.h"

#include <dds/dds.h>

struct ddsi_sertype;

typedef struct limb__raw_topic {
    dds_entity_t topic; // negative: it could not be made
    const struct ddsi_sertype *type;
} limb__raw_topic;

// By the names that DDS has: "rt/tf", "tf2_msgs::msg::dds_::TFMessage_".
limb__raw_topic limb__raw_topic_create(dds_entity_t participant, const char *topic,
                                       const char *type);
// A message with its header of four bytes, to a writer on the topic.
limb_status limb__raw_write(dds_entity_t writer, const limb__raw_topic *topic, const void *bytes,
                            size_t size);

// The next message of a reader, whatever its type; NULL: there is none. The bytes live until
// it is released.
typedef struct limb__raw_message {
    struct ddsi_serdata *data;
    struct ddsi_serdata *held;
    void *bytes;
    size_t size;
    int64_t time; // when it was sent, ns since 1970
    dds_instance_handle_t writer;
} limb__raw_message;
bool limb__raw_take(dds_entity_t reader, limb__raw_message *out);
void limb__raw_release(limb__raw_message *message);

#endif
