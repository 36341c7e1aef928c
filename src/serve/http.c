// HTTP over civetweb: who may ask, and what they get.
//
// Every request passes one gate (guard) before anything is answered. Assets are constant and sent
// compressed; robot.json and robot.glb are blobs that are replaced as a whole. Pages learn of
// changes by server-sent events and answer by POST: no WebSocket, whose frames civetweb would take
// at any length before we see them.
#define _DEFAULT_SOURCE

#include "serve/http.h"

#include "serve/blob.h"
#include "serve/gate.h"
#include "serve/news.h"
#include "serve/stop.h"

#include <civetweb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_MESSAGE = 64 * 1024, // from the page, bytes
    MAX_FILE = 64 << 20,     // that the page saves
    WRITE_PIECE = 64 * 1024, // a reader must take one in the time of a request
    BEAT_SECONDS = 1         // a page that went away is noticed by writing to it
};

// Each connection holds a thread while it lasts, a silent one too: enough for many, and few seconds
// until they come back.
#define THREADS    "100"
#define REQUEST_MS "5000"

typedef struct robot_blobs {
    limb__blob *json;
    limb__blob *glb;
} robot_blobs;

struct limb__http {
    struct mg_context *server;
    limb__http_handler handler;
    const limb__asset *asset;
    int nasset;
    limb__gate gate;
    pthread_mutex_t lock; // of the blobs
    robot_blobs robot;
    robot_blobs other; // to compare with; NULL: none
    limb__news news;
};

static bool replace(limb__http *http, robot_blobs *current, limb__blob *json, limb__blob *glb);
static struct mg_context *listen_on(limb__http *http, const limb__http_opts *opts);
static int answer(struct mg_connection *connection, void *ctx);
static bool guard(limb__http *http, struct mg_connection *connection,
                  const struct mg_request_info *request);
static bool admit(limb__http *http, struct mg_connection *connection,
                  const struct mg_request_info *request);
static int give(limb__http *http, struct mg_connection *connection, const char *path, bool head);
static const limb__asset *find_asset(const limb__http *http, const char *path);
static int send_asset(struct mg_connection *connection, const limb__asset *asset, bool head);
static int send_blob(limb__http *http, struct mg_connection *connection, limb__blob **current,
                     const char *type, bool head);
static int send_events(limb__http *http, struct mg_connection *connection);
static bool send_event(struct mg_connection *connection, const char *text);
static int take(limb__http *http, struct mg_connection *connection, const char *path);
static int save(limb__http *http, struct mg_connection *connection, const char *text, size_t size);
static char *read_body(struct mg_connection *connection, size_t size);
static int refuse(struct mg_connection *connection, int status, const char *text);
static void send_head(struct mg_connection *connection, int status, const char *type,
                      const char *more);

limb_status limb__http_start(limb__http **out, const limb__http_opts *opts)
{
    *out = NULL;
    limb__http *http = calloc(1, sizeof *http);
    if (!http) return LIMB_ERROR_MEMORY;
    http->handler = *opts->handler;
    http->asset = opts->asset;
    http->nasset = opts->nasset;
    pthread_mutex_init(&http->lock, NULL);
    limb__news_init(&http->news);
    http->server = limb__gate_init(&http->gate, opts->address) ? listen_on(http, opts) : NULL;
    if (!http->server) {
        pthread_mutex_destroy(&http->lock);
        limb__news_destroy(&http->news);
        free(http);
        return LIMB_ERROR_IO;
    }
    struct mg_server_port ports[1];
    if (mg_get_server_ports(http->server, 1, ports) == 1) http->gate.port = ports[0].port;
    mg_set_request_handler(http->server, "/", answer, http);
    *out = http;
    return LIMB_OK;
}

void limb__http_stop(limb__http *http)
{
    if (!http) return;
    limb__news_close(&http->news);
    limb__server_stop(http->server, http->gate.address, http->gate.port);
    limb__blob_release(&http->lock, http->robot.json);
    limb__blob_release(&http->lock, http->robot.glb);
    limb__blob_release(&http->lock, http->other.json);
    limb__blob_release(&http->lock, http->other.glb);
    pthread_mutex_destroy(&http->lock);
    limb__news_destroy(&http->news);
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
    return replace(http, &http->robot, limb__blob_make(json, json_size),
                   limb__blob_make(glb, glb_size));
}

bool limb__http_publish_other(limb__http *http, const void *json, size_t json_size, const void *glb,
                              size_t glb_size)
{
    return replace(http, &http->other, limb__blob_make(json, json_size),
                   limb__blob_make(glb, glb_size));
}

// Both at once, so that no page gets one of each.
static bool replace(limb__http *http, robot_blobs *current, limb__blob *json, limb__blob *glb)
{
    robot_blobs old = {json, glb};
    if (json && glb) {
        pthread_mutex_lock(&http->lock);
        old = *current;
        *current = (robot_blobs){json, glb};
        pthread_mutex_unlock(&http->lock);
    }
    limb__blob_release(&http->lock, old.json);
    limb__blob_release(&http->lock, old.glb);
    return json && glb;
}

void limb__http_post(limb__http *http, limb__topic topic, const char *text)
{
    limb__news_post(&http->news, topic, text);
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
    const char *method = request->request_method;
    const bool head = strcmp(method, "HEAD") == 0;
    if (head || strcmp(method, "GET") == 0) return give(http, connection, request->local_uri, head);
    if (strcmp(method, "POST") == 0) return take(http, connection, request->local_uri);
    return refuse(connection, 405, "this page is only read");
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
             "Content-Encoding: gzip\r\nContent-Length: %lu\r\n"
             "Set-Cookie: %s=%s; HttpOnly; SameSite=Strict; Path=/\r\n",
             (unsigned long)page->size, name, http->gate.cookie);
    send_head(connection, 200, page->type, more);
    mg_write(connection, page->bytes, page->size);
    return true;
}

//---- what is given -------------------------------------------------------------------------------

static int give(limb__http *http, struct mg_connection *connection, const char *path, bool head)
{
    static const char json[] = "application/json", glb[] = "model/gltf-binary";
    if (strcmp(path, "/robot.json") == 0)
        return send_blob(http, connection, &http->robot.json, json, head);
    if (strcmp(path, "/robot.glb") == 0)
        return send_blob(http, connection, &http->robot.glb, glb, head);
    if (strcmp(path, "/other.json") == 0)
        return send_blob(http, connection, &http->other.json, json, head);
    if (strcmp(path, "/other.glb") == 0)
        return send_blob(http, connection, &http->other.glb, glb, head);
    if (strcmp(path, "/events") == 0 && !head) return send_events(http, connection);
    const limb__asset *asset = find_asset(http, path);
    if (asset) return send_asset(connection, asset, head);
    return refuse(connection, 404, "there is nothing here");
}

static const limb__asset *find_asset(const limb__http *http, const char *path)
{
    for (int i = 0; i < http->nasset; i++)
        if (strcmp(path, http->asset[i].path) == 0) return &http->asset[i];
    return NULL;
}

static int send_asset(struct mg_connection *connection, const limb__asset *asset, bool head)
{
    char more[96];
    snprintf(more, sizeof more, "Content-Encoding: gzip\r\nContent-Length: %lu\r\n",
             (unsigned long)asset->size);
    send_head(connection, 200, asset->type, more);
    if (!head) mg_write(connection, asset->bytes, asset->size);
    return 200;
}

// The page shows how much has arrived, by the size before compression.
static int send_blob(limb__http *http, struct mg_connection *connection, limb__blob **current,
                     const char *type, bool head)
{
    limb__blob *blob = limb__blob_hold(&http->lock, current);
    if (!blob) return refuse(connection, 503, "the robot is not loaded yet");
    const bool asked = limb__accepts_gzip(mg_get_header(connection, "Accept-Encoding"));
    const limb__blob *packed = asked ? limb__blob_packed(&http->lock, blob) : NULL;
    const limb__blob *sent = packed ? packed : blob;
    char more[160];
    snprintf(more, sizeof more,
             "%sVary: Accept-Encoding\r\nContent-Length: %lu\r\nX-Unpacked-Length: %lu\r\n",
             packed ? "Content-Encoding: gzip\r\n" : "", (unsigned long)sent->size,
             (unsigned long)blob->size);
    send_head(connection, 200, type, more);
    for (size_t at = 0; !head && at < sent->size;) {
        const size_t piece = sent->size - at < WRITE_PIECE ? sent->size - at : WRITE_PIECE;
        if (mg_write(connection, sent->bytes + at, piece) <= 0) break;
        at += piece;
    }
    limb__blob_release(&http->lock, blob);
    return 200;
}

// Holds its thread while the page is open.
static int send_events(limb__http *http, struct mg_connection *connection)
{
    limb__reader reader;
    if (!limb__news_join(&http->news, &reader))
        return refuse(connection, 503, "too many pages are open");
    mg_disable_connection_keep_alive(connection);
    send_head(connection, 200, "text/event-stream", "Connection: close\r\n");
    const char *greeting = http->handler.greeting;
    bool open = send_event(connection, greeting ? greeting : "");
    while (open) {
        char *text;
        const limb__wait wait = limb__news_wait(&http->news, &reader, BEAT_SECONDS, &text);
        open = wait != LIMB__WAIT_CLOSED && send_event(connection, text ? text : "");
        free(text);
    }
    limb__news_leave(&http->news);
    return 200;
}

// An empty text is a comment, which pages do not see. False: the page is gone.
static bool send_event(struct mg_connection *connection, const char *text)
{
    if (!*text) return mg_write(connection, ":\n\n", 3) > 0;
    return mg_write(connection, "data: ", 6) > 0 && mg_write(connection, text, strlen(text)) > 0 &&
           mg_write(connection, "\n\n", 2) > 0;
}

//---- what is taken -------------------------------------------------------------------------------

// A browser always names the page that posts; other pages may try.
static int take(limb__http *http, struct mg_connection *connection, const char *path)
{
    const long long size = mg_get_request_info(connection)->content_length;
    const bool joints = strcmp(path, "/joints") == 0 && http->handler.message;
    const bool file = strcmp(path, "/robot.urdf") == 0 && http->handler.save;
    if (!joints && !file) return refuse(connection, 405, "this page is only read");
    if (!mg_get_header(connection, "Origin"))
        return refuse(connection, 403, "only the page may send");
    if (size < 0) return refuse(connection, 411, "say the length");
    if (size > (joints ? MAX_MESSAGE : MAX_FILE))
        return refuse(connection, 413, "that is too long");
    char *text = read_body(connection, (size_t)size);
    if (!text) return refuse(connection, 400, "the message did not arrive whole");
    const int status = joints ? 204 : save(http, connection, text, (size_t)size);
    if (joints) http->handler.message(http->handler.ctx, text, (size_t)size);
    free(text);
    if (status == 204) send_head(connection, status, "text/plain", "");
    return status;
}

// The text that was changed is named by its hash.
static int save(limb__http *http, struct mg_connection *connection, const char *text, size_t size)
{
    const char *hash = mg_get_header(connection, "If-Match");
    if (!hash) return refuse(connection, 428, "say which text was changed");
    const limb__save_answer answer = http->handler.save(http->handler.ctx, hash, text, size);
    return answer.status == 204 ? 204 : refuse(connection, answer.status, answer.reason);
}

// NULL: it did not arrive, or there is no memory.
static char *read_body(struct mg_connection *connection, size_t size)
{
    char *text = malloc(size + 1);
    size_t read = 0;
    while (text && read < size) {
        const int got = mg_read(connection, text + read, size - read);
        if (got <= 0) break;
        read += (size_t)got;
    }
    if (read == size) return text;
    free(text);
    return NULL;
}

//---- how it is written ---------------------------------------------------------------------------

static int refuse(struct mg_connection *connection, int status, const char *text)
{
    char more[96];
    snprintf(more, sizeof more, "Connection: close\r\nContent-Length: %lu\r\n",
             (unsigned long)strlen(text) + 1);
    send_head(connection, status, "text/plain; charset=utf-8", more);
    mg_printf(connection, "%s\n", text);
    mg_disable_connection_keep_alive(connection);
    return status;
}

static void send_head(struct mg_connection *connection, int status, const char *type,
                      const char *more)
{
    static const struct {
        int status;
        const char *text;
    } reason[] = {{200, "OK"},
                  {204, "No Content"},
                  {400, "Bad Request"},
                  {403, "Forbidden"},
                  {404, "Not Found"},
                  {405, "Method Not Allowed"},
                  {411, "Length Required"},
                  {412, "Precondition Failed"},
                  {413, "Content Too Large"},
                  {421, "Misdirected Request"},
                  {422, "Unprocessable Content"},
                  {428, "Precondition Required"},
                  {500, "Internal Server Error"},
                  {503, "Service Unavailable"}};
    const char *text = "";
    for (size_t i = 0; i < sizeof reason / sizeof reason[0]; i++) {
        if (reason[i].status == status) text = reason[i].text;
    }
    mg_printf(connection,
              "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nCache-Control: no-store\r\n"
              "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
              "img-src 'self' blob: data:; connect-src 'self' blob:; "
              "frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"
              "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
              "Cross-Origin-Opener-Policy: same-origin\r\n"
              "Cross-Origin-Resource-Policy: same-origin\r\n%s\r\n",
              status, text, type, more);
}
