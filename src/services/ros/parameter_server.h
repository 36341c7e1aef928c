// The services and events by which others read and set a node's parameters: ~/get_parameters and
// its siblings, /parameter_events.
//
// Requests and replies carry the client's identifier and a sequence number before their fields, as
// rmw_cyclonedds has it; rmw_fastrtps puts them elsewhere, and its clients get no answer.
#ifndef LIMB_ROS_PARAMETER_SERVER_H
#define LIMB_ROS_PARAMETER_SERVER_H

#include "services/dds/node.h"
#include "services/parameters/parameter_wire.h"

typedef struct limb__parameter_server limb__parameter_server;

typedef struct limb__parameter_server_opts {
    const limb__parameters *declared; // those there are; lives as long as the server
    // Whether a value may be set; the reason (LIMB__REASON_SIZE) says why not. May change the type.
    bool (*check)(void *ctx, limb__parameter *value, char *reason);
    // Sets what was checked. False: it failed, and the reason says why.
    bool (*set)(void *ctx, const limb__parameter *value, char *reason);
    void (*describe)(void *ctx, limb__builder *out, const limb__parameter *p); // its descriptor
    void (*arrived)(void *ctx); // a request came; on a thread of DDS
    int64_t (*now)(void *ctx);  // ns
    void *ctx;
} limb__parameter_server_opts;

limb_status limb__parameter_server_start(limb__parameter_server **out, limb__node *node,
                                         const limb__parameter_server_opts *opts);
void limb__parameter_server_free(limb__parameter_server *server); // before the node; NULL is fine
// Answers what was asked. Returns how many requests could not be read.
int limb__parameter_server_answer(limb__parameter_server *server);
// Publishes an event about parameters that were declared or changed.
void limb__parameter_server_note(limb__parameter_server *server, const limb__parameter *p,
                                 int count, bool is_new);

#endif
