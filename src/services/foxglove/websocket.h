// A minimal WebSocket server for few clients, with a thread for each.
//
// A message has at most max_message bytes, which is checked before any of it is stored; frames that
// clients are not allowed to send end the connection with status 1002, longer messages with 1009.
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
    // Called on the connection's thread, between opened and closed. The result of opened is passed
    // to the other callbacks; NULL rejects the client.
    void *(*opened)(void *ctx, limb__websocket *connection);
    void (*said)(void *ctx, void *client, bool is_text, const char *bytes, size_t size);
    void (*closed)(void *ctx, void *client);
} limb__websocket_opts;

// Returns LIMB_ERROR_IO if the port is taken or not allowed.
limb_status limb__websocket_start(limb__websocket_server **out, const limb__websocket_opts *opts);
void limb__websocket_stop(limb__websocket_server *server); // NULL is allowed; ends all clients

// Sends a whole message, from any thread, until closed returns. Returns false if the
// connection is gone.
bool limb__websocket_send(limb__websocket *connection, limb__opcode opcode, const void *bytes,
                          size_t size);

#endif
