// A thread that spins between messages.
#define _GNU_SOURCE // SCHED_IDLE
#include "services/ros/awake.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int64_t SPIN = 200000; // ns after a message; later messages do not count as fast
enum { FAST = 16 };                 // messages that count as a stream

static void *spin(void *ctx);
static bool become_idle(void);
static bool wait_until_wanted(limb__awake *a);
static int64_t now_ns(void);
static inline void pause_processor(void);

void limb__awake_start(limb__awake *a)
{
    memset(a, 0, sizeof *a);
    a->can_spin = sysconf(_SC_NPROCESSORS_ONLN) > 1 && sem_init(&a->wanted, 0, 0) == 0;
}

void limb__awake_stop(limb__awake *a)
{
    if (!a->can_spin) return;
    atomic_store(&a->is_ending, true);
    sem_post(&a->wanted);
    if (a->has_thread) pthread_join(a->thread, NULL);
    sem_destroy(&a->wanted);
}

void limb__awake_note(limb__awake *a)
{
    const int64_t now = now_ns();
    const bool is_fast = now - atomic_exchange_explicit(&a->last, now, memory_order_relaxed) < SPIN;
    a->nfast = is_fast ? a->nfast + (a->nfast < FAST) : 0;
    if (a->nfast < FAST || !a->can_spin || atomic_exchange(&a->is_awake, true)) return;
    if (!a->has_thread) a->has_thread = pthread_create(&a->thread, NULL, spin, a) == 0;
    sem_post(&a->wanted);
}

static void *spin(void *ctx)
{
    limb__awake *a = ctx;
    // uses only time that no other thread needs
    if (!become_idle()) return NULL;
    while (wait_until_wanted(a)) {
        while (now_ns() - atomic_load_explicit(&a->last, memory_order_relaxed) < SPIN &&
               !atomic_load_explicit(&a->is_ending, memory_order_relaxed))
            pause_processor();
        atomic_store(&a->is_awake, false);
    }
    return NULL;
}

// Returns false if the system has no such priority.
static bool become_idle(void)
{
#ifdef SCHED_IDLE
    const struct sched_param none = {0};
    return sched_setscheduler(0, SCHED_IDLE, &none) == 0;
#else
    return false;
#endif
}

static bool wait_until_wanted(limb__awake *a)
{
    while (sem_wait(&a->wanted) != 0 && errno == EINTR) {
    }
    return !atomic_load(&a->is_ending);
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline void pause_processor(void)
{
#if defined(__x86_64__) || defined(__i386__)
    for (int i = 0; i < 16; i++)
        __builtin_ia32_pause();
#endif
}
