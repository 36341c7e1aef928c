// A message in CDR as text, by its definition: one line of JSON, or YAML.
#ifndef LIMB_MESSAGES_PRINT_MESSAGE_H
#define LIMB_MESSAGES_PRINT_MESSAGE_H

#include "services/messages/message_types.h"

// LIMB_ERROR_INPUT: the bytes are not such a message; what was written until then stays in out.
limb_status limb__print_message(limb__builder *out, const limb__message_type *type,
                                const void *bytes, size_t size, bool json);

#endif
