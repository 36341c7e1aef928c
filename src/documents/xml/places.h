// Locations in a document, for findings: spans and paths of nodes and attributes.
//
// limb__xml_places caches what makes many locations fast: the table of lines, and sibling counts
// for paths. It belongs to the code that reports, so that documents are truly const and threads
// can share them.
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
    int number[LIMB__WORD_NUMBERS]; // of each known word: elements among its siblings up to it
} limb__xml_outer;

typedef struct limb__xml_places {
    const limb_document *doc;
    limb__source source;

    // the last positions of counting, so that paths requested in document order together take time
    // proportional to the size of the document
    limb__xml_counted counted[LIMB__XML_COUNTED];
    unsigned ncounted; // so far; the oldest is overwritten
    limb__xml_outer outer;
} limb__xml_places;

void limb__xml_places_init(limb__xml_places *places, const limb_document *doc);
void limb__xml_places_free(limb__xml_places *places);

// Writes "/robot/joint[3]/axis", with "/@name" after it if attr is not NULL; truncated to capacity
// and NUL-terminated. Returns the full length.
size_t limb__xml_path(limb__xml_places *places, int node, const char *attr, size_t attr_size,
                      char *buffer, size_t capacity);

// All of these include the path of the node, and of the attribute unless attr is -1.

// The given bytes of the source.
limb__place limb__xml_at_bytes(limb__xml_places *places, int node, int attr, uint32_t offset,
                               uint32_t size);
// An element's start tag; for a node of another kind, all of it.
limb__place limb__xml_at_tag(limb__xml_places *places, int node);
// The attribute's value between its quotes, or with them if it is empty; the start tag if attr is
// -1.
limb__place limb__xml_at_value(limb__xml_places *places, int node, int attr);
// Some of the numbers of an attribute, from the first to the last, counted from 0; the whole value
// if it contains references.
limb__place limb__xml_at_numbers(limb__xml_places *places, int node, int attr, int first, int last);
// The name of the attribute, or of the element if attr is -1: the misspelt word.
limb__place limb__xml_at_name(limb__xml_places *places, int node, int attr);
// The content between the start tag and the end tag.
limb__place limb__xml_at_content(limb__xml_places *places, int node);

// The same location with an element, and its attribute name, as the subject of the sentence.
limb__place limb__xml_about(limb__place place, const limb__xml_places *places, int element);

#endif
