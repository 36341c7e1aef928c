// limb mesh: what its files share.
#ifndef LIMB_CLI_MESH_H
#define LIMB_CLI_MESH_H

#include "frame/cli.h"
#include "frame/json.h"

// What was done to a mesh after it was read.
typedef struct cli_mesh_work {
    bool is_hull;
    int dimension; // of the hull: 3 a solid, 2 flat, 1 a line, 0 a point, -1 nothing
    bool is_reduced;
    double error; // m: the farthest that a vertex was moved from the surface by that
} cli_mesh_work;

// ---- mesh_print.c
void cli_mesh_print(const limb_mesh *mesh, const limb_mesh_topology *t, const cli_mesh_work *work);
void cli_mesh_print_json(cli_json *json, const limb_mesh *mesh, const limb_mesh_topology *t,
                         const cli_mesh_work *work);

// ---- mesh_save.c
// Writes the mesh so that it finds its pictures from where it then is. Returns an exit code.
int cli_mesh_save(const cli *app, const limb_mesh *mesh, const char *path);

#endif
