// Decides which thread handles an arrival: the owner of an object, or the thread that received it.
//
// A waiting owner lends the object. A receiving thread may then use it at once, which saves waking
// the owner; on an idle processor waking costs more than handling most messages. While the owner
// works, or if the receiving thread asks for it, arrivals are left to the owner. Two threads never
// use the object at the same time.
#ifndef LIMB_ROS_HANDOVER_H
#define LIMB_ROS_HANDOVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct limb__handover {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_lent;     // the owner is waiting
    bool is_used;     // a receiving thread is using the object
    bool is_wanted;   // a receiving thread needs the owner
    bool has_arrived; // there are arrivals that no thread has handled
} limb__handover;

bool limb__handover_init(limb__handover *h); // false: memory exhausted
void limb__handover_destroy(limb__handover *h);

// Called by a receiving thread after an arrival. Returns true if it may use the object until it
// leaves, false if another thread handles the arrival. can_use false leaves it to the owner.
bool limb__handover_enter(limb__handover *h, bool can_use);
// Returns true if there were arrivals meanwhile: handle them and leave again. needs_owner: work
// remains that only the owner may do.
bool limb__handover_leave(limb__handover *h, bool needs_owner);

// Called by the owner: lends the object until work is left to it, or for that many nanoseconds.
// Returns true if there is work: check for arrivals.
bool limb__handover_wait(limb__handover *h, int64_t nanoseconds);

#endif
