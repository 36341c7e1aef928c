// What others announce: the endpoints that DDS discovery finds.
#ifndef LIMB_DDS_DISCOVER_H
#define LIMB_DDS_DISCOVER_H

#include "services/dds/node.h"

typedef struct limb__endpoint { // one reader or writer of another participant
    char *topic;                // as DDS names it
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
// Takes in what was announced since the last call.
limb_status limb__discovery_update(limb__discovery *discovery);
void limb__discovery_free(limb__discovery *discovery);

#endif
