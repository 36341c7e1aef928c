// Packages: folders with a package.xml that names them (or with a manifest.xml), above the robot's
// file, near it, and in the folders given by the caller and the environment.
//
// Searches are bounded in depth and number of folders. Folders with AMENT_IGNORE, CATKIN_IGNORE or
// COLCON_IGNORE are skipped.
#define _POSIX_C_SOURCE 200809L

#include "base/file.h"
#include "base/memory.h"
#include "documents/packages/uri.h"
#include "documents/xml/xml.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MAX_MANIFEST = 1 << 20,
    LEVELS_ABOVE = 4,    // folders above the robot's file whose surroundings are always searched
    NEAR_DEPTH = 2,      // below each of them
    WORKSPACE_DEPTH = 4, // below an entry of ROS_PACKAGE_PATH and below a given folder
    ROOT_DEPTH = 5,      // below the root of a repository or workspace
    SRC_ABOVE_GIT = 2,   // levels from a repository to the src folder of its workspace
    MAX_FOLDERS = 4000   // visited in total
};

const char limb__above_why[] = "a folder above the robot's file whose package.xml names it";
const char limb__given_why[] = "a package in a folder of packages as given";

typedef struct walk {
    limb_resolver *r;
    const char *why; // how the packages found were located
    int nfolder;
} walk;

static bool add_place(limb_resolver *r, const char *name, const char *folder, const char *why);
static bool add_above(limb_resolver *r);
static bool add_given(walk *w);
static bool add_near(walk *w);
static int find_root(const limb_resolver *r);
static bool add_path_variable(walk *w, const char *variable, int depth);
static bool walk_below(walk *w, const char *folder, int depth);
static bool look_into(walk *w, limb__folder *folder);
static const char *name_in(limb_resolver *r, const char *path, const char *name);
static limb_text element_text(const limb_document *doc, int node);

const char *limb__environment(const limb_resolver *r, const char *name)
{
    if (r->opts.ignore_environment) return NULL;
    const char *value =
        r->opts.environment ? r->opts.environment(r->opts.environment_ctx, name) : getenv(name);
    return value && value[0] ? value : NULL;
}

limb_status limb__find_own_package(limb_resolver *r)
{
    if (r->searched_above) return LIMB_OK;
    r->searched_above = true;
    return add_above(r) ? LIMB_OK : LIMB_ERROR_MEMORY;
}

limb_status limb__find_packages(limb_resolver *r)
{
    const limb_status status = limb__find_own_package(r);
    if (status != LIMB_OK || r->searched) return status;
    r->searched = true;
    walk w = {.r = r, .why = limb__given_why};
    bool ok = add_given(&w);
    w.why = "a folder near the robot's file whose package.xml names it";
    ok = ok && add_near(&w);
    w.why = "a package below ROS_PACKAGE_PATH";
    ok = ok && add_path_variable(&w, "ROS_PACKAGE_PATH", WORKSPACE_DEPTH);
    return ok && !r->arena.failed ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static bool add_place(limb_resolver *r, const char *name, const char *folder, const char *why)
{
    if (!limb__grow(r->memory, (void **)&r->place, &r->place_capacity, r->nplace + 1,
                    sizeof *r->place))
        return false;
    r->place[r->nplace++] = (limb__package_place){name, folder, why};
    return true;
}

static bool add_above(limb_resolver *r)
{
    for (int i = 0; i < r->nabove; i++) {
        const char *name = limb__package_name(r, r->above[i]);
        if (name && !r->package_folder) {
            r->package_folder = r->above[i];
            r->package_name = name;
        }
        if (name && !add_place(r, name, r->above[i], limb__above_why)) return false;
    }
    return !r->arena.failed;
}

static bool add_given(walk *w)
{
    for (int i = 0; i < w->r->opts.npackages; i++) {
        const char *folder = w->r->opts.packages[i];
        const char *own = limb__package_name(w->r, folder);
        if (own && !add_place(w->r, own, folder, w->why)) return false;
        if (!walk_below(w, folder, WORKSPACE_DEPTH)) return false;
    }
    return true;
}

// Searches around the robot's file, then below the root of its repository or workspace.
static bool add_near(walk *w)
{
    const int root = find_root(w->r);
    for (int i = 0; i < w->r->nabove && (i < LEVELS_ABOVE || i <= root); i++) {
        // not from the root of the disk or of a home folder, which would include everything
        if (w->r->nabove - i <= 2) break;
        if (!walk_below(w, w->r->above[i], i == root ? ROOT_DEPTH : NEAR_DEPTH)) return false;
    }
    return true;
}

// Returns the folder above the robot's file that contains its repository, or the src folder of the
// repository's workspace; -1: neither exists.
static int find_root(const limb_resolver *r)
{
    int git = -1;
    for (int i = 0; i < r->nabove - 2; i++) {
        const char *slash = strrchr(r->above[i], '/');
        if (slash && strcmp(slash, "/src") == 0) return i;
        char path[PATH_MAX];
        const int length = snprintf(path, sizeof path, "%s/.git", r->above[i]);
        struct stat info;
        if (git < 0 && length > 0 && (size_t)length < sizeof path && stat(path, &info) == 0)
            git = i;
        if (git >= 0 && i - git >= SRC_ABOVE_GIT) break;
    }
    return git;
}

static bool add_path_variable(walk *w, const char *variable, int depth)
{
    limb_resolver *r = w->r;
    const char *value = limb__environment(r, variable);
    for (const char *entry; (entry = limb__next_path(&r->arena, &value));) {
        const char *own = limb__package_name(r, entry);
        if (own && !add_place(r, own, entry, w->why)) return false;
        if (!own && !walk_below(w, entry, depth)) return false;
    }
    return !r->arena.failed;
}

// Breadth first, so that the nearest comes first; packages do not nest.
static bool walk_below(walk *w, const char *root, int depth)
{
    limb_resolver *r = w->r;
    limb__folder **level = NULL;
    int nlevel = 0, capacity = 0;
    limb__folder *first = limb__find_folder(r, root);
    bool ok = first && limb__grow(r->memory, (void **)&level, &capacity, 1, sizeof *level);
    if (ok) level[nlevel++] = first;
    int begin = 0;
    for (int d = 0; d < depth && ok; d++) {
        const int end = nlevel;
        for (int i = begin; i < end && ok; i++) {
            limb__folder *list = limb__list_folder(r, level[i]->path);
            ok = list != NULL;
            for (int k = 0; ok && k < list->count && w->nfolder < MAX_FOLDERS; k++) {
                char path[PATH_MAX];
                limb__entry *entry = &list->entry[k];
                if (!limb__entry_is(list, entry, LIMB__ENTRY_FOLDER)) continue;
                const int length = snprintf(path, sizeof path, "%s/%s", list->path, entry->name);
                if (length <= 0 || (size_t)length >= sizeof path) continue;
                limb__folder *folder = limb__find_folder(r, path);
                ok = folder && look_into(w, folder);
                if (!ok || folder->package != LIMB__PACKAGE_NONE) continue;
                ok = limb__grow(r->memory, (void **)&level, &capacity, nlevel + 1, sizeof *level);
                if (ok) level[nlevel++] = folder;
            }
        }
        begin = end;
    }
    limb__release(r->memory, level, (size_t)capacity * sizeof *level);
    if (!ok) r->arena.failed = true;
    return ok && !r->arena.failed;
}

// Determines, once, whether the folder is a package.
static bool look_into(walk *w, limb__folder *folder)
{
    if (folder->package != LIMB__PACKAGE_UNKNOWN) return true;
    w->nfolder++;
    folder->package = LIMB__PACKAGE_IGNORED;
    if (folder->path[0] == 0 || limb__is_ignored(folder->path)) return true;
    const char *name = limb__package_name(w->r, folder->path);
    folder->package = name ? LIMB__PACKAGE_FOUND : LIMB__PACKAGE_NONE;
    return !name || add_place(w->r, name, folder->path, w->why);
}

bool limb__is_ignored(const char *folder)
{
    return limb__has_file(folder, "AMENT_IGNORE") || limb__has_file(folder, "CATKIN_IGNORE") ||
           limb__has_file(folder, "COLCON_IGNORE");
}

const char *limb__package_folder(const limb_resolver *r, const char *package)
{
    for (int i = 0; i < r->opts.npackage; i++) {
        if (strcmp(r->opts.package[i].name, package) == 0) return r->opts.package[i].folder;
    }
    if (r->package_folder && strcmp(r->package_name, package) == 0) return r->package_folder;
    for (int i = 0; i < r->nabove && package[0]; i++) {
        const char *slash = strrchr(r->above[i], '/');
        if (slash && strcmp(slash + 1, package) == 0) return r->above[i];
    }
    for (int i = 0; i < r->nplace; i++) {
        if (strcmp(r->place[i].name, package) == 0) return r->place[i].folder;
    }
    return NULL;
}

const char *limb__package_name(limb_resolver *r, const char *folder)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/package.xml", folder);
    if (length <= 0 || (size_t)length + 1 >= sizeof path) return NULL;
    if (limb__is_file(path)) return name_in(r, path, NULL);
    snprintf(path, sizeof path, "%s/manifest.xml", folder);
    const char *slash = strrchr(folder, '/');
    return slash && limb__is_file(path) ? name_in(r, path, slash + 1) : NULL;
}

// Returns the <name> in package.xml, else the folder name; NULL if this is not a package manifest.
static const char *name_in(limb_resolver *r, const char *path, const char *name)
{
    static const limb__xml_limits limits = {
        .max_depth = 100, .max_attributes = 100, .max_name_bytes = 1000};
    char *text;
    size_t size;
    if (limb__file_read(path, r->memory, MAX_MANIFEST, &text, &size) != LIMB_OK) return NULL;
    limb__arena scratch;
    limb__arena_init(&scratch, r->memory, 0);
    limb_document doc;
    // the part before an error is sufficient
    const limb_status status =
        limb__xml_parse(&doc, &scratch, r->memory, path, text, size, &limits, NULL);
    limb_text found = {NULL, 0};
    if (status != LIMB_ERROR_MEMORY && doc.root >= 0) {
        const limb_text root = limb_node_name(&doc, doc.root);
        const bool is_package = root.size == 7 && memcmp(root.data, "package", 7) == 0;
        if (!name)
            found = element_text(&doc, limb_node_find(&doc, doc.root, "name"));
        else if (is_package)
            found = (limb_text){name, strlen(name)};
    }
    name = found.size > 0 ? limb__arena_copy_text(&r->arena, found.data, found.size) : NULL;
    limb__arena_free(&scratch);
    limb__release(r->memory, text, size + 1);
    return name;
}

// the text of an element without white space around it
static limb_text element_text(const limb_document *doc, int node)
{
    const limb_text none = {NULL, 0};
    if (node < 0 || node + 1 >= doc->nnode || doc->node[node + 1].parent != node) return none;
    const limb__xml_node *child = &doc->node[node + 1];
    if (limb__xml_kind(child) != LIMB_NODE_TEXT) return none;
    const char *at = doc->source.text + child->open_end;
    const char *end = doc->source.text + child->close;
    while (at < end && (unsigned char)*at <= ' ')
        at++;
    while (end > at && (unsigned char)end[-1] <= ' ')
        end--;
    return (limb_text){at, (size_t)(end - at)};
}
