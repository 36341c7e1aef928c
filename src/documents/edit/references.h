// Places in a document that name a link or a joint, for renaming, extracting and merging.
#ifndef LIMB_EDIT_REFERENCES_H
#define LIMB_EDIT_REFERENCES_H

#include "base/arena.h"
#include "documents/xml/xml.h"

enum { LIMB__NAMES_LINK = 1, LIMB__NAMES_JOINT = 2 };

typedef struct limb__reference {
    int what;          // LIMB__NAMES_LINK, LIMB__NAMES_JOINT, or both: a link if there is one
    bool is_certain;   // false: a word in an extension that may or may not be the name
    bool in_extension; // of an element that URDF does not define
    int node;          // the element that contains it
    int attr;          // -1: in the element's text
    uint32_t offset;   // of the name in the source, without surrounding white space
    uint32_t size;
    limb_text name; // decoded
} limb__reference;

// Any status other than LIMB_OK ends the traversal and is returned.
typedef limb_status limb__reference_fn(void *ctx, const limb__reference *reference);

// Visits all of them in document order. Decoded names are allocated in the arena.
limb_status limb__each_reference(const limb_document *doc, limb__arena *arena,
                                 limb__reference_fn *fn, void *ctx);
// Returns the child of <robot> that contains the node; -1: it is <robot> itself or outside.
int limb__robot_child_of(const limb_document *doc, int node);

#endif
