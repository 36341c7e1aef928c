// URI resolution: declarations shared by its files.
//
// Each file calls only those after it: resolve_uri.c parses a URI and directs the search;
// uri_place.c tries the possible places; uri_near.c suggests files; uri_package.c finds
// packages; outside_path.c converts paths of other programs; uri_folder.c queries the file
// system, each folder once.
#ifndef LIMB_PACKAGES_URI_H
#define LIMB_PACKAGES_URI_H

#include "base/arena.h"
#include "base/names.h"
#include "limb/packages.h"

typedef struct limb__package_place { // a folder that is a package, and how it was found
    const char *name;
    const char *folder;
    const char *why;
} limb__package_place;

typedef struct limb__entry { // of a folder
    const char *name;
    uint32_t key; // of the name in lower case
    uint32_t kind;
} limb__entry;
enum { LIMB__ENTRY_FILE, LIMB__ENTRY_FOLDER, LIMB__ENTRY_OTHER, LIMB__ENTRY_UNKNOWN };

typedef struct limb__folder {
    const char *path;
    limb__entry *entry; // by name, without hidden ones
    int count;
    bool is_listed;
    uint32_t package; // limb__package_state
} limb__folder;
enum { LIMB__PACKAGE_UNKNOWN, LIMB__PACKAGE_NONE, LIMB__PACKAGE_FOUND, LIMB__PACKAGE_IGNORED };

typedef struct limb__tree { // a folder and its subfolders, nearest first
    const char *root;
    int nfolder;
    limb__folder **folder;
} limb__tree;

struct limb_resolver {
    const limb_allocator *memory;
    limb_resolve_opts opts;
    limb__arena arena;  // memory of the results
    const char *folder; // of the robot's file, absolute
    int nabove;
    const char **above; // folder and all above it

    const char *package_folder; // the nearest of above that is a package; NULL: none,
                                // or not searched
    const char *package_name;   // of it

    // packages by package.xml, in search order; filled by the first request
    bool searched_above; // for packages: folders above the robot's file
    bool searched;       // and everywhere else
    int nplace;
    int place_capacity;
    limb__package_place *place;

    // folders listed so far
    limb__names folder_name; // to folder_list
    limb__folder *folder_list;
    int nfolder;
    int nentry; // in all of them
    limb__tree tree[4];
    int ntree;

    // of the current URI
    bool guessing;
    bool met_no_file; // a path exists but is not a regular file
    int nstep;
    int step_capacity;
    limb_resolve_step *step;
};

typedef struct limb__uri { // the parts of a URI
    bool is_package;       // package:// or model://
    bool is_model;
    const char *package;
    const char *rest; // path within the package, or the whole path
} limb__uri;

// ---- the form alone (uri_form.c)
typedef struct limb__uri_form {
    const char *problem; // phrase; NULL: none, or reported elsewhere
    bool is_broken;      // it cannot name a file, so nothing is searched
    bool is_relative;    // a path relative to the robot's file
} limb__uri_form;
limb__uri_form limb__uri_form_of(const char *uri);

// ---- places (uri_place.c)
// Returns the file, NULL: in none of the places. Each attempt is a step of the explanation.
const char *limb__find_in_packages(limb_resolver *r, const limb__uri *u, limb_resolution *out);
const char *limb__find_path(limb_resolver *r, const limb__uri *u, limb_resolution *out);

// ---- suggestions (uri_near.c)
// Suggests files that the URI may refer to, best first.
void limb__suggest(limb_resolver *r, const limb__uri *u, limb_resolution *out);

// ---- packages (uri_package.c)
// Explanations of how packages were found, compared by address.
extern const char limb__above_why[];
extern const char limb__given_why[];
// Sets package_folder and package_name, once. Fails only with LIMB_ERROR_MEMORY.
limb_status limb__find_own_package(limb_resolver *r);
// Fills resolver->place, once. Fails only with LIMB_ERROR_MEMORY.
limb_status limb__find_packages(limb_resolver *r);
// Returns the folder of a package, NULL: unknown.
const char *limb__package_folder(const limb_resolver *r, const char *package);
// Returns the <name> in a folder's package.xml; NULL: none.
const char *limb__package_name(limb_resolver *r, const char *folder);
// Returns whether a marker file excludes the folder.
bool limb__is_ignored(const char *folder);
const char *limb__environment(const limb_resolver *r, const char *name);

// ---- paths that are not limb's own (outside_path.c)
// Converts the path to limb's form; NULL: no memory.
char *limb__outside_path(limb__arena *arena, const char *text, size_t size);
// Returns the next path of a list such as ROS_PACKAGE_PATH, and advances the list. NULL: no more,
// or no memory.
const char *limb__next_path(limb__arena *arena, const char **list);

// ---- folders (uri_folder.c)
bool limb__is_file(const char *path);
bool limb__is_folder(const char *path);
bool limb__is_other_than_file(const char *path); // exists but is not a regular file
bool limb__has_file(const char *folder, const char *name);
// Returns "a/b" in the arena; NULL: no memory.
const char *limb__join(limb__arena *arena, const char *folder, const char *name, size_t size);
// Returns the cached data of a folder. NULL: no memory.
limb__folder *limb__find_folder(limb_resolver *r, const char *path);
// The same with the folder's entries, which are read once. The number of all entries is bounded:
// beyond the bound, and if it cannot be read, a folder is empty. NULL: no memory.
limb__folder *limb__list_folder(limb_resolver *r, const char *path);
bool limb__entry_is(const limb__folder *folder, limb__entry *entry, uint32_t kind);
// Lists the folder and its subfolders, bounded in depth and number; once per root. NULL: no memory.
const limb__tree *limb__list_tree(limb_resolver *r, const char *root);
uint32_t limb__name_key(const char *name, size_t size); // independent of case
bool limb__equal_ignoring_case(const char *a, const char *b, size_t size);
// Removes "." and ".." from the path, below root; NULL: it leads out, or no memory.
const char *limb__clean_path(limb__arena *arena, const char *path, bool *outside);

#endif
