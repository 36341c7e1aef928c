// Patches: changes of a text, kept in order until all are applied together.
//
// A patch replaces a span of the old text by new text. Patches never overlap. Several insertions
// (empty spans) at one offset are ordered by rank, then by the order of addition; all of them
// precede a replacement that starts there.
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
    limb__patch *item; // in the order of addition
    int count;
    int capacity;
    int *link; // the next patch in text order, on each level of a patch; -1: none
    int nlink;
    int link_capacity;
    int first[LIMB__PATCH_LEVELS];
    limb__builder text; // all new texts, one after the other
    long long *nvisit;  // counts visited patches; NULL: not counted
} limb__patches;

void limb__patches_init(limb__patches *patches, const limb_allocator *memory);
void limb__patches_free(limb__patches *patches);
void limb__patches_clear(limb__patches *patches);

// Returns whether a change of that span would overlap a patch: both change a common byte, or one
// inserts strictly inside the other.
bool limb__patches_overlap(const limb__patches *patches, uint32_t offset, uint32_t size);
// Returns whether that text is inserted at that offset with that rank.
bool limb__patches_inserts(const limb__patches *patches, uint32_t offset, int rank,
                           const char *text, size_t text_size);

// LIMB_ERROR_INPUT: it overlaps another. LIMB_ERROR_MEMORY. Neither adds anything.
limb_status limb__patches_add(limb__patches *patches, uint32_t offset, uint32_t size, int rank,
                              const char *text, size_t text_size);

// For changes that take several patches: undo removes all that were added since the mark.
int limb__patches_mark(const limb__patches *patches);
void limb__patches_undo(limb__patches *patches, int mark);

// Adds all fixes of one finding, or none if they are outside the text or overlap existing patches.
bool limb__patches_add_fixes(limb__patches *patches, const limb_finding *finding, size_t size);

// Appends the old text with all patches applied to out.
void limb__patches_apply(const limb__patches *patches, const char *text, size_t size,
                         limb__builder *out);

#endif
