// Dropped files: written below a private temporary folder. A path that could lead out of it is
// refused, not mended.
#define _XOPEN_SOURCE 700

#include "serve/drop.h"

#include <dirent.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const size_t MOST_BYTES = (size_t)1 << 30;
enum { DEEPEST = 16 };

static bool is_plain(const char *path);
static bool make_folders(char *path, size_t from);
static bool make_root(limb__drop *drop);
static char *find_below(const char *folder, int depth);
static bool is_robot(const char *name);
static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk);

const char *limb__drop_file(limb__drop *drop, const char *name, const char *path, const void *bytes,
                            size_t size)
{
    if (!is_plain(path)) return "a file has a path that leads out of its folder";
    if (size > MOST_BYTES - drop->size) return "the files are larger than 1 GiB together";
    if (!make_root(drop)) return "no folder can be made for the files";
    char full[PATH_MAX];
    const int length = snprintf(full, sizeof full, "%s/%s/%s", drop->folder, name, path);
    if (length < 0 || (size_t)length >= sizeof full) return "a file has too long a path";
    if (!make_folders(full, strlen(drop->folder) + 1)) return "no folder can be made for a file";
    if (limb_file_replace(full, bytes, size, NULL) != LIMB_OK) return "a file cannot be written";
    drop->size += size;
    return NULL;
}

char *limb__drop_find(const limb__drop *drop, const char *name)
{
    char folder[PATH_MAX];
    if (!drop->folder) return NULL;
    const int length = snprintf(folder, sizeof folder, "%s/%s", drop->folder, name);
    if (length < 0 || (size_t)length >= sizeof folder) return NULL;
    for (int depth = 0; depth < DEEPEST; depth++) {
        char *found = find_below(folder, depth);
        if (found) return found;
    }
    return NULL;
}

void limb__drop_remove(limb__drop *drop)
{
    if (drop->folder) nftw(drop->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(drop->folder);
    memset(drop, 0, sizeof *drop);
}

// Names joined by single slashes; none of them is empty, "." or "..".
static bool is_plain(const char *path)
{
    int depth = 0;
    while (*path) {
        const size_t length = strcspn(path, "/");
        if (length == 0 || strspn(path, ".") == length || memchr(path, '\\', length)) return false;
        if (++depth > DEEPEST) return false;
        path += length;
        if (*path == '/' && *++path == 0) return false;
    }
    return depth > 0;
}

static bool make_root(limb__drop *drop)
{
    if (drop->folder) return true;
    const char *place = getenv("TMPDIR");
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s/limb-drop-XXXXXX", place && place[0] ? place : "/tmp");
    if (!mkdtemp(name)) return false;
    drop->folder = strdup(name);
    return drop->folder != NULL;
}

static bool make_folders(char *path, size_t from)
{
    for (char *at = path + from; (at = strchr(at, '/')) != NULL; at++) {
        *at = 0;
        struct stat info;
        const bool there =
            mkdir(path, 0700) == 0 || (stat(path, &info) == 0 && S_ISDIR(info.st_mode));
        *at = '/';
        if (!there) return false;
    }
    return true;
}

// The first robot, by name, exactly depth folders down.
static char *find_below(const char *folder, int depth)
{
    struct dirent **entry;
    const int count = scandir(folder, &entry, NULL, alphasort);
    char *found = NULL;
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        struct stat info;
        const int length = snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        const bool fits = length > 0 && (size_t)length < sizeof path && entry[i]->d_name[0] != '.';
        if (fits && !found && stat(path, &info) == 0) {
            if (depth == 0 && S_ISREG(info.st_mode) && is_robot(path)) found = strdup(path);
            if (depth > 0 && S_ISDIR(info.st_mode)) found = find_below(path, depth - 1);
        }
        free(entry[i]);
    }
    if (count >= 0) free(entry);
    return found;
}

static bool is_robot(const char *name)
{
    const size_t length = strlen(name);
    return length > 5 && strcasecmp(name + length - 5, ".urdf") == 0;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}
