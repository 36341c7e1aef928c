// The head of an HTTP/1.1 request: where it ends, and what it says.
#ifndef LIMB_PAGE_SERVER_REQUEST_H
#define LIMB_PAGE_SERVER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum { LIMB__MAX_HEAD = 16384 }; // bytes

// Borrows the head's bytes. Headers that did not come are NULL.
typedef struct limb__request {
    const char *method; // "GET"
    const char *path;   // decoded; "" if it has a NUL or a broken escape, which leads nowhere
    const char *query;  // of the address, without "?"
    const char *host, *origin, *cookie, *if_match, *accept_encoding;
    long long content_length; // -1: not given
    bool keep_alive;          // the client may send another request on this connection
    bool expects_continue;    // the client waits for a word before it sends the body
    bool has_token;           // for the one who answers: the address brought a valid token
} limb__request;

// Bytes up to the end of the empty line that ends the head; 0: it has not arrived yet.
size_t limb__request_head(const char *bytes, size_t size);

// Reads a head of that size, and writes NULs into it. 0, or the status of HTTP that refuses it.
int limb__request_parse(limb__request *out, char *head, size_t size);

#endif
