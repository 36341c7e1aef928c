// OBJ: declarations shared by the reader's files. obj.c parses any line; obj_common_isa.c and
// obj_faces_isa.c parse common lines with SIMD windows.
#ifndef LIMB_MESH_FILES_OBJ_H
#define LIMB_MESH_FILES_OBJ_H

#include "base/isa.h"
#include "geometry/mesh_files/pieces.h"

typedef struct limb__obj {
    limb__mesh_builder *b;
    limb__pieces piece;
    limb__corner *corner; // of one face
    int corner_capacity;
    const char *group; // current name from o or g
    int material;      // current, -1: none
    uint64_t *library; // hashes of the names of the material libraries that have been read
    int nlibrary;
    int library_capacity;
    bool bad_attribute_reported;
} limb__obj;

// Parser of common lines, compiled for one instruction set. Both functions return the first line
// that is not common and add nothing for it; the status reports memory and limits.
typedef struct limb__obj_reader {
    // vertices, normals, texture coordinates and faces in the form that nearly all programs write
    const char *(*read_common)(limb__obj *o, const char *line, limb_status *status);
    // only faces; at least LIMB__WINDOW_BEFORE bytes precede the line
    const char *(*read_faces)(limb__obj *o, const char *line, limb_status *status);
} limb__obj_reader;
LIMB__ISA_TABLES(limb__obj_reader)

// Returns the next line if the rest of this line is only its end, else NULL.
static inline const char *limb__obj_next_line(const char *at)
{
    if (__builtin_expect(*at == '\n', 1)) return at + 1;
    at += *at == ' ';
    at += *at == '\r';
    return *at == '\n' ? at + 1 : NULL;
}

#if defined(LIMB__ISA)
const char *LIMB__FOR_ISA(limb__obj_read_faces)(limb__obj *o, const char *line,
                                                limb_status *status);
#endif

#endif
