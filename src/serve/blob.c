// Counted bytes.
#include "serve/blob.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

limb__blob *limb__blob_make(const void *bytes, size_t size)
{
    limb__blob *blob = malloc(sizeof *blob + size);
    if (!blob) return NULL;
    blob->readers = 1;
    blob->size = size;
    if (size > 0) memcpy(blob->bytes, bytes, size);
    return blob;
}

limb__blob *limb__blob_hold(pthread_mutex_t *lock, limb__blob **current)
{
    pthread_mutex_lock(lock);
    limb__blob *blob = *current;
    if (blob) blob->readers++;
    pthread_mutex_unlock(lock);
    return blob;
}

void limb__blob_release(pthread_mutex_t *lock, limb__blob *blob)
{
    if (!blob) return;
    pthread_mutex_lock(lock);
    const bool last = --blob->readers == 0;
    pthread_mutex_unlock(lock);
    if (last) free(blob);
}
