// Arbitrary bytes as network messages: joint states, poses, and every type as text.
#include "limb/base.h"
#include "services/messages/joint_message.h"
#include "services/messages/print_message.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ensure(int condition)
{
    if (!condition) abort();
}

// Names are pieces of the message, but for empty ones.
static void ensure_inside(const limb__joint_message *message, const uint8_t *data, size_t size)
{
    for (int i = 0; i < message->nname; i++) {
        const uint8_t *name = (const uint8_t *)message->name[i].data;
        if (message->name[i].size == 0) continue;
        ensure(name >= data && message->name[i].size <= size &&
               name + message->name[i].size <= data + size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const limb__message_type *const type[] = {
        &limb__type_joint_state, &limb__type_multi_joint_state, &limb__type_tf, &limb__type_string};
    limb__joint_message message = {0};
    if (limb__joint_message_read(&message, data, size) == LIMB_OK)
        ensure_inside(&message, data, size);
    if (limb__joint_message_read_poses(&message, data, size) == LIMB_OK)
        ensure_inside(&message, data, size);
    limb__joint_message_free(&message);
    for (size_t i = 0; i < 2 * sizeof type / sizeof type[0]; i++) {
        limb__builder text;
        limb__builder_init(&text, NULL);
        (void)limb__print_message(&text, type[i / 2], data, size, i % 2);
        ensure(!text.failed);
        limb__builder_free(&text);
    }
    return 0;
}
