// One connected client and its queue.
#include "services/foxglove/foxglove_client.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Limits of a client's queue: a quarter of a second at 10 kHz, or one large description.
enum { MAX_QUEUED_BYTES = 32 << 20, MAX_QUEUED_DATA = 2500 };
enum { DATA_HEAD = 13, DATA_CODE = 0x01 };

typedef struct frame {
    struct frame *next;
    limb__opcode opcode;
    bool is_data; // may be dropped
    size_t size;
    char bytes[];
} frame;

struct limb__client {
    limb__websocket *connection;
    pthread_t thread;
    uint32_t advertised[LIMB__MAX_ADVERTISED]; // used only by the connection's thread
    int nadvertised;
    pthread_mutex_t lock; // guards everything below
    pthread_cond_t ready;
    frame *first, *last;
    size_t queued; // bytes
    int ndata;
    bool ending;
    struct {
        uint32_t id;
        int channel;
    } subscription[LIMB__MAX_SUBSCRIPTIONS];
    int nsubscription;
};

static void *send_queue(void *ctx);
static frame *make_frame(limb__opcode opcode, bool is_data, const void *head, size_t head_size,
                         const void *bytes, size_t size);
static frame *make_data(uint32_t id, int64_t time, const void *bytes, size_t size);
static void push(limb__client *client, frame *added);
static frame *pop(limb__client *client);
static void drop_oldest_data(limb__client *client);

limb__client *limb__client_start(limb__websocket *connection)
{
    limb__client *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->connection = connection;
    pthread_mutex_init(&client->lock, NULL);
    pthread_cond_init(&client->ready, NULL);
    if (pthread_create(&client->thread, NULL, send_queue, client) == 0) return client;
    pthread_cond_destroy(&client->ready);
    pthread_mutex_destroy(&client->lock);
    free(client);
    return NULL;
}

void limb__client_stop(limb__client *client)
{
    pthread_mutex_lock(&client->lock);
    client->ending = true;
    pthread_cond_signal(&client->ready);
    pthread_mutex_unlock(&client->lock);
    pthread_join(client->thread, NULL);
    while (client->first)
        free(pop(client));
    pthread_cond_destroy(&client->ready);
    pthread_mutex_destroy(&client->lock);
    free(client);
}

bool limb__client_subscribe(limb__client *client, uint32_t id, int channel)
{
    pthread_mutex_lock(&client->lock);
    const bool fits = client->nsubscription < LIMB__MAX_SUBSCRIPTIONS;
    if (fits) {
        client->subscription[client->nsubscription].id = id;
        client->subscription[client->nsubscription].channel = channel;
        client->nsubscription++;
    }
    pthread_mutex_unlock(&client->lock);
    return fits;
}

void limb__client_unsubscribe(limb__client *client, uint32_t id)
{
    pthread_mutex_lock(&client->lock);
    for (int i = client->nsubscription - 1; i >= 0; i--) {
        if (client->subscription[i].id == id)
            client->subscription[i] = client->subscription[--client->nsubscription];
    }
    pthread_mutex_unlock(&client->lock);
}

bool limb__client_advertise(limb__client *client, uint32_t id)
{
    if (limb__client_has_advertised(client, id)) return true;
    if (client->nadvertised == LIMB__MAX_ADVERTISED) return false;
    client->advertised[client->nadvertised++] = id;
    return true;
}

void limb__client_unadvertise(limb__client *client, uint32_t id)
{
    for (int i = client->nadvertised - 1; i >= 0; i--) {
        if (client->advertised[i] == id)
            client->advertised[i] = client->advertised[--client->nadvertised];
    }
}

bool limb__client_has_advertised(const limb__client *client, uint32_t id)
{
    for (int i = 0; i < client->nadvertised; i++) {
        if (client->advertised[i] == id) return true;
    }
    return false;
}

void limb__client_send_text(limb__client *client, const char *text, size_t size)
{
    frame *made = make_frame(LIMB__OPCODE_TEXT, false, NULL, 0, text, size);
    pthread_mutex_lock(&client->lock);
    push(client, made);
    pthread_mutex_unlock(&client->lock);
}

void limb__client_send_binary(limb__client *client, const void *head, size_t head_size,
                              const void *bytes, size_t size)
{
    frame *made = make_frame(LIMB__OPCODE_BINARY, false, head, head_size, bytes, size);
    pthread_mutex_lock(&client->lock);
    push(client, made);
    pthread_mutex_unlock(&client->lock);
}

void limb__client_send_data(limb__client *client, int channel, int64_t time, const void *bytes,
                            size_t size)
{
    pthread_mutex_lock(&client->lock);
    for (int i = 0; i < client->nsubscription; i++) {
        if (client->subscription[i].channel == channel)
            push(client, make_data(client->subscription[i].id, time, bytes, size));
    }
    pthread_mutex_unlock(&client->lock);
}

void limb__client_send_one(limb__client *client, uint32_t id, int64_t time, const void *bytes,
                           size_t size)
{
    pthread_mutex_lock(&client->lock);
    push(client, make_data(id, time, bytes, size));
    pthread_mutex_unlock(&client->lock);
}

static void *send_queue(void *ctx)
{
    limb__client *client = ctx;
    bool alive = true;
    pthread_mutex_lock(&client->lock);
    while (!client->ending) {
        frame *next = pop(client);
        if (!next) {
            pthread_cond_wait(&client->ready, &client->lock);
            continue;
        }
        pthread_mutex_unlock(&client->lock);
        // a client that accepted no data in this time is gone; the thread that reads detects it
        if (alive)
            alive = limb__websocket_send(client->connection, next->opcode, next->bytes, next->size);
        free(next);
        pthread_mutex_lock(&client->lock);
    }
    pthread_mutex_unlock(&client->lock);
    return NULL;
}

static frame *make_frame(limb__opcode opcode, bool is_data, const void *head, size_t head_size,
                         const void *bytes, size_t size)
{
    frame *made = malloc(sizeof *made + head_size + size);
    if (!made) return NULL;
    made->next = NULL;
    made->opcode = opcode;
    made->is_data = is_data;
    made->size = head_size + size;
    if (head_size > 0) memcpy(made->bytes, head, head_size);
    if (size > 0) memcpy(made->bytes + head_size, bytes, size);
    return made;
}

static frame *make_data(uint32_t id, int64_t time, const void *bytes, size_t size)
{
    unsigned char head[DATA_HEAD] = {DATA_CODE};
    for (int i = 0; i < 4; i++)
        head[1 + i] = (unsigned char)(id >> (8 * i));
    for (int i = 0; i < 8; i++)
        head[5 + i] = (unsigned char)((uint64_t)time >> (8 * i));
    return make_frame(LIMB__OPCODE_BINARY, true, head, sizeof head, bytes, size);
}

// Queues a frame. If memory is exhausted the message is lost, as on any network.
static void push(limb__client *client, frame *added)
{
    if (!added) return;
    if (added->is_data && client->ndata >= MAX_QUEUED_DATA) drop_oldest_data(client);
    if (client->queued > 0 && client->queued + added->size > MAX_QUEUED_BYTES) {
        free(added);
        return;
    }
    if (client->last) {
        client->last->next = added;
    } else {
        client->first = added;
    }
    client->last = added;
    client->queued += added->size;
    client->ndata += added->is_data;
    pthread_cond_signal(&client->ready);
}

static frame *pop(limb__client *client)
{
    frame *first = client->first;
    if (!first) return NULL;
    client->first = first->next;
    if (!client->first) client->last = NULL;
    client->queued -= first->size;
    client->ndata -= first->is_data;
    return first;
}

static void drop_oldest_data(limb__client *client)
{
    frame *before = NULL;
    frame *at = client->first;
    while (at && !at->is_data) {
        before = at;
        at = at->next;
    }
    if (!at) return;
    if (before) {
        before->next = at->next;
    } else {
        client->first = at->next;
    }
    if (client->last == at) client->last = before;
    client->queued -= at->size;
    client->ndata--;
    free(at);
}
