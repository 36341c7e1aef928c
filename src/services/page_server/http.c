// Responses to the page: its own files, the robot, events, and the page's POST requests.
//
// Every request is checked (guard) before it gets a thread (door.h). Assets are constant and stored
// compressed; robot.json and robot.glb are blobs that are replaced as a whole. Pages receive
// changes as server-sent events and reply by POST, which needs no WebSocket.
#define _DEFAULT_SOURCE

#include "services/page_server/http.h"

#include "services/page_server/blob.h"
#include "services/page_server/door.h"
#include "services/page_server/gate.h"
#include "services/page_server/news.h"
#include "services/page_server/view_file.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_MESSAGE = 64 * 1024, // from the page, bytes
    MAX_FILE = 64 << 20,     // saved by the page
    WRITE_PIECE = 64 * 1024, // a reader must accept one within the peer's patience
    BEAT_SECONDS = 1         // writing detects a page that is gone
};

typedef struct robot_blobs {
    limb__blob *json;
    limb__blob *glb;
} robot_blobs;

struct limb__http {
    limb__door *door;
    limb__http_handler handler;
    const limb__asset *asset;
    int nasset;
    limb__gate gate;
    pthread_mutex_t lock; // guards the blobs
    robot_blobs robot;
    robot_blobs other; // robot to compare with; NULL: none
    limb__news news;
};

static bool replace(limb__http *http, robot_blobs *current, limb__blob *json, limb__blob *glb);
static limb_status open_door(limb__http *http, const limb__http_opts *opts);
static int guard(void *ctx, limb__request *request, const char **reason);
static void answer(void *ctx, limb__peer *peer, const limb__request *request);
static void give(limb__http *http, limb__peer *peer, const limb__request *request);
static const limb__asset *find_asset(const limb__http *http, const char *path);
static void send_asset(limb__http *http, limb__peer *peer, const limb__request *request,
                       const limb__asset *asset);
static void send_blob(limb__http *http, limb__peer *peer, const limb__request *request,
                      limb__blob **current, const char *type);
static void send_pieces(limb__peer *peer, const char *bytes, size_t size);
static void send_events(limb__http *http, limb__peer *peer);
static bool send_event(limb__peer *peer, const char *text);
static void take(limb__http *http, limb__peer *peer, const limb__request *request);
static limb__save_answer save(limb__http *http, const limb__request *request, const char *text);

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
    const limb_status status = open_door(http, opts);
    if (status != LIMB_OK) {
        limb__http_stop(http);
        return status;
    }
    *out = http;
    return LIMB_OK;
}

void limb__http_stop(limb__http *http)
{
    if (!http) return;
    limb__news_close(&http->news);
    limb__door_close(http->door);
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

// Replaces both at once, so that no page gets an old one and a new one.
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

// The gate must know its port before the first request.
static limb_status open_door(limb__http *http, const limb__http_opts *opts)
{
    const limb__door_handler handler = {.ctx = http, .guard = guard, .answer = answer};
    if (!limb__gate_init(&http->gate, opts->address)) return LIMB_ERROR_IO;
    const limb_status status =
        limb__door_open(&http->door, http->gate.address, opts->port, &handler);
    if (status != LIMB_OK) return status;
    http->gate.port = limb__door_port(http->door);
    return limb__door_start(http->door);
}

//---- requests ------------------------------------------------------------------------------------

// The first visit has the token in the address; the response sets the cookie.
static int guard(void *ctx, limb__request *request, const char **reason)
{
    limb__http *http = ctx;
    const limb__gate *gate = &http->gate;
    *reason = "this server answers only to its own address";
    if (!limb__gate_knows_host(gate, request->host)) return 421;
    *reason = "other pages may not ask";
    if (request->origin && !limb__gate_knows_origin(gate, request->origin, request->host))
        return 403;
    if (limb__gate_has_cookie(gate, request->cookie)) return 0;
    *reason = "open the address that limb view printed, with its token";
    request->has_token =
        strcmp(request->path, "/") == 0 && limb__gate_takes_token(&http->gate, request->query);
    return request->has_token ? 0 : 403;
}

static void answer(void *ctx, limb__peer *peer, const limb__request *request)
{
    limb__http *http = ctx;
    const bool reads = strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
    if (reads) {
        give(http, peer, request);
    } else if (strcmp(request->method, "POST") == 0 && !request->has_token) {
        take(http, peer, request);
    } else {
        limb__peer_refuse(peer, 405, "this page is only read");
    }
}

//---- responses -----------------------------------------------------------------------------------

static void give(limb__http *http, limb__peer *peer, const limb__request *request)
{
    const struct {
        const char *path, *type;
        limb__blob **blob;
    } blob[] = {{"/robot.json", "application/json", &http->robot.json},
                {"/robot.glb", "model/gltf-binary", &http->robot.glb},
                {"/other.json", "application/json", &http->other.json},
                {"/other.glb", "model/gltf-binary", &http->other.glb}};
    for (size_t i = 0; i < sizeof blob / sizeof blob[0]; i++) {
        if (strcmp(request->path, blob[i].path) != 0) continue;
        send_blob(http, peer, request, blob[i].blob, blob[i].type);
        return;
    }
    const limb__asset *asset = find_asset(http, request->path);
    if (strcmp(request->path, "/events") == 0 && strcmp(request->method, "GET") == 0) {
        send_events(http, peer);
    } else if (asset) {
        send_asset(http, peer, request, asset);
    } else {
        limb__peer_refuse(peer, 404, "there is nothing here");
    }
}

static const limb__asset *find_asset(const limb__http *http, const char *path)
{
    for (int i = 0; i < http->nasset; i++)
        if (strcmp(path, http->asset[i].path) == 0) return &http->asset[i];
    return NULL;
}

// A request with a token gets the page with the cookie, and the page removes the token from the
// address. A redirect would not work: a browser that comes from elsewhere, such as a local file,
// would not send the cookie along, and a pose in the address would be lost.
static void send_asset(limb__http *http, limb__peer *peer, const limb__request *request,
                       const limb__asset *asset)
{
    const bool packed = limb__accepts_gzip(request->accept_encoding);
    limb__blob *plain = packed ? NULL : limb__blob_unpack(asset->bytes, asset->size);
    if (!packed && !plain) {
        limb__peer_refuse(peer, 503, "not enough memory");
        return;
    }
    char cookie[128] = "", name[32], more[300];
    limb__gate_cookie_name(&http->gate, name);
    if (request->has_token)
        snprintf(cookie, sizeof cookie, "Set-Cookie: %s=%s; HttpOnly; SameSite=Strict; Path=/\r\n",
                 name, http->gate.cookie);
    snprintf(more, sizeof more, "%sVary: Accept-Encoding\r\nContent-Length: %zu\r\n%s",
             packed ? "Content-Encoding: gzip\r\n" : "", packed ? asset->size : plain->size,
             cookie);
    limb__peer_head(peer, 200, asset->type, more);
    if (strcmp(request->method, "HEAD") != 0)
        send_pieces(peer, packed ? (const char *)asset->bytes : plain->bytes,
                    packed ? asset->size : plain->size);
    limb__blob_release(&http->lock, plain);
}

// Sends a blob. The page displays progress relative to the uncompressed size.
static void send_blob(limb__http *http, limb__peer *peer, const limb__request *request,
                      limb__blob **current, const char *type)
{
    limb__blob *blob = limb__blob_hold(&http->lock, current);
    if (!blob) {
        limb__peer_refuse(peer, 503, "the robot is not loaded yet");
        return;
    }
    const bool asked = limb__accepts_gzip(request->accept_encoding);
    const limb__blob *packed = asked ? limb__blob_packed(&http->lock, blob) : NULL;
    const limb__blob *sent = packed ? packed : blob;
    char more[160];
    snprintf(more, sizeof more,
             "%sVary: Accept-Encoding\r\nContent-Length: %zu\r\nX-Unpacked-Length: %zu\r\n",
             packed ? "Content-Encoding: gzip\r\n" : "", sent->size, blob->size);
    limb__peer_head(peer, 200, type, more);
    if (strcmp(request->method, "HEAD") != 0) send_pieces(peer, sent->bytes, sent->size);
    limb__blob_release(&http->lock, blob);
}

static void send_pieces(limb__peer *peer, const char *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        const size_t piece = size - at < WRITE_PIECE ? size - at : WRITE_PIECE;
        if (!limb__peer_write(peer, bytes + at, piece)) return;
        at += piece;
    }
}

// Occupies its thread while the page is open.
static void send_events(limb__http *http, limb__peer *peer)
{
    limb__reader reader;
    if (!limb__news_join(&http->news, &reader)) {
        limb__peer_refuse(peer, 503, "too many pages are open");
        return;
    }
    peer->keeps = false;
    limb__peer_head(peer, 200, "text/event-stream", "");
    const char *greeting = http->handler.greeting;
    bool open = send_event(peer, greeting ? greeting : "");
    while (open) {
        char *text;
        const limb__wait wait = limb__news_wait(&http->news, &reader, BEAT_SECONDS, &text);
        open = wait != LIMB__WAIT_CLOSED && send_event(peer, text ? text : "");
        free(text);
    }
    limb__news_leave(&http->news);
}

// Sends an event; an empty text is a comment, which pages ignore. Returns false if the
// page is gone.
static bool send_event(limb__peer *peer, const char *text)
{
    if (!*text) return limb__peer_text(peer, ":\n\n");
    return limb__peer_text(peer, "data: ") && limb__peer_text(peer, text) &&
           limb__peer_text(peer, "\n\n");
}

//---- posts ---------------------------------------------------------------------------------------

// Browsers always send the origin of a POST, so posts from other pages are detected.
static void take(limb__http *http, limb__peer *peer, const limb__request *request)
{
    const long long size = request->content_length;
    const bool joints = strcmp(request->path, "/joints") == 0 && http->handler.message;
    const bool file = strcmp(request->path, "/robot.urdf") == 0 && http->handler.save;
    const bool view = strcmp(request->path, "/view.json") == 0 && http->handler.save_view;
    limb__save_answer said = {.status = 204};
    if (!joints && !file && !view) {
        limb__peer_refuse(peer, 405, "this page is only read");
    } else if (!request->origin) {
        limb__peer_refuse(peer, 403, "only the page may send");
    } else if (size < 0) {
        limb__peer_refuse(peer, 411, "say the length");
    } else if (size > (joints ? MAX_MESSAGE : view ? LIMB__MAX_VIEW : MAX_FILE)) {
        limb__peer_refuse(peer, 413, "that is too long");
    } else {
        char *text = limb__peer_body(peer, request);
        if (!text) {
            limb__peer_refuse(peer, 400, "the message did not arrive whole");
            return;
        }
        if (joints)
            http->handler.message(http->handler.ctx, text, (size_t)size);
        else if (view)
            said = http->handler.save_view(http->handler.ctx, text, (size_t)size);
        else
            said = save(http, request, text);
        free(text);
        if (said.status == 204)
            limb__peer_head(peer, 204, "text/plain", "");
        else
            limb__peer_refuse(peer, said.status, said.reason);
    }
}

// Saves a text; the hash identifies the version that was edited.
static limb__save_answer save(limb__http *http, const limb__request *request, const char *text)
{
    if (!request->if_match) return (limb__save_answer){428, "say which text was changed"};
    return http->handler.save(http->handler.ctx, request->if_match, text,
                              (size_t)request->content_length);
}
