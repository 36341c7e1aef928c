// The thread that keeps a processor awake: it spins after messages that come fast, and only then.
#define _XOPEN_SOURCE 700 // clock_gettime

#include "harness.h"
#include "ros/awake.h"

#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool is_spinning(limb__awake *a)
{
    return atomic_load(&a->is_spinning);
}

TEST(it_spins_while_messages_come_fast)
{
    limb__awake a;
    limb__awake_start(&a);
    if (a.has_thread) {
        const double end = seconds() + 60;
        while (!is_spinning(&a) && seconds() < end)
            limb__awake_note(&a);
        ENSURE(is_spinning(&a));
        // the stream ends, and so does the spinning
        while (is_spinning(&a) && seconds() < end) {
        }
        ENSURE(!is_spinning(&a));
    }
    limb__awake_stop(&a);
}

TEST(ordinary_rates_never_wake_it)
{
    limb__awake a;
    limb__awake_start(&a);
    for (int i = 0; i < 100; i++) {
        // as if the message before had come a millisecond ago
        atomic_fetch_sub(&a.last, 1000000);
        limb__awake_note(&a);
        ENSURE_INT(a.nfast, 0);
    }
    ENSURE(!is_spinning(&a) && !a.is_wanted);
    limb__awake_stop(&a);
}

// Ended in the middle of a stream, which is how a node stops.
TEST(it_ends_at_once)
{
    for (int i = 0; i < 20; i++) {
        limb__awake a;
        limb__awake_start(&a);
        for (int k = 0; k < 100; k++)
            limb__awake_note(&a);
        limb__awake_stop(&a);
    }
    ENSURE(sysconf(_SC_NPROCESSORS_ONLN) > 0);
}
