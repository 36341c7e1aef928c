// Places in a document, for whoever reports about it: spans and paths of nodes and attributes.
//
// limb__xml_places holds what makes many places quick: the table of lines, and how far siblings
// were counted for paths. It belongs to the one that reports, so that documents are truly const and
// threads can share them.
#ifndef LIMB_XML_PLACES_H
#define LIMB_XML_PLACES_H

#include "documents/xml/xml.h"

enum { LIMB__XML_COUNTED = 4 };

typedef struct limb__xml_counted {
    int node;
    int number; // among its siblings of the same name, from 1; 0: nothing counted yet
} limb__xml_counted;

typedef struct limb__xml_outer {
    int node;                       // a child of the outermost element; 0: nothing counted yet
    int number[LIMB__WORD_NUMBERS]; // elements of a word among its siblings up to it
} limb__xml_outer;

typedef struct limb__xml_places {
    const limb_document *doc;
    limb__source source;

    // where the counting for paths came to last, so that paths asked for in the order of the
    // document take time in proportion to its size all together
    limb__xml_counted counted[LIMB__XML_COUNTED];
    unsigned ncounted; // so far; the oldest is overwritten
    limb__xml_outer outer;
} limb__xml_places;

void limb__xml_places_init(limb__xml_places *places, const limb_document *doc);
void limb__xml_places_free(limb__xml_places *places);

// "/robot/joint[3]/axis", with "/@name" after it when attr is not NULL; cut to capacity and
// NUL-terminated. Returns the whole length.
size_t limb__xml_path(limb__xml_places *places, int node, const char *attr, size_t attr_size,
                      char *buffer, size_t capacity);

// All of these carry the path of the node, and of the attribute unless attr is -1.

// The bytes of the source that are given.
limb__place limb__xml_at_bytes(limb__xml_places *places, int node, int attr, uint32_t offset,
                               uint32_t size);
// An element's start tag; a node of another kind as a whole.
limb__place limb__xml_at_tag(limb__xml_places *places, int node);
// The attribute's value between its quotes, or with them when it is empty; the start tag when
// attr is -1.
limb__place limb__xml_at_value(limb__xml_places *places, int node, int attr);
// Some of the numbers of an attribute, from the first to the last, counted from 0: all of the value
// when references are in it.
limb__place limb__xml_at_numbers(limb__xml_places *places, int node, int attr, int first, int last);
// The name of the attribute, or of the element when attr is -1: the misspelt word.
limb__place limb__xml_at_name(limb__xml_places *places, int node, int attr);
// What is between the start tag and the end tag.
limb__place limb__xml_at_content(limb__xml_places *places, int node);

// The same place with an element, and its attribute name, as what the sentence is about.
limb__place limb__xml_about(limb__place place, const limb__xml_places *places, int element);

#endif
