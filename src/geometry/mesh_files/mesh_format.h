// The mesh formats: one row each, with everything that differs between them.
//
// A new format is a line in limb/mesh_formats.def and a file with its test and its reader.
#ifndef LIMB_MESH_FILES_MESH_FORMAT_H
#define LIMB_MESH_FILES_MESH_FORMAT_H

#include "geometry/mesh/builder.h"

// What is known of a file before it is read.
typedef struct limb__mesh_head {
    const char *file;  // its name; "" when it has none
    const char *bytes; // the first nbyte of the file
    size_t nbyte;
    size_t size; // of the whole file
} limb__mesh_head;

typedef struct limb__mesh_format {
    limb_mesh_format id;
    const char *name;      // for people
    const char *extension; // of file names, without the dot
    bool is_text;          // findings show line and column
    bool in_pieces;        // the reader takes the file through limb__mesh_builder.stream
    // Whether the content proves the format. Rows are asked in order; the first that says so wins.
    bool (*matches)(const limb__mesh_head *head);
    // Whether a file with this extension whose content proves nothing is explained best by this
    // reader; NULL: never.
    bool (*may_be)(const limb__mesh_head *head);
    limb_status (*read)(limb__mesh_builder *b);
    // NULL: not written. mtllib is for formats whose materials are in a file of their own.
    limb_status (*write)(const limb_mesh *mesh, const char *mtllib, limb_write_fn *write,
                         void *ctx);
} limb__mesh_format;

// The row of an enumerator, NULL for LIMB_MESH_FORMAT_UNKNOWN.
const limb__mesh_format *limb__mesh_format_row(limb_mesh_format format);
// The first row of that file name's extension, NULL when no format has it.
const limb__mesh_format *limb__mesh_format_of_name(const char *file);
// The row that the content, or else the name, belongs to; NULL: none.
const limb__mesh_format *limb__mesh_format_detect(const limb__mesh_head *head);

// Each format's test of the content.
#define LIMB_MESH_FORMAT(number, NAME, name, extension, is_text, in_pieces, test, reader, may_be,  \
                         write)                                                                    \
    bool limb__is_##test(const limb__mesh_head *head);
#include "limb/mesh_formats.def"
#undef LIMB_MESH_FORMAT

// ---- tests that formats share (detect.c)
bool limb__may_be_binary_stl(const limb__mesh_head *head);
bool limb__may_be_ascii_stl(const limb__mesh_head *head);
bool limb__may_be_text(const limb__mesh_head *head);
bool limb__may_be_xml(const limb__mesh_head *head);
// What a file of no mesh format is instead, as a sentence.
const char *limb__mesh_not_a_mesh(const limb__mesh_head *head);

#endif
