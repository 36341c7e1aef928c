// OBJ: what its reader's files share. obj.c reads any line; obj_plain.inc and obj_faces.inc the
// common ones, by windows.
#ifndef LIMB_FORMATS_OBJ_H
#define LIMB_FORMATS_OBJ_H

#include "formats/pieces.h"

typedef struct limb__obj {
    limb__mesh_builder *b;
    limb__pieces piece;
    limb__corner *corner; // of one face
    int corner_capacity;
    const char *group; // current name of o or g
    int material;      // current, -1: none
    bool bad_attribute_reported;
} limb__obj;

// Reads the plain lines that begin at line: vertices, normals, texture coordinates and faces as
// nearly all programs write them. Returns the first line that is something else or not so plain,
// having done nothing for it; the status is that of memory and limits.
const char *limb__obj_read_plain_portable(limb__obj *o, const char *line, limb_status *status);
const char *limb__obj_read_plain_avx2(limb__obj *o, const char *line, limb_status *status);

// The same for faces alone. At least LIMB__WINDOW_BEFORE bytes precede the line.
const char *limb__obj_read_faces_portable(limb__obj *o, const char *line, limb_status *status);
const char *limb__obj_read_faces_avx2(limb__obj *o, const char *line, limb_status *status);

// The line after this one when only its end is here, else NULL.
static inline const char *limb__obj_next_line(const char *at)
{
    if (__builtin_expect(*at == '\n', 1)) return at + 1;
    at += *at == ' ';
    at += *at == '\r';
    return *at == '\n' ? at + 1 : NULL;
}

#endif
