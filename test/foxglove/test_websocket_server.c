// Tests the WebSocket server with clients on other threads: messages arrive, and stopping
// ends all connections.
#define _DEFAULT_SOURCE // usleep

#include "harness.h"
#include "services/foxglove/websocket.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 8, MESSAGES = 200 };

typedef struct scene {
    limb__websocket_server *server;
    int port;
    atomic_int opened, closed, heard;
} scene;

typedef struct guest {
    scene *scene;
    pthread_t thread;
    int echoed;    // messages that came back as they were
    bool is_ended; // by the server
} guest;

static void *opened(void *ctx, limb__websocket *connection)
{
    atomic_fetch_add(&((scene *)ctx)->opened, 1);
    return connection;
}

static void said(void *ctx, void *client, bool is_text, const char *bytes, size_t size)
{
    atomic_fetch_add(&((scene *)ctx)->heard, 1);
    (void)limb__websocket_send(client, is_text ? LIMB__OPCODE_TEXT : LIMB__OPCODE_BINARY, bytes,
                               size);
}

static void closed(void *ctx, void *client)
{
    (void)client;
    atomic_fetch_add(&((scene *)ctx)->closed, 1);
}

static void start(scene *s)
{
    static const char *const subprotocol[] = {"echo"};
    limb__websocket_opts opts = {.handshake = {.subprotocol = subprotocol, .nsubprotocol = 1},
                                 .max_message = 1000,
                                 .ctx = s,
                                 .opened = opened,
                                 .said = said,
                                 .closed = closed};
    limb_status status = LIMB_ERROR_IO;
    for (int i = 0; i < 100 && status != LIMB_OK; i++) {
        s->port = opts.port = 20000 + (int)((unsigned)getpid() * 13 + (unsigned)i * 101) % 20000;
        status = limb__websocket_start(&s->server, &opts);
    }
    ENSURE(status == LIMB_OK);
}

static int dial(const scene *s)
{
    static const char request[] =
        "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: "
        "13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: echo\r\n\r\n";
    const int line = socket(AF_INET, SOCK_STREAM, 0);
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)s->port),
                                        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    if (line < 0 || connect(line, (const struct sockaddr *)&address, sizeof address) != 0)
        return -1;
    if (send(line, request, sizeof request - 1, MSG_NOSIGNAL) < 0) return -1;
    char answer[512];
    size_t size = 0;
    while (size < sizeof answer - 1) { // byte by byte: frames may follow
        if (recv(line, answer + size, 1, 0) != 1) return -1;
        answer[++size] = 0;
        if (strstr(answer, "\r\n\r\n")) return line;
    }
    return -1;
}

static void *visit(void *ctx)
{
    guest *g = ctx;
    const int line = dial(g->scene);
    for (int i = 0; line >= 0 && i < MESSAGES; i++) {
        const unsigned char number = (unsigned char)i;
        const unsigned char frame[] = {0x82, 0x82, 1, 1, 1, 1, number ^ 1, 7 ^ 1};
        unsigned char echo[4] = {0};
        if (send(line, frame, sizeof frame, MSG_NOSIGNAL) < 0 ||
            recv(line, echo, sizeof echo, MSG_WAITALL) != sizeof echo)
            break;
        g->echoed += echo[0] == 0x82 && echo[1] == 2 && echo[2] == number && echo[3] == 7;
    }
    char byte; // until the server goes
    while (line >= 0 && recv(line, &byte, 1, 0) == 1) {
    }
    g->is_ended = line >= 0;
    if (line >= 0) close(line);
    return NULL;
}

TEST(clients_on_many_threads_are_heard_and_stopping_ends_them)
{
    scene s = {0};
    guest g[CLIENTS];
    start(&s);
    for (int i = 0; i < CLIENTS; i++) {
        g[i] = (guest){.scene = &s};
        ENSURE(pthread_create(&g[i].thread, NULL, visit, &g[i]) == 0);
    }
    while (atomic_load(&s.heard) < CLIENTS * MESSAGES)
        usleep(1000);
    limb__websocket_stop(s.server);
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(g[i].thread, NULL);
        ENSURE(g[i].is_ended);
        ENSURE(g[i].echoed >= MESSAGES - 1); // the last echo may be cut off by the end
    }
    ENSURE(atomic_load(&s.opened) == CLIENTS && atomic_load(&s.closed) == CLIENTS);
}

TEST(places_are_used_again)
{
    scene s = {0};
    start(&s);
    for (int i = 0; i < 3 * LIMB__MAX_WEBSOCKETS; i++) {
        const int line = dial(&s);
        ENSURE(line >= 0);
        close(line);
        while (atomic_load(&s.closed) <= i - LIMB__MAX_WEBSOCKETS / 2)
            usleep(1000);
    }
    limb__websocket_stop(s.server);
    ENSURE(atomic_load(&s.closed) == 3 * LIMB__MAX_WEBSOCKETS);
}

TEST(a_port_that_is_taken_is_an_error)
{
    scene s = {0};
    start(&s);
    limb__websocket_server *second;
    const limb__websocket_opts opts = {.port = s.port};
    ENSURE(limb__websocket_start(&second, &opts) == LIMB_ERROR_IO);
    ENSURE(!second);
    limb__websocket_stop(s.server);
    limb__websocket_stop(NULL);
}
