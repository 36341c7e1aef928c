// The small HTTP server of the page: one robot, one user, one machine.
//
// It answers only to its own user: bound to the loopback, a Host other than itself is refused (DNS
// rebinding), a foreign Origin too, and everything but the first visit needs the cookie that the
// token in the printed address was exchanged for.
#ifndef LIMB_PAGE_SERVER_HTTP_H
#define LIMB_PAGE_SERVER_HTTP_H

#include "limb/base.h"
#include "services/page_server/news.h"
#include "services/page_server/save.h"

typedef struct limb__http limb__http;

typedef struct limb__asset { // a file of the page, compressed with gzip
    const char *path;        // "/page.js"
    const char *type;        // "text/javascript; charset=utf-8"
    const unsigned char *bytes;
    size_t size;
} limb__asset;

typedef struct limb__http_handler { // all are called from the server's threads
    void *ctx;
    const char *greeting; // to a page that opens, one line of JSON; NULL: none
    // What the page posts to /joints; NULL: nobody wants it.
    void (*message)(void *ctx, const char *text, size_t size);
    // What the page posts to /robot.urdf: a new text in place of the one with that hash. NULL: the
    // file is not changed from here.
    limb__save_answer (*save)(void *ctx, const char *hash, const char *text, size_t size);
    // The page keeps its view; NULL: it is refused.
    limb__save_answer (*save_view)(void *ctx, const char *text, size_t size);
} limb__http_handler;

typedef struct limb__http_opts {
    const char *address; // NULL: 127.0.0.1
    int port;            // 0: any
    const limb__asset *asset;
    int nasset;
    const limb__http_handler *handler;
} limb__http_opts;

// LIMB_ERROR_IO: the port is taken or not allowed.
limb_status limb__http_start(limb__http **out, const limb__http_opts *opts);
void limb__http_stop(limb__http *http); // NULL is fine; waits for running requests
int limb__http_port(const limb__http *http);
const struct limb__gate *limb__http_gate(const limb__http *http);

// What /robot.json and /robot.glb answer from now on. The bytes are copied. False: no memory.
bool limb__http_publish(limb__http *http, const void *json, size_t json_size, const void *glb,
                        size_t glb_size);
// The same of /other.json and /other.glb, the robot to compare with.
bool limb__http_publish_other(limb__http *http, const void *json, size_t json_size, const void *glb,
                              size_t glb_size);
// To every open page: one line of JSON.
void limb__http_post(limb__http *http, limb__topic topic, const char *text);

#endif
