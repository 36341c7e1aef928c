// The open pages.
#include "serve/pages.h"

#include <civetweb.h>
#include <string.h>

void limb__pages_init(limb__pages *pages)
{
    memset(pages->page, 0, sizeof pages->page);
    pthread_mutex_init(&pages->lock, NULL);
}

void limb__pages_destroy(limb__pages *pages)
{
    pthread_mutex_destroy(&pages->lock);
}

bool limb__pages_reserve(limb__pages *pages, const struct mg_connection *connection)
{
    // civetweb reuses its connections: a place whose handshake failed is found by the next holder
    limb__pages_leave(pages, connection);
    bool reserved = false;
    pthread_mutex_lock(&pages->lock);
    for (int i = 0; i < LIMB__MAX_PAGES && !reserved; i++) {
        if (pages->page[i].holder) continue;
        pages->page[i].holder = connection;
        reserved = true;
    }
    pthread_mutex_unlock(&pages->lock);
    return reserved;
}

void limb__pages_ready(limb__pages *pages, struct mg_connection *connection)
{
    pthread_mutex_lock(&pages->lock);
    for (int i = 0; i < LIMB__MAX_PAGES; i++) {
        if (pages->page[i].holder == connection) pages->page[i].ready = connection;
    }
    pthread_mutex_unlock(&pages->lock);
}

void limb__pages_leave(limb__pages *pages, const struct mg_connection *connection)
{
    pthread_mutex_lock(&pages->lock);
    for (int i = 0; i < LIMB__MAX_PAGES; i++) {
        if (pages->page[i].holder != connection) continue;
        pages->page[i].holder = NULL;
        pages->page[i].ready = NULL;
    }
    pthread_mutex_unlock(&pages->lock);
}

void limb__pages_tell(limb__pages *pages, const char *text)
{
    // a page cannot leave while it is written to
    pthread_mutex_lock(&pages->lock);
    for (int i = 0; i < LIMB__MAX_PAGES; i++) {
        struct mg_connection *page = pages->page[i].ready;
        if (page) mg_websocket_write(page, MG_WEBSOCKET_OPCODE_TEXT, text, strlen(text));
    }
    pthread_mutex_unlock(&pages->lock);
}
