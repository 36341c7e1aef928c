// Bytes that are replaced as a whole while others may be reading them: reference-counted, so that
// the old ones live until a slow reader is done.
#ifndef LIMB_PAGE_SERVER_BLOB_H
#define LIMB_PAGE_SERVER_BLOB_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct limb__blob {
    int readers;               // reference count, guarded by the lock
    struct limb__blob *packed; // gzip-compressed form, created on demand; freed with this one
    size_t size;
    char bytes[];
} limb__blob;

limb__blob *limb__blob_make(const void *bytes, size_t size); // NULL: memory exhausted

// Returns the current blob with a reference added; NULL if there is none.
limb__blob *limb__blob_hold(pthread_mutex_t *lock, limb__blob **current);
void limb__blob_release(pthread_mutex_t *lock, limb__blob *blob); // NULL is allowed

// Returns the compressed bytes, valid as long as the blob is held; compressed on first use. NULL if
// they do not get smaller, or memory is exhausted.
const limb__blob *limb__blob_packed(pthread_mutex_t *lock, limb__blob *blob);
// Decompresses gzip data to a new blob. Returns NULL if memory is exhausted or the data is invalid.
limb__blob *limb__blob_unpack(const void *packed, size_t size);
// Returns true if a browser's Accept-Encoding (NULL: absent) includes gzip.
bool limb__accepts_gzip(const char *encodings);

#endif
