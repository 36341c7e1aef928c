// The result of limb simplify for each collision mesh; shared by its files.
#ifndef LIMB_CLI_SIMPLIFY_H
#define LIMB_CLI_SIMPLIFY_H

#include "commands/edit/edit.h"
#include "frame/cli.h"

typedef enum simplify_kind {
    SIMPLIFY_KEEP, // the mesh stays; reason gives the cause
    SIMPLIFY_PRIMITIVE,
    SIMPLIFY_HULL,
    SIMPLIFY_PARTS
} simplify_kind;

typedef struct simplify_opts {
    const char *collision;
    const char *mesh_format;
    double error;
    int parts;
    cli_list link;
    cli_list package;
    cli_delivery delivery;
    bool json;
} simplify_opts;

// The replacements of a mesh file, for all collisions that name it: before their scale.
typedef struct simplify_mesh {
    const limb_mesh *mesh;
    const char *uri, *path;
    limb_mesh *hull;   // NULL: not requested
    limb_parts *parts; // NULL: not requested
    char name[80];     // of the files to write, without what distinguishes them
} simplify_mesh;

typedef struct simplify_row { // one collision with a mesh
    const limb_link *link;
    const limb_link_shape *shape;
    int number;          // of the link's collisions, from 1
    simplify_mesh *made; // NULL: the mesh was not loaded
    simplify_kind kind;
    char reason[160]; // why it stays; ""
    limb_fit fit;     // in the frame of the link, rounded for writing
    limb_solid_volume volume;
    double fitted; // m^3: volume of the replacement
    double error;  // fitted / solid - 1; HUGE_VAL: the mesh has no volume
} simplify_row;

typedef struct simplify_table {
    const cli *app;
    limb_robot *robot;
    simplify_row *row;
    int nrow;
    simplify_mesh *mesh;
    int nmesh;
    const char *output; // the URDF's path; NULL: standard output
    cli_paths file;     // written, or to be written; relative to the current folder
} simplify_table;

// ---- simplify_choose.c
// Chooses the replacement of the row's mesh. Fails only with LIMB_ERROR_MEMORY.
limb_status cli_simplify_choose(const simplify_table *t, simplify_row *row);
// Prints the relative error of a shape, "+3.2 %".
void cli_simplify_error_text(const simplify_row *row, char text[32]);

// ---- simplify_write.c
// Applies the edits, and writes the meshes of hulls and parts unless dry. Returns an exit code.
int cli_simplify_edit(simplify_table *t, limb_edit *edit, bool dry);

// ---- simplify_print.c
void cli_simplify_print(const simplify_table *t);
void cli_simplify_print_json(const simplify_table *t);

#endif
