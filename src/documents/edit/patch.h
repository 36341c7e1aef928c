// Patches: changes of a text, kept in order until all are made at once.
//
// A patch replaces a span of the old text by new text. Patches never overlap. Several insertions
// (spans of no bytes) at one place are in order of rank, then in the order they were added; all
// of them come before what replaces the bytes from there on.
#ifndef LIMB_EDIT_PATCH_H
#define LIMB_EDIT_PATCH_H

#include "base/text.h"
#include "limb/diag.h"

typedef struct limb__patch {
    uint32_t offset; // span of the old text
    uint32_t size;
    int rank;    // order of insertions at the same place
    int link;    // its links, one per level: index in limb__patches.link
    size_t text; // the new text: offset in limb__patches.text
    size_t text_size;
} limb__patch;

enum { LIMB__PATCH_LEVELS = 12 }; // each has a quarter of the patches of the one below

typedef struct limb__patches {
    const limb_allocator *memory;
    limb__patch *item; // in the order of adding
    int count;
    int capacity;
    int *
        link; // the next patch in the order of the text, on each level that a patch is on; -1: none
    int nlink;
    int link_capacity;
    int first[LIMB__PATCH_LEVELS];
    limb__builder text; // all new texts, one after the other
    long long *nvisit;  // counts the patches that are looked at; NULL: not counted
} limb__patches;

void limb__patches_init(limb__patches *patches, const limb_allocator *memory);
void limb__patches_free(limb__patches *patches);
void limb__patches_clear(limb__patches *patches);

// True when a change of that span would overlap a patch: both change a common byte, or one inserts
// strictly inside the other.
bool limb__patches_overlap(const limb__patches *patches, uint32_t offset, uint32_t size);
// True when something is inserted at that offset with that rank and holds that text.
bool limb__patches_inserts(const limb__patches *patches, uint32_t offset, int rank,
                           const char *text, size_t text_size);

// LIMB_ERROR_INPUT: it overlaps another. LIMB_ERROR_MEMORY. Both add nothing.
limb_status limb__patches_add(limb__patches *patches, uint32_t offset, uint32_t size, int rank,
                              const char *text, size_t text_size);

// For changes that take several patches: undo drops all that were added since the mark.
int limb__patches_mark(const limb__patches *patches);
void limb__patches_undo(limb__patches *patches, int mark);

// All fixes of one finding, or none: where they lie outside the text, or overlap what is there.
bool limb__patches_add_fixes(limb__patches *patches, const limb_finding *finding, size_t size);

// Appends to out the old text with all patches made.
void limb__patches_apply(const limb__patches *patches, const char *text, size_t size,
                         limb__builder *out);

#endif
