// Input and output of one connection. Its socket is non-blocking: reads and writes wait by poll, up
// to the peer's patience.
#define _DEFAULT_SOURCE

#include "services/page_server/peer.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 // macOS: an option of the socket
#endif

static bool wait_for(limb__peer *peer, short events);
static bool would_block(void);
static const char *reason_of(int status);

bool limb__peer_write(limb__peer *peer, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0 && !peer->failed) {
        const ssize_t sent = send(peer->fd, at, size, MSG_NOSIGNAL);
        if (sent > 0) {
            at += sent;
            size -= (size_t)sent;
        } else if (sent == 0 || !would_block() || !wait_for(peer, POLLOUT)) {
            peer->failed = true;
        }
    }
    return !peer->failed;
}

bool limb__peer_text(limb__peer *peer, const char *text)
{
    return limb__peer_write(peer, text, strlen(text));
}

char *limb__peer_body(limb__peer *peer, const limb__request *request)
{
    const size_t size = (size_t)request->content_length;
    char *text = malloc(size + 1);
    if (!text) return NULL;
    const size_t here = peer->size - peer->used;
    size_t read = here < size ? here : size;
    memcpy(text, peer->buffer + peer->used, read);
    peer->used += read;
    if (read < size && request->expects_continue)
        limb__peer_text(peer, "HTTP/1.1 100 Continue\r\n\r\n");
    while (read < size && !peer->failed) {
        const ssize_t got = recv(peer->fd, text + read, size - read, 0);
        if (got > 0) {
            read += (size_t)got;
        } else if (got == 0 || !would_block()) {
            peer->failed = true;
        } else if (!wait_for(peer, POLLIN)) {
            break; // a client that is too slow gets the refusal
        }
    }
    peer->body_left = size - read;
    if (read == size) return text;
    free(text);
    return NULL;
}

void limb__peer_head(limb__peer *peer, int status, const char *type, const char *more)
{
    char head[1400];
    const int size = snprintf(
        head, sizeof head,
        "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nCache-Control: no-store\r\n"
        "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
        "img-src 'self' blob: data:; connect-src 'self' blob:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"
        "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n%s%s\r\n",
        status, reason_of(status), type, peer->keeps ? "" : "Connection: close\r\n", more);
    limb__peer_write(peer, head, (size_t)size);
}

void limb__peer_refuse(limb__peer *peer, int status, const char *text)
{
    char more[64];
    peer->keeps = false;
    snprintf(more, sizeof more, "Content-Length: %zu\r\n", strlen(text) + 1);
    limb__peer_head(peer, status, "text/plain; charset=utf-8", more);
    limb__peer_text(peer, text);
    limb__peer_text(peer, "\n");
}

bool limb__peer_fill(limb__peer *peer)
{
    while (peer->size < sizeof peer->buffer) {
        const ssize_t got =
            recv(peer->fd, peer->buffer + peer->size, sizeof peer->buffer - peer->size, 0);
        if (got <= 0) return got < 0 && would_block();
        peer->size += (size_t)got;
    }
    return true;
}

void limb__peer_forget(limb__peer *peer)
{
    peer->size -= peer->used;
    memmove(peer->buffer, peer->buffer + peer->used, peer->size);
    peer->used = 0;
}

// Returns false on timeout.
static bool wait_for(limb__peer *peer, short events)
{
    struct pollfd one = {.fd = peer->fd, .events = events};
    int ready;
    do {
        ready = poll(&one, 1, peer->patience);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static bool would_block(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *text;
    } reason[] = {{200, "OK"},
                  {204, "No Content"},
                  {400, "Bad Request"},
                  {403, "Forbidden"},
                  {404, "Not Found"},
                  {405, "Method Not Allowed"},
                  {411, "Length Required"},
                  {412, "Precondition Failed"},
                  {413, "Content Too Large"},
                  {421, "Misdirected Request"},
                  {422, "Unprocessable Content"},
                  {428, "Precondition Required"},
                  {431, "Request Header Fields Too Large"},
                  {500, "Internal Server Error"},
                  {503, "Service Unavailable"},
                  {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof reason / sizeof reason[0]; i++) {
        if (reason[i].status == status) return reason[i].text;
    }
    return "";
}
