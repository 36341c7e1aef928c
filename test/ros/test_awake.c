// Tests the thread that keeps a processor awake: it spins only after messages in quick succession.
// It runs when no other thread needs the processor, so the tests wait for it without a time limit.
#define _XOPEN_SOURCE 700 // nanosleep

#include "harness.h"
#include "services/ros/awake.h"

#include <time.h>

// Notes messages one after the other until the thread is wanted. A test that is put aside for long
// between two of them begins again.
static void send_fast(limb__awake *a)
{
    while (a->can_spin && !atomic_load(&a->is_awake))
        limb__awake_note(a);
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

TEST(it_spins_while_messages_come_fast)
{
    limb__awake a;
    limb__awake_start(&a);
    for (int i = 0; i < 2; i++) {
        send_fast(&a);
        ENSURE(a.has_thread == a.can_spin);
        // the stream ends, and so does the spinning
        while (atomic_load(&a.is_awake))
            nap();
    }
    limb__awake_stop(&a);
}

TEST(ordinary_rates_need_no_thread)
{
    limb__awake a;
    limb__awake_start(&a);
    for (int i = 0; i < 100; i++) {
        // as if the message before had come a millisecond ago
        atomic_fetch_sub(&a.last, 1000000);
        limb__awake_note(&a);
        ENSURE_INT(a.nfast, 0);
    }
    ENSURE(!atomic_load(&a.is_awake) && !a.has_thread);
    limb__awake_stop(&a);
}

// The object is stopped in the middle of a stream of messages, as when a node ends.
TEST(it_ends_in_the_middle_of_a_stream)
{
    for (int i = 0; i < 5; i++) {
        limb__awake a;
        limb__awake_start(&a);
        send_fast(&a);
        ENSURE(a.has_thread == a.can_spin);
        limb__awake_stop(&a);
    }
}
