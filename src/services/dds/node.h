// A node on the network: the DDS participant, its topics under ROS 2 names, and quality of service.
#ifndef LIMB_DDS_NODE_H
#define LIMB_DDS_NODE_H

#include "services/dds/dds_log.h"
#include "services/dds/raw_type.h"
#include "services/dds/topic_name.h"
#include "services/messages/message_types.h"

typedef struct limb__qos {
    bool reliable;
    bool transient_local; // late joiners receive the last messages
    int depth;
    bool never_waits; // for a writer: drop the message at once if a reliable reader does
                      // not keep up
} limb__qos;

enum { LIMB__MAX_ENDPOINTS = 64, LIMB__REASON_SIZE = 256 };

typedef struct limb__node {
    limb__node_name name;
    int domain_id;
    dds_entity_t domain; // 0: created by another node of this process
    dds_entity_t participant;
    int nwriter, nreader;
    dds_entity_t writer[LIMB__MAX_ENDPOINTS];
    dds_entity_t reader[LIMB__MAX_ENDPOINTS];
    int gid_size;       // octets of an endpoint's identifier in ros_discovery_info
    dds_entity_t graph; // writer of ros_discovery_info
    limb__dds_log log;
    bool has_log;
} limb__node;

// Returns LIMB_ERROR_INPUT for an invalid name or distribution, LIMB_ERROR_IO without a network;
// the reason has details.
limb_status limb__node_start(limb__node *node, const limb_ros_opts *opts,
                             char reason[LIMB__REASON_SIZE]);
void limb__node_stop(limb__node *node);

// Creates a writer on a topic, given by its ROS name before remapping. Negative: failure.
dds_entity_t limb__node_write(limb__node *node, const limb__message_type *type, const char *topic,
                              const limb__qos *qos);
dds_entity_t limb__node_read(limb__node *node, const limb__message_type *type, const char *topic,
                             const limb__qos *qos);
// Create a writer or reader of raw bytes, given the topic's name and type in DDS. user_data may be
// NULL. Negative: failure.
dds_entity_t limb__node_write_raw(limb__node *node, limb__raw_topic *out, const char *topic,
                                  const char *type, const limb__qos *qos, const char *user_data);
dds_entity_t limb__node_read_raw(limb__node *node, const char *topic, const char *type,
                                 const limb__qos *qos, const char *user_data);
// Announces the node's name and endpoints (ros_discovery_info). Call it again
// after adding endpoints.
bool limb__node_announce(limb__node *node);

#endif
