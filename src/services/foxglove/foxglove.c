// The Foxglove WebSocket protocol.
//
// The server advertises its channels; clients subscribe to some and receive the bytes sent over
// DDS. Latched messages (the description, fixed transforms) are kept for later subscribers. Pages
// of other origins may connect only if they are listed.
#include "services/foxglove/foxglove.h"

#include "base/memory.h"
#include "services/foxglove/foxglove_assets.h"
#include "services/foxglove/foxglove_client.h"
#include "services/foxglove/foxglove_protocol.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PORT = 8765, MAX_MESSAGE = 64 * 1024, MAX_ASSET = 256 << 20 };

struct limb__foxglove {
    limb__websocket_server *web;
    int port;
    limb__foxglove_opts opts;
    pthread_mutex_t lock; // guards everything below
    limb__client *client[LIMB__MAX_WEBSOCKETS];
    limb__asset_files assets;
    limb__builder last[LIMB__NCHANNEL]; // last message of latched channels
    int64_t last_time[LIMB__NCHANNEL];
};

static limb_status listen_on(limb__foxglove *server);
static void *client_opens(void *ctx, limb__websocket *connection);
static void client_closes(void *ctx, void *client);
static void client_says(void *ctx, void *client, bool is_text, const char *bytes, size_t size);
static void subscribe(void *ctx, uint32_t id, uint32_t channel);
static void unsubscribe(void *ctx, uint32_t id);
static void fetch(void *ctx, uint32_t request, limb_text uri);
static void refuse(void *ctx, const char *reason);
static void answer_parameters(void *ctx, limb_text id);
static void advertise(void *ctx, uint32_t id, const limb__client_channel *channel);
static void unadvertise(void *ctx, uint32_t id);
static void take_data(void *ctx, const char *bytes, size_t size);

typedef struct conversation { // context for answering a client's message
    limb__foxglove *server;
    limb__client *client;
} conversation;

limb_status limb__foxglove_start(limb__foxglove **out, const limb__foxglove_opts *opts)
{
    *out = NULL;
    limb__foxglove *server = calloc(1, sizeof *server);
    if (!server) return LIMB_ERROR_MEMORY;
    server->opts = *opts;
    server->port = limb__foxglove_default_port(opts->port);
    pthread_mutex_init(&server->lock, NULL);
    for (int i = 0; i < LIMB__NCHANNEL; i++)
        limb__builder_init(&server->last[i], limb__memory(NULL));
    const limb_status status = listen_on(server);
    if (status != LIMB_OK) {
        limb__foxglove_stop(server);
        return status;
    }
    *out = server;
    return LIMB_OK;
}

void limb__foxglove_stop(limb__foxglove *server)
{
    if (!server) return;
    limb__websocket_stop(server->web); // disconnects every client
    limb__asset_files_free(&server->assets);
    for (int i = 0; i < LIMB__NCHANNEL; i++)
        limb__builder_free(&server->last[i]);
    pthread_mutex_destroy(&server->lock);
    free(server);
}

int limb__foxglove_port(const limb__foxglove *server)
{
    return server->port;
}

int limb__foxglove_default_port(int port)
{
    return port > 0 ? port : DEFAULT_PORT;
}

limb_status limb__foxglove_set_robot(limb__foxglove *server, const limb_robot *robot)
{
    limb__asset_files next = {0};
    const limb_status status = limb__asset_files_collect(&next, robot, server->opts.resolve);
    if (status != LIMB_OK) {
        limb__asset_files_free(&next);
        return status;
    }
    pthread_mutex_lock(&server->lock);
    limb__asset_files old = server->assets;
    server->assets = next;
    pthread_mutex_unlock(&server->lock);
    limb__asset_files_free(&old);
    return LIMB_OK;
}

void limb__foxglove_publish(limb__foxglove *server, int channel, int64_t time, const void *bytes,
                            size_t size)
{
    pthread_mutex_lock(&server->lock);
    if (server->opts.channel[channel].latched) {
        limb__builder *last = &server->last[channel];
        last->size = 0;
        limb__builder_bytes(last, bytes, size);
        server->last_time[channel] = time;
    }
    for (int i = 0; i < LIMB__MAX_WEBSOCKETS; i++) {
        if (server->client[i])
            limb__client_send_data(server->client[i], channel, time, bytes, size);
    }
    pthread_mutex_unlock(&server->lock);
}

static limb_status listen_on(limb__foxglove *server)
{
    static const char *const subprotocol[] = {"foxglove.sdk.v1", "foxglove.websocket.v1"};
    const limb__websocket_opts opts = {.address = server->opts.address,
                                       .port = server->port,
                                       .handshake = {.origin = server->opts.origin,
                                                     .norigin = server->opts.norigin,
                                                     .subprotocol = subprotocol,
                                                     .nsubprotocol = 2},
                                       .max_message = MAX_MESSAGE,
                                       .ctx = server,
                                       .opened = client_opens,
                                       .said = client_says,
                                       .closed = client_closes};
    return limb__websocket_start(&server->web, &opts);
}

//---- clients come and go -------------------------------------------------------------------------

static void *client_opens(void *ctx, limb__websocket *connection)
{
    limb__foxglove *server = ctx;
    limb__client *client = limb__client_start(connection);
    if (!client) return NULL;
    limb__builder text;
    limb__builder_init(&text, limb__memory(NULL));
    limb__foxglove_server_info(&text, server->opts.name, server->opts.joints != NULL);
    limb__client_send_text(client, text.data, text.size);
    text.size = 0;
    limb__foxglove_advertise(&text, server->opts.channel, server->opts.nchannel);
    if (!text.failed) limb__client_send_text(client, text.data, text.size);
    limb__builder_free(&text);
    bool placed = false;
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < LIMB__MAX_WEBSOCKETS && !placed; i++) {
        if (server->client[i]) continue;
        server->client[i] = client;
        placed = true;
    }
    pthread_mutex_unlock(&server->lock);
    if (placed) return client;
    limb__client_stop(client);
    return NULL;
}

static void client_closes(void *ctx, void *client)
{
    limb__foxglove *server = ctx;
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < LIMB__MAX_WEBSOCKETS; i++) {
        if (server->client[i] == client) server->client[i] = NULL;
    }
    pthread_mutex_unlock(&server->lock);
    limb__client_stop(client);
}

//---- what clients say ----------------------------------------------------------------------------

static void client_says(void *ctx, void *client, bool is_text, const char *bytes, size_t size)
{
    static const limb__foxglove_handler handler = {
        subscribe, unsubscribe, fetch, answer_parameters, refuse, advertise, unadvertise};
    conversation talk = {ctx, client};
    if (is_text) {
        limb__foxglove_parse(bytes, size, &handler, &talk);
    } else {
        take_data(&talk, bytes, size);
    }
}

static void subscribe(void *ctx, uint32_t id, uint32_t channel)
{
    const conversation *talk = ctx;
    limb__foxglove *server = talk->server;
    // channel numbers of clients begin at 1
    if (channel < 1 || channel > (uint32_t)server->opts.nchannel) {
        refuse(ctx, "no such channel");
        return;
    }
    const int index = (int)channel - 1;
    pthread_mutex_lock(&server->lock);
    if (!limb__client_subscribe(talk->client, id, index)) {
        refuse(ctx, "too many subscriptions");
    } else if (server->last[index].size > 0) {
        limb__client_send_one(talk->client, id, server->last_time[index], server->last[index].data,
                              server->last[index].size);
    }
    pthread_mutex_unlock(&server->lock);
}

static void unsubscribe(void *ctx, uint32_t id)
{
    const conversation *talk = ctx;
    limb__client_unsubscribe(talk->client, id);
}

static void fetch(void *ctx, uint32_t request, limb_text uri)
{
    const conversation *talk = ctx;
    pthread_mutex_lock(&talk->server->lock);
    char *path = limb__asset_files_find(&talk->server->assets, uri);
    pthread_mutex_unlock(&talk->server->lock);
    limb__builder head;
    limb__builder_init(&head, limb__memory(NULL));
    char *bytes = NULL;
    size_t size = 0;
    const bool found = path && limb__foxglove_read_asset(path, (size_t)MAX_ASSET, &bytes, &size);
    limb__foxglove_asset_head(&head, request,
                              found  ? NULL
                              : path ? "the file cannot be read"
                                     : "the robot has no such file");
    if (!head.failed) limb__client_send_binary(talk->client, head.data, head.size, bytes, size);
    limb__builder_free(&head);
    free(bytes);
    free(path);
}

static void answer_parameters(void *ctx, limb_text id)
{
    const conversation *talk = ctx;
    limb__builder text;
    limb__builder_init(&text, limb__memory(NULL));
    limb__foxglove_no_parameters(&text, id);
    if (!text.failed) limb__client_send_text(talk->client, text.data, text.size);
    limb__builder_free(&text);
}

// Clients may publish only joint states.
static void advertise(void *ctx, uint32_t id, const limb__client_channel *channel)
{
    const conversation *talk = ctx;
    const limb__foxglove_opts *opts = &talk->server->opts;
    const limb__channel_info *joints = &opts->channel[LIMB__CHANNEL_JOINT_STATES];
    const bool is_joints = limb__text_equal(channel->topic, joints->topic) &&
                           limb__text_equal(channel->encoding, "cdr") &&
                           (limb__text_equal(channel->schema_name, "sensor_msgs/msg/JointState") ||
                            limb__text_equal(channel->schema_name, "sensor_msgs/JointState"));
    if (!opts->joints) {
        refuse(ctx, "clients cannot publish here");
    } else if (!is_joints) {
        char text[400];
        snprintf(text, sizeof text,
                 "clients can publish sensor_msgs/msg/JointState as cdr on %s only", joints->topic);
        refuse(ctx, text);
    } else if (!limb__client_advertise(talk->client, id)) {
        refuse(ctx, "too many channels");
    }
}

static void unadvertise(void *ctx, uint32_t id)
{
    const conversation *talk = ctx;
    limb__client_unadvertise(talk->client, id);
}

static void take_data(void *ctx, const char *bytes, size_t size)
{
    const conversation *talk = ctx;
    const limb__foxglove_opts *opts = &talk->server->opts;
    uint32_t id;
    size_t begin;
    if (!limb__foxglove_read_data(bytes, size, &id, &begin)) {
        refuse(ctx, "a binary message must begin with 1 and its channel");
    } else if (!limb__client_has_advertised(talk->client, id)) {
        refuse(ctx, opts->joints ? "the channel is not advertised" : "clients cannot publish here");
    } else if (opts->joints(opts->ctx, bytes + begin, size - begin) != LIMB_OK) {
        refuse(ctx, "the message is not a JointState with as many positions as names");
    }
}

static void refuse(void *ctx, const char *reason)
{
    const conversation *talk = ctx;
    limb__builder text;
    limb__builder_init(&text, limb__memory(NULL));
    limb__foxglove_status(&text, reason);
    if (!text.failed) limb__client_send_text(talk->client, text.data, text.size);
    limb__builder_free(&text);
}
