// A connected client: its subscriptions, and a bounded queue sent by a separate thread, so that a
// slow client does not block others.
#ifndef LIMB_FOXGLOVE_FOXGLOVE_CLIENT_H
#define LIMB_FOXGLOVE_FOXGLOVE_CLIENT_H

#include "services/foxglove/websocket.h"

typedef struct limb__client limb__client;

enum { LIMB__MAX_SUBSCRIPTIONS = 64, LIMB__MAX_ADVERTISED = 8 };

// Returns NULL if memory or threads are exhausted.
limb__client *limb__client_start(limb__websocket *connection);
// Waits for the message being sent; nothing is written to the connection afterwards.
void limb__client_stop(limb__client *client);

bool limb__client_subscribe(limb__client *client, uint32_t id, int channel); // false: too many
void limb__client_unsubscribe(limb__client *client, uint32_t id);

// Channels on which the client publishes; used only by the thread of its connection.
bool limb__client_advertise(limb__client *client, uint32_t id); // false: too many
void limb__client_unadvertise(limb__client *client, uint32_t id);
bool limb__client_has_advertised(const limb__client *client, uint32_t id);

// Text is sent regardless of the queue. Data goes to the subscriptions of its channel; the oldest
// data is dropped if the client does not keep up.
void limb__client_send_text(limb__client *client, const char *text, size_t size);
void limb__client_send_binary(limb__client *client, const void *head, size_t head_size,
                              const void *bytes, size_t size);
void limb__client_send_data(limb__client *client, int channel, int64_t time, const void *bytes,
                            size_t size);
// Sends data to one subscription only.
void limb__client_send_one(limb__client *client, uint32_t id, int64_t time, const void *bytes,
                           size_t size);

#endif
