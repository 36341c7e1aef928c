// The Foxglove WebSocket protocol: the node's topics for a browser or an app, including meshes.
#ifndef LIMB_FOXGLOVE_FOXGLOVE_H
#define LIMB_FOXGLOVE_FOXGLOVE_H

#include "limb/packages.h"
#include "limb/robot.h"
#include "services/messages/sink.h"

typedef struct limb__foxglove limb__foxglove;

typedef struct limb__foxglove_opts {
    const char *address;       // NULL: 127.0.0.1
    int port;                  // 0: 8765
    const char *const *origin; // origins of pages that may connect; borrowed
    int norigin;
    const limb_resolve_opts *resolve;  // borrowed
    const char *name;                  // of the server
    const limb__channel_info *channel; // borrowed
    int nchannel;
    // Receives a JointState in CDR published by a client, on the thread of its connection. Returns
    // LIMB_ERROR_INPUT if it is malformed. NULL: clients cannot publish.
    limb_status (*joints)(void *ctx, const void *bytes, size_t size);
    void *ctx;
} limb__foxglove_opts;

// Returns LIMB_ERROR_IO if the port is taken or not allowed.
limb_status limb__foxglove_start(limb__foxglove **out, const limb__foxglove_opts *opts);
void limb__foxglove_stop(limb__foxglove *server); // NULL is allowed
int limb__foxglove_port(const limb__foxglove *server);
int limb__foxglove_default_port(int port); // returns the port, or the protocol's default for 0

// Sets the robot whose meshes may be fetched.
limb_status limb__foxglove_set_robot(limb__foxglove *server, const limb_robot *robot);
// Sends one CDR message to all subscribers. Never waits for a slow client.
void limb__foxglove_publish(limb__foxglove *server, int channel, int64_t time, const void *bytes,
                            size_t size);

#endif
