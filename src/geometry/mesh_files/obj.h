// OBJ: what its reader's files share. obj.c reads any line; obj_common_isa.c and obj_faces_isa.c
// the common ones, by windows.
#ifndef LIMB_MESH_FILES_OBJ_H
#define LIMB_MESH_FILES_OBJ_H

#include "base/isa.h"
#include "geometry/mesh_files/pieces.h"

typedef struct limb__obj {
    limb__mesh_builder *b;
    limb__pieces piece;
    limb__corner *corner; // of one face
    int corner_capacity;
    const char *group; // current name of o or g
    int material;      // current, -1: none
    uint64_t *library; // hashes of the names of material libraries read so far
    int nlibrary;
    int library_capacity;
    bool bad_attribute_reported;
} limb__obj;

// What reads common lines, with one instruction set. Both return the first line that is something
// else, having done nothing for it; the status is that of memory and limits.
typedef struct limb__obj_reader {
    // vertices, normals, texture coordinates and faces as nearly all programs write them
    const char *(*read_common)(limb__obj *o, const char *line, limb_status *status);
    // faces alone; at least LIMB__WINDOW_BEFORE bytes precede the line
    const char *(*read_faces)(limb__obj *o, const char *line, limb_status *status);
} limb__obj_reader;
LIMB__ISA_TABLES(limb__obj_reader)

// The line after this one when only its end is here, else NULL.
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
