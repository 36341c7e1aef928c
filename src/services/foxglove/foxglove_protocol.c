// The messages of the Foxglove WebSocket protocol.
#include "services/foxglove/foxglove_protocol.h"

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

#include <string.h>

enum { CLIENT_DATA_CODE = 0x01, ASSET_CODE = 0x04, STATUS_ERROR = 2 };

static void put_u32(limb__builder *out, uint32_t value);
static void put_text(limb__builder *out, const char *text);
static bool read_u32(const limb__json *value, uint32_t *out);
static void take_subscriptions(const limb__json *message, const limb__foxglove_handler *handler,
                               void *ctx);
static void take_ids(const limb__json *list, void (*take)(void *ctx, uint32_t id), void *ctx);
static void take_channels(const limb__json *message, const limb__foxglove_handler *handler,
                          void *ctx);
static void take_fetch(const limb__json *message, const limb__foxglove_handler *handler, void *ctx);

void limb__foxglove_server_info(limb__builder *out, const char *name, bool can_publish)
{
    limb__builder_text(out, "{\"op\":\"serverInfo\",\"name\":");
    put_text(out, name);
    limb__builder_text(out, ",\"capabilities\":[\"assets\"");
    if (can_publish) limb__builder_text(out, ",\"clientPublish\"");
    limb__builder_text(out, "],\"supportedEncodings\":[\"cdr\"],\"metadata\":{}}");
}

void limb__foxglove_advertise(limb__builder *out, const limb__channel_info *channel, int count)
{
    limb__builder_text(out, "{\"op\":\"advertise\",\"channels\":[");
    for (int i = 0; i < count; i++) {
        limb__builder schema;
        limb__builder_init(&schema, limb__memory(NULL));
        limb__write_schema(&schema, channel[i].type);
        limb__builder_text(out, i > 0 ? ",{\"id\":" : "{\"id\":");
        limb__builder_int(out, i + 1);
        limb__builder_text(out, ",\"topic\":");
        put_text(out, channel[i].topic);
        limb__builder_text(out, ",\"encoding\":\"cdr\",\"schemaEncoding\":\"ros2msg\","
                                "\"schemaName\":");
        put_text(out, channel[i].type->name);
        limb__builder_text(out, ",\"schema\":");
        limb__builder_json(out, schema.data, schema.size);
        limb__builder_char(out, '}');
        if (schema.failed) out->failed = true;
        limb__builder_free(&schema);
    }
    limb__builder_text(out, "]}");
}

void limb__foxglove_no_parameters(limb__builder *out, limb_text id)
{
    limb__builder_text(out, "{\"op\":\"parameterValues\",\"parameters\":[]");
    if (id.data) {
        limb__builder_text(out, ",\"id\":");
        limb__builder_json(out, id.data, id.size);
    }
    limb__builder_char(out, '}');
}

void limb__foxglove_status(limb__builder *out, const char *reason)
{
    limb__builder_text(out, "{\"op\":\"status\",\"level\":");
    limb__builder_int(out, STATUS_ERROR);
    limb__builder_text(out, ",\"message\":");
    put_text(out, reason);
    limb__builder_char(out, '}');
}

void limb__foxglove_asset_head(limb__builder *out, uint32_t request, const char *error)
{
    limb__builder_char(out, ASSET_CODE);
    put_u32(out, request);
    limb__builder_char(out, error ? 1 : 0);
    put_u32(out, error ? (uint32_t)strlen(error) : 0);
    if (error) limb__builder_text(out, error);
}

bool limb__foxglove_read_asset(const char *path, size_t max_size, char **bytes, size_t *size)
{
    // allocated with malloc, since the caller calls free
    return limb__file_read(path, limb__memory(NULL), max_size, bytes, size) == LIMB_OK;
}

bool limb__foxglove_read_data(const char *bytes, size_t size, uint32_t *id, size_t *begin)
{
    enum { HEAD = 5 };
    if (size < HEAD || bytes[0] != CLIENT_DATA_CODE) return false;
    *id = 0;
    for (int i = 0; i < 4; i++)
        *id |= (uint32_t)(unsigned char)bytes[1 + i] << (8 * i);
    *begin = HEAD;
    return true;
}

void limb__foxglove_parse(const char *text, size_t size, const limb__foxglove_handler *handler,
                          void *ctx)
{
    const limb__json_opts opts = {.max_depth = 16};
    limb__json_document doc;
    const bool read = limb__json_parse(&doc, text, size, &opts) == LIMB_OK;
    const limb__json *message = read ? doc.value : NULL;
    const limb_text op = limb__json_text(limb__json_find(message, "op"));
    if (!op.data) {
        handler->refuse(ctx, "a message must be a JSON object with \"op\"");
    } else if (limb__text_equal(op, "subscribe")) {
        take_subscriptions(message, handler, ctx);
    } else if (limb__text_equal(op, "unsubscribe")) {
        take_ids(limb__json_find(message, "subscriptionIds"), handler->unsubscribe, ctx);
    } else if (limb__text_equal(op, "advertise")) {
        take_channels(message, handler, ctx);
    } else if (limb__text_equal(op, "unadvertise")) {
        take_ids(limb__json_find(message, "channelIds"), handler->unadvertise, ctx);
    } else if (limb__text_equal(op, "fetchAsset")) {
        take_fetch(message, handler, ctx);
    } else if (limb__text_equal(op, "getParameters")) {
        handler->parameters(ctx, limb__json_text(limb__json_find(message, "id")));
    } else {
        handler->refuse(ctx, "this operation is not supported");
    }
    limb__json_free(&doc);
}

static void put_u32(limb__builder *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        limb__builder_char(out, (char)(unsigned char)(value >> (8 * i)));
}

static void put_text(limb__builder *out, const char *text)
{
    limb__builder_json(out, text, strlen(text));
}

static bool read_u32(const limb__json *value, uint32_t *out)
{
    const double number = limb__json_number(value, -1);
    if (!(number >= 0 && number <= UINT32_MAX)) return false;
    *out = (uint32_t)number;
    return true;
}

static void take_subscriptions(const limb__json *message, const limb__foxglove_handler *handler,
                               void *ctx)
{
    const limb__json *list = limb__json_find(message, "subscriptions");
    if (!limb__json_is(list, LIMB__JSON_ARRAY)) return;
    for (const limb__json *item = limb__json_first(list); item;
         item = limb__json_next(list, item)) {
        uint32_t id, channel;
        if (read_u32(limb__json_find(item, "id"), &id) &&
            read_u32(limb__json_find(item, "channelId"), &channel)) {
            handler->subscribe(ctx, id, channel);
        } else {
            handler->refuse(ctx, "a subscription needs \"id\" and \"channelId\"");
        }
    }
}

static void take_ids(const limb__json *list, void (*take)(void *ctx, uint32_t id), void *ctx)
{
    if (!limb__json_is(list, LIMB__JSON_ARRAY)) return;
    for (const limb__json *item = limb__json_first(list); item;
         item = limb__json_next(list, item)) {
        uint32_t id;
        if (read_u32(item, &id)) take(ctx, id);
    }
}

static void take_channels(const limb__json *message, const limb__foxglove_handler *handler,
                          void *ctx)
{
    const limb__json *list = limb__json_find(message, "channels");
    if (!limb__json_is(list, LIMB__JSON_ARRAY)) return;
    for (const limb__json *item = limb__json_first(list); item;
         item = limb__json_next(list, item)) {
        uint32_t id;
        const limb__client_channel channel = {
            .topic = limb__json_text(limb__json_find(item, "topic")),
            .encoding = limb__json_text(limb__json_find(item, "encoding")),
            .schema_name = limb__json_text(limb__json_find(item, "schemaName"))};
        if (read_u32(limb__json_find(item, "id"), &id)) {
            handler->advertise(ctx, id, &channel);
        } else {
            handler->refuse(ctx, "a channel needs \"id\"");
        }
    }
}

static void take_fetch(const limb__json *message, const limb__foxglove_handler *handler, void *ctx)
{
    uint32_t request;
    const limb_text uri = limb__json_text(limb__json_find(message, "uri"));
    if (uri.data && read_u32(limb__json_find(message, "requestId"), &request)) {
        handler->fetch(ctx, request, uri);
    } else {
        handler->refuse(ctx, "fetchAsset needs \"uri\" and \"requestId\"");
    }
}
