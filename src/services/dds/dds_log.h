// What the middleware has to say, kept for the node's owner to pass on.
//
// By itself it prints one line to stderr for every packet that it cannot read, which whoever sends
// nonsense to its port can fill a disk with. Here the first line is kept until somebody takes it.
#ifndef LIMB_DDS_LOG_H
#define LIMB_DDS_LOG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { LIMB__LOG_SIZE = 200 };

typedef struct limb__dds_log {
    pthread_mutex_t lock;
    char line[LIMB__LOG_SIZE]; // under the lock; empty: none
    atomic_bool has_line;
} limb__dds_log;

// All of the process comes here until the log ends: the middleware has one place to send it to.
void limb__dds_log_start(limb__dds_log *log);
void limb__dds_log_end(limb__dds_log *log);
// False: nothing was said since the last call.
bool limb__dds_log_take(limb__dds_log *log, char line[LIMB__LOG_SIZE]);

#endif
