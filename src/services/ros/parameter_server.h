// The services and events for reading and setting a node's parameters: ~/get_parameters and its
// siblings, /parameter_events.
//
// Requests and replies begin with the client's identifier and a sequence number, as in
// rmw_cyclonedds; rmw_fastrtps sends them elsewhere, and its clients get no answer.
#ifndef LIMB_ROS_PARAMETER_SERVER_H
#define LIMB_ROS_PARAMETER_SERVER_H

#include "services/dds/node.h"
#include "services/parameters/parameter_wire.h"

typedef struct limb__parameter_server limb__parameter_server;

typedef struct limb__parameter_server_opts {
    const limb__parameters *declared; // the declared parameters; must outlive the server
    // Returns true if a value may be set, else writes the reason (LIMB__REASON_SIZE). May
    // change the type.
    bool (*check)(void *ctx, limb__parameter *value, char *reason);
    // Sets a checked value. Returns false, with a reason, on failure.
    bool (*set)(void *ctx, const limb__parameter *value, char *reason);
    void (*describe)(void *ctx, limb__builder *out,
                     const limb__parameter *p); // writes its descriptor
    void (*arrived)(void *ctx);                 // called on a DDS thread when a request arrives
    int64_t (*now)(void *ctx);                  // ns
    void *ctx;
} limb__parameter_server_opts;

limb_status limb__parameter_server_start(limb__parameter_server **out, limb__node *node,
                                         const limb__parameter_server_opts *opts);
void limb__parameter_server_free(
    limb__parameter_server *server); // before the node; NULL is allowed
// Answers pending requests. Returns the number of unreadable ones.
int limb__parameter_server_answer(limb__parameter_server *server);
// Publishes an event for declared or changed parameters.
void limb__parameter_server_note(limb__parameter_server *server, const limb__parameter *p,
                                 int count, bool is_new);

#endif
