// The files that a client may fetch: the robot's meshes and textures, and files in their folders.
#ifndef LIMB_FOXGLOVE_FOXGLOVE_ASSETS_H
#define LIMB_FOXGLOVE_FOXGLOVE_ASSETS_H

#include "limb/packages.h"
#include "limb/robot.h"

typedef struct limb__asset_file {
    char *uri;
    char *path;
} limb__asset_file;

typedef struct limb__asset_files { // zero-initialize
    limb__asset_file *file;
    int count;
    int capacity;
} limb__asset_files;

limb_status limb__asset_files_collect(limb__asset_files *out, const limb_robot *robot,
                                      const limb_resolve_opts *resolve);
void limb__asset_files_free(limb__asset_files *files);

// Returns the malloc'd path for a URI. It must be a URI of the robot, or name a file below the
// folder of one (textures of a mesh) without leaving it. NULL: not allowed or not found.
char *limb__asset_files_find(const limb__asset_files *files, limb_text uri);

#endif
