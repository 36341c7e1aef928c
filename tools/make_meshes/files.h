// The files of examples/ that limb itself does not write.
#ifndef LIMB_TOOLS_FILES_H
#define LIMB_TOOLS_FILES_H

#include "limb/mesh.h"

#include <stdio.h>

// Below the folder, for writing; ends the program when it cannot be.
FILE *open_file(const char *folder, const char *name);

void write_dae(const limb_mesh *mesh, FILE *file); // COLLADA, in millimeters as drawings are

void write_checker(FILE *file); // PNG, a chess board

#endif
