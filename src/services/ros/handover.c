// Decides which thread handles an arrival: four flags guarded by one lock, which is held only
// to change them.
#include "services/ros/handover.h"

#include <errno.h>
#include <time.h>

static struct timespec time_after(int64_t nanoseconds);

bool limb__handover_init(limb__handover *h)
{
    *h = (limb__handover){0};
    pthread_condattr_t clock;
    if (pthread_condattr_init(&clock) != 0) return false;
    // a monotonic clock, which cannot be set
    const bool made = pthread_condattr_setclock(&clock, CLOCK_MONOTONIC) == 0 &&
                      pthread_cond_init(&h->changed, &clock) == 0;
    pthread_condattr_destroy(&clock);
    if (!made) return false;
    if (pthread_mutex_init(&h->lock, NULL) == 0) return true;
    pthread_cond_destroy(&h->changed);
    return false;
}

void limb__handover_destroy(limb__handover *h)
{
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->changed);
}

bool limb__handover_enter(limb__handover *h, bool can_use)
{
    pthread_mutex_lock(&h->lock);
    const bool entered = can_use && h->is_lent && !h->is_used && !h->is_wanted;
    if (entered) {
        h->is_used = true;
    } else {
        // the thread using the object sees this on leaving, and leaves to the owner what it
        // must not do
        h->has_arrived = true;
        h->is_wanted |= !can_use;
        if (h->is_lent && !h->is_used) pthread_cond_signal(&h->changed);
    }
    pthread_mutex_unlock(&h->lock);
    return entered;
}

bool limb__handover_leave(limb__handover *h, bool needs_owner)
{
    pthread_mutex_lock(&h->lock);
    h->is_wanted |= needs_owner;
    const bool again = h->has_arrived && h->is_lent && !h->is_wanted;
    if (again) {
        h->has_arrived = false;
    } else {
        h->is_used = false;
        if (h->is_wanted || !h->is_lent) pthread_cond_signal(&h->changed);
    }
    pthread_mutex_unlock(&h->lock);
    return again;
}

bool limb__handover_wait(limb__handover *h, int64_t nanoseconds)
{
    const struct timespec end = time_after(nanoseconds);
    pthread_mutex_lock(&h->lock);
    h->is_lent = true;
    int result = 0;
    while (result != ETIMEDOUT && !h->is_wanted && (!h->has_arrived || h->is_used))
        result = pthread_cond_timedwait(&h->changed, &h->lock, &end);
    h->is_lent = false;
    while (h->is_used)
        pthread_cond_wait(&h->changed, &h->lock);
    const bool found = h->is_wanted || h->has_arrived;
    h->is_wanted = h->has_arrived = false;
    pthread_mutex_unlock(&h->lock);
    return found;
}

static struct timespec time_after(int64_t nanoseconds)
{
    static const long SECOND = 1000000000;
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += (time_t)(nanoseconds / SECOND);
    at.tv_nsec += (long)(nanoseconds % SECOND);
    if (at.tv_nsec >= SECOND) {
        at.tv_nsec -= SECOND;
        at.tv_sec++;
    }
    return at;
}
