// A minimal WebSocket server.
//
// One thread accepts, and each connection has a thread that reads. Sending may block for a few
// seconds; callers that must not wait use a queue (foxglove_client.c). Ending a connection shuts
// its socket down, which wakes its thread.
#define _POSIX_C_SOURCE 200809L

#include "services/foxglove/websocket.h"

#include "base/memory.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_REQUEST = 16 * 1024, // bytes of a handshake
    HANDSHAKE_MS = 5000,     // total
    SEND_MS = 5000,          // without any progress
    LINGER_MS = 1000,        // for data in transit when the server ends a connection
    STACK_SIZE = 256 * 1024
};

enum { STATUS_NORMAL = 1000, STATUS_PROTOCOL = 1002, STATUS_TOO_BIG = 1009 };

typedef enum slot { SLOT_FREE, SLOT_RUNNING, SLOT_DONE } slot;

struct limb__websocket {
    limb__websocket_server *server;
    int socket;
    pthread_t thread;
    atomic_int slot;
    pthread_mutex_t sending; // held while a message is written
    char *message;           // the incoming message, possibly fragmented
    size_t message_size;
};

struct limb__websocket_server {
    limb__websocket_opts opts;
    int listener;
    pthread_t thread;
    atomic_bool stopping;
    pthread_mutex_t lock; // guards the sockets, so that none is shut down after it was closed
    limb__websocket connection[LIMB__MAX_WEBSOCKETS];
};

static int listen_on(const char *address, int port);
static bool start_thread(pthread_t *thread, void *(*run)(void *), void *ctx);
static void *accept_all(void *ctx);
static void take_in(limb__websocket_server *server, int socket);
static limb__websocket *free_place(limb__websocket_server *server);
static void *serve(void *ctx);
static bool shake_hands(limb__websocket *connection);
static void converse(limb__websocket *connection, void *client);
static int take_frame(limb__websocket *connection, void *client, bool *is_text);
static int take_control(limb__websocket *connection, const limb__frame_head *head);
static void say_goodbye(limb__websocket *connection, int status);
static bool read_all(int socket, void *out, size_t size);
static bool write_all(int socket, const void *bytes, size_t size);
static bool wait_for(int socket, short events, long deadline_ms);
static long now_ms(void);

//---- start and stop ------------------------------------------------------------------------------

limb_status limb__websocket_start(limb__websocket_server **out, const limb__websocket_opts *opts)
{
    *out = NULL;
    limb__websocket_server *server = calloc(1, sizeof *server);
    if (!server) return LIMB_ERROR_MEMORY;
    server->opts = *opts;
    pthread_mutex_init(&server->lock, NULL);
    for (int i = 0; i < LIMB__MAX_WEBSOCKETS; i++) {
        server->connection[i].server = server;
        server->connection[i].socket = -1;
        pthread_mutex_init(&server->connection[i].sending, NULL);
    }
    server->listener = listen_on(opts->address ? opts->address : "127.0.0.1", opts->port);
    if (server->listener >= 0 && start_thread(&server->thread, accept_all, server)) {
        *out = server;
        return LIMB_OK;
    }
    if (server->listener >= 0) close(server->listener);
    free(server);
    return LIMB_ERROR_IO;
}

void limb__websocket_stop(limb__websocket_server *server)
{
    if (!server) return;
    atomic_store(&server->stopping, true);
    shutdown(server->listener, SHUT_RDWR); // wakes the accepting thread
    pthread_join(server->thread, NULL);
    close(server->listener);
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < LIMB__MAX_WEBSOCKETS; i++) {
        if (server->connection[i].socket >= 0) shutdown(server->connection[i].socket, SHUT_RDWR);
    }
    pthread_mutex_unlock(&server->lock);
    for (int i = 0; i < LIMB__MAX_WEBSOCKETS; i++) {
        limb__websocket *connection = &server->connection[i];
        if (atomic_load(&connection->slot) != SLOT_FREE) pthread_join(connection->thread, NULL);
        pthread_mutex_destroy(&connection->sending);
    }
    pthread_mutex_destroy(&server->lock);
    free(server);
}

bool limb__websocket_send(limb__websocket *connection, limb__opcode opcode, const void *bytes,
                          size_t size)
{
    unsigned char head[LIMB__MAX_FRAME_HEAD];
    const size_t head_size = limb__frame_head_write(head, opcode, size);
    pthread_mutex_lock(&connection->sending);
    const bool sent = write_all(connection->socket, head, head_size) &&
                      write_all(connection->socket, bytes, size);
    pthread_mutex_unlock(&connection->sending);
    if (!sent) shutdown(connection->socket, SHUT_RDWR); // its thread detects this
    return sent;
}

// Returns the listening socket, or -1.
static int listen_on(const char *address, int port)
{
    char host[128], service[16];
    const bool in_brackets = address[0] == '[';
    snprintf(host, sizeof host, "%s", address + in_brackets);
    if (in_brackets) host[strcspn(host, "]")] = 0;
    snprintf(service, sizeof service, "%d", port);
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found;
    if (getaddrinfo(host, service, &hints, &found) != 0) return -1;
    int listener = -1;
    for (const struct addrinfo *at = found; at && listener < 0; at = at->ai_next) {
        listener = socket(at->ai_family, SOCK_STREAM, 0);
        const int on = 1;
        if (listener < 0) continue;
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (bind(listener, at->ai_addr, at->ai_addrlen) == 0 &&
            listen(listener, LIMB__MAX_WEBSOCKETS) == 0)
            continue;
        close(listener);
        listener = -1;
    }
    freeaddrinfo(found);
    return listener;
}

static bool start_thread(pthread_t *thread, void *(*run)(void *), void *ctx)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    const bool started = pthread_create(thread, &attributes, run, ctx) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

//---- connections come ----------------------------------------------------------------------------

static void *accept_all(void *ctx)
{
    limb__websocket_server *server = ctx;
    while (!atomic_load(&server->stopping)) {
        const int socket = accept(server->listener, NULL, NULL);
        if (socket >= 0) {
            take_in(server, socket);
        } else if (!atomic_load(&server->stopping)) {
            // descriptors or memory are exhausted, perhaps temporarily
            const struct timespec nap = {0, 50 * 1000 * 1000};
            nanosleep(&nap, NULL);
        }
    }
    return NULL;
}

static void take_in(limb__websocket_server *server, int socket)
{
    limb__websocket *connection = free_place(server);
    const int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on); // detects a dead peer
    if (!connection) {
        close(socket);
        return;
    }
    pthread_mutex_lock(&server->lock);
    connection->socket = socket;
    pthread_mutex_unlock(&server->lock);
    atomic_store(&connection->slot, SLOT_RUNNING);
    if (start_thread(&connection->thread, serve, connection)) return;
    atomic_store(&connection->slot, SLOT_FREE);
    pthread_mutex_lock(&server->lock);
    connection->socket = -1;
    pthread_mutex_unlock(&server->lock);
    close(socket);
}

static limb__websocket *free_place(limb__websocket_server *server)
{
    for (int i = 0; i < LIMB__MAX_WEBSOCKETS; i++) {
        limb__websocket *connection = &server->connection[i];
        if (atomic_load(&connection->slot) == SLOT_DONE) {
            pthread_join(connection->thread, NULL);
            atomic_store(&connection->slot, SLOT_FREE);
        }
        if (atomic_load(&connection->slot) == SLOT_FREE) return connection;
    }
    return NULL;
}

//---- one connection ------------------------------------------------------------------------------

static void *serve(void *ctx)
{
    limb__websocket *connection = ctx;
    const limb__websocket_opts *opts = &connection->server->opts;
    void *client = shake_hands(connection) ? opts->opened(opts->ctx, connection) : NULL;
    if (client) {
        converse(connection, client);
        opts->closed(opts->ctx, client);
    }
    free(connection->message);
    connection->message = NULL;
    connection->message_size = 0;
    pthread_mutex_lock(&connection->server->lock);
    const int socket = connection->socket;
    connection->socket = -1;
    pthread_mutex_unlock(&connection->server->lock);
    close(socket);
    atomic_store(&connection->slot, SLOT_DONE);
    return NULL;
}

// Reads byte by byte, so that a frame sent immediately after it stays in the socket.
static bool shake_hands(limb__websocket *connection)
{
    char *request = malloc(MAX_REQUEST);
    size_t size = 0;
    bool whole = false;
    const long deadline = now_ms() + HANDSHAKE_MS;
    while (request && !whole && size < MAX_REQUEST) {
        if (!wait_for(connection->socket, POLLIN, deadline)) break;
        if (recv(connection->socket, request + size, 1, 0) != 1) break;
        size++;
        whole = size >= 4 && memcmp(request + size - 4, "\r\n\r\n", 4) == 0;
    }
    bool open = false;
    if (whole) {
        limb__builder answer;
        limb__builder_init(&answer, limb__memory(NULL));
        open = limb__handshake_answer(&answer, request, size, &connection->server->opts.handshake);
        open = !answer.failed && write_all(connection->socket, answer.data, answer.size) && open;
        limb__builder_free(&answer);
    }
    free(request);
    return open;
}

// Handles messages until one side ends the connection.
static void converse(limb__websocket *connection, void *client)
{
    bool is_text = false;
    int status;
    do {
        status = take_frame(connection, client, &is_text);
    } while (status == 0);
    if (status > 0) say_goodbye(connection, status);
}

// Returns 0 to continue, a status to end with, or -1 if the connection is gone.
static int take_frame(limb__websocket *connection, void *client, bool *is_text)
{
    const limb__websocket_opts *opts = &connection->server->opts;
    unsigned char bytes[LIMB__MAX_FRAME_HEAD];
    limb__frame_head head;
    if (!read_all(connection->socket, bytes, 2)) return -1;
    if (!read_all(connection->socket, bytes + 2, limb__frame_head_size(bytes) - 2)) return -1;
    if (!limb__frame_head_read(&head, bytes)) return STATUS_PROTOCOL;
    if (head.opcode >= LIMB__OPCODE_CLOSE) return take_control(connection, &head);

    const bool has_begun = connection->message != NULL;
    if ((head.opcode == LIMB__OPCODE_MORE) != has_begun) return STATUS_PROTOCOL;
    if (!has_begun) *is_text = head.opcode == LIMB__OPCODE_TEXT;
    if (head.size > opts->max_message - connection->message_size) return STATUS_TOO_BIG;
    const size_t size = (size_t)head.size;
    char *message = realloc(connection->message, connection->message_size + size + 1);
    if (!message) return STATUS_TOO_BIG;
    connection->message = message;
    char *piece = message + connection->message_size;
    if (!read_all(connection->socket, piece, size)) return -1;
    limb__frame_unmask(&head, piece, size);
    connection->message_size += size;
    if (!head.is_final) return 0;
    opts->said(opts->ctx, client, *is_text, connection->message, connection->message_size);
    free(connection->message);
    connection->message = NULL;
    connection->message_size = 0;
    return 0;
}

static int take_control(limb__websocket *connection, const limb__frame_head *head)
{
    char bytes[LIMB__MAX_CONTROL];
    const size_t size = (size_t)head->size;
    if (!read_all(connection->socket, bytes, size)) return -1;
    limb__frame_unmask(head, bytes, size);
    if (head->opcode == LIMB__OPCODE_CLOSE) return size == 1 ? STATUS_PROTOCOL : STATUS_NORMAL;
    if (head->opcode == LIMB__OPCODE_PING)
        return limb__websocket_send(connection, LIMB__OPCODE_PONG, bytes, size) ? 0 : -1;
    return 0;
}

// Drains the client's remaining data for a moment: closing with unread bytes would reset the
// connection, and the status might be lost.
static void say_goodbye(limb__websocket *connection, int status)
{
    const unsigned char bytes[2] = {(unsigned char)(status >> 8), (unsigned char)status};
    if (!limb__websocket_send(connection, LIMB__OPCODE_CLOSE, bytes, sizeof bytes)) return;
    shutdown(connection->socket, SHUT_WR);
    const long deadline = now_ms() + LINGER_MS;
    char unread[4096];
    while (wait_for(connection->socket, POLLIN, deadline) &&
           recv(connection->socket, unread, sizeof unread, 0) > 0) {
    }
}

//---- bytes ---------------------------------------------------------------------------------------

static bool read_all(int socket, void *out, size_t size)
{
    char *at = out;
    while (size > 0) {
        const ssize_t got = recv(socket, at, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_all(int socket, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        if (!wait_for(socket, POLLOUT, now_ms() + SEND_MS)) return false;
        const ssize_t put = send(socket, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (put < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (put <= 0) return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

static bool wait_for(int socket, short events, long deadline_ms)
{
    for (;;) {
        const long left = deadline_ms - now_ms();
        if (left <= 0) return false;
        struct pollfd one = {.fd = socket, .events = events};
        const int count = poll(&one, 1, (int)left);
        if (count > 0) return true;
        if (count == 0 || errno != EINTR) return false;
    }
}

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
