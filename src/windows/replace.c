// Windows: replacing a file in one step. A reader sees the old content or the new, never a part,
// also after a loss of power.
//
// The new content goes to a temporary file beside the old one and is flushed to disk; then
// ReplaceFile puts it in the old one's place and keeps its attributes and its access control list.
// Where there is no old one, it is renamed.
#include "limb/base.h"

#include <posix_files.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char *replace_at(const wchar_t *target, const void *bytes, size_t size);
static HANDLE open_beside(const wchar_t *target, wchar_t *name);
static int write_all(HANDLE file, const char *bytes, size_t size);
static const char *last_error(void);

limb_status limb_file_replace(const char *path, const void *bytes, size_t size, const char **reason)
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
    if (!problem) problem = replace_at(target, bytes, size);
    if (reason) *reason = problem;
    return problem ? LIMB_ERROR_IO : LIMB_OK;
}

static const char *replace_at(const wchar_t *target, const void *bytes, size_t size)
{
    wchar_t temporary[LIMB__WIDE_PATH];
    const DWORD attributes = GetFileAttributesW(target);
    const int exists = attributes != INVALID_FILE_ATTRIBUTES;
    if (exists && attributes & FILE_ATTRIBUTE_DIRECTORY) return limb_system_error_text(EISDIR);
    if (exists && attributes & FILE_ATTRIBUTE_READONLY) return limb_system_error_text(EACCES);
    const HANDLE file = open_beside(target, temporary);
    if (file == INVALID_HANDLE_VALUE) return last_error();
    const char *problem = NULL;
    if (!write_all(file, bytes, size) || !FlushFileBuffers(file)) problem = last_error();
    if (!CloseHandle(file) && !problem) problem = last_error();
    if (!problem) {
        const int done =
            exists ? ReplaceFileW(target, temporary, NULL, REPLACEFILE_WRITE_THROUGH, NULL, NULL)
                   : MoveFileExW(temporary, target, MOVEFILE_WRITE_THROUGH);
        if (!done) problem = last_error();
    }
    if (problem) DeleteFileW(temporary);
    return problem;
}

// A new file in the folder of target.
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
