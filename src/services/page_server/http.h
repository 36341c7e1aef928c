// The small HTTP server of the page: one robot, one user, one machine.
//
// It answers only its own user: it binds to the loopback, refuses a Host other than itself (DNS
// rebinding) and foreign Origins, and everything except the first visit requires the cookie for
// which the token in the printed address was exchanged.
#ifndef LIMB_PAGE_SERVER_HTTP_H
#define LIMB_PAGE_SERVER_HTTP_H

#include "limb/base.h"
#include "services/page_server/news.h"
#include "services/page_server/save.h"

typedef struct limb__http limb__http;

typedef struct limb__asset { // a file of the page, gzip-compressed
    const char *path;        // "/page.js"
    const char *type;        // "text/javascript; charset=utf-8"
    const unsigned char *bytes;
    size_t size;
} limb__asset;

typedef struct limb__http_handler { // all are called on the server's threads
    void *ctx;
    const char *greeting; // sent to a page when it connects, one line of JSON; NULL: none
    // Receives the page's posts to /joints; NULL: not supported.
    void (*message)(void *ctx, const char *text, size_t size);
    // Receives the page's posts to /robot.urdf: a new text that replaces the one with that hash.
    // NULL: the file is read-only.
    limb__save_answer (*save)(void *ctx, const char *hash, const char *text, size_t size);
    // Saves the page's view; NULL: refused.
    limb__save_answer (*save_view)(void *ctx, const char *text, size_t size);
} limb__http_handler;

typedef struct limb__http_opts {
    const char *address; // NULL: 127.0.0.1
    int port;            // 0: any
    const limb__asset *asset;
    int nasset;
    const limb__http_handler *handler;
} limb__http_opts;

// Returns LIMB_ERROR_IO if the port is taken or not allowed.
limb_status limb__http_start(limb__http **out, const limb__http_opts *opts);
void limb__http_stop(limb__http *http); // NULL is allowed; waits for running requests
int limb__http_port(const limb__http *http);
const struct limb__gate *limb__http_gate(const limb__http *http);

// Sets the content of /robot.json and /robot.glb. The bytes are copied. Returns false if
// memory is exhausted.
bool limb__http_publish(limb__http *http, const void *json, size_t json_size, const void *glb,
                        size_t glb_size);
// The same for /other.json and /other.glb, the robot to compare with.
bool limb__http_publish_other(limb__http *http, const void *json, size_t json_size, const void *glb,
                              size_t glb_size);
// Sends one line of JSON to every open page.
void limb__http_post(limb__http *http, limb__topic topic, const char *text);

#endif
