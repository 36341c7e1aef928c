// Windows: replacing a file in one step. A reader sees the old content or the new, never a part,
// also after a loss of power.
//
// The new content goes to a temporary file beside the old one and is flushed to disk; then
// ReplaceFile puts it in the old one's place and keeps its attributes and its access control list.
// Where there is no old one, it is renamed.
//
// While that happens a file beside it, which Windows deletes with its last handle, keeps others
// from doing the same; one that is written back is compared then with what was read.
#include "limb/base.h"
#include "limb/system.h"

#include <posix_files.h>

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

// What is written, and what the file must hold for that.
typedef struct content {
    const void *bytes;
    size_t size;
    const void *read; // what was read from the file; NULL: nothing
    size_t read_size;
    int is_changed; // the file holds something else by now
} content;

enum { MAX_WAITS = 2000, WAIT_MS = 5 }; // ten seconds in all

static limb_status replace(const char *path, content *c, const char **reason);
static const char *replace_at(const wchar_t *target, content *c);
static const char *put_in_place(const wchar_t *target, const wchar_t *temporary, content *c);
static HANDLE hold(const wchar_t *target);
static int is_unchanged(const wchar_t *target, const content *c);
static int is_same(HANDLE file, const char *bytes, size_t size);
static HANDLE open_beside(const wchar_t *target, wchar_t *name);
static int write_all(HANDLE file, const char *bytes, size_t size);
static const char *last_error(void);

limb_status limb_file_replace(const char *path, const void *bytes, size_t size, const char **reason)
{
    content c = {.bytes = bytes, .size = size};
    return replace(path, &c, reason);
}

limb_status limb_file_rewrite(const char *path, const void *before, size_t before_size,
                              const void *bytes, size_t size, const char **reason)
{
    assert(path && before);
    content c = {.bytes = bytes, .size = size, .read = before, .read_size = before_size};
    return replace(path, &c, reason);
}

static limb_status replace(const char *path, content *c, const char **reason)
{
    const char *problem = NULL;
    wchar_t target[LIMB__WIDE_PATH];
    if (!path || !path[0])
        problem = limb_system_error_text(ENOENT);
    else if (!limb__wide_path(path, target))
        problem = limb_system_error_text(errno);
    if (!problem) {
        // a link keeps pointing to its file
        char *real = limb__posix_realpath(path, NULL);
        if (real && !limb__wide_path(real, target)) problem = limb_system_error_text(errno);
        free(real);
    }
    if (!problem) problem = replace_at(target, c);
    if (reason) *reason = problem;
    return !problem ? LIMB_OK : c->is_changed ? LIMB_ERROR_INPUT : LIMB_ERROR_IO;
}

static const char *replace_at(const wchar_t *target, content *c)
{
    wchar_t temporary[LIMB__WIDE_PATH];
    const DWORD attributes = GetFileAttributesW(target);
    const int exists = attributes != INVALID_FILE_ATTRIBUTES;
    if (exists && attributes & FILE_ATTRIBUTE_DIRECTORY) return limb_system_error_text(EISDIR);
    if (exists && attributes & FILE_ATTRIBUTE_READONLY) return limb_system_error_text(EACCES);
    const HANDLE file = open_beside(target, temporary);
    if (file == INVALID_HANDLE_VALUE) return last_error();
    const char *problem = NULL;
    if (!write_all(file, c->bytes, c->size) || !FlushFileBuffers(file)) problem = last_error();
    if (!CloseHandle(file) && !problem) problem = last_error();
    if (!problem) problem = put_in_place(target, temporary, c);
    if (problem) DeleteFileW(temporary);
    return problem;
}

static const char *put_in_place(const wchar_t *target, const wchar_t *temporary, content *c)
{
    const HANDLE held = hold(target);
    if (held == INVALID_HANDLE_VALUE) return "another program holds a lock on it";
    const char *problem = NULL;
    c->is_changed = c->read && !is_unchanged(target, c);
    if (c->is_changed) {
        problem = "it was changed by another program after it was read";
    } else {
        const int exists = GetFileAttributesW(target) != INVALID_FILE_ATTRIBUTES;
        const int done =
            exists ? ReplaceFileW(target, temporary, NULL, REPLACEFILE_WRITE_THROUGH, NULL, NULL)
                   : MoveFileExW(temporary, target, MOVEFILE_WRITE_THROUGH);
        if (!done) problem = last_error();
    }
    CloseHandle(held);
    return problem;
}

// Creates a lock file beside the target, which only one process can open and which is deleted when
// it is closed.
static HANDLE hold(const wchar_t *target)
{
    wchar_t name[LIMB__WIDE_PATH];
    const int length = _snwprintf(name, LIMB__WIDE_PATH, L"%ls.lock", target);
    if (length < 0 || length >= LIMB__WIDE_PATH) return INVALID_HANDLE_VALUE;
    for (int i = 0; i < MAX_WAITS; i++) {
        const HANDLE file = CreateFileW(name, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
                                        FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, NULL);
        if (file != INVALID_HANDLE_VALUE) return file;
        Sleep(WAIT_MS);
    }
    return INVALID_HANDLE_VALUE;
}

static int is_unchanged(const wchar_t *target, const content *c)
{
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE file =
        CreateFileW(target, GENERIC_READ, share, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    // a file that is gone by now is made anew
    if (file == INVALID_HANDLE_VALUE) return GetLastError() == ERROR_FILE_NOT_FOUND;
    const int same = is_same(file, c->read, c->read_size);
    CloseHandle(file);
    return same;
}

static int is_same(HANDLE file, const char *bytes, size_t size)
{
    char piece[16384];
    for (;;) {
        DWORD got = 0;
        if (!ReadFile(file, piece, sizeof piece, &got, NULL)) return 0;
        if (got == 0) return size == 0;
        if (got > size || memcmp(piece, bytes, got) != 0) return 0;
        bytes += got;
        size -= got;
    }
}

// Creates a file in the folder of target.
static HANDLE open_beside(const wchar_t *target, wchar_t *name)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        const int length = _snwprintf(name, LIMB__WIDE_PATH, L"%ls.%lu.%d.tmp", target,
                                      (unsigned long)GetCurrentProcessId(), attempt);
        if (length < 0 || length >= LIMB__WIDE_PATH) {
            SetLastError(ERROR_FILENAME_EXCED_RANGE);
            return INVALID_HANDLE_VALUE;
        }
        const HANDLE file =
            CreateFileW(name, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (file != INVALID_HANDLE_VALUE || GetLastError() != ERROR_FILE_EXISTS) return file;
    }
    return INVALID_HANDLE_VALUE;
}

static int write_all(HANDLE file, const char *bytes, size_t size)
{
    while (size > 0) {
        DWORD done = 0;
        const DWORD wanted = size > 1 << 30 ? 1 << 30 : (DWORD)size;
        if (!WriteFile(file, bytes, wanted, &done, NULL) || done == 0) return 0;
        bytes += done;
        size -= done;
    }
    return 1;
}

static const char *last_error(void)
{
    return limb_system_error_text(limb__errno_of(GetLastError()));
}
