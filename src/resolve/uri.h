// URI resolution: what its files share.
#ifndef LIMB_RESOLVE_URI_H
#define LIMB_RESOLVE_URI_H

#include "base/arena.h"
#include "limb/resolve.h"

typedef struct limb__package_place { // a folder that is a package, and how it was met
    const char *name;
    const char *folder;
    const char *why;
} limb__package_place;

struct limb_resolver {
    const limb_allocator *memory;
    limb_resolve_opts opts;
    limb__arena arena;
    const char *folder; // of the robot's file, absolute
    int nabove;
    const char **above; // folder and all above it
    const char
        *package_folder; // the nearest of them that is a package; NULL: none, or not searched

    const char *package_name; // of it

    // packages by package.xml, in the order of search; filled on the first question
    bool searched_above; // for packages: folders above the robot's file
    bool searched;       // and everywhere else
    int nplace;
    int place_capacity;
    limb__package_place *place;

    // of the URI at hand
    bool guessing;
    int nstep;
    int step_capacity;
    limb_resolve_step *step;
};

// ---- the form alone (uri_form.c)
typedef struct limb__uri_form {
    const char *problem; // in words; NULL: none, or reported elsewhere
    bool is_broken;      // it cannot name a file: nothing need be looked for
    bool is_relative;    // a path beside the robot's file
} limb__uri_form;
limb__uri_form limb__uri_form_of(const char *uri);

// ---- folders (uri_folder.c)
bool limb__is_file(const char *path);
bool limb__is_folder(const char *path);
// "a/b" in the arena; NULL: no memory.
const char *limb__join(limb__arena *arena, const char *folder, const char *name, size_t size);
// Names in a folder, sorted, without those that begin with a dot; at most `max`. -1: no memory; a
// folder that cannot be read is empty.
int limb__list_folder(limb__arena *arena, const char *folder, int max, const char ***name);
// The path with "." and ".." taken out, below root; NULL: it climbs out, or no memory.
const char *limb__clean_path(limb__arena *arena, const char *path, bool *outside);

// ---- packages (uri_package.c)
// Sets package_folder and package_name, once. LIMB_ERROR_MEMORY only.
limb_status limb__find_own_package(limb_resolver *r);
// Fills resolver->place, once. LIMB_ERROR_MEMORY only.
limb_status limb__find_packages(limb_resolver *r);
// The <name> in a folder's package.xml; NULL: none.
const char *limb__package_name(limb_resolver *r, const char *folder);
// A mark in the folder says that it is not to be used.
bool limb__is_ignored(limb_resolver *r, const char *folder);
const char *limb__environment(const limb_resolver *r, const char *name);

// ---- near hits (uri_near.c)
// A file under folder that path may mean: the same but for case, or the same name elsewhere below.
// Sets out's flags about it. NULL: none.
const char *limb__find_near(limb_resolver *r, const char *folder, const char *path,
                            limb_resolution *out);

#endif
