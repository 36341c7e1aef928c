// Keeps a processor from going to sleep between messages that follow each other fast.
//
// Waking a processor that sleeps costs 30 to 50 us in a virtual machine, more than handling a
// message. While messages come less than a fifth of a millisecond apart (5 kHz, or a peer that
// waits for each answer), a thread of the lowest priority spins until the next one. It takes
// time from no other thread: SCHED_IDLE runs where a processor has nothing else to do. At lower
// rates there is no such thread.
//
// On a busy machine that thread may not run for seconds, so it holds no lock that another thread
// would have to wait for.
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
    bool has_thread;       // since the first stream of fast messages
    sem_t wanted;          // posted when the thread has something to do
    atomic_bool is_awake;  // set when it is wanted, cleared by the thread
    atomic_bool is_ending; // for good
    _Atomic int64_t last;  // ns, when the last message came
    int nfast;             // messages in a row that came fast; of whoever notes them
} limb__awake;

// Without a second processor, or without SCHED_IDLE, nothing ever spins.
void limb__awake_start(limb__awake *a);
void limb__awake_stop(limb__awake *a);
// A message came. One thread at a time; never waits.
void limb__awake_note(limb__awake *a);

#endif
