// Folders: the few questions that finding files asks the system.
#define _POSIX_C_SOURCE 200809L

#include "base/memory.h"
#include "resolve/uri.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int by_name(const void *a, const void *b);

bool limb__is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool limb__is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

const char *limb__join(limb__arena *arena, const char *folder, const char *name, size_t size)
{
    const size_t length = strlen(folder);
    const bool slash = length > 0 && folder[length - 1] != '/';
    char *path = limb__arena_take(arena, length + 1 + size + 1);
    if (!path) return NULL;
    memcpy(path, folder, length);
    if (slash) path[length] = '/';
    memcpy(path + length + slash, name, size);
    path[length + slash + size] = 0;
    return path;
}

int limb__list_folder(limb__arena *arena, const char *folder, int max, const char ***name)
{
    DIR *open = opendir(folder);
    if (!open) return 0;
    const char **list = NULL;
    int count = 0;
    int capacity = 0;
    const struct dirent *entry;
    while (count < max && (entry = readdir(open)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        if (!limb__grow(arena->memory, (void **)&list, &capacity, count + 1, sizeof *list)) break;
        list[count] = limb__arena_copy_text(arena, entry->d_name, strlen(entry->d_name));
        if (!list[count]) break;
        count++;
    }
    closedir(open);
    const char **kept = LIMB__ARENA_ARRAY(arena, const char *, count);
    if (kept && count > 0) {
        memcpy(kept, list, (size_t)count * sizeof *kept);
        // the system gives them in no order; answers should not depend on it
        qsort(kept, (size_t)count, sizeof *kept, by_name);
    }
    limb__release(arena->memory, list, (size_t)capacity * sizeof *list);
    *name = kept;
    return arena->failed ? -1 : count;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *limb__clean_path(limb__arena *arena, const char *path, bool *outside)
{
    *outside = false;
    char *clean = limb__arena_take(arena, strlen(path) + 2);
    if (!clean) return NULL;
    size_t size = 0;
    if (path[0] == '/') clean[size++] = '/';
    const size_t root = size;
    for (const char *at = path; *at;) {
        while (*at == '/')
            at++;
        const size_t length = strcspn(at, "/");
        if (length == 2 && at[0] == '.' && at[1] == '.') {
            if (size == root) {
                *outside = true;
                return NULL;
            }
            while (size > root && clean[size - 1] != '/')
                size--;
            if (size > root) size--;
        } else if (length > 0 && !(length == 1 && at[0] == '.')) {
            if (size > root) clean[size++] = '/';
            memcpy(clean + size, at, length);
            size += length;
        }
        at += length;
    }
    clean[size] = 0;
    return clean;
}
