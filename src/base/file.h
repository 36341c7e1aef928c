// Files: read whole, replace in one step.
#ifndef LIMB_BASE_FILE_H
#define LIMB_BASE_FILE_H

#include "limb/base.h"

// The whole file in one block of size + 1 bytes (a NUL stands behind it). "-" is standard input.
// LIMB_ERROR_IO sets errno; LIMB_ERROR_LIMIT: longer than max_size.
limb_status limb__file_read(const char *path, const limb_allocator *memory, size_t max_size,
                            char **bytes, size_t *size);

// Writes to a temporary file in the same folder, flushes it to disk, then renames it over path. The
// permissions of a file that is replaced are kept; a symbolic link is followed. On failure nothing
// is left behind and errno is set.
limb_status limb__file_replace(const char *path, const void *bytes, size_t size);

#endif
