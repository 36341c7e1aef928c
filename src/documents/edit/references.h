// Places in a document that name a link or a joint: what renaming changes, what extracting keeps,
// and what keeps a link from being folded away.
#ifndef LIMB_EDIT_REFERENCES_H
#define LIMB_EDIT_REFERENCES_H

#include "base/arena.h"
#include "documents/xml/xml.h"

enum { LIMB__NAMES_LINK = 1, LIMB__NAMES_JOINT = 2 };

typedef struct limb__reference {
    int what;          // LIMB__NAMES_LINK, LIMB__NAMES_JOINT, or both: a link where there is one
    bool is_certain;   // false: a word in an extension that may or may not mean the name
    bool in_extension; // of an element that URDF does not define
    int node;          // the element that holds it
    int attr;          // -1: in the element's text
    uint32_t offset;   // of the name in the source, without white space around it
    uint32_t size;
    limb_text name; // decoded
} limb__reference;

// Anything but LIMB_OK ends the walk and is returned.
typedef limb_status limb__reference_fn(void *ctx, const limb__reference *reference);

// All of them in document order. Decoded names live in the arena.
limb_status limb__each_reference(const limb_document *doc, limb__arena *arena,
                                 limb__reference_fn *fn, void *ctx);
// The child of <robot> that the node is or is in; -1: it is <robot> itself or outside.
int limb__robot_child_of(const limb_document *doc, int node);

#endif
