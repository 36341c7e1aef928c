// Reads a text file in pieces: see pieces.c.
#ifndef LIMB_MESH_FILES_PIECES_H
#define LIMB_MESH_FILES_PIECES_H

#include "geometry/mesh/builder.h"

// Bytes that stay readable before the current position, as far as the file has them.
enum { LIMB__PIECE_BEFORE = 32 };

// The current piece. A text in memory is a single piece.
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

// Moves the text from *at to the front and reads more after it.
limb_status limb__pieces_read_on(limb__pieces *p, const char **at);

// Returns whether the file ends with the piece.
static inline bool limb__pieces_is_last(const limb__pieces *p)
{
    return p->offset + (size_t)(p->end - p->text) == p->file_size;
}

// Returns the offset of a position in the file, for findings.
static inline size_t limb__pieces_offset(const limb__pieces *p, const char *at)
{
    return p->offset + (size_t)(at - p->text);
}

#endif
