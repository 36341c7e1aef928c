// Bytes that are replaced as a whole while others may be reading them: counted, so that a slow
// reader keeps the old ones alive until it is done.
#ifndef LIMB_SERVE_BLOB_H
#define LIMB_SERVE_BLOB_H

#include <pthread.h>
#include <stddef.h>

typedef struct limb__blob {
    int readers; // guarded by the lock; who holds it as the current one counts too
    size_t size;
    char bytes[];
} limb__blob;

limb__blob *limb__blob_make(const void *bytes, size_t size); // NULL: no memory

// The current one, counted; NULL when there is none.
limb__blob *limb__blob_hold(pthread_mutex_t *lock, limb__blob **current);
void limb__blob_release(pthread_mutex_t *lock, limb__blob *blob); // NULL is allowed

#endif
