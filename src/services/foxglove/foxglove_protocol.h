// The words of the Foxglove WebSocket protocol: JSON made and understood.
#ifndef LIMB_FOXGLOVE_FOXGLOVE_PROTOCOL_H
#define LIMB_FOXGLOVE_FOXGLOVE_PROTOCOL_H

#include "services/messages/sink.h"

// can_publish: clients may send messages.
void limb__foxglove_server_info(limb__builder *out, const char *name, bool can_publish);
void limb__foxglove_advertise(limb__builder *out, const limb__channel_info *channel, int count);
void limb__foxglove_no_parameters(limb__builder *out, limb_text id); // may have no data
void limb__foxglove_status(limb__builder *out, const char *reason);  // of an error
// Before the bytes of a file; error NULL: here they are.
void limb__foxglove_asset_head(limb__builder *out, uint32_t request, const char *error);
bool limb__foxglove_read_asset(const char *path, size_t max_size, char **bytes, size_t *size);

typedef struct limb__client_channel { // as a client says; a text that it left out has no data
    limb_text topic, encoding, schema_name;
} limb__client_channel;

typedef struct limb__foxglove_handler {
    void (*subscribe)(void *ctx, uint32_t id, uint32_t channel);
    void (*unsubscribe)(void *ctx, uint32_t id);
    void (*fetch)(void *ctx, uint32_t request, limb_text uri);
    void (*parameters)(void *ctx, limb_text id);   // asked for; id may have no data
    void (*refuse)(void *ctx, const char *reason); // not understood
    // a channel on which the client will publish, and its end
    void (*advertise)(void *ctx, uint32_t id, const limb__client_channel *channel);
    void (*unadvertise)(void *ctx, uint32_t id);
} limb__foxglove_handler;

// A message that a client publishes: its channel, and where its bytes begin. False: it is not one.
bool limb__foxglove_read_data(const char *bytes, size_t size, uint32_t *id, size_t *begin);
// One JSON message of a client.
void limb__foxglove_parse(const char *text, size_t size, const limb__foxglove_handler *handler,
                          void *ctx);

#endif
