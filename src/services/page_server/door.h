// Connections: which wait, which are accepted, and which are closed.
//
// Only an authenticated request gets a thread. All other connections (silent ones, incomplete
// heads, refused requests) take a place in a poll list and no thread. When the list is full, the
// unauthenticated connection that has waited longest is closed, so that strangers, however many and
// however slow, cannot delay authenticated clients.
#ifndef LIMB_PAGE_SERVER_DOOR_H
#define LIMB_PAGE_SERVER_DOOR_H

#include "limb/base.h"
#include "services/page_server/peer.h"

typedef struct limb__door limb__door;

typedef struct limb__door_handler {
    void *ctx;
    // Called on the door's thread for each request: returns 0 to accept it, or the HTTP status that
    // refuses it, with a reason.
    int (*guard)(void *ctx, limb__request *request, const char **reason);
    // Answers an accepted request, on a separate thread.
    void (*answer)(void *ctx, limb__peer *peer, const limb__request *request);
} limb__door_handler;

// address: in URL form, IPv6 in brackets. port 0: any. Returns LIMB_ERROR_IO if the port is taken
// or not allowed.
limb_status limb__door_open(limb__door **out, const char *address, int port,
                            const limb__door_handler *handler);
// Starts answering requests.
limb_status limb__door_start(limb__door *door);
int limb__door_port(const limb__door *door);
// Ends all connections; returns when the last response has ended. NULL is allowed.
void limb__door_close(limb__door *door);

#endif
