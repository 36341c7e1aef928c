// Keeps a processor from going to sleep between messages that follow each other fast.
//
// Waking a processor that sleeps costs 30 to 50 us in a virtual machine, more than handling a
// message. While messages come less than a fifth of a millisecond apart (5 kHz, or a peer that
// waits for each answer), a thread of the lowest priority spins until the next one. It takes
// time from no other thread: SCHED_IDLE runs where a processor has nothing else to do. At lower
// rates it sleeps.
#ifndef LIMB_ROS_AWAKE_H
#define LIMB_ROS_AWAKE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct limb__awake {
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_wanted, is_ending; // under the lock
    atomic_bool is_spinning;   // set and cleared by the thread
    _Atomic int64_t last;      // ns, when the last message came
    int nfast;                 // messages in a row that came fast; of whoever notes them
} limb__awake;

// Without a second processor, or without SCHED_IDLE, nothing ever spins.
void limb__awake_start(limb__awake *a);
void limb__awake_stop(limb__awake *a);
// A message came. One thread at a time.
void limb__awake_note(limb__awake *a);

#endif
