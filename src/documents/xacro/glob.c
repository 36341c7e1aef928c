// Patterns of file names: *, ? and [...] in any part of a path, as Python's glob.
#define _POSIX_C_SOURCE 200809L // opendir
#include "base/text.h"
#include "documents/xacro/expand.h"

#include <dirent.h>
#include <string.h>

typedef struct name_list {
    limb__expansion *x;
    limb__value *names;
    bool failed;
} name_list;

static bool expand_part(limb__expansion *x, limb__value *folders, limb_text part, bool is_last,
                        bool is_found, limb__value *out);
static bool list_folder(limb__expansion *x, const char *folder, name_list *list);
static bool list_files(const char *folder, name_list *list);
static void add_name(void *list, const char *name);
static bool has_magic(limb_text part);

limb__value *limb__glob(limb__expansion *x, const char *pattern)
{
    limb__eval *eval = &x->eval;
    const bool is_absolute = pattern[0] == '/';
    limb__value *found = limb__value_list(eval, LIMB__VALUE_LIST, 1);
    limb__value *start = limb__value_text_kept(eval, is_absolute ? "/" : "", is_absolute);
    if (!found || !limb__list_add(eval, found, start)) return NULL;
    const char *at = pattern + is_absolute;
    bool is_found = false; // by an earlier pattern
    while (*at) {
        const limb_text part = {at, strcspn(at, "/")};
        at += part.size;
        while (*at == '/')
            at++;
        limb__value *next = limb__value_list(eval, LIMB__VALUE_LIST, 0);
        if (!next || !expand_part(x, found, part, *at == 0, is_found, next)) return NULL;
        is_found = is_found || has_magic(part);
        found = next;
    }
    if (!limb__sort(eval, found->as.items.item, found->as.items.count, NULL, false)) return NULL;
    return found;
}

static limb__value *joined(limb__expansion *x, limb_text folder, limb_text name, bool is_last)
{
    limb__builder path;
    limb__eval_builder(&x->eval, &path);
    limb__builder_bytes(&path, folder.data, folder.size);
    limb__builder_bytes(&path, name.data, name.size);
    if (!is_last) limb__builder_char(&path, '/');
    return limb__builder_value(&x->eval, &path);
}

// Finds the part of the path in each folder found so far, all of which end with '/'. In a single
// folder taken from the path itself, a part without a pattern is used as it is; in folders found by
// a pattern it must exist.
static bool expand_part(limb__expansion *x, limb__value *folders, limb_text part, bool is_last,
                        bool is_found, limb__value *out)
{
    const bool is_pattern = has_magic(part);
    for (int i = 0; i < folders->as.items.count; i++) {
        const limb_text folder = folders->as.items.item[i]->as.text;
        if (!is_pattern && !is_found) {
            if (!limb__list_add(&x->eval, out, joined(x, folder, part, is_last))) return false;
            continue;
        }
        name_list list = {.x = x, .names = limb__value_list(&x->eval, LIMB__VALUE_LIST, 0)};
        if (!list.names) return false;
        const bool is_folder = list_folder(x, folder.size > 0 ? folder.data : ".", &list);
        if (list.failed) return false;
        const bool is_dots = limb__text_equal(part, ".") || limb__text_equal(part, "..");
        if (is_folder && is_dots &&
            !limb__list_add(&x->eval, out, joined(x, folder, part, is_last))) {
            return false;
        }
        for (int k = 0; k < list.names->as.items.count; k++) {
            const limb_text name = list.names->as.items.item[k]->as.text;
            const bool is_hidden = name.data[0] == '.' && part.data[0] != '.';
            const bool is_same =
                name.size == part.size && memcmp(name.data, part.data, part.size) == 0;
            if (is_pattern ? is_hidden || !limb__pattern_matches(part, name) : !is_same) continue;
            if (!limb__list_add(&x->eval, out, joined(x, folder, name, is_last))) return false;
        }
    }
    return true;
}

static bool list_folder(limb__expansion *x, const char *folder, name_list *list)
{
    const limb_xacro_host *host = &x->opts->host;
    return host->list ? host->list(host->ctx, folder, add_name, list) : list_files(folder, list);
}

static bool list_files(const char *folder, name_list *list)
{
    DIR *dir = opendir(folder);
    if (!dir) return false;
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            add_name(list, entry->d_name);
        }
    }
    closedir(dir);
    return true;
}

static void add_name(void *ctx, const char *name)
{
    name_list *list = ctx;
    limb__eval *eval = &list->x->eval;
    if (list->failed || name[0] == 0 || strchr(name, '/')) return;
    list->failed = !limb__list_add(eval, list->names, limb__value_text(eval, name, strlen(name)));
}

static bool has_magic(limb_text part)
{
    for (size_t i = 0; i < part.size; i++)
        if (part.data[i] == '*' || part.data[i] == '?' || part.data[i] == '[') return true;
    return false;
}
