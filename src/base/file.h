// Reading of regular files only. A pipe, a device or a folder sets errno (ESPIPE, EISDIR), so that
// no path in a robot can block the reader.
#ifndef LIMB_BASE_FILE_H
#define LIMB_BASE_FILE_H

#include "limb/base.h"

// Reads the whole file into one block of size + 1 bytes (the last is NUL). LIMB_ERROR_IO sets
// errno; LIMB_ERROR_LIMIT: longer than max_size.
limb_status limb__file_read(const char *path, const limb_allocator *memory, size_t max_size,
                            char **bytes, size_t *size);
// The same for a path given by the user: "-" is standard input, and streams below /dev are also
// read (/dev/stdin, and /dev/fd/63 of a shell's <(command)).
limb_status limb__file_read_input(const char *path, const limb_allocator *memory, size_t max_size,
                                  char **bytes, size_t *size);

// Returns whether the path is such a stream, whose name does not indicate the content.
bool limb__is_stream(const char *path);

// The same in steps, for readers that do not need the whole file in memory.
typedef struct limb__file {
    int descriptor;
    bool regular; // has a size and can be read at any offset
    size_t size;  // of a regular one
} limb__file;

limb_status limb__file_open(limb__file *file, const char *path);       // LIMB_ERROR_IO sets errno
limb_status limb__file_open_input(limb__file *file, const char *path); // as limb__file_read_input
void limb__file_close(limb__file *file);                               // keeps errno
limb_status limb__file_read_whole(const limb__file *file, const limb_allocator *memory,
                                  size_t max_size, char **bytes, size_t *size);
// Reads exactly size bytes of a regular file; false if it has become shorter or cannot be read.
bool limb__file_read_at(const limb__file *file, size_t offset, void *bytes, size_t size);

// Writes the absolute path of an existing file or folder, without symbolic links; false if there is
// none, or if its path is too long.
enum { LIMB__PATH_MAX = 4096 };
bool limb__file_real_path(const char *path, char out[LIMB__PATH_MAX]);

// Opens and locks a file while it is compared and replaced (replace_hold.c), so that of two
// programs that change it at once the second sees the changes of the first. *file is -1 if the file
// does not exist. Waits up to ten seconds for other holders. Returns NULL, or the error.
const char *limb__file_hold(const char *target, int *file);
void limb__file_release(int file); // -1: does nothing
// Returns whether the locked file has exactly these bytes.
bool limb__file_is_same(int file, const void *bytes, size_t size);

#endif
