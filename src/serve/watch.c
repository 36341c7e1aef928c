// Watching by asking: a handful of stat calls a few times a second cost nothing and work on
// every file system.
#define _XOPEN_SOURCE 700

#include "serve/watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct limb__watched {
    char *path;
    long long seconds, nanoseconds, size;
    unsigned long long node;
} limb__watched;

static bool look(limb__watched *file);

void limb__watch_clear(limb__watch *watch)
{
    for (int i = 0; i < watch->count; i++)
        free(watch->file[i].path);
    free(watch->file);
    memset(watch, 0, sizeof *watch);
}

void limb__watch_add(limb__watch *watch, const char *path)
{
    if (watch->count == watch->capacity) {
        const int capacity = watch->capacity > 0 ? watch->capacity * 2 : 16;
        limb__watched *moved = realloc(watch->file, sizeof *moved * (size_t)capacity);
        if (!moved) return; // one file less is watched
        watch->file = moved;
        watch->capacity = capacity;
    }
    limb__watched *file = &watch->file[watch->count];
    memset(file, 0, sizeof *file);
    file->path = strdup(path);
    if (!file->path) return;
    look(file);
    watch->count++;
}

bool limb__watch_look(limb__watch *watch)
{
    bool changed = false;
    for (int i = 0; i < watch->count; i++)
        changed |= look(&watch->file[i]);
    return changed;
}

static bool look(limb__watched *file)
{
    struct stat info;
    limb__watched now = {.path = file->path, .size = -1};
    if (stat(file->path, &info) == 0) {
        now.seconds = (long long)info.st_mtim.tv_sec;
        now.nanoseconds = (long long)info.st_mtim.tv_nsec;
        now.size = (long long)info.st_size;
        now.node = (unsigned long long)info.st_ino;
    }
    const bool changed = now.seconds != file->seconds || now.nanoseconds != file->nanoseconds ||
                         now.size != file->size || now.node != file->node;
    *file = now;
    return changed;
}
