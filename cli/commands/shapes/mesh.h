// limb mesh: declarations shared by its files.
#ifndef LIMB_CLI_MESH_H
#define LIMB_CLI_MESH_H

#include "frame/cli.h"
#include "frame/json.h"

// The operations applied to a mesh after reading.
typedef struct cli_mesh_work {
    bool is_hull;
    int dimension; // of the hull: 3 a solid, 2 flat, 1 a line, 0 a point, -1 nothing
    bool is_reduced;
    double error; // m: the largest distance of a moved vertex from the surface
} cli_mesh_work;

// ---- mesh_print.c
void cli_mesh_print(const limb_mesh *mesh, const limb_mesh_topology *t, const cli_mesh_work *work);
void cli_mesh_print_json(cli_json *json, const limb_mesh *mesh, const limb_mesh_topology *t,
                         const cli_mesh_work *work);

// ---- mesh_save.c
// Writes the mesh such that it finds its pictures from the new location. Returns an exit code.
int cli_mesh_save(const cli *app, const limb_mesh *mesh, const char *path);

#endif
