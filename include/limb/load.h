// A robot from a file as users have them: URDF, or xacro with its arguments.
//
// A .xacro file is expanded first, and so is standard input (and what else is below /dev) if it has
// xacro tags; packages are looked for as limb/resolve.h says. Findings point into the files that
// were written by hand:
// limb_robot_file_load moves those it adds, limb_robot_file_relocate those that later steps add
// (missing meshes, inertia).
//
// Threads: any number may load at once, each with a report of its own, and any number may read
// one limb_robot_file.
#ifndef LIMB_LOAD_H
#define LIMB_LOAD_H

#include "limb/mesh.h"
#include "limb/packages.h"
#include "limb/pool.h"
#include "limb/robot.h"
#include "limb/xacro.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_robot_file_opts { // zero-initialize
    limb_load_opts load;
    const limb_resolve_opts *resolve; // where packages are
    limb_xacro_opts xacro;            // arguments and limits; its memory, report, file and packages
                                      // are set by the call
    const char *text;                 // of the file, if the caller has read it; NULL: it is read
    size_t size;
} limb_robot_file_opts;

typedef struct limb_robot_file { // open to read
    limb_robot *robot;           // NULL: refused; take it by setting this to NULL
    limb_xacro *xacro;           // NULL: the file is URDF
    int nfile;
    const char *const *path; // (nfile) files that were read or looked for, the document first
} limb_robot_file;

// "-" is standard input, URDF or xacro. The status is that of the expansion or of limb_robot_load;
// *out is to be freed unless it is NULL (LIMB_ERROR_MEMORY).
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_file_load(limb_robot_file **out, const char *path,
                                                          const limb_robot_file_opts *opts);
LIMB_API void limb_robot_file_free(limb_robot_file *file); // NULL is fine

// True for a name that ends with .xacro, in any case.
LIMB_API bool limb_robot_file_is_xacro(const char *path);

// Moves findings about the expansion to the files it was made from; nothing for URDF.
LIMB_API limb_status limb_robot_file_relocate(const limb_robot_file *file, limb_report *report);

// Expands the file alone, with packages found as for loading.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_file_expand(limb_xacro **out, const char *path,
                                                            const limb_robot_file_opts *opts);

//---- meshes --------------------------------------------------------------------------------------
//
// All meshes of a robot: each file found, loaded once however often it is named,
// on several threads.
//
// Threads: any number may read one limb_robot_meshes.

typedef struct limb_robot_mesh { // one URI of the robot
    const char *uri;
    const char *path;      // the file; NULL when it is not found
    const limb_mesh *mesh; // NULL: not loaded. URIs of one file share it.
    const char *reason;    // why not, one phrase; NULL when loaded
    bool in_visual;        // named by a visual
    bool in_collision;
} limb_robot_mesh;

typedef struct limb_robot_meshes {
    int nmesh;
    const limb_robot_mesh *mesh; // by URI, in order of first use
    int nfile;                   // different files
    int nloaded;                 // of them
    long long ntriangle;         // of the loaded files
    bool gltf_turned;            // glTF meshes were turned from y-up to z-up
} limb_robot_meshes;

// glTF is y-up by its standard, but most robots store their meshes as the links need them.
typedef enum limb_gltf_up {
    LIMB_GLTF_UP_FITTING, // as stored, unless more links fit their collisions only when turned;
                          // without such collisions: files of the same name beside them
    LIMB_GLTF_UP_AS_STORED,
    LIMB_GLTF_UP_Y // turned from y-up to z-up
} limb_gltf_up;

typedef struct limb_robot_meshes_opts { // zero-initialize
    const limb_allocator *memory;       // with a pool of several workers it must allow threads
    limb_report *report;                // findings of URIs and files
    const limb_resolve_opts *resolve;   // where packages are; NULL: as found
    const limb_mesh_opts *mesh;         // how to load; its memory, report, file, read and
                                        // turn_y_up are not used
    limb_pool *pool;      // NULL: a built-in thread pool during the call; one thread when
                          // memory is given
    limb_gltf_up gltf_up; // mesh->turn_y_up is not used
    bool no_visual;       // leave out what only visuals name
    bool no_collision;
    void (*progress)(void *ctx, int done, int total); // called by the calling thread's worker
    void *progress_ctx;
} limb_robot_meshes_opts;

// LIMB_OK also when files are missing or broken: the report and each entry say so.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_meshes_load(limb_robot_meshes **out,
                                                            const limb_robot *robot,
                                                            const limb_robot_meshes_opts *opts);
LIMB_API void limb_robot_meshes_free(limb_robot_meshes *meshes); // NULL is fine

// The mesh of a URI as written in the robot, or NULL with the reason. ctx is the limb_robot_meshes:
// this is a limb_find_mesh_fn.
LIMB_API const limb_mesh *limb_robot_meshes_find(void *ctx, const char *uri, const char **reason);

// The bytes of a picture named by a URI of the robot or by a mesh's texture path, taken from
// memory; LIMB_ERROR_IO: it cannot be read, or neither named it when the meshes were loaded;
// a file that is not PNG or JPEG is refused. ctx is the limb_robot_meshes: this is a
// limb_find_image_fn. The block has *size bytes.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_meshes_find_image(void *ctx, const char *uri,
                                                                  const limb_allocator *memory,
                                                                  void **bytes, size_t *size);

#ifdef __cplusplus
}
#endif
#endif // LIMB_LOAD_H
