// Packages: folders whose package.xml names them (or that have a manifest.xml), above the robot's
// file, near it, and where the environment says.
//
// Walks are bounded in depth and number of folders. Folders with AMENT_IGNORE, CATKIN_IGNORE or
// COLCON_IGNORE are passed over.
#define _POSIX_C_SOURCE 200809L

#include "base/file.h"
#include "base/memory.h"
#include "resolve/uri.h"
#include "xml/xml.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_MANIFEST = 1 << 20,
    LEVELS_ABOVE = 4,    // folders above the robot's file whose neighbourhood is searched
    NEAR_DEPTH = 2,      // below each of them
    WORKSPACE_DEPTH = 4, // below an entry of ROS_PACKAGE_PATH
    MAX_ENTRIES = 2000,  // looked at in one folder
    MAX_FOLDERS = 4000   // walked in all
};

typedef struct walk {
    limb_resolver *r;
    const char *why; // of the packages found
    int nfolder;
} walk;

static bool add_place(limb_resolver *r, const char *name, const char *folder, const char *why);
static bool add_above(limb_resolver *r);
static bool add_near(walk *w);
static bool add_path_variable(walk *w, const char *variable, int depth);
static bool walk_below(walk *w, const char *folder, int depth);
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
    walk w = {.r = r, .why = "a folder near the robot's file whose package.xml names it"};
    bool ok = add_near(&w);
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
        if (name && !add_place(r, name, r->above[i],
                               "a folder above the robot's file whose package.xml names it"))
            return false;
    }
    return !r->arena.failed;
}

static bool add_near(walk *w)
{
    // not from the root of the disk or of a home: that is everything, not a neighbourhood
    for (int i = 0; i < w->r->nabove && i < LEVELS_ABOVE; i++) {
        if (w->r->nabove - i <= 2) break;
        if (!walk_below(w, w->r->above[i], NEAR_DEPTH)) return false;
    }
    return true;
}

static bool add_path_variable(walk *w, const char *variable, int depth)
{
    limb_resolver *r = w->r;
    const char *value = limb__environment(r, variable);
    while (value && *value) {
        const size_t size = strcspn(value, ":");
        const char *entry = limb__arena_copy_text(&r->arena, value, size);
        if (!entry) return false;
        const char *own = size > 0 ? limb__package_name(r, entry) : NULL;
        if (own && !add_place(r, own, entry, w->why)) return false;
        if (size > 0 && !own && !walk_below(w, entry, depth)) return false;
        value += size;
        if (*value) value++;
    }
    return true;
}

// Breadth first, so that what is nearest comes first; packages do not nest.
static bool walk_below(walk *w, const char *root, int depth)
{
    limb_resolver *r = w->r;
    const char *const *level = &root;
    int nlevel = 1;
    for (int d = 0; d < depth && nlevel > 0; d++) {
        const char **next = NULL;
        int nnext = 0, capacity = 0;
        bool ok = true;
        for (int i = 0; i < nlevel && ok; i++) {
            const char **name;
            const int count = limb__list_folder(&r->arena, level[i], MAX_ENTRIES, &name);
            ok = count >= 0;
            for (int k = 0; k < count && ok && w->nfolder < MAX_FOLDERS; k++) {
                const char *folder = limb__join(&r->arena, level[i], name[k], strlen(name[k]));
                if (!folder || !limb__is_folder(folder) || limb__is_ignored(r, folder)) continue;
                w->nfolder++;
                const char *package = limb__package_name(r, folder);
                if (package) {
                    ok = add_place(r, package, folder, w->why);
                } else {
                    ok = limb__grow(r->memory, (void **)&next, &capacity, nnext + 1, sizeof *next);
                    if (ok) next[nnext++] = folder;
                }
            }
        }
        const char **kept = LIMB__ARENA_ARRAY(&r->arena, const char *, nnext);
        if (kept && nnext > 0) memcpy(kept, next, (size_t)nnext * sizeof *kept);
        limb__release(r->memory, next, (size_t)capacity * sizeof *next);
        if (!ok || r->arena.failed) return false;
        level = kept;
        nlevel = nnext;
    }
    return true;
}

bool limb__is_ignored(limb_resolver *r, const char *folder)
{
    static const char *const mark[] = {"AMENT_IGNORE", "CATKIN_IGNORE", "COLCON_IGNORE"};
    for (size_t i = 0; i < sizeof mark / sizeof *mark; i++) {
        const char *path = limb__join(&r->arena, folder, mark[i], strlen(mark[i]));
        if (path && limb__is_file(path)) return true;
    }
    return false;
}

const char *limb__package_name(limb_resolver *r, const char *folder)
{
    const char *path = limb__join(&r->arena, folder, "package.xml", 11);
    if (path && limb__is_file(path)) return name_in(r, path, NULL);
    path = limb__join(&r->arena, folder, "manifest.xml", 12);
    const char *slash = strrchr(folder, '/');
    if (!path || !slash || !limb__is_file(path)) return NULL;
    return name_in(r, path, slash + 1);
}

// The name in a <package>, or the one that it has without; NULL: none, or it is something else.
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
    // what could be read up to a mistake is enough
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
