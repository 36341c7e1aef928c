// The open pages: a bounded table of WebSockets, and what is told to all of them.
#ifndef LIMB_SERVE_PAGES_H
#define LIMB_SERVE_PAGES_H

#include <pthread.h>
#include <stdbool.h>

struct mg_connection;

enum { LIMB__MAX_PAGES = 32 }; // each holds one of the server's threads

typedef struct limb__pages {
    pthread_mutex_t lock; // held while pages are written to, which may take long
    struct {
        const struct mg_connection *holder; // NULL: free
        struct mg_connection *ready;        // the same, once it may be written to
    } page[LIMB__MAX_PAGES];
} limb__pages;

void limb__pages_init(limb__pages *pages);
void limb__pages_destroy(limb__pages *pages);

// A place among the pages, before the handshake: many at once cannot take more threads than that.
bool limb__pages_reserve(limb__pages *pages, const struct mg_connection *connection);
void limb__pages_ready(limb__pages *pages, struct mg_connection *connection);
void limb__pages_leave(limb__pages *pages, const struct mg_connection *connection);
void limb__pages_tell(limb__pages *pages, const char *text);

#endif
