// The tree of an expansion: elements, text and comments that can be moved and copied.
//
// xacro is defined by in-place changes of such a tree, comments and white space included, so the
// expansion works in the same way. Every node and attribute records its origin.
#ifndef LIMB_XACRO_DOM_H
#define LIMB_XACRO_DOM_H

#include "documents/expression/value.h"
#include "documents/xml/xml.h"

// A macro call or an include that led to a location.
typedef struct limb__frame limb__frame;

// A property or parameter that a value was taken from, and the ones its own value was taken from.
typedef struct limb__trail {
    limb_text name;
    bool is_parameter; // of a macro
    struct limb__origin *origin;
    const struct limb__trail *next;
} limb__trail;

typedef struct limb__origin {
    const limb__frame *frame; // NULL: directly in the document
    int source;               // index of the file
    uint32_t offset;
    uint32_t size;
    bool is_literal; // the bytes of the value are identical to the source
} limb__origin;

struct limb__frame {
    const limb__frame *outer;
    limb_text macro;   // name of the macro; data NULL: an include
    limb__origin call; // the calling or including tag
    int depth;
};

typedef struct limb__dom_attr {
    limb_text name;
    limb_text value;
    limb__origin origin;      // of the value
    const limb__trail *trail; // NULL: not from a property
} limb__dom_attr;

typedef struct limb__dom limb__dom;
struct limb__dom {
    uint8_t kind;      // limb_node_kind
    limb_text name;    // of an element
    limb_text content; // text (decoded), comment, CDATA; for other kinds all bytes
    limb__dom_attr *attr;
    int nattr;
    int attr_capacity;
    limb__dom *parent, *previous, *next, *first, *last;
    limb__origin origin; // of the start tag; for other kinds of the whole node
};

// Builds the outermost element of a document as a tree in the arena; NULL: an error was raised.
// With prolog, content before and after it becomes siblings (their parent is NULL).
limb__dom *limb__dom_build(limb__eval *eval, const limb_document *doc, int source,
                           const limb__frame *frame, limb__dom **prolog);
// Returns a deep copy. Origins get the frame unless it is NULL.
limb__dom *limb__dom_clone(limb__eval *eval, const limb__dom *node, const limb__frame *frame);

limb__dom *limb__dom_new(limb__eval *eval, limb_node_kind kind);
void limb__dom_remove(limb__dom *node); // from its parent; does nothing if it has none
void limb__dom_insert_before(limb__dom *node, limb__dom *place);
// Replaces node by the children of by.
void limb__dom_replace_by_content(limb__dom *node, limb__dom *by);
void limb__dom_append_content(limb__dom *to, limb__dom *from); // moves the children
limb__dom *limb__dom_first_element(const limb__dom *node);
limb__dom *limb__dom_next_element(const limb__dom *node);

limb__dom_attr *limb__dom_find_attr(const limb__dom *node, const char *name);
limb__dom_attr *limb__dom_find_attr_text(const limb__dom *node, limb_text name);
bool limb__dom_set_attr(limb__eval *eval, limb__dom *node, limb_text name, limb_text value,
                        limb__origin origin);
void limb__dom_remove_attr(limb__dom *node, limb__dom_attr *attr);

#endif
