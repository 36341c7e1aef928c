// Who handles what arrives: the thread that owns an object, or the one that received something.
//
// An owner that waits lends the object. A receiving thread may then use it at once, which saves
// waking the owner; that costs more than most messages do where the processor was idle. While the
// owner works, or when the receiving thread asks for it, what arrives is left to the owner. Never
// do two threads use the object at the same time.
#ifndef LIMB_ROS_HANDOVER_H
#define LIMB_ROS_HANDOVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct limb__handover {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_lent;     // the owner waits
    bool is_used;     // a receiving thread uses the object
    bool is_wanted;   // the owner, by a receiving thread
    bool has_arrived; // something that no thread has taken care of yet
} limb__handover;

bool limb__handover_init(limb__handover *h); // false: no memory
void limb__handover_destroy(limb__handover *h);

// For a receiving thread, once something has arrived. True: it may use the object until it leaves.
// False: another thread takes care of what arrived. can_use: false leaves it to the owner.
bool limb__handover_enter(limb__handover *h, bool can_use);
// True: more arrived meanwhile, so look again and leave again. needs_owner: there is something left
// that only the owner may do.
bool limb__handover_leave(limb__handover *h, bool needs_owner);

// For the owner: lends the object until something is left to it, or for so many nanoseconds. True:
// something was, so look for what arrived.
bool limb__handover_wait(limb__handover *h, int64_t nanoseconds);

#endif
