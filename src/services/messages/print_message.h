// Prints a message in CDR as text by its definition: one line of JSON, or YAML.
#ifndef LIMB_MESSAGES_PRINT_MESSAGE_H
#define LIMB_MESSAGES_PRINT_MESSAGE_H

#include "services/messages/message_types.h"

// Returns LIMB_ERROR_INPUT if the bytes do not match the type; out then has the part
// printed so far.
limb_status limb__print_message(limb__builder *out, const limb__message_type *type,
                                const void *bytes, size_t size, bool json);

#endif
