// Finds the .limb.yaml for a file: in its folder, or in the nearest folder above it.
#define _XOPEN_SOURCE 700 // lstat
#include "base/file.h"
#include "limb/check.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const char file_name[] = ".limb.yaml";

static bool is_there(const char *path);

limb_status limb_policy_find(const char *file, char *path, size_t capacity)
{
    assert(path && capacity > 0);
    char folder[LIMB__PATH_MAX];
    struct stat info;
    path[0] = 0;
    errno = 0;
    const bool is_stream = !file || limb__is_stream(file) || file[0] == 0;
    if (!limb__file_real_path(is_stream ? "." : file, folder)) {
        // a missing file is reported when it is read
        return errno == ENOMEM ? LIMB_ERROR_MEMORY : LIMB_OK;
    }
    size_t size = strlen(folder);
    if (!(stat(folder, &info) == 0 && S_ISDIR(info.st_mode))) {
        while (size > 0 && folder[size - 1] != '/')
            size--;
    }
    for (;;) {
        while (size > 0 && folder[size - 1] == '/')
            size--;
        if (size + sizeof file_name + 1 > capacity) {
            path[0] = 0;
            return LIMB_ERROR_LIMIT;
        }
        memcpy(path, folder, size);
        path[size] = '/';
        memcpy(path + size + 1, file_name, sizeof file_name);
        if (is_there(path)) return LIMB_OK;
        if (size == 0) break;
        while (size > 0 && folder[size - 1] != '/')
            size--;
    }
    path[0] = 0;
    return LIMB_OK;
}

// Returns true if an entry exists. Dangling links and inaccessible entries count as existing, so
// that reading them reports the error.
static bool is_there(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 || (errno != ENOENT && errno != ENOTDIR);
}
