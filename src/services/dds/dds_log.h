// Log messages of the middleware, kept for the node's owner to report.
//
// By default the middleware prints one line to stderr for every unreadable packet, so anyone who
// sends garbage to its port can fill a disk. Here the first line is kept until it is taken.
#ifndef LIMB_DDS_LOG_H
#define LIMB_DDS_LOG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { LIMB__LOG_SIZE = 200 };

typedef struct limb__dds_log {
    pthread_mutex_t lock;
    char line[LIMB__LOG_SIZE]; // guarded by the lock; empty: none
    atomic_bool has_line;
} limb__dds_log;

// Receives the messages of the whole process until the log ends: the middleware has a
// single log sink.
void limb__dds_log_start(limb__dds_log *log);
void limb__dds_log_end(limb__dds_log *log);
// Returns false if there was no message since the last call.
bool limb__dds_log_take(limb__dds_log *log, char line[LIMB__LOG_SIZE]);

#endif
