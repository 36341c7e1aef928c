// Endpoints of other participants, found by DDS discovery.
#ifndef LIMB_DDS_DISCOVER_H
#define LIMB_DDS_DISCOVER_H

#include "services/dds/node.h"

typedef struct limb__endpoint { // a reader or writer of another participant
    char *topic;                // DDS name
    char *type;
    bool is_writer;
    bool reliable;
    bool transient_local;
    dds_guid_t guid;
} limb__endpoint;

typedef struct limb__discovery { // zero-initialize
    dds_entity_t publications, subscriptions;
    dds_guid_t own;
    limb__endpoint *endpoint;
    int count;
    int capacity;
} limb__discovery;

limb_status limb__discovery_start(limb__discovery *discovery, const limb__node *node);
// Adds the endpoints announced since the last call.
limb_status limb__discovery_update(limb__discovery *discovery);
void limb__discovery_free(limb__discovery *discovery);

#endif
