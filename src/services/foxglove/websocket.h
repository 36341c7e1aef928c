// A server that speaks WebSocket and nothing else: few clients, each on a thread of its own.
//
// A message is at most max_message bytes, which is known before any of it is stored; frames that no
// client may send end the connection with status 1002, longer messages with 1009.
#ifndef LIMB_FOXGLOVE_WEBSOCKET_H
#define LIMB_FOXGLOVE_WEBSOCKET_H

#include "services/foxglove/websocket_frame.h"

enum { LIMB__MAX_WEBSOCKETS = 16 };

typedef struct limb__websocket_server limb__websocket_server;
typedef struct limb__websocket limb__websocket; // one connection

typedef struct limb__websocket_opts {
    const char *address; // NULL: 127.0.0.1
    int port;
    limb__handshake handshake; // borrowed
    size_t max_message;        // bytes
    void *ctx;
    // On the connection's thread, between opened and closed. What opened returns is given to the
    // others; NULL: there is no place for the client.
    void *(*opened)(void *ctx, limb__websocket *connection);
    void (*said)(void *ctx, void *client, bool is_text, const char *bytes, size_t size);
    void (*closed)(void *ctx, void *client);
} limb__websocket_opts;

// LIMB_ERROR_IO: the port is taken or not allowed.
limb_status limb__websocket_start(limb__websocket_server **out, const limb__websocket_opts *opts);
void limb__websocket_stop(limb__websocket_server *server); // NULL is allowed; every client leaves

// A whole message, from any thread, until closed returns. False: the client takes nothing any more.
bool limb__websocket_send(limb__websocket *connection, limb__opcode opcode, const void *bytes,
                          size_t size);

#endif
