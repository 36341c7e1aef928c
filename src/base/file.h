// Files: read whole, replace in one step.
#ifndef LIMB_BASE_FILE_H
#define LIMB_BASE_FILE_H

#include "limb/base.h"

// The whole file in one block of size + 1 bytes (a NUL stands behind it). "-" is standard input.
// LIMB_ERROR_IO sets errno; LIMB_ERROR_LIMIT: longer than max_size.
limb_status limb__file_read(const char *path, const limb_allocator *memory, size_t max_size,
                            char **bytes, size_t *size);

// The same in steps, for readers that need not hold the whole file. "-" is standard input.
typedef struct limb__file {
    int descriptor;
    bool regular; // has a size and can be read at any place
    size_t size;  // of a regular one
} limb__file;

limb_status limb__file_open(limb__file *file, const char *path); // LIMB_ERROR_IO sets errno
void limb__file_close(limb__file *file);                         // keeps errno
limb_status limb__file_read_whole(const limb__file *file, const limb_allocator *memory,
                                  size_t max_size, char **bytes, size_t *size);
// Exactly size bytes of a regular file; false when it has become shorter or cannot be read.
bool limb__file_read_at(const limb__file *file, size_t offset, void *bytes, size_t size);

// Writes to a temporary file in the same folder, flushes it to disk, then renames it over path. The
// permissions of a file that is replaced are kept; a symbolic link is followed. On failure nothing
// is left behind and errno is set.
limb_status limb__file_replace(const char *path, const void *bytes, size_t size);

#endif
