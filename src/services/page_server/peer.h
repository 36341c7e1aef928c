// One connection to the server: bytes in and out, and answers with the headers that all have.
#ifndef LIMB_PAGE_SERVER_PEER_H
#define LIMB_PAGE_SERVER_PEER_H

#include "services/page_server/request.h"

typedef struct limb__peer {
    int fd;           // does not block
    int patience;     // milliseconds that one read or write may wait for the other side
    bool failed;      // the other side is gone or too slow
    bool keeps;       // another request may follow on this connection
    size_t body_left; // bytes of the request that nobody has read yet
    size_t used;      // bytes of buffer that the request took: its head, then its body
    size_t size;      // bytes in buffer
    char buffer[LIMB__MAX_HEAD];
} limb__peer;

// False: the other side is gone, or did not take the bytes in time.
bool limb__peer_write(limb__peer *peer, const void *bytes, size_t size);
bool limb__peer_text(limb__peer *peer, const char *text);

// The request's whole body, of content_length bytes. NULL: it did not arrive, or no memory.
char *limb__peer_body(limb__peer *peer, const limb__request *request);

// Status line and headers; more: lines of its own, each with its end.
void limb__peer_head(limb__peer *peer, int status, const char *type, const char *more);
// An answer that says why not, in a sentence; the connection ends after it.
void limb__peer_refuse(limb__peer *peer, int status, const char *text);

// Bytes that are there, into the buffer. False: the connection ended or failed.
bool limb__peer_fill(limb__peer *peer);
// Drops what the request took of the buffer.
void limb__peer_forget(limb__peer *peer);

#endif
