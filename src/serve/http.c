// HTTP and WebSocket over civetweb: who may ask, and what they get.
//
// Every request passes one gate (guard) before anything is answered. Assets are constant and sent
// compressed; robot.json and robot.glb are blobs that are replaced as a whole.
#define _DEFAULT_SOURCE

#include "serve/http.h"

#include "serve/blob.h"
#include "serve/gate.h"
#include "serve/pages.h"

#include <civetweb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_MESSAGE = 64 * 1024, // from the page, bytes
    WRITE_PIECE = 64 * 1024  // a reader must take one in the time of a request
};

// Each connection holds a thread while it lasts, a silent one too: enough for many, and few seconds
// until they come back.
#define THREADS    "100"
#define REQUEST_MS "5000"
#define PAGE_MS    "3600000" // pages are silent while nobody drags

struct limb__http {
    struct mg_context *server;
    limb__http_handler handler;
    const limb__asset *asset;
    int nasset;
    limb__gate gate;
    pthread_mutex_t lock; // of the blobs
    limb__blob *json;
    limb__blob *glb;
    limb__pages pages;
};

static struct mg_context *listen_on(limb__http *http, const limb__http_opts *opts);
static int answer(struct mg_connection *connection, void *ctx);
static bool guard(limb__http *http, struct mg_connection *connection,
                  const struct mg_request_info *request);
static bool admit(limb__http *http, struct mg_connection *connection,
                  const struct mg_request_info *request);
static const limb__asset *find_asset(const limb__http *http, const char *path);
static int refuse(struct mg_connection *connection, int status, const char *text);
static int send_asset(struct mg_connection *connection, const limb__asset *asset, bool head);
static int send_blob(limb__http *http, struct mg_connection *connection, limb__blob **current,
                     const char *type, bool head);
static void send_head(struct mg_connection *connection, int status, const char *type, size_t size,
                      const char *more);
static int page_connects(const struct mg_connection *connection, void *ctx);
static void page_ready(struct mg_connection *connection, void *ctx);
static int page_says(struct mg_connection *connection, int flags, char *text, size_t size,
                     void *ctx);
static int protocol_error(struct mg_connection *connection);
static void page_leaves(const struct mg_connection *connection, void *ctx);

limb_status limb__http_start(limb__http **out, const limb__http_opts *opts)
{
    *out = NULL;
    limb__http *http = calloc(1, sizeof *http);
    if (!http) return LIMB_ERROR_MEMORY;
    http->handler = *opts->handler;
    http->asset = opts->asset;
    http->nasset = opts->nasset;
    pthread_mutex_init(&http->lock, NULL);
    limb__pages_init(&http->pages);
    http->server = limb__gate_init(&http->gate, opts->address) ? listen_on(http, opts) : NULL;
    if (!http->server) {
        pthread_mutex_destroy(&http->lock);
        limb__pages_destroy(&http->pages);
        free(http);
        return LIMB_ERROR_IO;
    }
    struct mg_server_port ports[1];
    if (mg_get_server_ports(http->server, 1, ports) == 1) http->gate.port = ports[0].port;
    mg_set_request_handler(http->server, "/", answer, http);
    mg_set_websocket_handler(http->server, "/ws$", page_connects, page_ready, page_says,
                             page_leaves, http);
    *out = http;
    return LIMB_OK;
}

void limb__http_stop(limb__http *http)
{
    if (!http) return;
    mg_stop(http->server);
    free(http->json);
    free(http->glb);
    pthread_mutex_destroy(&http->lock);
    limb__pages_destroy(&http->pages);
    free(http);
}

int limb__http_port(const limb__http *http)
{
    return http->gate.port;
}

const limb__gate *limb__http_gate(const limb__http *http)
{
    return &http->gate;
}

bool limb__http_publish(limb__http *http, const void *json, size_t json_size, const void *glb,
                        size_t glb_size)
{
    limb__blob *new_json = limb__blob_make(json, json_size);
    limb__blob *new_glb = limb__blob_make(glb, glb_size);
    if (!new_json || !new_glb) {
        free(new_json);
        free(new_glb);
        return false;
    }
    pthread_mutex_lock(&http->lock);
    limb__blob *old_json = http->json;
    limb__blob *old_glb = http->glb;
    http->json = new_json;
    http->glb = new_glb;
    pthread_mutex_unlock(&http->lock);
    limb__blob_release(&http->lock, old_json);
    limb__blob_release(&http->lock, old_glb);
    return true;
}

void limb__http_broadcast(limb__http *http, const char *text)
{
    limb__pages_tell(&http->pages, text);
}

static struct mg_context *listen_on(limb__http *http, const limb__http_opts *opts)
{
    char port[LIMB__HOST_SIZE + 16];
    snprintf(port, sizeof port, "%s:%d", http->gate.address, opts->port);
    const char *options[] = {"listening_ports",
                             port,
                             "num_threads",
                             THREADS,
                             "request_timeout_ms",
                             REQUEST_MS,
                             "websocket_timeout_ms",
                             PAGE_MS,
                             "max_request_size",
                             "16384",
                             "enable_keep_alive",
                             "yes",
                             "keep_alive_timeout_ms",
                             "3000",
                             "tcp_nodelay",
                             "1",
                             "enable_directory_listing",
                             "no",
                             NULL};
    static const struct mg_callbacks callbacks;
    return mg_start(&callbacks, http, options);
}

//---- requests ------------------------------------------------------------------------------------

static int answer(struct mg_connection *connection, void *ctx)
{
    limb__http *http = ctx;
    const struct mg_request_info *request = mg_get_request_info(connection);
    if (!guard(http, connection, request)) return 1;
    const char *path = request->local_uri;

    const bool head = strcmp(request->request_method, "HEAD") == 0;
    if (!head && strcmp(request->request_method, "GET") != 0) {
        return refuse(connection, 405, "this page is only read");
    }
    if (strcmp(path, "/robot.json") == 0) {
        return send_blob(http, connection, &http->json, "application/json", head);
    }
    if (strcmp(path, "/robot.glb") == 0) {
        return send_blob(http, connection, &http->glb, "model/gltf-binary", head);
    }
    const limb__asset *asset = find_asset(http, path);
    if (asset) return send_asset(connection, asset, head);
    return refuse(connection, 404, "there is nothing here");
}

// Everything that is asked passes here. False: it was answered already.
static bool guard(limb__http *http, struct mg_connection *connection,
                  const struct mg_request_info *request)
{
    if (!limb__gate_knows_host(&http->gate, mg_get_header(connection, "Host"))) {
        refuse(connection, 421, "this server answers only to its own address");
        return false;
    }
    const char *origin = mg_get_header(connection, "Origin");
    const char *host = mg_get_header(connection, "Host");
    if (origin && !limb__gate_knows_origin(&http->gate, origin, host)) {
        refuse(connection, 403, "other pages may not ask");
        return false;
    }
    if (limb__gate_has_cookie(&http->gate, mg_get_header(connection, "Cookie"))) return true;
    if (admit(http, connection, request)) return false;
    refuse(connection, 403, "open the address that limb view printed, with its token");
    return false;
}

// The first visit brings the token in the address and gets a cookie with the page, which takes the
// token out of the address. Not by a redirect: a browser that came from another place, such as a
// local file, would not send the cookie along, and a pose in the address would be lost.
static bool admit(limb__http *http, struct mg_connection *connection,
                  const struct mg_request_info *request)
{
    if (strcmp(request->local_uri, "/") != 0) return false;
    if (!limb__gate_takes_token(&http->gate, request->query_string)) return false;
    const limb__asset *page = find_asset(http, "/");
    if (!page) return false;
    char name[32];
    limb__gate_cookie_name(&http->gate, name);
    char more[256];
    snprintf(more, sizeof more,
             "Content-Encoding: gzip\r\nSet-Cookie: %s=%s; HttpOnly; SameSite=Strict; Path=/\r\n",
             name, http->gate.cookie);
    send_head(connection, 200, page->type, page->size, more);
    mg_write(connection, page->bytes, page->size);
    return true;
}

static const limb__asset *find_asset(const limb__http *http, const char *path)
{
    for (int i = 0; i < http->nasset; i++)
        if (strcmp(path, http->asset[i].path) == 0) return &http->asset[i];
    return NULL;
}

static int refuse(struct mg_connection *connection, int status, const char *text)
{
    send_head(connection, status, "text/plain; charset=utf-8", strlen(text) + 1,
              "Connection: close\r\n");
    mg_printf(connection, "%s\n", text);
    mg_disable_connection_keep_alive(connection);
    return status;
}

static int send_asset(struct mg_connection *connection, const limb__asset *asset, bool head)
{
    send_head(connection, 200, asset->type, asset->size, "Content-Encoding: gzip\r\n");
    if (!head) mg_write(connection, asset->bytes, asset->size);
    return 200;
}

static int send_blob(limb__http *http, struct mg_connection *connection, limb__blob **current,
                     const char *type, bool head)
{
    limb__blob *blob = limb__blob_hold(&http->lock, current);
    if (!blob) return refuse(connection, 503, "the robot is not loaded yet");
    send_head(connection, 200, type, blob->size, "");
    for (size_t at = 0; !head && at < blob->size;) {
        const size_t piece = blob->size - at < WRITE_PIECE ? blob->size - at : WRITE_PIECE;
        if (mg_write(connection, blob->bytes + at, piece) <= 0) break;
        at += piece;
    }
    limb__blob_release(&http->lock, blob);
    return 200;
}

static void send_head(struct mg_connection *connection, int status, const char *type, size_t size,
                      const char *more)
{
    static const struct {
        int status;
        const char *text;
    } reason[] = {{200, "OK"},
                  {403, "Forbidden"},
                  {404, "Not Found"},
                  {405, "Method Not Allowed"},
                  {421, "Misdirected Request"},
                  {503, "Service Unavailable"}};
    const char *text = "";
    for (size_t i = 0; i < sizeof reason / sizeof reason[0]; i++) {
        if (reason[i].status == status) text = reason[i].text;
    }
    mg_printf(
        connection,
        "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %lu\r\nCache-Control: no-store\r\n"
        "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
        "img-src 'self' blob: data:; connect-src "
        "'self' blob:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"
        "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: "
        "same-origin\r\n%s\r\n",
        status, text, type, (unsigned long)size, more);
}

//---- WebSocket -----------------------------------------------------------------------------------

// Returns 0 to go on. A browser always sends Origin here, and other pages may try.
static int page_connects(const struct mg_connection *connection, void *ctx)
{
    limb__http *http = ctx;
    struct mg_connection *asked =
        (struct mg_connection *)(uintptr_t)connection; // headers are read only
    const bool welcome = limb__gate_knows_host(&http->gate, mg_get_header(asked, "Host")) &&
                         limb__gate_knows_origin(&http->gate, mg_get_header(asked, "Origin"),
                                                 mg_get_header(asked, "Host")) &&
                         limb__gate_has_cookie(&http->gate, mg_get_header(asked, "Cookie"));
    return welcome && limb__pages_reserve(&http->pages, connection) ? 0 : 1;
}

static void page_ready(struct mg_connection *connection, void *ctx)
{
    limb__http *http = ctx;
    const char *greeting = http->handler.greeting;
    if (greeting)
        mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_TEXT, greeting, strlen(greeting));
    limb__pages_ready(&http->pages, connection);
}

// Returns 1 to keep the connection. One frame is one message: the page sends small ones.
static int page_says(struct mg_connection *connection, int flags, char *text, size_t size,
                     void *ctx)
{
    limb__http *http = ctx;
    const int opcode = flags & 0x0f;
    const bool final = (flags & 0x80) != 0;
    const bool is_control = (flags & 0x08) != 0;
    // RFC 6455, 5.5: control frames are whole and have at most 125 bytes; no extension was agreed on
    if ((flags & 0x70) != 0 || (is_control && (!final || size > 125)))
        return protocol_error(connection);
    if (opcode == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) return 0;
    if (opcode == MG_WEBSOCKET_OPCODE_PING) {
        return mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_PONG, text, size) > 0;
    }
    if (opcode == MG_WEBSOCKET_OPCODE_PONG) return 1;
    if (opcode != MG_WEBSOCKET_OPCODE_TEXT || !final) return protocol_error(connection);
    if (size > MAX_MESSAGE) return 0;
    http->handler.message(http->handler.ctx, text, size);
    return 1;
}

// Says so (status 1002) and ends the connection.
static int protocol_error(struct mg_connection *connection)
{
    static const char status[2] = {0x03, (char)0xea};
    mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, status, sizeof status);
    return 0;
}

static void page_leaves(const struct mg_connection *connection, void *ctx)
{
    limb__http *http = ctx;
    limb__pages_leave(&http->pages, connection);
}
