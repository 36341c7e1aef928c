// One connection to the server: input and output, and responses with the common headers.
#ifndef LIMB_PAGE_SERVER_PEER_H
#define LIMB_PAGE_SERVER_PEER_H

#include "services/page_server/request.h"

typedef struct limb__peer {
    int fd;           // non-blocking
    int patience;     // timeout of one read or write in milliseconds
    bool failed;      // the connection is lost or too slow
    bool keeps;       // another request may follow on this connection
    size_t body_left; // unread bytes of the request
    size_t used;      // bytes of the buffer used by the request: its head, then its body
    size_t size;      // bytes in buffer
    char buffer[LIMB__MAX_HEAD];
} limb__peer;

// Returns false if the connection is lost or did not accept the bytes in time.
bool limb__peer_write(limb__peer *peer, const void *bytes, size_t size);
bool limb__peer_text(limb__peer *peer, const char *text);

// Returns the request's whole body, content_length bytes; NULL if it did not arrive or
// memory is exhausted.
char *limb__peer_body(limb__peer *peer, const limb__request *request);

// Writes status line and headers; more: complete header lines.
void limb__peer_head(limb__peer *peer, int status, const char *type, const char *more);
// Sends a refusal with a one-sentence reason, and ends the connection.
void limb__peer_refuse(limb__peer *peer, int status, const char *text);

// Reads available bytes into the buffer. Returns false if the connection ended or failed.
bool limb__peer_fill(limb__peer *peer);
// Removes the request from the buffer.
void limb__peer_forget(limb__peer *peer);

#endif
