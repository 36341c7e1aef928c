// Records of an MCAP file.
#include "services/mcap/mcap_record.h"

#include "base/memory.h"
#include "services/mcap/mcap.h"

#include <string.h>

static void put_qos_profile(limb__builder *out, const limb__channel_info *channel);

size_t limb__mcap_begin(limb__builder *out, int code)
{
    const size_t begin = out->size;
    limb__mcap_put(out, (uint64_t)code, 1);
    limb__mcap_put(out, 0, 8); // placeholder for the length
    return begin;
}

void limb__mcap_put(limb__builder *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        limb__builder_char(out, (char)(unsigned char)(value >> (8 * i)));
}

void limb__mcap_put_text(limb__builder *out, const char *text)
{
    const size_t size = strlen(text);
    limb__mcap_put(out, size, 4);
    limb__builder_bytes(out, text, size);
}

void limb__mcap_end(limb__builder *out, size_t begin, size_t more)
{
    if (out->failed) return;
    const uint64_t length = out->size - begin - LIMB__MCAP_RECORD_HEAD + more;
    for (int i = 0; i < 8; i++)
        out->data[begin + 1 + (size_t)i] = (char)(unsigned char)(length >> (8 * i));
}

void limb__mcap_put_channel(limb__builder *out, const limb__channel_info *channel, int id)
{
    limb__builder schema;
    limb__builder_init(&schema, limb__memory(NULL));
    limb__write_schema(&schema, channel->type);
    const size_t described = limb__mcap_begin(out, LIMB__MCAP_SCHEMA);
    limb__mcap_put(out, (uint64_t)id, 2);
    limb__mcap_put_text(out, channel->type->name);
    limb__mcap_put_text(out, "ros2msg");
    limb__mcap_put_text(out, limb__builder_nul(&schema));
    limb__mcap_end(out, described, 0);
    if (schema.failed) out->failed = true;
    limb__builder_free(&schema);

    static const char key[] = "offered_qos_profiles";
    limb__builder profile;
    limb__builder_init(&profile, limb__memory(NULL));
    put_qos_profile(&profile, channel);
    const size_t begin = limb__mcap_begin(out, LIMB__MCAP_CHANNEL);
    limb__mcap_put(out, (uint64_t)id, 2);
    limb__mcap_put(out, (uint64_t)id, 2);
    limb__mcap_put_text(out, channel->topic);
    limb__mcap_put_text(out, "cdr");
    limb__mcap_put(out, 4 + strlen(key) + 4 + profile.size, 4);
    limb__mcap_put_text(out, key);
    limb__mcap_put_text(out, limb__builder_nul(&profile));
    limb__mcap_end(out, begin, 0);
    if (profile.failed) out->failed = true;
    limb__builder_free(&profile);
}

// Writes all fields as rosbag2 does: enumerators of rmw, keep last and reliable, and infinite
// durations. `ros2 bag play` offers the recorded profile, so latched topics are latched again.
static void put_qos_profile(limb__builder *out, const limb__channel_info *channel)
{
#define ENDLESS "\n    sec: 9223372036\n    nsec: 854775807\n" // RMW_DURATION_INFINITE
    limb__builder_text(out, "- history: 1\n  depth: ");
    limb__builder_int(out, channel->depth);
    limb__builder_text(out, "\n  reliability: 1\n  durability: ");
    limb__builder_int(out, channel->latched ? 1 : 2);
    limb__builder_text(out, "\n  deadline:" ENDLESS "  lifespan:" ENDLESS
                            "  liveliness: 1\n  liveliness_lease_duration:" ENDLESS
                            "  avoid_ros_namespace_conventions: false\n");
#undef ENDLESS
}
