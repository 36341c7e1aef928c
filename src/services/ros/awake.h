// Prevents a processor from sleeping between messages in quick succession.
//
// Waking a sleeping processor costs 30 to 50 us in a virtual machine, more than handling a
// message. While messages come less than a fifth of a millisecond apart (5 kHz, or a peer that
// waits for each answer), a thread of the lowest priority spins until the next one. It takes no
// time from other threads: SCHED_IDLE runs only on an otherwise idle processor. At lower rates
// there is no such thread.
//
// On a busy machine that thread may not run for seconds, so it never holds a lock that
// another thread needs.
#ifndef LIMB_ROS_AWAKE_H
#define LIMB_ROS_AWAKE_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct limb__awake {
    pthread_t thread;
    bool can_spin;         // there is a second processor
    bool has_thread;       // created at the first stream of fast messages
    sem_t wanted;          // posted to start spinning
    atomic_bool is_awake;  // set to start spinning, cleared by the thread
    atomic_bool is_ending; // permanently
    _Atomic int64_t last;  // ns, time of the last message
    int nfast;             // consecutive fast messages; used only by the noting thread
} limb__awake;

// Initializes. Without a second processor, or without SCHED_IDLE, no thread ever spins.
void limb__awake_start(limb__awake *a);
void limb__awake_stop(limb__awake *a);
// Called for each message, by one thread at a time; never waits.
void limb__awake_note(limb__awake *a);

#endif
