// The folder of a package, for $(find name) of xacro: searched in the same places as package://,
// but only packages and the folders that contain the robot's file count. Another folder that merely
// has the name (a home, a download folder) does not.
#include "documents/packages/uri.h"

#include <assert.h>
#include <string.h>

static const char *find_given(limb_resolver *r, const char *name);
static const char *find_near(limb_resolver *r, const char *name);
static const char *find_place(const limb_resolver *r, const char *name);
static const char *find_in_prefixes(limb_resolver *r, const char *name);
static const char *find_above(const limb_resolver *r, const char *name);

const char *limb_resolver_find_package(limb_resolver *resolver, const char *name)
{
    assert(resolver);
    for (int i = 0; i < resolver->opts.npackage; i++) {
        if (strcmp(resolver->opts.package[i].name, name) == 0) {
            return resolver->opts.package[i].folder;
        }
    }
    if (name[0] == 0 || strchr(name, '/') || strcmp(name, "..") == 0) return NULL;
    const char *folder = find_given(resolver, name);
    if (!folder) folder = find_near(resolver, name);
    if (!folder && limb__find_packages(resolver) == LIMB_OK) {
        folder = find_place(resolver, name);
        if (!folder) folder = find_in_prefixes(resolver, name);
        if (!folder) folder = find_above(resolver, name);
    }
    return folder;
}

const char *limb_resolver_own_package(limb_resolver *resolver)
{
    assert(resolver);
    if (limb__find_own_package(resolver) != LIMB_OK) return NULL;
    return resolver->package_folder ? resolver->package_folder : resolver->folder;
}

static const char *folder_in(limb_resolver *r, const char *folder, const char *name)
{
    const char *path = limb__join(&r->arena, folder, name, strlen(name));
    return path && limb__is_folder(path) && !limb__is_ignored(path) ? path : NULL;
}

static const char *find_given(limb_resolver *r, const char *name)
{
    const char *found = NULL;
    for (int i = 0; i < r->opts.npackages && !found; i++)
        found = folder_in(r, r->opts.packages[i], name);
    return found;
}

// Searches the package of the robot's file, those enclosing it, and siblings with that folder name:
// most packages are there, and no other folders need to be searched.
static const char *find_near(limb_resolver *r, const char *name)
{
    enum { LEVELS = 4 };
    if (limb__find_own_package(r) != LIMB_OK) return NULL;
    const char *known = find_place(r, name);
    if (known) return known;
    for (int i = 0; i < r->nabove - 1 && i < LEVELS; i++) {
        const char *folder = folder_in(r, r->above[i], name);
        const char *own = folder ? limb__package_name(r, folder) : NULL;
        if (own && strcmp(own, name) == 0) return folder;
    }
    return NULL;
}

// Searches the packages found so far.
static const char *find_place(const limb_resolver *r, const char *name)
{
    for (int i = 0; i < r->nplace; i++)
        if (strcmp(r->place[i].name, name) == 0) return r->place[i].folder;
    return NULL;
}

// Searches PREFIX/share/NAME, where ROS 2 and CMake install packages.
static const char *find_in_prefixes(limb_resolver *r, const char *name)
{
    static const char *const variable[] = {"AMENT_PREFIX_PATH", "COLCON_PREFIX_PATH",
                                           "CMAKE_PREFIX_PATH"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof variable / sizeof *variable; i++) {
        const char *value = limb__environment(r, variable[i]);
        for (const char *prefix; !found && (prefix = limb__next_path(&r->arena, &value));) {
            const char *share = limb__join(&r->arena, prefix, "share", 5);
            const char *folder = share ? folder_in(r, share, name) : NULL;
            if (folder && limb__package_name(r, folder)) found = folder;
        }
    }
    return found;
}

// Searches the folders above the robot's file for that name, without a package.xml.
static const char *find_above(const limb_resolver *r, const char *name)
{
    enum { LEVELS = 5 };
    for (int i = 0; i < r->nabove - 1 && i < LEVELS; i++) {
        const char *slash = strrchr(r->above[i], '/');
        if (slash && strcmp(slash + 1, name) == 0) return r->above[i];
    }
    return NULL;
}
