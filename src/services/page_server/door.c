// One thread polls all connections without an accepted request. It reads request heads, refuses
// some, and hands accepted requests to worker threads that end with the response; then the
// connection returns to this thread.
#define _DEFAULT_SOURCE

#include "services/page_server/door.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_PLACES = 640,   // waiting connections; fewer if the process's file limit is low
    MAX_WORKERS = 100,  // concurrent requests; an open page occupies one
    ACCEPTED = 64,      // new connections accepted between two checks of the others
    BACKLOG = 1024,     // pending connections in the kernel's queue
    HEAD_MS = 5000,     // for a head to arrive
    IDLE_MS = 30000,    // between two requests of an authenticated client
    LINGER_MS = 1000,   // for a refused client to read the reason
    PATIENCE_MS = 5000, // for one piece of a body or an answer
    FULL_MS = 100       // until more files may be available
};

// What happens to a connection after a check: it stays, a worker gets it, or it ends.
typedef enum fate { STAYS, HANDED, ENDS } fate;

typedef struct visitor {
    limb__door *door;
    limb__peer peer;
    bool is_known;          // an earlier request was accepted
    bool is_leaving;        // was refused: further data is dropped
    bool is_ready;          // has an accepted request and waits for a worker
    long long since, until; // milliseconds of a monotonic clock; since: arrival or last response
    limb__request request;
    struct visitor *next; // in the list of returned or of answered connections
} visitor;

struct limb__door {
    limb__door_handler handler;
    int port, listener, wake[2];
    pthread_t thread;
    bool is_started;
    int max_places;
    // used only by the door's own thread
    visitor *place[MAX_PLACES];
    int nplace;
    long long full_until; // time until which no connections are accepted
    // shared with the workers
    pthread_mutex_t lock;
    pthread_cond_t left;
    bool is_closing;
    int nworker;
    visitor *answered; // connections being answered; they end when the door closes
    visitor *returned; // answered connections to poll again
};

static int listen_on(const char *address, int port);
static int port_of(int listener);
static void *keep(void *ctx);
static int wait_for_news(limb__door *door, struct pollfd *poll_of);
static void take_returned(limb__door *door);
static void serve_places(limb__door *door, const struct pollfd *poll_of, int npoll);
static fate serve(visitor *v, bool has_bytes);
static fate look_at_head(visitor *v);
static fate refuse(visitor *v, int status, const char *reason);
static fate drain(visitor *v);
static fate hand_over(visitor *v);
static void settle(visitor *v, fate what);
static void *work(void *ctx);
static void take_new(limb__door *door);
static void admit(limb__door *door, int fd);
static bool evict(limb__door *door, bool only_strangers);
static void end(visitor *v);
static bool prepare(int fd);
static void ring(const limb__door *door);
static long long now(void);

limb_status limb__door_open(limb__door **out, const char *address, int port,
                            const limb__door_handler *handler)
{
    *out = NULL;
    limb__door *door = calloc(1, sizeof *door);
    if (!door) return LIMB_ERROR_MEMORY;
    door->handler = *handler;
    door->listener = listen_on(address, port);
    if (door->listener < 0 || pipe(door->wake) != 0) {
        if (door->listener >= 0) close(door->listener);
        free(door);
        return LIMB_ERROR_IO;
    }
    for (int i = 0; i < 2; i++)
        prepare(door->wake[i]);
    pthread_mutex_init(&door->lock, NULL);
    pthread_cond_init(&door->left, NULL);
    door->port = port_of(door->listener);
    // the rest of the process keeps half of its file limit
    struct rlimit files = {0};
    const bool known = getrlimit(RLIMIT_NOFILE, &files) == 0;
    const rlim_t half = known ? files.rlim_cur / 2 : MAX_PLACES;
    door->max_places = half < MAX_PLACES ? (int)half : MAX_PLACES;
    *out = door;
    return LIMB_OK;
}

// Signals are blocked here, so that the program's own threads receive them.
limb_status limb__door_start(limb__door *door)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    door->is_started = pthread_create(&door->thread, NULL, keep, door) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return door->is_started ? LIMB_OK : LIMB_ERROR_MEMORY;
}

int limb__door_port(const limb__door *door)
{
    return door->port;
}

void limb__door_close(limb__door *door)
{
    if (!door) return;
    pthread_mutex_lock(&door->lock);
    door->is_closing = true;
    // ends responses that wait for their reader
    for (visitor *v = door->answered; v; v = v->next)
        shutdown(v->peer.fd, SHUT_RDWR);
    pthread_mutex_unlock(&door->lock);
    ring(door);
    if (door->is_started) pthread_join(door->thread, NULL);
    pthread_mutex_lock(&door->lock);
    while (door->nworker > 0)
        pthread_cond_wait(&door->left, &door->lock);
    pthread_mutex_unlock(&door->lock);
    for (visitor *v = door->returned, *next; v; v = next) {
        next = v->next;
        end(v);
    }
    for (int i = 0; i < door->nplace; i++)
        end(door->place[i]);
    close(door->listener);
    close(door->wake[0]);
    close(door->wake[1]);
    pthread_cond_destroy(&door->left);
    pthread_mutex_destroy(&door->lock);
    free(door);
}

// Returns the listening socket, or -1.
static int listen_on(const char *address, int port)
{
    char host[256], service[16];
    const bool has_brackets = address[0] == '[';
    snprintf(host, sizeof host, "%s", address + has_brackets);
    host[strcspn(host, "]")] = '\0';
    snprintf(service, sizeof service, "%d", port);
    const struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *where;
    if (getaddrinfo(host, service, &hints, &where) != 0) return -1;
    const int one = 1;
    int fd = socket(where->ai_family, SOCK_STREAM, 0);
    // connections of a server that has just ended do not keep the port busy
    const bool listens =
        fd >= 0 && prepare(fd) && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
        bind(fd, where->ai_addr, where->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0;
    freeaddrinfo(where);
    if (listens) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

static int port_of(int listener)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } name = {0};
    socklen_t size = sizeof name;
    if (getsockname(listener, &name.any, &size) != 0) return 0;
    return ntohs(name.any.sa_family == AF_INET6 ? name.v6.sin6_port : name.v4.sin_port);
}

//---- the door's thread ---------------------------------------------------------------------------

static void *keep(void *ctx)
{
    limb__door *door = ctx;
    struct pollfd poll_of[MAX_PLACES + 2];
    for (;;) {
        const int npoll = wait_for_news(door, poll_of);
        pthread_mutex_lock(&door->lock);
        const bool is_closing = door->is_closing;
        pthread_mutex_unlock(&door->lock);
        if (is_closing) return NULL;
        serve_places(door, poll_of, npoll);
        take_returned(door);
        take_new(door);
    }
}

// Fills poll_of with the connections, the wake pipe and the listener. Returns the
// number of connections.
static int wait_for_news(limb__door *door, struct pollfd *poll_of)
{
    const int count = door->nplace;
    const long long at = now();
    const bool is_full = at < door->full_until;
    long long until = is_full ? door->full_until : at + HEAD_MS;
    for (int i = 0; i < count; i++) {
        const visitor *v = door->place[i];
        // one that waits for a worker is not polled
        poll_of[i] = (struct pollfd){.fd = v->is_ready ? -1 : v->peer.fd, .events = POLLIN};
        if (!v->is_ready && v->until < until) until = v->until;
    }
    poll_of[count] = (struct pollfd){.fd = door->wake[0], .events = POLLIN};
    poll_of[count + 1] = (struct pollfd){.fd = is_full ? -1 : door->listener, .events = POLLIN};
    const int wait = until <= at ? 0 : (int)(until - at);
    if (poll(poll_of, (nfds_t)count + 2, wait) < 0) {
        for (int i = 0; i < count + 2; i++)
            poll_of[i].revents = 0;
    }
    char bell[64];
    while (poll_of[count].revents && read(door->wake[0], bell, sizeof bell) > 0) {
    }
    return count;
}

// Polls answered connections again; their next request may have arrived already.
static void take_returned(limb__door *door)
{
    pthread_mutex_lock(&door->lock);
    visitor *v = door->returned;
    door->returned = NULL;
    pthread_mutex_unlock(&door->lock);
    while (v) {
        visitor *next = v->next;
        v->since = now();
        v->until = v->since + (v->is_leaving ? LINGER_MS : IDLE_MS);
        settle(v, serve(v, true));
        v = next;
    }
}

static void serve_places(limb__door *door, const struct pollfd *poll_of, int npoll)
{
    const long long at = now();
    door->nplace = 0; // the remaining ones move up
    for (int i = 0; i < npoll; i++) {
        visitor *v = door->place[i];
        const bool has_bytes = poll_of[i].revents != 0;
        fate what = STAYS;
        if (has_bytes || v->is_ready) what = serve(v, has_bytes);
        // slowly trickling bytes do not extend the deadline
        if (what == STAYS && !v->is_ready && at >= v->until) what = ENDS;
        settle(v, what);
    }
}

static fate serve(visitor *v, bool has_bytes)
{
    if (v->is_leaving) return drain(v);
    if (v->is_ready) return hand_over(v);
    const bool is_open = !has_bytes || limb__peer_fill(&v->peer);
    // a client that closed its sending side may still read the response
    const fate what = look_at_head(v);
    return what == STAYS && !v->is_ready && !v->is_leaving && !is_open ? ENDS : what;
}

static fate look_at_head(visitor *v)
{
    const size_t head = limb__request_head(v->peer.buffer, v->peer.size);
    if (head == 0) {
        const bool is_full = v->peer.size == sizeof v->peer.buffer;
        return is_full ? refuse(v, 431, "the request is too long") : STAYS;
    }
    const int broken = limb__request_parse(&v->request, v->peer.buffer, head);
    v->peer.used = head;
    if (broken) return refuse(v, broken, "this is not a request that can be read");
    const char *reason = "";
    const int status = v->door->handler.guard(v->door->handler.ctx, &v->request, &reason);
    return status ? refuse(v, status, reason) : hand_over(v);
}

// Refuses a request. Closing a connection with unread bytes would discard the response, so these
// are drained first.
static fate refuse(visitor *v, int status, const char *reason)
{
    v->peer.patience = 0; // this thread must not wait
    limb__peer_refuse(&v->peer, status, reason);
    if (v->peer.failed) return ENDS;
    shutdown(v->peer.fd, SHUT_WR);
    v->is_leaving = true;
    v->until = now() + LINGER_MS;
    return STAYS;
}

static fate drain(visitor *v)
{
    v->peer.size = 0;
    if (!limb__peer_fill(&v->peer)) return ENDS;
    return now() < v->until ? STAYS : ENDS;
}

// Hands a request to a worker thread. While all are busy the connection stays in its place.
static fate hand_over(visitor *v)
{
    limb__door *door = v->door;
    v->is_ready = true;
    v->is_known = true;
    pthread_mutex_lock(&door->lock);
    const bool is_closing = door->is_closing;
    const bool is_busy = door->nworker >= MAX_WORKERS;
    if (!is_busy && !is_closing) {
        door->nworker++;
        v->next = door->answered;
        door->answered = v;
    }
    pthread_mutex_unlock(&door->lock);
    if (is_closing) return ENDS;
    if (is_busy) return STAYS;
    pthread_t thread;
    v->is_ready = false;
    if (pthread_create(&thread, NULL, work, v) == 0) {
        pthread_detach(thread);
        return HANDED;
    }
    pthread_mutex_lock(&door->lock);
    door->answered = v->next; // it was just added by this thread
    door->nworker--;
    pthread_mutex_unlock(&door->lock);
    return refuse(v, 503, "too many requests at once");
}

static void settle(visitor *v, fate what)
{
    limb__door *door = what == HANDED ? NULL : v->door; // a worker may have freed it
    if (what == HANDED) return;
    const bool is_full = door->nplace == door->max_places;
    if (what == ENDS || (is_full && !evict(door, false))) {
        end(v);
    } else {
        door->place[door->nplace++] = v;
    }
}

//---- the workers ---------------------------------------------------------------------------------

static void *work(void *ctx)
{
    visitor *v = ctx;
    limb__door *door = v->door;
    limb__peer *peer = &v->peer;
    const long long body = v->request.content_length;
    peer->patience = PATIENCE_MS;
    peer->keeps = v->request.keep_alive;
    peer->body_left = body > 0 ? (size_t)body : 0;
    door->handler.answer(door->handler.ctx, peer, &v->request);
    v->is_leaving = !peer->keeps || peer->body_left > 0;
    if (v->is_leaving) shutdown(peer->fd, SHUT_WR);
    limb__peer_forget(peer);
    pthread_mutex_lock(&door->lock);
    visitor **at = &door->answered;
    while (*at != v)
        at = &(*at)->next;
    *at = v->next;
    v->next = door->returned;
    door->returned = v;
    ring(door);
    door->nworker--;
    pthread_cond_signal(&door->left);
    pthread_mutex_unlock(&door->lock);
    return NULL;
}

//---- coming and going ----------------------------------------------------------------------------

static void take_new(limb__door *door)
{
    if (now() < door->full_until) return;
    for (int i = 0; i < ACCEPTED; i++) {
        const int fd = accept(door->listener, NULL, NULL);
        if (fd >= 0) {
            admit(door, fd);
            continue;
        }
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return;
        if (evict(door, true)) continue; // the file limit is reached
        door->full_until = now() + FULL_MS;
        return;
    }
}

static void admit(limb__door *door, int fd)
{
    const int one = 1;
    visitor *v = prepare(fd) ? malloc(sizeof *v) : NULL;
    if (!v) {
        close(fd);
        return;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
#ifdef SO_NOSIGPIPE
    (void)setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
#endif
    v->door = door;
    v->peer.fd = fd;
    v->peer.failed = v->peer.keeps = false;
    v->peer.body_left = v->peer.used = v->peer.size = 0;
    v->is_known = v->is_leaving = v->is_ready = false;
    v->since = now();
    v->until = v->since + HEAD_MS;
    settle(v, serve(v, true)); // its request has often arrived already
}

// Ends the unauthenticated connection that has waited longest, or without one the authenticated one
// idle longest. Returns false if there is none.
static bool evict(limb__door *door, bool only_strangers)
{
    int oldest = -1;
    for (int i = 0; i < door->nplace; i++) {
        const visitor *v = door->place[i];
        if (v->is_ready || (v->is_known && only_strangers)) continue;
        const visitor *other = oldest >= 0 ? door->place[oldest] : NULL;
        const bool is_better = !other || (other->is_known && !v->is_known) ||
                               (other->is_known == v->is_known && v->since < other->since);
        if (is_better) oldest = i;
    }
    if (oldest < 0) return false;
    end(door->place[oldest]);
    door->place[oldest] = door->place[--door->nplace];
    return true;
}

static void end(visitor *v)
{
    close(v->peer.fd);
    free(v);
}

static bool prepare(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

// Wakes the door's thread.
static void ring(const limb__door *door)
{
    const char bell = 1;
    (void)!write(door->wake[1], &bell, 1); // a full pipe wakes it too
}

static long long now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (long long)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}
