// Internals of the canonical layout, shared by the format_*.c files.
//
// format_order.c determines the order of nodes and which share a line; format_tag.c writes start
// tags; format_document.c traverses the result.
#ifndef LIMB_EDIT_FORMAT_DOCUMENT_H
#define LIMB_EDIT_FORMAT_DOCUMENT_H

#include "base/text.h"
#include "documents/urdf/schema.h"
#include "documents/urdf/urdf.h"
#include "limb/edit.h"

enum {
    LIMB__FORMAT_TRAILS = 1, // a comment at the end of a line that other text starts
    LIMB__FORMAT_BLANK = 2,  // an empty line comes before the node
    LIMB__FORMAT_OPAQUE = 4, // an element written unchanged, from "<" to ">"
    LIMB__FORMAT_RAW = 8,    // an element whose content is written unchanged
};

// The nodes of a document in the order they are written.
typedef struct limb__format_tree {
    int top;        // first node of the document
    int *first;     // (nnode) first child; -1: none
    int *next;      // (nnode) next sibling; -1: none
    uint8_t *flags; // (nnode)
    uint8_t *tag;   // (nnode) limb__tag of elements where URDF has them, else LIMB__TAG_OTHER
} limb__format_tree;

// Returns false if there is no memory.
bool limb__format_arrange(limb__format_tree *tree, const limb_document *doc, limb__arena *arena,
                          bool keep_order);

// Removes the white space around a text.
uint32_t limb__format_begin(const limb_document *doc, int node);
uint32_t limb__format_end(const limb_document *doc, int node);

// Writes "<name attributes" up to, but without, the ">" or "/>", for which tail columns are
// reserved. The text in out ends with the indentation of the line.
void limb__format_start_tag(limb__builder *out, limb__builder *scratch, const limb_document *doc,
                            int node, limb__tag tag, int column, int tail,
                            const limb_format_opts *opts);

#endif
