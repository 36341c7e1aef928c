// Reading files: only regular ones, so that a pipe or a device named by a robot cannot
// block the reader.
#define _XOPEN_SOURCE 700

#include "base/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static limb_status inspect(limb__file *file, bool any_kind);
static limb_status read_and_close(limb__file *file, const limb_allocator *memory, size_t max_size,
                                  char **bytes, size_t *size);
static limb_status read_all(int file, const limb_allocator *memory, size_t first, size_t max_size,
                            char **bytes, size_t *size);

limb_status limb__file_read(const char *path, const limb_allocator *memory, size_t max_size,
                            char **bytes, size_t *size)
{
    limb__file file;
    const limb_status status = limb__file_open(&file, path);
    return status == LIMB_OK ? read_and_close(&file, memory, max_size, bytes, size) : status;
}

limb_status limb__file_read_input(const char *path, const limb_allocator *memory, size_t max_size,
                                  char **bytes, size_t *size)
{
    limb__file file;
    const limb_status status = limb__file_open_input(&file, path);
    return status == LIMB_OK ? read_and_close(&file, memory, max_size, bytes, size) : status;
}

bool limb__is_stream(const char *path)
{
    return strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0;
}

limb_status limb__file_open(limb__file *file, const char *path)
{
    // without O_NONBLOCK, opening a pipe would wait for its writer
    file->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return file->descriptor < 0 ? LIMB_ERROR_IO : inspect(file, false);
}

limb_status limb__file_open_input(limb__file *file, const char *path)
{
    if (!limb__is_stream(path)) return limb__file_open(file, path);
    const bool standard_input = strcmp(path, "-") == 0;
    file->descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    return file->descriptor < 0 ? LIMB_ERROR_IO : inspect(file, true);
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

static limb_status inspect(limb__file *file, bool any_kind)
{
    struct stat info;
    const bool known = fstat(file->descriptor, &info) == 0;
    file->regular = known && S_ISREG(info.st_mode);
    file->size = file->regular ? (size_t)info.st_size : 0;
    if (file->regular || (known && any_kind && !S_ISDIR(info.st_mode))) return LIMB_OK;
    if (known) errno = S_ISDIR(info.st_mode) ? EISDIR : ESPIPE;
    limb__file_close(file);
    return LIMB_ERROR_IO;
}

static limb_status read_and_close(limb__file *file, const limb_allocator *memory, size_t max_size,
                                  char **bytes, size_t *size)
{
    const limb_status status = limb__file_read_whole(file, memory, max_size, bytes, size);
    limb__file_close(file);
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
    // the caller frees size + 1 bytes, so the block is shrunk to that
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
