// Watches files by polling: a few stat calls several times a second cost very little and work on
// every file system.
#define _XOPEN_SOURCE 700

#include "services/page_server/watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct limb__watched {
    char *path;
    long long seconds, nanoseconds, size;
    unsigned long long node;
    bool is_wanted; // in the latest list
} limb__watched;

static limb__watched *find(limb__watch *watch, const char *path);
static bool look(limb__watched *file);

void limb__watch_clear(limb__watch *watch)
{
    for (int i = 0; i < watch->count; i++)
        free(watch->file[i].path);
    free(watch->file);
    memset(watch, 0, sizeof *watch);
}

void limb__watch_begin(limb__watch *watch)
{
    for (int i = 0; i < watch->count; i++)
        watch->file[i].is_wanted = false;
    watch->next = 0;
}

void limb__watch_end(limb__watch *watch)
{
    int kept = 0;
    for (int i = 0; i < watch->count; i++) {
        if (watch->file[i].is_wanted) {
            watch->file[kept++] = watch->file[i];
        } else {
            free(watch->file[i].path);
        }
    }
    watch->count = kept;
}

void limb__watch_add(limb__watch *watch, const char *path)
{
    limb__watched *known = find(watch, path);
    if (known) {
        known->is_wanted = true;
        return;
    }
    if (watch->count == watch->capacity) {
        const int capacity = watch->capacity > 0 ? watch->capacity * 2 : 16;
        limb__watched *moved = realloc(watch->file, sizeof *moved * (size_t)capacity);
        if (!moved) return; // this file is then not watched
        watch->file = moved;
        watch->capacity = capacity;
    }
    limb__watched *file = &watch->file[watch->count];
    memset(file, 0, sizeof *file);
    file->path = strdup(path);
    if (!file->path) return;
    file->is_wanted = true;
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

// Successive lists of a robot's files are mostly the same and in the same order.
static limb__watched *find(limb__watch *watch, const char *path)
{
    for (int i = 0; i < watch->count; i++) {
        const int at = (watch->next + i) % watch->count;
        if (strcmp(watch->file[at].path, path) != 0) continue;
        watch->next = at + 1;
        return &watch->file[at];
    }
    return NULL;
}

static bool look(limb__watched *file)
{
    struct stat info;
    limb__watched now = {.path = file->path, .size = -1, .is_wanted = file->is_wanted};
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
