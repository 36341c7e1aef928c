// TinyXML 2.6: the XML reader used by urdfdom 3.0, with its leniency and its faults.
//
// It accepts much that is not XML (unquoted values, text after the root, stray end tags,
// unterminated comments at the end) and refuses some valid XML. Only elements and attributes are
// kept, since urdfdom ignores everything else.
#ifndef LIMB_URDFDOM_TARGET_TINYXML_H
#define LIMB_URDFDOM_TARGET_TINYXML_H

#include "base/arena.h"

typedef struct limb__tiny_attr {
    limb_text name;
    limb_text value; // decoded; ends at a NUL character, like the C strings that urdfdom receives
    uint32_t begin;  // source offset of the value
    uint32_t size;
    bool altered; // a reference was dropped or truncated the value
    struct limb__tiny_attr *next;
} limb__tiny_attr;

typedef struct limb__tiny_element {
    limb_text name;
    uint32_t name_begin; // source offset of the name
    int ordinal;         // number among the siblings of that name, from 1; 0: not counted yet
    limb__tiny_attr *attr;
    struct limb__tiny_element *parent;
    struct limb__tiny_element *child;
    struct limb__tiny_element *last_child;
    struct limb__tiny_element *next;
} limb__tiny_element;

typedef struct limb__tiny_document {
    limb__tiny_element top; // not an element: the parent of the top-level ones
    const char *error;      // one sentence; NULL: no error in TinyXML
    uint32_t error_begin;
    uint32_t error_size;
    const limb__tiny_element *error_in; // the open element the error concerns, or NULL
    uint32_t stop; // where reading stopped without an error; the text after it was not read
    int nmaterial; // number of elements named "material"
} limb__tiny_document;

// Elements nested deeper than this are an error: TinyXML reads them by recursion and overflows a
// stack of 8 MiB (the default of a main thread) between 35,000 and 40,000 levels.
enum { LIMB__TINY_MAX_DEPTH = 35000 };

// Parses text up to its first NUL byte (where it ends for TinyXML), in linear time. All memory
// comes from the arena; check its `failed`. Names and values point into the text or the arena.
void limb__tiny_parse(limb__tiny_document *doc, limb__arena *arena, const char *text, size_t size);

// Return the first child of that name and the next sibling of the same name; NULL if there is none.
limb__tiny_element *limb__tiny_find(const limb__tiny_element *parent, const char *name);
limb__tiny_element *limb__tiny_next(const limb__tiny_element *element);
int limb__tiny_count(const limb__tiny_element *first); // with its next siblings; 0 for NULL
limb__tiny_attr *limb__tiny_attribute(const limb__tiny_element *element, const char *name);

#endif
