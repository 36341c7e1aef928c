// XML: a lossless tree over the source bytes.
//
// limb__xml_parse makes a flat array of nodes in document order and a flat array of attributes;
// both hold byte spans of the source, which is never changed. It is what limb/document.h shows to
// users; other rooms use this header.
#ifndef LIMB_XML_XML_H
#define LIMB_XML_XML_H

#include "base/arena.h"
#include "diag/report.h"
#include "limb/document.h"

typedef struct limb__xml_attr {
    uint32_t name;  // offset
    uint32_t value; // offset of the first byte between the quotes
    uint32_t value_size;
    uint16_t name_size;
    bool has_reference; // the value holds '&': decode before use
} limb__xml_attr;

typedef struct limb__xml_node {
    uint32_t begin; // of the whole node in the source
    uint32_t end;
    uint32_t name;     // element, PI: offset of the name
    uint32_t open_end; // element: behind the '>' of its start tag; other kinds: begin of content
    uint32_t close;    // element: the '<' of its end tag, or open_end when it is <empty/>; other
                       // kinds: end of content
    int32_t parent;    // -1 at the top
    int32_t next;      // next sibling, -1: none
    int32_t attr;      // first attribute
    uint16_t nattr;
    uint16_t name_size;
    uint8_t kind;       // limb_node_kind
    bool has_reference; // text: holds '&'
} limb__xml_node;

struct limb_document {
    limb__source source; // file, text, size
    int nnode;
    const limb__xml_node *node; // first child of i is i + 1 when node[i + 1].parent == i
    int nattr;
    const limb__xml_attr *attr;
    int root; // the outermost element, -1: none
};

typedef struct limb__xml_limits {
    int max_depth;
    int max_attributes;
    int max_name_bytes;
} limb__xml_limits;

// Reads text, which must stay as it is while the document lives and have a readable NUL at
// text[size]. Nodes and attributes are taken from the arena, the document is the caller's.
// LIMB_ERROR_INPUT: malformed, the report says where; the document then holds what was read up to
// there.
limb_status limb__xml_parse(limb_document *doc, limb__arena *arena, const limb_allocator *memory,
                            const char *file, const char *text, size_t size,
                            const limb__xml_limits *limits, limb_report *report);
void limb__xml_free(limb_document *doc); // the line table; nodes belong to the arena

// Index of the attribute in doc->attr, or -1.
int limb__xml_find_attr(const limb_document *doc, int node, const char *name);
// Decoded copy in the arena, NUL-terminated; NULL: no memory.
const char *limb__xml_attr_text(const limb_document *doc, int attr, limb__arena *arena);
// Decodes the five built-in entities and character references of a raw span into out (which has
// room for size + 1 bytes and gets a NUL); returns the length. Unknown entities stay as they are.
size_t limb__xml_decode(const char *raw, size_t size, char *out);

// Findings with the document path filled in: about a whole node's start tag, its name, or one
// attribute's value.
void limb__xml_report_node(limb_document *doc, limb_report *report, int node, limb_rule rule,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));
void limb__xml_report_attr(limb_document *doc, limb_report *report, int node, int attr,
                           limb_rule rule, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
// The same for a part of an attribute's value: the offending number.
void limb__xml_report_part(limb_document *doc, limb_report *report, int node, int attr,
                           uint32_t offset, uint32_t size, limb_rule rule, const char *format, ...)
    __attribute__((format(printf, 8, 9)));
void limb__xml_note_node(limb_document *doc, limb_report *report, int node, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
