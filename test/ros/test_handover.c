// An object that its owner lends while waiting: arrivals are handled once, on any thread, and never
// by two at a time. Under TSan the plain counters below verify this.
#define _XOPEN_SOURCE 700 // nanosleep

#include "harness.h"
#include "services/ros/handover.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { RECEIVERS = 3, MESSAGES = LIMB_TEST_COUNT(20000) };

static const int64_t MINUTE = 60000000000; // ns

typedef struct scene {
    limb__handover handover;
    atomic_int arrived;             // messages that nobody has taken
    int taken, by_owner, by_others; // of the object: plain on purpose
    int together;                   // two were in there at once
    bool is_used;
} scene;

// As many as are there. False: the owner must do the rest.
static bool take(scene *s, int *counter)
{
    s->together += s->is_used;
    s->is_used = true;
    bool is_done = true;
    for (int left = atomic_load(&s->arrived); left > 0; left = atomic_load(&s->arrived)) {
        atomic_fetch_sub(&s->arrived, 1);
        s->taken++;
        ++*counter;
        // now and then something that a receiver may not do
        if (s->taken % 97 == 0) is_done = false;
        if (!is_done) break;
    }
    s->is_used = false;
    return is_done;
}

// Once the owner waits, it does so until something arrives.
static void await_loan(limb__handover *h)
{
    for (bool is_lent = false; !is_lent;) {
        nanosleep(&(struct timespec){0, 20000}, NULL); // leaves the lock to the owner
        pthread_mutex_lock(&h->lock);
        is_lent = h->is_lent;
        pthread_mutex_unlock(&h->lock);
    }
}

static void *receive(void *ctx)
{
    scene *s = ctx;
    await_loan(&s->handover); // so at least the first message is not the owner's
    for (int i = 0; i < MESSAGES; i++) {
        atomic_fetch_add(&s->arrived, 1);
        if (!limb__handover_enter(&s->handover, true)) continue;
        while (limb__handover_leave(&s->handover, !take(s, &s->by_others))) {
        }
    }
    limb__handover_enter(&s->handover, false); // the owner looks how far we are
    return NULL;
}

TEST(every_message_is_handled_once)
{
    scene s = {0};
    ENSURE(limb__handover_init(&s.handover));
    pthread_t thread[RECEIVERS];
    for (int i = 0; i < RECEIVERS; i++)
        ENSURE(pthread_create(&thread[i], NULL, receive, &s) == 0);
    while (s.taken < RECEIVERS * MESSAGES) {
        // whatever is left is found without another message
        if (!limb__handover_wait(&s.handover, MINUTE)) break;
        while (!take(&s, &s.by_owner)) {
        }
    }
    for (int i = 0; i < RECEIVERS; i++)
        pthread_join(thread[i], NULL);
    ENSURE_INT(atomic_load(&s.arrived), 0);
    ENSURE_INT(s.together, 0);
    ENSURE_INT(s.taken, RECEIVERS * MESSAGES);
    ENSURE_INT(s.by_owner + s.by_others, s.taken);
    ENSURE(s.by_others > 0);
    limb__handover_destroy(&s.handover);
}

TEST(nothing_is_lent_while_the_owner_works)
{
    limb__handover h;
    ENSURE(limb__handover_init(&h));
    ENSURE(!limb__handover_enter(&h, true));
    // what came meanwhile is found at once, and once
    ENSURE(limb__handover_wait(&h, MINUTE));
    ENSURE(!limb__handover_wait(&h, 0));
    limb__handover_destroy(&h);
}

// What a receiving thread was answered, in the order of its questions.
typedef struct visit {
    limb__handover handover;
    bool entered, entered_twice, saw_more, left_again, was_admitted;
} visit;

static void *enter_once(void *ctx)
{
    visit *v = ctx;
    await_loan(&v->handover);
    v->entered = limb__handover_enter(&v->handover, true);
    v->entered_twice = limb__handover_enter(&v->handover, true);
    v->saw_more = limb__handover_leave(&v->handover, false);
    v->left_again = limb__handover_leave(&v->handover, true);
    return NULL;
}

TEST(one_receiver_at_a_time_and_then_the_owner)
{
    visit v = {0};
    pthread_t thread;
    ENSURE(limb__handover_init(&v.handover));
    ENSURE(pthread_create(&thread, NULL, enter_once, &v) == 0);
    // the receiver asks for the owner in the end
    ENSURE(limb__handover_wait(&v.handover, MINUTE));
    pthread_join(thread, NULL);
    ENSURE(v.entered && !v.entered_twice && v.saw_more && !v.left_again);
    ENSURE(!limb__handover_wait(&v.handover, 0));
    limb__handover_destroy(&v.handover);
}

// A second receiver leaves something to the owner while the first uses the object: the first must
// not take it for its own, or nobody would wake the owner.
static void *enter_beside_another(void *ctx)
{
    visit *v = ctx;
    await_loan(&v->handover);
    v->entered = limb__handover_enter(&v->handover, true);
    v->was_admitted = limb__handover_enter(&v->handover, false);
    v->saw_more = limb__handover_leave(&v->handover, false);
    return NULL;
}

TEST(what_is_left_to_the_owner_stays_with_it)
{
    visit v = {0};
    pthread_t thread;
    ENSURE(limb__handover_init(&v.handover));
    ENSURE(pthread_create(&thread, NULL, enter_beside_another, &v) == 0);
    ENSURE(limb__handover_wait(&v.handover, MINUTE));
    pthread_join(thread, NULL);
    ENSURE(v.entered && !v.was_admitted && !v.saw_more);
    limb__handover_destroy(&v.handover);
}

static void *enter_when_forbidden(void *ctx)
{
    visit *v = ctx;
    v->was_admitted = limb__handover_enter(&v->handover, false);
    return NULL;
}

TEST(what_a_receiver_may_not_do_wakes_the_owner)
{
    visit v = {.was_admitted = true};
    pthread_t thread;
    ENSURE(limb__handover_init(&v.handover));
    ENSURE(pthread_create(&thread, NULL, enter_when_forbidden, &v) == 0);
    ENSURE(limb__handover_wait(&v.handover, MINUTE));
    pthread_join(thread, NULL);
    ENSURE(!v.was_admitted);
    limb__handover_destroy(&v.handover);
}
