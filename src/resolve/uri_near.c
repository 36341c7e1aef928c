// Near hits: the file that a URI without one probably means.
//
// First the same path with other upper and lower case, one component at a time (it works where file
// systems ignore case and breaks on Linux); then a file of the same name anywhere below, the
// shallowest first. The walk is bounded.
#include "resolve/uri.h"

#include <string.h>

enum { MAX_ENTRIES = 4000, MAX_FOLDERS = 500, MAX_DEPTH = 6 };

static const char *same_but_for_case(limb_resolver *r, const char *folder, const char *path);
static const char *same_name_below(limb_resolver *r, const char *folder, const char *name,
                                   bool *only);
static bool equal_ignoring_case(const char *a, const char *b, size_t size);

const char *limb__find_near(limb_resolver *r, const char *folder, const char *path,
                            limb_resolution *out)
{
    const char *found = same_but_for_case(r, folder, path);
    out->near_differs_in_case = out->near_is_certain = found != NULL;
    if (found) return found;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    return name[0] ? same_name_below(r, folder, name, &out->near_is_certain) : NULL;
}

static const char *same_but_for_case(limb_resolver *r, const char *folder, const char *path)
{
    const char *at = path;
    while (*at && folder) {
        const size_t size = strcspn(at, "/");
        const char *exact = limb__join(&r->arena, folder, at, size);
        const char *next = NULL;
        if (exact && (at[size] ? limb__is_folder(exact) : limb__is_file(exact))) {
            next = exact;
        } else {
            const char **name;
            const int count = limb__list_folder(&r->arena, folder, MAX_ENTRIES, &name);
            for (int i = 0; i < count && !next; i++) {
                if (strlen(name[i]) != size || !equal_ignoring_case(name[i], at, size)) continue;
                const char *candidate = limb__join(&r->arena, folder, name[i], size);
                const bool fits =
                    candidate && (at[size] ? limb__is_folder(candidate) : limb__is_file(candidate));
                next = fits ? candidate : NULL;
            }
        }
        folder = next;
        at += size;
        while (*at == '/')
            at++;
    }
    return folder;
}

// The first one; *only when there is no second.
static const char *same_name_below(limb_resolver *r, const char *root, const char *name, bool *only)
{
    const char *found = NULL;
    const size_t size = strlen(name);
    const char **queue = LIMB__ARENA_ARRAY(&r->arena, const char *, MAX_FOLDERS);
    int *depth = LIMB__ARENA_ARRAY(&r->arena, int, MAX_FOLDERS);
    if (!queue || !depth) return NULL;
    int nqueue = 1;
    queue[0] = root;
    depth[0] = 0;
    for (int next = 0; next < nqueue; next++) {
        const char **entry;
        const int count = limb__list_folder(&r->arena, queue[next], MAX_ENTRIES, &entry);
        for (int i = 0; i < count; i++) {
            const char *path = limb__join(&r->arena, queue[next], entry[i], strlen(entry[i]));
            if (!path) return found;
            const bool same = strlen(entry[i]) == size && equal_ignoring_case(entry[i], name, size);
            if (same && limb__is_file(path)) {
                *only = found == NULL;
                if (found) return found;
                found = path;
            }
            if (nqueue < MAX_FOLDERS && depth[next] < MAX_DEPTH && !strchr(entry[i], '.') &&
                limb__is_folder(path)) {
                depth[nqueue] = depth[next] + 1;
                queue[nqueue++] = path;
            }
        }
    }
    return found;
}

static bool equal_ignoring_case(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char x = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] + 32) : a[i];
        const char y = b[i] >= 'A' && b[i] <= 'Z' ? (char)(b[i] + 32) : b[i];
        if (x != y) return false;
    }
    return true;
}
