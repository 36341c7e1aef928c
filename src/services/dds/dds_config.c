// The network configuration, from the environment variables that rmw_cyclonedds reads.
#include "services/dds/dds_config.h"
#include "limb/system.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DOMAIN = 232 }; // for higher numbers RTPS computes ports beyond 65535

typedef enum reach {
    REACH_DEFAULT, // the middleware's own default
    REACH_LOCALHOST,
    REACH_OFF,
    REACH_UNKNOWN
} reach;

static reach find_reach(const limb_ros_opts *opts);
static bool is_only_localhost(void);
static bool names_loopback(const char *given);
static bool text_names_loopback(const char *text, size_t size);
static void write_peers(limb__builder *out, const char *peers);

bool limb__dds_domain(const limb_ros_opts *opts, int *domain)
{
    *domain = opts->domain;
    if (!opts->has_domain) {
        const char *text = getenv("ROS_DOMAIN_ID");
        double value = 0;
        if (text && text[0] != 0 && !limb_number_parse(text, &value)) return false;
        if (!(value >= 0 && value <= MAX_DOMAIN) || value != (int)value) return false;
        *domain = (int)value;
    }
    return *domain >= 0 && *domain <= MAX_DOMAIN;
}

bool limb__dds_config(limb__builder *out, const limb_ros_opts *opts)
{
    const char *given = getenv("CYCLONEDDS_URI");
    const char *peers = getenv("ROS_STATIC_PEERS");
    const reach how_far = find_reach(opts);
    const bool has_peers = peers && peers[0] != 0 && how_far != REACH_OFF && !is_only_localhost();
    if (how_far == REACH_UNKNOWN) return false;
    // Defaults come first, so that CYCLONEDDS_URI overrides them.
    //
    // A writer holds back new messages while this amount is not acknowledged. The number of
    // messages each of our writers keeps for slow readers is already bounded by its depth; waiting
    // would block the thread that receives the acknowledgements. Fast DDS identifies a leaving
    // participant by the hash of its key; without the hash a terminated node stays in its lists
    // until its lease expires after 10 s.
    limb__builder_text(out, "<CycloneDDS><Domain Id=\"any\"><Internal><Watermarks>"
                            "<WhcHigh>1GB</WhcHigh><WhcHighInit>1GB</WhcHighInit>"
                            "</Watermarks><GenerateKeyhash>true</GenerateKeyhash>"
                            "</Internal></Domain></CycloneDDS>");
    if (given && given[0] != 0) {
        limb__builder_char(out, ',');
        limb__builder_text(out, given);
    }
    if (how_far == REACH_DEFAULT && !has_peers) {
        limb__builder_nul(out);
        return !out->failed;
    }
    limb__builder_text(out, ",<CycloneDDS><Domain Id=\"any\"><General>");
    if (how_far != REACH_DEFAULT) {
        // the loopback has no multicast on most systems
        if (!names_loopback(given))
            limb__builder_text(out,
                               "<Interfaces><NetworkInterface name=\"lo\" multicast=\"false\"/>"
                               "</Interfaces>");
        limb__builder_text(out, "<AllowMulticast>false</AllowMulticast>"
                                // no hop on the loopback has a smaller packet size
                                "<MaxMessageSize>65500B</MaxMessageSize>"
                                "<FragmentSize>64000B</FragmentSize>");
    }
    limb__builder_text(out, "</General><Discovery><ParticipantIndex>auto</ParticipantIndex>"
                            "<MaxAutoParticipantIndex>32</MaxAutoParticipantIndex><Peers>");
    if (how_far == REACH_LOCALHOST) limb__builder_text(out, "<Peer address=\"localhost\"/>");
    if (has_peers) write_peers(out, peers);
    limb__builder_text(out, "</Peers></Discovery></Domain></CycloneDDS>");
    limb__builder_nul(out);
    return !out->failed;
}

bool limb__dds_is_local(const limb_ros_opts *opts)
{
    const reach how_far = find_reach(opts);
    return how_far == REACH_LOCALHOST || how_far == REACH_OFF;
}

static reach find_reach(const limb_ros_opts *opts)
{
    const char *range = getenv("ROS_AUTOMATIC_DISCOVERY_RANGE");
    // the older variable takes precedence as long as ROS supports it
    if (opts->localhost || is_only_localhost()) return REACH_LOCALHOST;
    if (range && range[0] != 0) {
        if (strcmp(range, "LOCALHOST") == 0) return REACH_LOCALHOST;
        if (strcmp(range, "OFF") == 0) return REACH_OFF;
        if (strcmp(range, "SUBNET") == 0 || strcmp(range, "SYSTEM_DEFAULT") == 0)
            return REACH_DEFAULT;
        return REACH_UNKNOWN;
    }
    return REACH_DEFAULT;
}

static bool is_only_localhost(void)
{
    const char *value = getenv("ROS_LOCALHOST_ONLY");
    return value && strcmp(value, "1") == 0;
}

// Searches a comma-separated list of XML texts and file:// URIs, or the path of a file.
static bool names_loopback(const char *given)
{
    enum { MAX_CONFIG = 1 << 20 };
    if (!given) return false;
    for (const char *at = given; *at;) {
        at += strspn(at, ", \t\r\n");
        if (*at == '<') return text_names_loopback(at, strlen(at));
        char path[LIMB__PATH_MAX];
        const size_t size = strcspn(at, ",");
        const size_t scheme = strncmp(at, "file://", 7) == 0 ? 7 : 0;
        snprintf(path, sizeof path, "%.*s", (int)(size - scheme), at + scheme);
        char *text;
        size_t length;
        if (limb__file_read(path, limb__memory(NULL), MAX_CONFIG, &text, &length) == LIMB_OK) {
            const bool found = text_names_loopback(text, length);
            limb__release(limb__memory(NULL), text, length + 1);
            if (found) return true;
        }
        at += size;
    }
    return false;
}

// Looks for <NetworkInterface name="lo"/>, or NetworkInterfaceAddress of older versions.
static bool text_names_loopback(const char *text, size_t size)
{
    static const char tag[] = "<NetworkInterface";
    static const char *const loopback[] = {"\"lo\"", "'lo'", ">lo<", "127.0.0.1"};
    for (size_t i = 0; i + sizeof tag <= size; i++) {
        if (memcmp(text + i, tag, sizeof tag - 1) != 0) continue;
        char element[128];
        snprintf(element, sizeof element, "%.*s", (int)(size - i < 127 ? size - i : 127), text + i);
        char *next = strchr(element + 1, '<');
        if (next) next[1] = 0;
        for (size_t k = 0; k < sizeof loopback / sizeof loopback[0]; k++) {
            if (strstr(element, loopback[k])) return true;
        }
    }
    return false;
}

// Writes the peers of "a;b;c", each a host name or an address.
static void write_peers(limb__builder *out, const char *peers)
{
    while (*peers) {
        const size_t size = strcspn(peers, ";");
        if (size > 0) {
            limb__builder_text(out, "<Peer address=\"");
            limb__builder_xml(out, peers, size, '"');
            limb__builder_text(out, "\"/>");
        }
        peers += size + (peers[size] == ';');
    }
}
