// A node on the network: the DDS participant, its topics with ROS 2's names and quality of service.
#ifndef LIMB_DDS_NODE_H
#define LIMB_DDS_NODE_H

#include "services/dds/dds_log.h"
#include "services/dds/raw_type.h"
#include "services/dds/topic_name.h"
#include "services/messages/message_types.h"

typedef struct limb__qos {
    bool reliable;
    bool transient_local; // late joiners get the last ones
    int depth;
    bool never_waits; // a writer that gives up at once when a reliable reader does not keep up
} limb__qos;

enum { LIMB__MAX_ENDPOINTS = 64, LIMB__REASON_SIZE = 256 };

typedef struct limb__node {
    limb__node_name name;
    int domain_id;
    dds_entity_t domain; // 0: another node of this process made it
    dds_entity_t participant;
    int nwriter, nreader;
    dds_entity_t writer[LIMB__MAX_ENDPOINTS];
    dds_entity_t reader[LIMB__MAX_ENDPOINTS];
    int gid_size;       // octets of an endpoint's identifier in ros_discovery_info
    dds_entity_t graph; // writer of ros_discovery_info
    limb__dds_log log;
    bool has_log;
} limb__node;

// LIMB_ERROR_INPUT: a name or the distribution is not valid; LIMB_ERROR_IO: no network; the
// reason says more.
limb_status limb__node_start(limb__node *node, const limb_ros_opts *opts,
                             char reason[LIMB__REASON_SIZE]);
void limb__node_stop(limb__node *node);

// On a topic as ROS names it before remapping. Negative: it failed.
dds_entity_t limb__node_write(limb__node *node, const limb__message_type *type, const char *topic,
                              const limb__qos *qos);
dds_entity_t limb__node_read(limb__node *node, const limb__message_type *type, const char *topic,
                             const limb__qos *qos);
// A writer or reader of bytes, on a topic by the names that DDS has for it and its type. user_data
// may be NULL. Negative: it failed.
dds_entity_t limb__node_write_raw(limb__node *node, limb__raw_topic *out, const char *topic,
                                  const char *type, const limb__qos *qos, const char *user_data);
dds_entity_t limb__node_read_raw(limb__node *node, const char *topic, const char *type,
                                 const limb__qos *qos, const char *user_data);
// Announces the node's name and endpoints (ros_discovery_info). Again after endpoints were added.
bool limb__node_announce(limb__node *node);

#endif
