// Files to read: regular ones only. A pipe, a device or a folder sets errno (ESPIPE, EISDIR), so
// that nothing a robot names can make the reader wait.
#ifndef LIMB_BASE_FILE_H
#define LIMB_BASE_FILE_H

#include "limb/base.h"

// The whole file in one block of size + 1 bytes (the last is NUL).
// LIMB_ERROR_IO sets errno; LIMB_ERROR_LIMIT: longer than max_size.
limb_status limb__file_read(const char *path, const limb_allocator *memory, size_t max_size,
                            char **bytes, size_t *size);
// The same for a path that the user gave: "-" is standard input, and streams below /dev are read
// too (/dev/stdin, and /dev/fd/63 of a shell's <(command)).
limb_status limb__file_read_input(const char *path, const limb_allocator *memory, size_t max_size,
                                  char **bytes, size_t *size);

// Such a path: its name says nothing about the content.
bool limb__is_stream(const char *path);

// The same in steps, for readers that need not hold the whole file.
typedef struct limb__file {
    int descriptor;
    bool regular; // has a size and can be read at any place
    size_t size;  // of a regular one
} limb__file;

limb_status limb__file_open(limb__file *file, const char *path);       // LIMB_ERROR_IO sets errno
limb_status limb__file_open_input(limb__file *file, const char *path); // as limb__file_read_input
void limb__file_close(limb__file *file);                               // keeps errno
limb_status limb__file_read_whole(const limb__file *file, const limb_allocator *memory,
                                  size_t max_size, char **bytes, size_t *size);
// Exactly size bytes of a regular file; false when it has become shorter or cannot be read.
bool limb__file_read_at(const limb__file *file, size_t offset, void *bytes, size_t size);

// The absolute path of an existing file or folder, without symbolic links; false: there is none, or
// its path is too long.
enum { LIMB__PATH_MAX = 4096 };
bool limb__file_real_path(const char *path, char out[LIMB__PATH_MAX]);

// Holding a file while it is compared and replaced (replace_hold.c), so that of two programs that
// change it at once the second sees what the first has written. The file is opened and locked; -1
// when it does not exist. Waits for others who hold it, up to ten seconds. NULL, or what is wrong.
const char *limb__file_hold(const char *target, int *file);
void limb__file_release(int file); // -1: nothing
// True when the file that is held has exactly these bytes.
bool limb__file_is_same(int file, const void *bytes, size_t size);

#endif
