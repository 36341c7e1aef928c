// Reference-counted bytes, and their compressed form.
#define _POSIX_C_SOURCE 200809L

#include "services/page_server/blob.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

static limb__blob *pack(const limb__blob *blob);
static void free_blob(limb__blob *blob);

limb__blob *limb__blob_make(const void *bytes, size_t size)
{
    limb__blob *blob = malloc(sizeof *blob + size);
    if (!blob) return NULL;
    blob->readers = 1;
    blob->packed = NULL;
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
    if (last) free_blob(blob);
}

const limb__blob *limb__blob_packed(pthread_mutex_t *lock, limb__blob *blob)
{
    pthread_mutex_lock(lock);
    const limb__blob *packed = blob->packed;
    pthread_mutex_unlock(lock);
    if (packed) return packed;
    limb__blob *made = pack(blob); // outside the lock, since it takes long
    pthread_mutex_lock(lock);
    if (!blob->packed) {
        blob->packed = made;
        made = NULL;
    }
    packed = blob->packed;
    pthread_mutex_unlock(lock);
    free(made); // another thread was faster
    return packed;
}

// The last field of gzip is the uncompressed size.
limb__blob *limb__blob_unpack(const void *packed, size_t size)
{
    const unsigned char *end = (const unsigned char *)packed + size;
    const int gzip = 15 + 16;
    if (size < 18 || size > UINT_MAX / 2) return NULL;
    const size_t whole =
        end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 | (size_t)end[-1] << 24;
    limb__blob *blob = malloc(sizeof *blob + whole);
    if (!blob) return NULL;
    *blob = (limb__blob){.readers = 1, .size = whole};
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed, // read only
                       .avail_in = (uInt)size,
                       .next_out = (Bytef *)blob->bytes,
                       .avail_out = (uInt)whole};
    const bool begun = inflateInit2(&stream, gzip) == Z_OK;
    const bool read = begun && inflate(&stream, Z_FINISH) == Z_STREAM_END;
    if (begun) inflateEnd(&stream);
    if (read) return blob;
    free(blob);
    return NULL;
}

bool limb__accepts_gzip(const char *encodings)
{
    for (const char *at = encodings; at && *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        if (strncasecmp(at, "gzip", 4) != 0) continue;
        const char *weight = at + 4 + strspn(at + 4, " \t");
        if (*weight == ',' || *weight == '\0') return true;
        if (*weight != ';') continue;
        weight += 1 + strspn(weight + 1, " \t");
        // "q=0", "q=0.000": not accepted
        return strncasecmp(weight, "q=", 2) != 0 || weight[2] != '0' ||
               strcspn(weight, "123456789") < strcspn(weight, ",");
    }
    return false;
}

// Compresses at the fastest level: the result is used once, often on this machine.
static limb__blob *pack(const limb__blob *blob)
{
    z_stream stream = {0};
    const int gzip = 15 + 16;
    if (blob->size > UINT_MAX / 2) return NULL;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, gzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    limb__blob *packed = malloc(sizeof *packed + blob->size);
    if (packed) {
        *packed = (limb__blob){.readers = 1};
        stream.next_in = (Bytef *)(uintptr_t)blob->bytes; // read only
        stream.avail_in = (uInt)blob->size;
        stream.next_out = (Bytef *)packed->bytes;
        stream.avail_out = (uInt)blob->size;
    }
    const bool smaller = packed && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    if (smaller) packed->size = stream.total_out;
    deflateEnd(&stream);
    if (smaller) return packed;
    free(packed);
    return NULL;
}

static void free_blob(limb__blob *blob)
{
    free(blob->packed);
    free(blob);
}
