// The XML under a robot: every element, attribute, comment and byte of the source, read-only.
//
// A node is an index into the document, in document order; -1 is none. Robots give their document
// and, for each link, joint and so on, the node it was read from: so a program can read its own
// elements (<gazebo>, <ros2_control>, <my_tag>) beside the ones that limb knows. Nodes stay valid
// until the robot is edited or freed. Names are compared literally, prefix and all ("xacro:macro").
//
// Threads: any number may read one document.
#ifndef LIMB_DOCUMENT_H
#define LIMB_DOCUMENT_H

#include "limb/base.h"
#include "limb/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_document limb_document;

typedef enum limb_node_kind {
    LIMB_NODE_ELEMENT,
    LIMB_NODE_TEXT, // white space alone between elements is not a node; it is kept in the source
    LIMB_NODE_CDATA,
    LIMB_NODE_COMMENT,
    LIMB_NODE_PI, // <?name ...?>, the XML declaration included
    LIMB_NODE_DOCTYPE
} limb_node_kind;

// The whole source, byte for byte.
LIMB_API limb_text limb_document_source(const limb_document *doc);
// The outermost element, or -1.
LIMB_API int limb_document_root(const limb_document *doc);
LIMB_API int limb_document_node_count(const limb_document *doc);

LIMB_API limb_node_kind limb_node_kind_of(const limb_document *doc, int node);
LIMB_API int limb_node_parent(const limb_document *doc, int node);      // -1 at the top
LIMB_API int limb_node_first_child(const limb_document *doc, int node); // any kind; -1: none
LIMB_API int limb_node_next(const limb_document *doc, int node);        // next sibling of any kind
// The element's name, the instruction's target; empty for other kinds.
LIMB_API limb_text limb_node_name(const limb_document *doc, int node);
// The bytes of the node from "<" to ">", end tag included; of text: all of it.
LIMB_API limb_text limb_node_source(const limb_document *doc, int node);
// Lines are counted from the start of the file at each call, so that threads can share a document:
// time in proportion to the node's place in it.
LIMB_API limb_span limb_node_span(const limb_document *doc, int node);

// First child element with that name, or -1; any element when name is NULL. find_next: the next
// sibling element with that name.
LIMB_API int limb_node_find(const limb_document *doc, int node, const char *name);
LIMB_API int limb_node_find_next(const limb_document *doc, int node, const char *name);

LIMB_API int limb_node_attribute_count(const limb_document *doc, int node);
LIMB_API limb_text limb_node_attribute_name(const limb_document *doc, int node, int index);
// The value between the quotes as written, references such as &amp; not decoded; data
// NULL when absent.
LIMB_API limb_text limb_node_attribute_raw(const limb_document *doc, int node, const char *name);
// The decoded value into buffer, NUL-terminated and cut if need be. Returns the whole decoded
// length without the NUL, or -1 when the attribute is absent. Buffer may be NULL when
// capacity is 0.
LIMB_API int limb_node_attribute(const limb_document *doc, int node, const char *name, char *buffer,
                                 size_t capacity);
// The decoded text and CDATA directly inside the element, in the same manner.
LIMB_API int limb_node_text(const limb_document *doc, int node, char *buffer, size_t capacity);
// The attribute as count numbers; false when absent, malformed or of another count.
LIMB_API bool limb_node_numbers(const limb_document *doc, int node, const char *name, double *out,
                                int count);
// "/robot/joint[3]/axis", in the manner of limb_node_attribute.
LIMB_API int limb_node_path(const limb_document *doc, int node, char *buffer, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif // LIMB_DOCUMENT_H
