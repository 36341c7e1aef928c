// Suggestions: files that an unresolved URI may refer to.
//
// A path that differs only in case comes first: it works on file systems that ignore case and fails
// on Linux. Then files of the same name, ranked by how many trailing path components agree. A
// suggestion is certain, so that it may replace the address, only within the package that the
// address names, if the path differs only in case, or the only file of that name is in a deeper or
// higher folder. A file of another package is never certain, however similar.
#include "documents/packages/uri.h"

#include <stdio.h>
#include <string.h>

typedef struct candidate {
    const char *folder; // its folder
    const char *name;
    int nagree;
} candidate;

static const char *find_other_case(limb_resolver *r, const char *folder, const char *path);
static const char *only_name_in_other_case(limb_resolver *r, const char *folder, const char *name,
                                           size_t size, uint32_t kind);
static int find_candidates(limb_resolver *r, const char *root, const char *path, candidate *best,
                           int *total);
static int count_agreeing(const char *path, const char *folder);
static bool is_moved(limb_resolver *r, const char *package, const char *path, const char *found);
static bool is_part(const char *path, const char *of);
static bool crosses_package(const char *package, const char *path);
static void add(limb_resolver *r, const limb__uri *u, const char *base, const char *path,
                limb_resolution *out);
static const char *uri_of(limb_resolver *r, const limb__uri *u, const char *folder,
                          const char *path);

void limb__suggest(limb_resolver *r, const limb__uri *u, limb_resolution *out)
{
    const char *slash = strrchr(u->rest, '/');
    const char *name = slash ? slash + 1 : u->rest;
    if (u->rest[0] == '/' || name[0] == 0) return;
    const char *package = u->is_package ? limb__package_folder(r, u->package) : r->package_folder;
    const char *base = u->is_package ? package : r->folder;
    const char *other_case = base ? find_other_case(r, base, u->rest) : NULL;
    if (other_case) {
        add(r, u, base, other_case, out);
        out->near_differs_in_case = out->near_is_certain = out->nsuggestion > 0;
        return;
    }

    // for an unknown package only the robot's own package or a relative path can be suggested
    limb__uri named = *u;
    if (u->is_package && !package) {
        named.is_model = false;
        named.is_package = r->package_folder != NULL;
        named.package = named.is_package ? r->package_name : "";
    }
    const char *around = package             ? package
                         : r->package_folder ? r->package_folder
                                             : (r->nabove > 4 ? r->above[1] : r->folder);
    candidate best[LIMB_MAX_SUGGESTIONS];
    int total = 0;
    const int count = find_candidates(r, around, u->rest, best, &total);
    for (int i = 0; i < count; i++) {
        const char *path =
            limb__join(&r->arena, best[i].folder, best[i].name, strlen(best[i].name));
        if (path) add(r, &named, around, path, out);
    }
    out->near_is_certain = total == 1 && out->nsuggestion == 1 && package &&
                           is_moved(r, package, u->is_package ? u->rest : NULL, out->near_path) &&
                           !crosses_package(package, out->near_path);
}

//---- other case ----------------------------------------------------------------------------------

// Compares component by component; NULL: none, or several.
static const char *find_other_case(limb_resolver *r, const char *folder, const char *path)
{
    const char *at = path;
    while (*at && folder) {
        const size_t size = strcspn(at, "/");
        if (size == 2 && at[0] == '.' && at[1] == '.') {
            folder = limb__join(&r->arena, folder, at, size);
        } else if (size > 0 && !(size == 1 && at[0] == '.')) {
            const uint32_t kind = at[size] ? LIMB__ENTRY_FOLDER : LIMB__ENTRY_FILE;
            const char *name = only_name_in_other_case(r, folder, at, size, kind);
            folder = name ? limb__join(&r->arena, folder, name, size) : NULL;
        }
        at += size;
        while (*at == '/')
            at++;
    }
    return folder;
}

// Returns the same name if it exists. If two differ only in case, neither is certain.
static const char *only_name_in_other_case(limb_resolver *r, const char *folder, const char *name,
                                           size_t size, uint32_t kind)
{
    const limb__folder *list = limb__list_folder(r, folder);
    const uint32_t key = limb__name_key(name, size);
    const char *found = NULL;
    int count = 0;
    for (int i = 0; list && i < list->count; i++) {
        limb__entry *entry = &list->entry[i];
        if (entry->key != key || strlen(entry->name) != size ||
            !limb__equal_ignoring_case(entry->name, name, size) ||
            !limb__entry_is(list, entry, kind))
            continue;
        if (memcmp(entry->name, name, size) == 0) return entry->name;
        found = entry->name;
        count++;
    }
    return count == 1 ? found : NULL;
}

//---- the same name elsewhere ---------------------------------------------------------------------

// Finds the best ones, in order; *total counts all.
static int find_candidates(limb_resolver *r, const char *root, const char *path, candidate *best,
                           int *total)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const size_t size = strlen(name);
    const uint32_t key = limb__name_key(name, size);
    const limb__tree *tree = limb__list_tree(r, root);
    int count = 0;
    for (int f = 0; tree && f < tree->nfolder; f++) {
        limb__folder *folder = tree->folder[f];
        for (int i = 0; i < folder->count; i++) {
            limb__entry *entry = &folder->entry[i];
            if (entry->key != key || strlen(entry->name) != size ||
                !limb__equal_ignoring_case(entry->name, name, size) ||
                !limb__entry_is(folder, entry, LIMB__ENTRY_FILE))
                continue;
            ++*total;
            const candidate c = {folder->path, entry->name, count_agreeing(path, folder->path)};
            int at = count;
            while (at > 0 && best[at - 1].nagree < c.nagree)
                at--;
            if (at == LIMB_MAX_SUGGESTIONS) continue;
            if (count < LIMB_MAX_SUGGESTIONS) count++;
            memmove(&best[at + 1], &best[at], (size_t)(count - 1 - at) * sizeof *best);
            best[at] = c;
        }
    }
    return count;
}

// Returns how many folders before the name in path are also the last ones of folder.
static int count_agreeing(const char *path, const char *folder)
{
    const char *a = strrchr(path, '/');
    const char *b = folder + strlen(folder);
    int count = 0;
    while (a && a > path && b > folder) {
        const char *a_begin = a;
        const char *b_begin = b;
        while (a_begin > path && a_begin[-1] != '/')
            a_begin--;
        while (b_begin > folder && b_begin[-1] != '/')
            b_begin--;
        const size_t size = (size_t)(a - a_begin);
        if (size != (size_t)(b - b_begin) || !limb__equal_ignoring_case(a_begin, b_begin, size))
            break;
        count++;
        a = a_begin > path ? a_begin - 1 : NULL;
        b = b_begin > folder ? b_begin - 1 : folder;
    }
    return count;
}

// Returns whether the file found in the package has the folders of the path and additional ones, or
// fewer of them, in the same order. A NULL path names no package and is never certain.
static bool is_moved(limb_resolver *r, const char *package, const char *path, const char *found)
{
    bool outside;
    const char *clean = path ? limb__clean_path(&r->arena, path, &outside) : NULL;
    if (!clean) return false;
    const char *inside = found + strlen(package);
    while (*inside == '/')
        inside++;
    return is_part(clean, inside) || is_part(inside, clean);
}

// Returns whether the components of a path occur in order among those of another.
static bool is_part(const char *path, const char *of)
{
    while (*path && *of) {
        const size_t size = strcspn(path, "/"), other = strcspn(of, "/");
        if (size == other && limb__equal_ignoring_case(path, of, size)) {
            path += size;
            path += *path == '/';
        }
        of += other;
        of += *of == '/';
    }
    return *path == 0;
}

// Returns whether another package starts between the package's folder and the file.
static bool crosses_package(const char *package, const char *path)
{
    char folder[4096];
    const size_t length = strlen(path), root = strlen(package);
    if (length >= sizeof folder) return true;
    memcpy(folder, path, length + 1);
    for (char *slash = strrchr(folder, '/'); slash && slash > folder + root;
         slash = strrchr(folder, '/')) {
        *slash = 0;
        if (limb__has_file(folder, "package.xml") || limb__has_file(folder, "manifest.xml"))
            return true;
    }
    return false;
}

//---- answers -------------------------------------------------------------------------------------

static void add(limb_resolver *r, const limb__uri *u, const char *base, const char *path,
                limb_resolution *out)
{
    if (!out->suggestion)
        out->suggestion =
            limb__arena_take_zero(&r->arena, LIMB_MAX_SUGGESTIONS * sizeof *out->suggestion);
    limb_suggestion *list = (limb_suggestion *)(uintptr_t)out->suggestion;
    const char *uri = uri_of(r, u, base, path);
    if (!list || !uri) return;
    list[out->nsuggestion++] = (limb_suggestion){path, uri};
    out->near_path = list[0].path;
    out->near_uri = list[0].uri;
}

// Returns the address of a file in the form of the current URI; NULL: none, or no memory.
static const char *uri_of(limb_resolver *r, const limb__uri *u, const char *folder,
                          const char *path)
{
    const char *base = u->is_package ? folder : r->folder;
    size_t up = strlen(base);
    int climbs = 0;
    if (!u->is_package) {
        // the nearest common parent folder
        for (climbs = 0; climbs < r->nabove; climbs++) {
            base = r->above[climbs];
            up = strlen(base);
            if (strncmp(path, base, up) == 0 && (path[up] == '/' || up == 1)) break;
        }
    }
    if (strncmp(path, base, up) != 0) return NULL;
    const char *rest = path + up;
    while (*rest == '/')
        rest++;
    const char *scheme = u->is_package ? (u->is_model ? "model://" : "package://") : "";
    const size_t length =
        strlen(scheme) + strlen(u->package) + 3 * (size_t)climbs + strlen(rest) + 3;
    char *text = limb__arena_take(&r->arena, length);
    if (!text) return NULL;
    int written = snprintf(text, length, "%s%s%s", scheme, u->package, u->is_package ? "/" : "");
    for (int i = 0; i < climbs; i++)
        written += snprintf(text + written, length - (size_t)written, "../");
    snprintf(text + written, length - (size_t)written, "%s", rest);
    return text;
}
