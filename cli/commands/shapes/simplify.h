// The result of limb simplify for each collision mesh; shared by its files.
#ifndef LIMB_CLI_SIMPLIFY_H
#define LIMB_CLI_SIMPLIFY_H

#include "commands/edit/edit.h"
#include "frame/cli.h"

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

typedef struct simplify_table {
    const cli *app;
    limb_robot *robot;
    limb_simplification *all;
    char (*name)[80];   // of the files of each mesh, without what distinguishes them
    const char *output; // the URDF's path; NULL: standard output
    cli_paths file;     // written, or to be written; relative to the working folder
} simplify_table;

// ---- simplify_write.c
// Makes the edits, and writes the meshes of hulls and parts unless dry. Returns an exit code.
int cli_simplify_edit(simplify_table *t, limb_edit *edit, bool dry);

// ---- simplify_print.c
void cli_simplify_print(const simplify_table *t);
void cli_simplify_print_json(const simplify_table *t);

#endif
