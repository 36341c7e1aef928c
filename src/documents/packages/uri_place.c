// URI resolution: the places where a file may be, in the order that limb/packages.h states.
#define _XOPEN_SOURCE 700

#include "base/memory.h"
#include "documents/packages/uri.h"

#include <stdio.h>
#include <string.h>

enum { LEVELS_GUESSED = 4, MAX_PACKAGE_PATH = 2 * 8192 + 16 };

static const char *try_file(limb_resolver *r, const char *folder, const char *rest,
                            const char *why);
static const char *guess_package(limb_resolver *r, const limb__uri *u);
static const char *try_map(limb_resolver *r, const limb__uri *u, bool *decided);
static const char *try_given(limb_resolver *r, const limb__uri *u);
static const char *try_around(limb_resolver *r, const limb__uri *u);
static const char *try_prefixes(limb_resolver *r, const limb__uri *u);
static const char *try_models(limb_resolver *r, const limb__uri *u);

const char *limb__find_in_packages(limb_resolver *r, const limb__uri *u, limb_resolution *out)
{
    bool decided;
    const char *path = try_map(r, u, &decided);
    if (path || decided) return path;
    path = try_given(r, u);
    if (!path) path = try_around(r, u);
    if (!path) path = try_prefixes(r, u);
    if (!path && u->is_model) path = try_models(r, u);
    if (path) return path;
    if (r->nstep == 0) out->result = LIMB_RESOLVE_NO_PACKAGE;

    r->guessing = true;
    path = guess_package(r, u);
    out->is_guess = path != NULL;
    return path;
}

const char *limb__find_path(limb_resolver *r, const limb__uri *u, limb_resolution *out)
{
    if (u->rest[0] == '/') return try_file(r, "", u->rest, "the path as written");
    const char *path = try_file(r, r->folder, u->rest, "relative to the robot's file");
    if (path) return path;
    r->guessing = true;
    for (int i = 1; i < r->nabove - 1 && i <= LEVELS_GUESSED && !path; i++)
        path = try_file(r, r->above[i], u->rest, "relative to a folder above the robot's file");
    out->is_guess = path != NULL;
    return path;
}

// Returns the file if it exists; each attempt is a step of the explanation.
static const char *try_file(limb_resolver *r, const char *folder, const char *rest, const char *why)
{
    const char *path = limb__join(&r->arena, folder, rest, strlen(rest));
    if (!path) return NULL;
    for (int i = 0; i < r->nstep; i++) {
        if (strcmp(r->step[i].path, path) == 0) return NULL;
    }
    const bool found = limb__is_file(path);
    if (!limb__grow(r->memory, (void **)&r->step, &r->step_capacity, r->nstep + 1,
                    sizeof *r->step)) {
        r->arena.failed = true;
        return NULL;
    }
    r->step[r->nstep++] =
        (limb_resolve_step){.path = path, .why = why, .found = found, .is_guess = r->guessing};
    if (!r->guessing) r->met_no_file |= limb__is_other_than_file(path);
    return found ? path : NULL;
}

// Tries a folder of that name near the robot's file without a package.xml; then a path without a
// package ("package://meshes/a.stl", "package:///a.stl"), or a package in a folder of another name.
static const char *guess_package(limb_resolver *r, const limb__uri *u)
{
    const char *path = NULL;
    const int nlevel = r->nabove - 1 < LEVELS_GUESSED ? r->nabove - 1 : LEVELS_GUESSED;
    for (int i = 0; i < nlevel && !path && u->package[0]; i++) {
        const char *folder = limb__join(&r->arena, r->above[i], u->package, strlen(u->package));
        if (folder && limb__is_folder(folder) && !limb__is_ignored(folder))
            path = try_file(r, folder, u->rest, "a folder of that name near the robot's file");
    }
    for (int i = 0; i < nlevel && !path; i++)
        path = try_file(r, r->above[i], u->rest,
                        "a folder above the robot's file, taken as the package");
    return path;
}

static const char *try_map(limb_resolver *r, const limb__uri *u, bool *decided)
{
    *decided = false;
    for (int i = 0; i < r->opts.npackage; i++) {
        if (strcmp(r->opts.package[i].name, u->package) != 0) continue;
        *decided = true;
        return try_file(r, r->opts.package[i].folder, u->rest, "the package's folder as given");
    }
    return NULL;
}

// Searches the package folders given by the caller: by package.xml, then by folder name.
static const char *try_given(limb_resolver *r, const limb__uri *u)
{
    const char *path = NULL;
    for (int i = 0; i < r->nplace && !path; i++) {
        if (r->place[i].why == limb__given_why && strcmp(r->place[i].name, u->package) == 0)
            path = try_file(r, r->place[i].folder, u->rest, r->place[i].why);
    }
    for (int i = 0; i < r->opts.npackages && !path && u->package[0]; i++) {
        const char *folder =
            limb__join(&r->arena, r->opts.packages[i], u->package, strlen(u->package));
        if (folder && limb__is_folder(folder)) path = try_file(r, folder, u->rest, limb__given_why);
    }
    return path;
}

// Searches above and near the robot's file, by package.xml, then by folder name;
// then ROS_PACKAGE_PATH.
static const char *try_around(limb_resolver *r, const limb__uri *u)
{
    const char *path = NULL;
    int i = 0;
    for (; i < r->nplace && !path; i++) {
        // the packages above come first
        if (r->place[i].why != limb__above_why) break;
        if (strcmp(r->place[i].name, u->package) == 0)
            path = try_file(r, r->place[i].folder, u->rest, r->place[i].why);
    }
    for (int k = 0; k < r->nabove && !path && u->package[0]; k++) {
        const char *slash = strrchr(r->above[k], '/');
        if (slash && strcmp(slash + 1, u->package) == 0)
            path =
                try_file(r, r->above[k], u->rest, "a folder of that name above the robot's file");
    }
    for (; i < r->nplace && !path; i++) {
        if (r->place[i].why != limb__given_why && strcmp(r->place[i].name, u->package) == 0)
            path = try_file(r, r->place[i].folder, u->rest, r->place[i].why);
    }
    return path;
}

// Searches the install locations: PREFIX/share/P, and PREFIX/P/share/P if each package has
// its own prefix.
static const char *try_prefixes(limb_resolver *r, const limb__uri *u)
{
    static const struct {
        const char *variable;
        const char *why;
    } list[] = {{"ROS_PACKAGE_PATH", "a folder of that name in ROS_PACKAGE_PATH"},
                {"AMENT_PREFIX_PATH", "installed below AMENT_PREFIX_PATH"},
                {"COLCON_PREFIX_PATH", "installed below COLCON_PREFIX_PATH"},
                {"CMAKE_PREFIX_PATH", "installed below CMAKE_PREFIX_PATH"}};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof list / sizeof *list && !found && u->package[0]; i++) {
        const char *value = limb__environment(r, list[i].variable);
        for (const char *prefix; !found && (prefix = limb__next_path(&r->arena, &value));) {
            char inside[3][MAX_PACKAGE_PATH];
            snprintf(inside[0], sizeof inside[0], "%s", u->package);
            snprintf(inside[1], sizeof inside[1], "share/%s", u->package);
            snprintf(inside[2], sizeof inside[2], "%s/share/%s", u->package, u->package);
            for (int k = i == 0 ? 0 : 1; k < (i == 0 ? 1 : 3) && !found; k++) {
                const char *folder = limb__join(&r->arena, prefix, inside[k], strlen(inside[k]));
                if (folder && limb__is_folder(folder))
                    found = try_file(r, folder, u->rest, list[i].why);
            }
        }
    }
    return found;
}

static const char *try_models(limb_resolver *r, const limb__uri *u)
{
    static const char *const variable[] = {"GAZEBO_MODEL_PATH", "GZ_SIM_RESOURCE_PATH",
                                           "IGN_GAZEBO_RESOURCE_PATH"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof variable / sizeof *variable && !found; i++) {
        const char *value = limb__environment(r, variable[i]);
        for (const char *entry; !found && (entry = limb__next_path(&r->arena, &value));) {
            const char *folder = limb__join(&r->arena, entry, u->package, strlen(u->package));
            if (folder && limb__is_folder(folder))
                found = try_file(r, folder, u->rest, "a model in a Gazebo model path");
        }
    }
    return found;
}
