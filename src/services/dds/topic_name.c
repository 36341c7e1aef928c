// Resolves names as ROS 2 does.
//
// A name is relative to the namespace unless it begins with "/"; "~" is the node's own name. Both
// sides of a rule from:=to are resolved in the same way, and the first matching rule applies.
#include "services/dds/topic_name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *find_rule(const limb_ros_remap *remap, int nremap, const char *from);
static bool is_rule_for(const limb__node_name *node, const char *from, const char **rest);
static bool expand(const limb__node_name *node, const char *topic, char out[LIMB__TOPIC_SIZE]);
static bool is_valid(const char *name, bool is_path);

bool limb__node_name_init(limb__node_name *out, const char *name, const char *name_space,
                          const limb_ros_remap *remap, int nremap, char reason[LIMB__TOPIC_SIZE])
{
    memset(out, 0, sizeof *out);
    const char *new_name = find_rule(remap, nremap, "__node");
    if (!new_name) new_name = find_rule(remap, nremap, "__name");
    const char *new_space = find_rule(remap, nremap, "__ns");
    out->remap = remap;
    out->nremap = nremap;
    snprintf(out->name, sizeof out->name, "%s", new_name ? new_name : name);
    snprintf(out->name_space, sizeof out->name_space, "%s", new_space ? new_space : name_space);
    if (!is_valid(out->name, false)) {
        snprintf(reason, LIMB__TOPIC_SIZE, "\"%.100s\" is not a valid node name", out->name);
        return false;
    }
    if (strcmp(out->name_space, "/") != 0 &&
        (out->name_space[0] != '/' || !is_valid(out->name_space + 1, true))) {
        snprintf(reason, LIMB__TOPIC_SIZE, "\"%.100s\" is not a valid namespace", out->name_space);
        return false;
    }
    return true;
}

const char *limb__role_name(const limb_ros_opts *opts)
{
    static const char *const name[] = {[LIMB_ROS_ROLE_BOTH] = "limb",
                                       [LIMB_ROS_ROLE_STATES] = "robot_state_publisher",
                                       [LIMB_ROS_ROLE_JOINTS] = "joint_state_publisher"};
    return opts->node_name ? opts->node_name : name[opts->role];
}

void limb__node_full_name(const limb__node_name *node, char *out)
{
    const char *space = strcmp(node->name_space, "/") == 0 ? "" : node->name_space;
    snprintf(out, 2 * LIMB__TOPIC_SIZE + 2, "%s/%s", space, node->name);
}

bool limb__topic_resolve(const limb__node_name *node, const char *topic, char out[LIMB__TOPIC_SIZE])
{
    if (!expand(node, topic, out)) return false;
    for (int i = 0; i < node->nremap; i++) {
        const char *from;
        char full[LIMB__TOPIC_SIZE];
        if (strncmp(node->remap[i].from, "__", 2) == 0 ||
            !is_rule_for(node, node->remap[i].from, &from) || !expand(node, from, full))
            continue;
        if (strcmp(full, out) == 0) return expand(node, node->remap[i].to, out);
    }
    return true;
}

void limb__topic_to_wire(const char *topic, char out[LIMB__TOPIC_SIZE])
{
    snprintf(out, LIMB__TOPIC_SIZE, "rt%s", topic);
}

bool limb__service_to_wire(const limb__node_name *node, const char *service, bool is_request,
                           char out[LIMB__TOPIC_SIZE])
{
    char name[LIMB__TOPIC_SIZE];
    if (!limb__topic_resolve(node, service, name)) return false;
    return snprintf(out, LIMB__TOPIC_SIZE, "%s%s%s", is_request ? "rq" : "rr", name,
                    is_request ? "Request" : "Reply") < LIMB__TOPIC_SIZE;
}

const char *limb__topic_from_wire(const char *wire)
{
    return strncmp(wire, "rt/", 3) == 0 ? wire + 2 : NULL;
}

static const char *find_rule(const limb_ros_remap *remap, int nremap, const char *from)
{
    for (int i = 0; i < nremap; i++) {
        const char *colon = strchr(remap[i].from, ':');
        if (strcmp(colon ? colon + 1 : remap[i].from, from) == 0) return remap[i].to;
    }
    return NULL;
}

// Returns true unless the rule is "node:from" for a node of another name.
static bool is_rule_for(const limb__node_name *node, const char *from, const char **rest)
{
    if (strncmp(from, "rostopic://", 11) == 0) from += 11;
    if (strncmp(from, "rosservice://", 13) == 0) from += 13;
    const char *colon = strchr(from, ':');
    *rest = colon ? colon + 1 : from;
    const size_t size = colon ? (size_t)(colon - from) : 0;
    return !colon || (strlen(node->name) == size && memcmp(node->name, from, size) == 0);
}

static bool expand(const limb__node_name *node, const char *topic, char out[LIMB__TOPIC_SIZE])
{
    const char *space = strcmp(node->name_space, "/") == 0 ? "" : node->name_space;
    int length;
    if (topic[0] == '/') {
        length = snprintf(out, LIMB__TOPIC_SIZE, "%s", topic);
    } else if (topic[0] == '~') {
        const char *rest = topic[1] == '/' ? topic + 2 : topic + 1;
        length =
            snprintf(out, LIMB__TOPIC_SIZE, "%s/%s%s%s", space, node->name, *rest ? "/" : "", rest);
    } else {
        length = snprintf(out, LIMB__TOPIC_SIZE, "%s/%s", space, topic);
    }
    // on the wire it gets the prefix "rt"
    return length < LIMB__TOPIC_SIZE - 2 && is_valid(out + 1, true);
}

// A name consists of letters, digits and "_" and does not begin with a digit; a path consists of
// such names between slashes.
static bool is_valid(const char *name, bool is_path)
{
    bool is_start = true;
    for (; *name; name++) {
        const unsigned char c = (unsigned char)*name;
        if (is_path && c == '/' && !is_start) {
            is_start = true;
            continue;
        }
        if (!(isalpha(c) && c < 128) && c != '_' && (is_start || !isdigit(c))) return false;
        is_start = false;
    }
    return !is_start;
}
