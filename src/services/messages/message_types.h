// The message types that limb knows: their names, their encoding, their definitions.
#ifndef LIMB_MESSAGES_MESSAGE_TYPES_H
#define LIMB_MESSAGES_MESSAGE_TYPES_H

#include "base/text.h"

#include <dds/dds.h>

typedef struct limb__message_type {
    const char *name;                         // "sensor_msgs/msg/JointState"
    const dds_topic_descriptor_t *descriptor; // from idlc
    const char *hash;                         // RIHS01 of Iron and later; NULL: not known
} limb__message_type;

extern const limb__message_type limb__type_string;
extern const limb__message_type limb__type_joint_state;
extern const limb__message_type limb__type_multi_joint_state;
extern const limb__message_type limb__type_tf;

// By its name in ROS, "pkg/msg/Name" or "pkg/Name", or on the wire, "pkg::msg::dds_::Name_". NULL:
// not known.
const limb__message_type *limb__find_type(const char *name);

enum { LIMB__TYPE_NAME_SIZE = 256 };
// "pkg::msg::dds_::Name_" to "pkg/msg/Name"; any other name as it is.
void limb__type_ros_name(const char *wire, char name[LIMB__TYPE_NAME_SIZE]);

// Fields of a message, one "type name" a line; nested as "pkg/Name". NULL: not known.
const char *limb__find_definition(const char *name, size_t size);
// The definition with those of all nested messages after it, as the ros2msg schema has them.
void limb__write_schema(limb__builder *out, const limb__message_type *type);

// Appends the message in CDR, header included, by what idlc generated. False: no memory.
bool limb__encode(limb__builder *out, const limb__message_type *type, const void *message);

#endif
