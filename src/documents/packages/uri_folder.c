// Folders: the file system queries of the search for files.
//
// A robot may name thousands of missing files and thousands of existing ones: a folder is listed
// once per resolver, and the number of all entries is bounded, so that time and memory do not grow
// with the product of both.
#define _DEFAULT_SOURCE // d_type

#include "base/memory.h"
#include "documents/packages/uri.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MAX_LISTED = 8192,        // folders
    MAX_ENTRIES = 100 * 1000, // in all of them
    TREE_DEPTH = 6,           // below a tree's root
    TREE_FOLDERS = 500        // of a tree
};

static bool make_list(limb_resolver *r);
static bool read_entries(limb_resolver *r, limb__folder *folder);
static uint32_t kind_of(unsigned char type);
static int by_name(const void *a, const void *b);
static int walk_tree(limb_resolver *r, const char *root, limb__folder **folder);

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

bool limb__is_other_than_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

bool limb__has_file(const char *folder, const char *name)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && (size_t)length < sizeof path && limb__is_file(path);
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

//---- listings ------------------------------------------------------------------------------------

limb__folder *limb__find_folder(limb_resolver *r, const char *path)
{
    if (!r->folder_list && !make_list(r)) return NULL;
    const size_t size = strlen(path);
    const int known = limb__names_find(&r->folder_name, path, size);
    if (known >= 0) return &r->folder_list[known];
    limb__folder *folder = &r->folder_list[r->nfolder];
    // the last one represents all folders beyond the bound: empty
    if (r->nfolder == MAX_LISTED - 1) {
        *folder = (limb__folder){.path = "", .is_listed = true};
        return folder;
    }
    *folder = (limb__folder){.path = limb__arena_copy_text(&r->arena, path, size)};
    if (!folder->path) return NULL;
    limb__names_add(&r->folder_name, folder->path, size, r->nfolder++);
    return folder;
}

limb__folder *limb__list_folder(limb_resolver *r, const char *path)
{
    limb__folder *folder = limb__find_folder(r, path);
    if (!folder || folder->is_listed) return folder;
    folder->is_listed = true;
    return read_entries(r, folder) ? folder : NULL;
}

static bool make_list(limb_resolver *r)
{
    limb__folder *list = limb__arena_take_zero(&r->arena, MAX_LISTED * sizeof *list);
    if (!list || !limb__names_init(&r->folder_name, &r->arena, MAX_LISTED)) return false;
    r->folder_list = list;
    return true;
}

static bool read_entries(limb_resolver *r, limb__folder *folder)
{
    DIR *open = opendir(folder->path);
    if (!open) {
        if (errno == ENOMEM) r->arena.failed = true;
        return !r->arena.failed;
    }
    limb__entry *list = NULL;
    int capacity = 0;
    const struct dirent *found;
    bool ok = true;
    while (ok && r->nentry < MAX_ENTRIES && (found = readdir(open)) != NULL) {
        if (found->d_name[0] == '.') continue;
        const size_t size = strlen(found->d_name);
        ok = limb__grow(r->memory, (void **)&list, &capacity, folder->count + 1, sizeof *list);
        const char *name = ok ? limb__arena_copy_text(&r->arena, found->d_name, size) : NULL;
        ok = name != NULL;
        if (!ok) break;
        list[folder->count++] =
            (limb__entry){name, limb__name_key(name, size), kind_of(found->d_type)};
        r->nentry++;
    }
    closedir(open);
    const size_t size = (size_t)folder->count * sizeof *list;
    folder->entry = ok ? limb__arena_take(&r->arena, size) : NULL;
    if (folder->entry && size > 0) {
        memcpy(folder->entry, list, size);
        // the system returns entries in any order; results must not depend on it
        qsort(folder->entry, (size_t)folder->count, sizeof *folder->entry, by_name);
    }
    limb__release(r->memory, list, (size_t)capacity * sizeof *list);
    if (folder->entry) return true;
    // it is not listed again, so its entries must not be used
    folder->count = 0;
    r->arena.failed = true;
    return false;
}

static uint32_t kind_of(unsigned char type)
{
    switch (type) {
    case DT_REG:
        return LIMB__ENTRY_FILE;
    case DT_DIR:
        return LIMB__ENTRY_FOLDER;
    case DT_LNK:
    case DT_UNKNOWN:
        return LIMB__ENTRY_UNKNOWN;
    default:
        return LIMB__ENTRY_OTHER;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const limb__entry *)a)->name, ((const limb__entry *)b)->name);
}

// Links are followed on the first query.
bool limb__entry_is(const limb__folder *folder, limb__entry *entry, uint32_t kind)
{
    if (entry->kind == LIMB__ENTRY_UNKNOWN) {
        char path[PATH_MAX];
        struct stat info;
        const int length = snprintf(path, sizeof path, "%s/%s", folder->path, entry->name);
        const bool known = length > 0 && (size_t)length < sizeof path && stat(path, &info) == 0;
        entry->kind = !known                  ? LIMB__ENTRY_OTHER
                      : S_ISREG(info.st_mode) ? LIMB__ENTRY_FILE
                      : S_ISDIR(info.st_mode) ? LIMB__ENTRY_FOLDER
                                              : LIMB__ENTRY_OTHER;
    }
    return entry->kind == kind;
}

const limb__tree *limb__list_tree(limb_resolver *r, const char *root)
{
    enum { MAX_TREES = sizeof r->tree / sizeof r->tree[0] };
    for (int i = 0; i < r->ntree; i++) {
        if (strcmp(r->tree[i].root, root) == 0) return &r->tree[i];
    }
    limb__folder *found[TREE_FOLDERS];
    const int count = walk_tree(r, root, found);
    limb__folder **kept = count > 0 ? LIMB__ARENA_ARRAY(&r->arena, limb__folder *, count) : NULL;
    if (!kept) return NULL;
    memcpy(kept, found, (size_t)count * sizeof *kept);
    // the last one is reused for further trees
    limb__tree *tree = &r->tree[r->ntree < MAX_TREES ? r->ntree++ : MAX_TREES - 1];
    *tree = (limb__tree){found[0]->path, count, kept};
    return tree;
}

// Breadth first; returns the number, 0: no memory. Folders with a dot in their name
// contain no meshes.
static int walk_tree(limb_resolver *r, const char *root, limb__folder **folder)
{
    int depth[TREE_FOLDERS] = {0};
    int count = 1;
    folder[0] = limb__list_folder(r, root);
    if (!folder[0]) return 0;
    for (int next = 0; next < count; next++) {
        for (int i = 0; i < folder[next]->count && depth[next] < TREE_DEPTH; i++) {
            limb__entry *entry = &folder[next]->entry[i];
            if (count == TREE_FOLDERS) return count;
            if (strchr(entry->name, '.') ||
                !limb__entry_is(folder[next], entry, LIMB__ENTRY_FOLDER))
                continue;
            char path[PATH_MAX];
            const int length =
                snprintf(path, sizeof path, "%s/%s", folder[next]->path, entry->name);
            if (length <= 0 || (size_t)length >= sizeof path) continue;
            folder[count] = limb__list_folder(r, path);
            if (!folder[count]) return 0;
            depth[count++] = depth[next] + 1;
        }
    }
    return count;
}

//---- names ---------------------------------------------------------------------------------------

uint32_t limb__name_key(const char *name, size_t size)
{
    uint32_t key = 2166136261u; // FNV-1a
    for (size_t i = 0; i < size; i++) {
        const char c = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] + 32) : name[i];
        key = (key ^ (unsigned char)c) * 16777619u;
    }
    return key;
}

bool limb__equal_ignoring_case(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char x = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] + 32) : a[i];
        const char y = b[i] >= 'A' && b[i] <= 'Z' ? (char)(b[i] + 32) : b[i];
        if (x != y) return false;
    }
    return true;
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
