// A text file piece by piece: see pieces.c.
#ifndef LIMB_MESH_FILES_PIECES_H
#define LIMB_MESH_FILES_PIECES_H

#include "geometry/mesh/builder.h"

// Bytes that stay readable before a place that is read on from, as far as the file has them.
enum { LIMB__PIECE_BEFORE = 32 };

// The piece at hand. A text that is in memory already is one piece.
typedef struct limb__pieces {
    limb__mesh_builder *b;
    const char *text;
    const char *end;  // there is a NUL here
    size_t offset;    // of text in the file
    size_t file_size; // bytes
    char *block;      // NULL: the text is the builder's
    size_t capacity;  // of the block, with the NUL
} limb__pieces;

limb_status limb__pieces_begin(limb__pieces *p, limb__mesh_builder *b);
void limb__pieces_end(limb__pieces *p);

// Moves what begins at *at to the front and reads after it, so that there is more of it.
limb_status limb__pieces_read_on(limb__pieces *p, const char **at);

// Whether the file ends where the piece does.
static inline bool limb__pieces_is_last(const limb__pieces *p)
{
    return p->offset + (size_t)(p->end - p->text) == p->file_size;
}

// A place's offset in the file, for findings.
static inline size_t limb__pieces_offset(const limb__pieces *p, const char *at)
{
    return p->offset + (size_t)(at - p->text);
}

#endif
