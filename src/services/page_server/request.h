// The head of an HTTP/1.1 request: finding its end, and parsing it.
#ifndef LIMB_PAGE_SERVER_REQUEST_H
#define LIMB_PAGE_SERVER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum { LIMB__MAX_HEAD = 16384 }; // bytes

// Borrows the head's bytes. Absent headers are NULL.
typedef struct limb__request {
    const char *method; // "GET"
    const char *path;   // decoded; "" (never found) if it contains a NUL or a broken escape
    const char *query;  // of the address, without "?"
    const char *host, *origin, *cookie, *if_match, *accept_encoding;
    long long content_length; // -1: not given
    bool keep_alive;          // the client may send another request on this connection
    bool expects_continue;    // the client waits for "100 Continue" before it sends the body
    bool has_token;           // set by the guard: the address had a valid token
} limb__request;

// Returns the size of the head through its final empty line; 0 if it has not arrived yet.
size_t limb__request_head(const char *bytes, size_t size);

// Parses a head of that size, writing NULs into it. Returns 0, or the HTTP status that refuses it.
int limb__request_parse(limb__request *out, char *head, size_t size);

#endif
