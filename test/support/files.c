// Walks a folder with a list of paths still to be opened; paths are sorted at the end.
#define _POSIX_C_SOURCE 200809L
#include "support/files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct paths {
    char **item;
    int count;
    int capacity;
} paths;

static void add(paths *list, char *path);
static void open_folder(const char *folder, const char *suffix, paths *folders, paths *files);
static int by_bytes(const void *a, const void *b);

int limb_test_each_file(const char *folder, const char *suffix, limb_test_file_fn *fn, void *ctx)
{
    if (!folder) return 0;
    paths folders = {0}, files = {0};
    add(&folders, strdup(folder));
    for (int i = 0; i < folders.count; i++) {
        open_folder(folders.item[i], suffix, &folders, &files);
        free(folders.item[i]);
    }
    free(folders.item);
    if (files.count > 0) qsort(files.item, (size_t)files.count, sizeof *files.item, by_bytes);
    for (int i = 0; i < files.count; i++) {
        fn(files.item[i], ctx);
        free(files.item[i]);
    }
    free(files.item);
    return files.count;
}

static void add(paths *list, char *path)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->item = realloc(list->item, (size_t)list->capacity * sizeof *list->item);
    }
    if (!list->item || !path) abort();
    list->item[list->count++] = path;
}

static void open_folder(const char *folder, const char *suffix, paths *folders, paths *files)
{
    DIR *dir = opendir(folder);
    if (!dir) return;
    const struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        const size_t size = strlen(folder) + strlen(entry->d_name) + 2;
        char *path = malloc(size);
        if (!path) abort();
        snprintf(path, size, "%s/%s", folder, entry->d_name);
        struct stat info;
        const size_t name = strlen(path), end = strlen(suffix);
        if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
            add(folders, path);
        } else if (name >= end && strcmp(path + name - end, suffix) == 0) {
            add(files, path);
        } else {
            free(path);
        }
    }
    closedir(dir);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}
