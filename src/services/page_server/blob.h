// Bytes that are replaced as a whole while others may be reading them: counted, so that a slow
// reader keeps the old ones alive until it is done.
#ifndef LIMB_PAGE_SERVER_BLOB_H
#define LIMB_PAGE_SERVER_BLOB_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct limb__blob {
    int readers;               // guarded by the lock; who holds it as the current one counts too
    struct limb__blob *packed; // by gzip, once somebody asked for it; goes with this one
    size_t size;
    char bytes[];
} limb__blob;

limb__blob *limb__blob_make(const void *bytes, size_t size); // NULL: no memory

// The current one, counted; NULL when there is none.
limb__blob *limb__blob_hold(pthread_mutex_t *lock, limb__blob **current);
void limb__blob_release(pthread_mutex_t *lock, limb__blob *blob); // NULL is allowed

// The bytes compressed, as long as the blob is held; made when they are first asked for. NULL: they
// do not get smaller, or there is no memory.
const limb__blob *limb__blob_packed(pthread_mutex_t *lock, limb__blob *blob);
// The bytes that were compressed by gzip, as a new blob. NULL: no memory, or they were not.
limb__blob *limb__blob_unpack(const void *packed, size_t size);
// What a browser says it understands (Accept-Encoding; NULL: nothing) has gzip in it.
bool limb__accepts_gzip(const char *encodings);

#endif
