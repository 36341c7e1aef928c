// Resolves the URIs in a robot to files: package://, model://, file://, absolute and relative.
//
// No ROS is needed. A package is searched in this order: in the caller's map; in the caller's
// folders of packages; among the folders above the robot's file, by package.xml and then by folder
// name; near it, up to the root of its repository (.git) or workspace (src); in ROS_PACKAGE_PATH;
// in AMENT_PREFIX_PATH, COLCON_PREFIX_PATH and CMAKE_PREFIX_PATH; for model:// in
// GAZEBO_MODEL_PATH, GZ_SIM_RESOURCE_PATH and IGN_GAZEBO_RESOURCE_PATH. The first place where the
// file exists is used. Nothing is ever fetched from the network.
//
// Threads: a resolver belongs to one thread.
#ifndef LIMB_PACKAGES_H
#define LIMB_PACKAGES_H

#include "limb/base.h"
#include "limb/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_package { // the folder of a package
    const char *name;
    const char *folder;
} limb_package;

typedef struct limb_resolve_opts { // zero-initialize
    const limb_allocator *memory;
    const limb_package *package; // the caller's map; packages in it are searched nowhere else
    int npackage;
    const char *const *packages; // folders that contain packages, at any depth up to 4
    int npackages;
    bool ignore_environment; // use no environment variable
    bool allow_outside;      // ".." may lead out of the package
    // Returns the value of an environment variable or NULL; default: getenv.
    const char *(*environment)(void *ctx, const char *name);
    void *environment_ctx;
} limb_resolve_opts;

typedef enum limb_resolve_result {
    LIMB_RESOLVE_FOUND,
    LIMB_RESOLVE_MISSING,    // no such file in any place
    LIMB_RESOLVE_NO_PACKAGE, // the package is in none of the places
    LIMB_RESOLVE_OUTSIDE,    // the path leads out of its package
    LIMB_RESOLVE_REMOTE,     // http, https or another scheme that is not fetched
    LIMB_RESOLVE_MALFORMED,  // empty, or a package:// without package or path
    LIMB_RESOLVE_NOT_A_FILE  // the path is a folder, a pipe or a device
} limb_resolve_result;

typedef struct limb_resolve_step { // one place that was searched
    const char *path;              // of the file, or of the folder that lacks it
    const char *why; // "a folder above the robot's file whose package.xml names \"arm\""
    bool found;
    bool is_guess; // searching here is a guess, not a rule
} limb_resolve_step;

typedef struct limb_suggestion { // a file that may be intended
    const char *path;
    const char *uri; // that refers to it
} limb_suggestion;

enum { LIMB_MAX_SUGGESTIONS = 4 };

typedef struct limb_resolution {
    limb_resolve_result result;
    const char *path;    // the file; NULL if not found
    const char *package; // "" for URIs without one
    bool is_guess;       // found only by searching nearby folders: most tools would not find it
    int nstep;
    const limb_resolve_step *step; // in order; the last is the one found
    // If not found: files that may be intended, ranked by how much of the end of the path agrees.
    int nsuggestion;
    const limb_suggestion *suggestion;
    const char *near_path;     // the first of them, NULL: none
    const char *near_uri;      // its URI
    bool near_differs_in_case; // differs only in upper and lower case
    // It is certainly the intended file: it is in the package named by the URI, and it
    // differs only in case or is the only file of that name, in a deeper or higher folder.
    // Never in another package.
    bool near_is_certain;
} limb_resolution;

typedef struct limb_resolver limb_resolver;

// Creates a resolver for the URIs of one robot: file is its path, NULL or "-" for
// the current folder.
// Nullable: file, opts
LIMB_API LIMB_MUST_CHECK limb_status limb_resolver_create(limb_resolver **out, const char *file,
                                                          const limb_resolve_opts *opts);
// Nullable: resolver
LIMB_API void limb_resolver_free(limb_resolver *resolver);

// Resolves a URI. LIMB_OK whatever the result. The texts are valid as long as the resolver.
LIMB_API LIMB_MUST_CHECK limb_status limb_resolve(limb_resolver *resolver, const char *uri,
                                                  limb_resolution *out);

// The folder of a package, searched in the same places; NULL: not found.
LIMB_API const char *limb_resolver_find_package(limb_resolver *resolver, const char *name);
// The folder of the package that contains the robot's file, or the file's own folder if there is
// none; NULL: no memory.
LIMB_API const char *limb_resolver_own_package(limb_resolver *resolver);

#ifdef __cplusplus
}
#endif
#endif // LIMB_PACKAGES_H
