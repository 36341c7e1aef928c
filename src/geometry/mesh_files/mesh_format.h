// The mesh formats: one table row each, with everything that differs between them.
//
// A new format needs a line in limb/mesh_formats.def and a file with its detection and reader.
#ifndef LIMB_MESH_FILES_MESH_FORMAT_H
#define LIMB_MESH_FILES_MESH_FORMAT_H

#include "geometry/mesh/builder.h"

// What is known about a file before it is read.
typedef struct limb__mesh_head {
    const char *file;  // name; "" if it has none
    const char *bytes; // the first nbyte bytes of the file
    size_t nbyte;
    size_t size; // of the whole file
} limb__mesh_head;

typedef struct limb__mesh_format {
    limb_mesh_format id;
    const char *name;      // shown to the user
    const char *extension; // of file names, without the dot
    bool is_text;          // findings show line and column
    bool in_pieces;        // the reader uses limb__mesh_builder.stream
    // Returns whether the content proves the format. The first row that returns true is used.
    bool (*matches)(const limb__mesh_head *head);
    // Returns whether this reader gives the best finding for a file with this extension whose
    // content proves no format; NULL: never.
    bool (*may_be)(const limb__mesh_head *head);
    limb_status (*read)(limb__mesh_builder *b);
    // NULL: cannot be written. mtllib is for formats whose materials are in a separate file.
    limb_status (*write)(const limb_mesh *mesh, const char *mtllib, limb_write_fn *write,
                         void *ctx);
} limb__mesh_format;

// Returns the row of an enumerator, NULL for LIMB_MESH_FORMAT_UNKNOWN.
const limb__mesh_format *limb__mesh_format_row(limb_mesh_format format);
// Returns the first row with the extension of that file name, NULL if no format has it.
const limb__mesh_format *limb__mesh_format_of_name(const char *file);
// Returns the row that matches the content, or else the name; NULL: none.
const limb__mesh_format *limb__mesh_format_detect(const limb__mesh_head *head);

// Detection of each format by its content.
#define LIMB_MESH_FORMAT(number, NAME, name, extension, is_text, in_pieces, test, reader, may_be,  \
                         write)                                                                    \
    bool limb__is_##test(const limb__mesh_head *head);
#include "limb/mesh_formats.def"
#undef LIMB_MESH_FORMAT

// ---- helpers for detection (detect.c)
bool limb__may_be_binary_stl(const limb__mesh_head *head);
bool limb__may_be_ascii_stl(const limb__mesh_head *head);
bool limb__may_be_text(const limb__mesh_head *head);
bool limb__may_be_xml(const limb__mesh_head *head);
// Returns a sentence that says what a file is if it is not a mesh.
const char *limb__mesh_not_a_mesh(const limb__mesh_head *head);

#endif
