// The persistent part of an expansion: its text, its source files, and the origin of each part.
//
// The map is an array of spans of the expansion ordered by their start; the span of an attribute is
// inside that of its start tag. Looking up an offset takes a binary search and a few steps outward.
#ifndef LIMB_XACRO_ORIGIN_H
#define LIMB_XACRO_ORIGIN_H

#include "documents/xacro/expand.h"

typedef struct limb__mapped {
    uint32_t begin; // in the expansion
    uint32_t end;
    int32_t outer; // the enclosing span, -1: none
    bool is_value; // an attribute's value or text: may be literal
    const limb__trail *trail;
    limb__origin origin;
} limb__mapped;

typedef struct limb__root { // a folder below which files may be read; either may be NULL
    const char *path;       // as given, without ".." and "."
    const char *real;       // without symbolic links
} limb__root;

struct limb__kept {
    limb_xacro xacro; // first: a limb_xacro * is a limb__kept *
    const limb_allocator *memory;
    limb__arena arena; // texts, frames, file names
    const char *name;  // under which the expansion is parsed
    limb__file_source **source;
    int nsource;
    int source_capacity;
    const char **path;
    int path_capacity;
    limb__mapped *map;
    int nmap;
    int map_capacity;
    limb__root *root;
    int nroot;
    int root_capacity;
    char *text;
    size_t text_capacity;
    limb_xacro_parameter *parameter;
    int frame_depth;
};

limb__file_source *limb__kept_source(limb__kept *kept, int index);
// Adds a file that was read; its text was allocated by the kept memory and is owned by kept
// from now on.
limb__file_source *limb__kept_add(limb__kept *kept, const char *path, char *text, size_t size);
// Returns the origin of a value; NULL: no memory.
const limb__trail *limb__kept_trail(limb__kept *kept, limb_text name, limb__origin origin,
                                    bool is_parameter, const limb__trail *next);
limb__frame *limb__kept_frame(limb__kept *kept, limb__origin call, limb_text macro);
// Returns the innermost span at the offset, -1: none.
int limb__kept_find(const limb__kept *kept, size_t offset);

// Writes the tree as text, with its map. False: out of memory or longer than
// max_output (x->status).
bool limb__write(limb__expansion *x, const limb__dom *first); // write.c

#endif
