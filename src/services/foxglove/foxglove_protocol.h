// The messages of the Foxglove WebSocket protocol: writing and parsing JSON.
#ifndef LIMB_FOXGLOVE_FOXGLOVE_PROTOCOL_H
#define LIMB_FOXGLOVE_FOXGLOVE_PROTOCOL_H

#include "services/messages/sink.h"

// can_publish: clients may send messages.
void limb__foxglove_server_info(limb__builder *out, const char *name, bool can_publish);
void limb__foxglove_advertise(limb__builder *out, const limb__channel_info *channel, int count);
void limb__foxglove_no_parameters(limb__builder *out, limb_text id); // id may have no data
void limb__foxglove_status(limb__builder *out, const char *reason);  // reports an error
// Writes the head of a file transfer; error NULL: the file's bytes follow.
void limb__foxglove_asset_head(limb__builder *out, uint32_t request, const char *error);
bool limb__foxglove_read_asset(const char *path, size_t max_size, char **bytes, size_t *size);

typedef struct limb__client_channel { // as sent by the client; a missing text has no data
    limb_text topic, encoding, schema_name;
} limb__client_channel;

typedef struct limb__foxglove_handler {
    void (*subscribe)(void *ctx, uint32_t id, uint32_t channel);
    void (*unsubscribe)(void *ctx, uint32_t id);
    void (*fetch)(void *ctx, uint32_t request, limb_text uri);
    void (*parameters)(void *ctx, limb_text id);   // requested; id may have no data
    void (*refuse)(void *ctx, const char *reason); // message not understood
    // a channel on which the client will publish, and its end
    void (*advertise)(void *ctx, uint32_t id, const limb__client_channel *channel);
    void (*unadvertise)(void *ctx, uint32_t id);
} limb__foxglove_handler;

// Reads the channel of a client's message and the offset of its data. Returns false if it is
// not a message.
bool limb__foxglove_read_data(const char *bytes, size_t size, uint32_t *id, size_t *begin);
// Parses one JSON message of a client.
void limb__foxglove_parse(const char *text, size_t size, const limb__foxglove_handler *handler,
                          void *ctx);

#endif
