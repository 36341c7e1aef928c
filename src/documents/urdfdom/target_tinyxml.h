// TinyXML 2.6: the XML reader under urdfdom 3.0, with its leniency and its faults.
//
// It accepts much that is not XML (unquoted values, text after the root, stray end tags, half
// comments at the end) and refuses a few things that are. Only elements and attributes are kept:
// urdfdom looks at nothing else.
#ifndef LIMB_URDFDOM_TARGET_TINYXML_H
#define LIMB_URDFDOM_TARGET_TINYXML_H

#include "base/arena.h"

typedef struct limb__tiny_attr {
    limb_text name;
    limb_text value; // decoded; ends at a NUL character, as the C strings that urdfdom takes do
    uint32_t begin;  // offset of the value as written
    uint32_t size;
    bool altered; // a reference was thrown away or cut the value short
    struct limb__tiny_attr *next;
} limb__tiny_attr;

typedef struct limb__tiny_element {
    limb_text name;
    uint32_t name_begin; // its offset
    int ordinal;         // among the siblings of that name, from 1; 0: not counted yet
    limb__tiny_attr *attr;
    struct limb__tiny_element *parent;
    struct limb__tiny_element *child;
    struct limb__tiny_element *last_child;
    struct limb__tiny_element *next;
} limb__tiny_element;

typedef struct limb__tiny_document {
    limb__tiny_element top; // not an element: the parent of the outermost ones
    const char *error;      // one sentence; NULL: TinyXML sees no error
    uint32_t error_begin;
    uint32_t error_size;
    const limb__tiny_element *error_in; // the open element the error concerns, or NULL
    uint32_t stop; // where reading stopped without an error; after it nothing was looked at
    int nmaterial; // elements called "material"
} limb__tiny_document;

// Elements nested deeper than this are called an error: TinyXML reads them by recursion and
// overflows a stack of 8 MiB (the default of a main thread) between 35,000 and 40,000 levels.
enum { LIMB__TINY_MAX_DEPTH = 35000 };

// Reads text up to its first NUL byte (as TinyXML sees it), in linear time. All memory is the
// arena's; see its `failed`. Names and values point into the text or the arena.
void limb__tiny_parse(limb__tiny_document *doc, limb__arena *arena, const char *text, size_t size);

// First child of that name, next sibling of the same name; NULL: none.
limb__tiny_element *limb__tiny_find(const limb__tiny_element *parent, const char *name);
limb__tiny_element *limb__tiny_next(const limb__tiny_element *element);
int limb__tiny_count(const limb__tiny_element *first); // it and the next ones; 0 for NULL
limb__tiny_attr *limb__tiny_attribute(const limb__tiny_element *element, const char *name);

#endif
