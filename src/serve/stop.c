// Ending the web server without delay.
//
// The thread of civetweb that waits for connections looks every two seconds whether it should end,
// and whenever somebody connects. So somebody connects: Ctrl-C is then answered at once.
#define _DEFAULT_SOURCE

#include "serve/stop.h"

#include <civetweb.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ADDRESS_SIZE = 256 };

typedef struct caller {
    char address[ADDRESS_SIZE], port[16];
    atomic_bool is_done;
} caller;

static void *call(void *ctx);
static void connect_to(const struct addrinfo *where);

void limb__server_stop(struct mg_context *server, const char *address, int port)
{
    caller c = {0};
    pthread_t thread;
    // without brackets
    const bool is_bracketed = address[0] == '[';
    snprintf(c.address, sizeof c.address, "%s", address + is_bracketed);
    c.address[strcspn(c.address, "]")] = 0;
    snprintf(c.port, sizeof c.port, "%d", port);
    const bool is_calling = pthread_create(&thread, NULL, call, &c) == 0;
    mg_stop(server);
    atomic_store(&c.is_done, true);
    if (is_calling) pthread_join(thread, NULL);
}

// Until the server has ended: it may not have begun to when the first call comes.
static void *call(void *ctx)
{
    caller *c = ctx;
    const struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *where;
    if (getaddrinfo(c->address, c->port, &hints, &where) != 0) return NULL;
    while (!atomic_load(&c->is_done)) {
        connect_to(where);
        nanosleep(&(struct timespec){0, 10 * 1000 * 1000}, NULL);
    }
    freeaddrinfo(where);
    return NULL;
}

static void connect_to(const struct addrinfo *where)
{
    const int peer = socket(where->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (peer < 0) return;
    // whether it succeeds does not matter, and nobody waits for it
    (void)connect(peer, where->ai_addr, where->ai_addrlen);
    close(peer);
}
