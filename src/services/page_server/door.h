// Connections: which wait, which are accepted, and which are closed.
//
// Only a request with a secret gets a thread. Everyone else waits at the door, which costs a place
// and no thread: a connection that says nothing, half a head, an answer that was refused. The
// longest waiting stranger leaves when all places are taken, so that strangers, however many and
// however slow, delay nobody who has the secret.
#ifndef LIMB_PAGE_SERVER_DOOR_H
#define LIMB_PAGE_SERVER_DOOR_H

#include "limb/base.h"
#include "services/page_server/peer.h"

typedef struct limb__door limb__door;

typedef struct limb__door_handler {
    void *ctx;
    // On the thread of the door, for each request: 0 lets it in; else the status that refuses it,
    // for a reason.
    int (*guard)(void *ctx, limb__request *request, const char **reason);
    // Answers an accepted request, on a thread of its own.
    void (*answer)(void *ctx, limb__peer *peer, const limb__request *request);
} limb__door_handler;

// address: as a URL has it, an IPv6 one in brackets. port 0: any. LIMB_ERROR_IO: the port is taken
// or not allowed.
limb_status limb__door_open(limb__door **out, const char *address, int port,
                            const limb__door_handler *handler);
// From now on requests are answered.
limb_status limb__door_start(limb__door *door);
int limb__door_port(const limb__door *door);
// Ends all connections; returns when the last answer has ended. NULL is fine.
void limb__door_close(limb__door *door);

#endif
