// Files: read whole, replace in one step so that a reader sees the old content or the new, never a
// part.
#define _XOPEN_SOURCE 700

#include "base/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static limb_status read_all(int file, const limb_allocator *memory, size_t first, size_t max_size,
                            char **bytes, size_t *size);
static bool write_all(int file, const char *bytes, size_t size);
static limb_status replace_at(const char *target, const void *bytes, size_t size);
static int open_beside(const char *target, char *name, size_t capacity);

limb_status limb__file_read(const char *path, const limb_allocator *memory, size_t max_size,
                            char **bytes, size_t *size)
{
    limb__file file;
    limb_status status = limb__file_open(&file, path);
    if (status != LIMB_OK) return status;
    status = limb__file_read_whole(&file, memory, max_size, bytes, size);
    limb__file_close(&file);
    return status;
}

limb_status limb__file_open(limb__file *file, const char *path)
{
    const bool standard_input = strcmp(path, "-") == 0;
    file->descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (file->descriptor < 0) return LIMB_ERROR_IO;
    struct stat info;
    const bool known = fstat(file->descriptor, &info) == 0;
    if (known && !S_ISDIR(info.st_mode)) {
        file->regular = S_ISREG(info.st_mode);
        file->size = file->regular ? (size_t)info.st_size : 0;
        return LIMB_OK;
    }
    if (known) errno = EISDIR;
    limb__file_close(file);
    return LIMB_ERROR_IO;
}

void limb__file_close(limb__file *file)
{
    const int saved = errno;
    if (file->descriptor != STDIN_FILENO) close(file->descriptor);
    errno = saved;
}

limb_status limb__file_read_whole(const limb__file *file, const limb_allocator *memory,
                                  size_t max_size, char **bytes, size_t *size)
{
    if (file->regular && file->size > max_size) return LIMB_ERROR_LIMIT;
    const size_t guess = file->regular ? file->size : 1 << 16;
    return read_all(file->descriptor, limb__memory(memory), guess, max_size, bytes, size);
}

bool limb__file_read_at(const limb__file *file, size_t offset, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t got =
            pread(file->descriptor, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        done += (size_t)got;
    }
    return true;
}

limb_status limb__file_replace(const char *path, const void *bytes, size_t size)
{
    // a link keeps pointing to its file, whose content is replaced
    char *real = realpath(path, NULL);
    const limb_status status = replace_at(real ? real : path, bytes, size);
    const int saved = errno;
    free(real);
    errno = saved;
    return status;
}

static limb_status read_all(int file, const limb_allocator *memory, size_t first, size_t max_size,
                            char **bytes, size_t *size)
{
    size_t capacity = first + 1;
    size_t used = 0;
    char *block = limb__allocate(memory, capacity);
    if (!block) return LIMB_ERROR_MEMORY;
    limb_status status = LIMB_OK;
    for (;;) {
        const ssize_t got = read(file, block + used, capacity - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) status = LIMB_ERROR_IO;
        if (got <= 0) break;
        used += (size_t)got;
        if (used > max_size) {
            status = LIMB_ERROR_LIMIT;
            break;
        }
        if (used < capacity) continue;
        char *moved = memory->resize(memory->ctx, block, capacity, capacity * 2);
        if (!moved) {
            status = LIMB_ERROR_MEMORY;
            break;
        }
        block = moved;
        capacity *= 2;
    }
    // the caller frees size + 1 bytes, so the block is cut to that
    char *cut = status == LIMB_OK && used + 1 != capacity
                    ? memory->resize(memory->ctx, block, capacity, used + 1)
                    : block;
    if (status == LIMB_OK && !cut) status = LIMB_ERROR_MEMORY;
    if (status != LIMB_OK) {
        limb__release(memory, block, capacity);
        return status;
    }
    cut[used] = 0;
    *bytes = cut;
    *size = used;
    return LIMB_OK;
}

static limb_status replace_at(const char *target, const void *bytes, size_t size)
{
    struct stat info;
    const bool exists = stat(target, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        // a device or pipe cannot be replaced, only written
        const int device = open(target, O_WRONLY | O_CLOEXEC);
        if (device < 0) return LIMB_ERROR_IO;
        const bool device_ok = write_all(device, bytes, size);
        return close(device) == 0 && device_ok ? LIMB_OK : LIMB_ERROR_IO;
    }
    char temporary[PATH_MAX];
    const int file = open_beside(target, temporary, sizeof temporary);
    if (file < 0) return LIMB_ERROR_IO;
    bool ok = write_all(file, bytes, size);
    if (exists && fchmod(file, info.st_mode & 07777) != 0) ok = false;
    if (fsync(file) != 0) ok = false;
    if (close(file) != 0) ok = false;
    if (ok && rename(temporary, target) == 0) return LIMB_OK;
    const int saved = errno;
    unlink(temporary);
    errno = saved;
    return LIMB_ERROR_IO;
}

// A new file in the folder of target, with the permissions that any new file gets.
static int open_beside(const char *target, char *name, size_t capacity)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        const int length =
            snprintf(name, capacity, "%s.%ld.%d.tmp", target, (long)getpid(), attempt);
        if (length < 0 || (size_t)length >= capacity) {
            errno = ENAMETOOLONG;
            return -1;
        }
        const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t done = write(file, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}
