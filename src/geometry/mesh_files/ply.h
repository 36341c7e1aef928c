// PLY: what the reading of its header and of its data share.
#ifndef LIMB_MESH_FILES_PLY_H
#define LIMB_MESH_FILES_PLY_H

#include "geometry/mesh/builder.h"

typedef enum limb__ply_type {
    LIMB__PLY_NONE,
    LIMB__PLY_I8,
    LIMB__PLY_U8,
    LIMB__PLY_I16,
    LIMB__PLY_U16,
    LIMB__PLY_I32,
    LIMB__PLY_U32,
    LIMB__PLY_F32,
    LIMB__PLY_F64
} limb__ply_type;

typedef struct limb__ply_property {
    limb_text name;
    limb__ply_type type;  // of the value, or of a list's items
    limb__ply_type count; // of a list's count; LIMB__PLY_NONE: not a list
} limb__ply_property;

typedef struct limb__ply_element {
    limb_text name;
    int64_t count;
    int first; // property
    int nproperty;
} limb__ply_element;

enum { LIMB__PLY_MAX_ELEMENTS = 64, LIMB__PLY_MAX_PROPERTIES = 512 };

typedef struct limb__ply_header {
    bool has_format;
    bool ascii;
    bool big_endian;
    int nelement;
    limb__ply_element element[LIMB__PLY_MAX_ELEMENTS];
    int nproperty;
    limb__ply_property property[LIMB__PLY_MAX_PROPERTIES];
    limb_text picture; // named by a comment; empty: none
    const char *data;  // after the header
} limb__ply_header;

limb_status limb__ply_read_header(limb__mesh_builder *b, limb__ply_header *header);

#endif
