// Arbitrary input from a client of the WebSocket server: a handshake, frame heads, JSON messages.
#include "services/foxglove/foxglove_protocol.h"
#include "services/foxglove/websocket_frame.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ensure(int condition)
{
    if (!condition) abort();
}

static void take_number(void *ctx, uint32_t id)
{
    *(uint32_t *)ctx += id;
}

static void take_two(void *ctx, uint32_t id, uint32_t channel)
{
    *(uint32_t *)ctx += id + channel;
}

static void take_uri(void *ctx, uint32_t request, limb_text uri)
{
    for (size_t i = 0; i < uri.size; i++)
        *(uint32_t *)ctx += request + (unsigned char)uri.data[i];
}

static void take_text(void *ctx, limb_text id)
{
    take_uri(ctx, 0, id);
}

static void take_channel(void *ctx, uint32_t id, const limb__client_channel *channel)
{
    take_uri(ctx, id, channel->topic);
    take_uri(ctx, id, channel->encoding);
    take_uri(ctx, id, channel->schema_name);
}

static void take_reason(void *ctx, const char *reason)
{
    *(uint32_t *)ctx += (uint32_t)strlen(reason);
}

static void try_handshake(const char *bytes, size_t size)
{
    static const char *const origin[] = {"https://app.example"};
    static const char *const subprotocol[] = {"foxglove.sdk.v1", "foxglove.websocket.v1"};
    const limb__handshake wanted = {origin, 1, subprotocol, 2};
    limb__builder answer;
    limb__builder_init(&answer, NULL);
    const bool open = limb__handshake_answer(&answer, bytes, size, &wanted);
    ensure(!answer.failed && answer.size > 9);
    ensure(open == (memcmp(answer.data + 9, "101", 3) == 0));
    limb__builder_free(&answer);
}

static void try_frame(const uint8_t *data, size_t size)
{
    limb__frame_head head;
    if (size < 2 || size < limb__frame_head_size(data)) return;
    if (!limb__frame_head_read(&head, data)) return;
    if (head.opcode >= LIMB__OPCODE_CLOSE) ensure(head.is_final && head.size <= LIMB__MAX_CONTROL);
    // what a server writes has the same length in it
    unsigned char again[LIMB__MAX_FRAME_HEAD];
    const size_t written = limb__frame_head_write(again, head.opcode, head.size);
    ensure(written + 4 == limb__frame_head_size(data));
    ensure(written == 2 || memcmp(again + 2, data + 2, written - 2) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const limb__foxglove_handler handler = {take_two,    take_number,  take_uri,   take_text,
                                                   take_reason, take_channel, take_number};
    uint32_t heard = 0;
    try_handshake((const char *)data, size);
    try_frame(data, size);
    limb__foxglove_parse((const char *)data, size, &handler, &heard);
    uint32_t id;
    size_t begin;
    if (limb__foxglove_read_data((const char *)data, size, &id, &begin)) ensure(begin <= size);
    return 0;
}
