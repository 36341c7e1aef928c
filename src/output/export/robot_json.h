// A robot as JSON: the schema of docs/command.md, the same for `limb show --json` and the page.
#ifndef LIMB_EXPORT_ROBOT_JSON_H
#define LIMB_EXPORT_ROBOT_JSON_H

#include "limb/mesh.h"
#include "limb/robot.h"
#include "output/export/json_out.h"

#define LIMB__ROBOT_JSON_SCHEMA "limb-robot/1" // incremented by incompatible changes

typedef struct limb__robot_json_opts { // zero-initialize
    bool lines;                        // include locations of links and joints: line, end_line
    limb_find_mesh_fn *find_mesh;      // meshes that are not found get the member "missing"
    void *find_ctx;
} limb__robot_json_opts;

// Writes the members name, root, links, joints and materials into an open object.
void limb__robot_json(limb__json_out *out, const limb_robot *robot,
                      const limb__robot_json_opts *opts);

#endif
