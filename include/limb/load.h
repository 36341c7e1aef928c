// Loads a robot from a file: URDF, or xacro with its arguments.
//
// A .xacro file is expanded first, and so is standard input (and other files below /dev) if it has
// xacro tags; packages are found as described in limb/packages.h. Findings point into the original
// files: limb_robot_file_load relocates those it adds, limb_robot_file_relocate those of later
// steps (missing meshes, inertia).
//
// Threads: any number may load at once, each with its own report, and any number may read
// one limb_robot_file.
#ifndef LIMB_LOAD_H
#define LIMB_LOAD_H

#include "limb/mesh.h"
#include "limb/packages.h"
#include "limb/robot.h"
#include "limb/xacro.h"

#ifdef __cplusplus
extern "C" {
#endif

// The one description of how a robot is loaded and how its meshes are read and shown. Every call
// that reads a robot's file takes it whole.
typedef struct limb_robot_file_opts { // zero-initialize
    limb_load_opts load;
    const limb_resolve_opts *resolve; // where packages are
    limb_xacro_opts xacro;            // arguments, YAML and limits; its memory, report, file and
                                      // packages are set by the call
    const char *text;                 // of the file, if the caller has read it already; NULL: the
                                      // file is read
    size_t size;

    // For calls that also read meshes, such as limb_check and limb_view_start.
    limb_draco_fn *draco; // limb_draco_decode; NULL: meshes compressed by Draco are refused
    limb_gltf_up gltf_up;
    bool override_colors; // colors of the URDF replace the materials of meshes
    bool own_materials;   // of limb_glb_opts
} limb_robot_file_opts;

typedef struct limb_robot_file { // open to read
    limb_robot *robot;           // NULL: rejected; set it to NULL to take ownership
    limb_xacro *xacro;           // NULL: the file is URDF
    int nfile;
    const char *const *path; // (nfile) files that were read or searched, the document first
} limb_robot_file;

// "-" is standard input, URDF or xacro. Returns the status of the expansion or of limb_robot_load;
// *out is to be freed unless it is NULL (LIMB_ERROR_MEMORY).
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_file_load(limb_robot_file **out, const char *path,
                                                          const limb_robot_file_opts *opts);
// Nullable: file
LIMB_API void limb_robot_file_free(limb_robot_file *file);

// True for a name that ends with .xacro, in any case.
LIMB_API bool limb_robot_file_is_xacro(const char *path);

// Moves findings about the expansion to its source files; does nothing for URDF.
LIMB_API limb_status limb_robot_file_relocate(const limb_robot_file *file, limb_report *report);

// Only expands the file, with packages found as for loading.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_file_expand(limb_xacro **out, const char *path,
                                                            const limb_robot_file_opts *opts);

#ifdef __cplusplus
}
#endif
#endif // LIMB_LOAD_H
