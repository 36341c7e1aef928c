// XML: a lossless tree over the source bytes.
//
// limb__xml_parse makes a flat array of nodes in document order and a flat array of attributes;
// both hold byte spans of the source, which is never changed. It is what limb/robot.h shows to
// users; other rooms use this header.
#ifndef LIMB_XML_XML_H
#define LIMB_XML_XML_H

#include "base/arena.h"
#include "base/words.h"
#include "documents/diag/report.h"
#include "limb/robot.h"

// What the number in a label holds beside the name's number among the words that were given.
enum {
    LIMB__XML_WORD_MASK = LIMB__WORD_NUMBERS - 1,
    LIMB__XML_KIND_SHIFT = 8,          // node: its kind; an element's is 0
    LIMB__XML_HAS_REFERENCE = 1 << 14, // value, text: holds '&', decode before use
    LIMB__XML_HAS_PREFIX = 1 << 15,    // element: a name in its start tag holds ':'
};

typedef struct limb__xml_attr {
    uint32_t name;  // offset
    uint32_t value; // offset of the first byte between the quotes
    uint32_t value_size;
    limb__label label; // of the name
} limb__xml_attr;

typedef struct limb__xml_node {
    uint32_t begin; // of the whole node in the source
    uint32_t end;
    uint32_t open_end; // element: after the '>' of its start tag; other kinds: begin of content
    uint32_t close;    // element: the '<' of its end tag, or open_end when it is <empty/>; other
                       // kinds: end of content
    int32_t parent;    // -1 at the top
    int32_t after;     // the first node after it and all that it holds
    int32_t attr;      // first attribute; they end where those of the next node in the array begin
    limb__label label; // of the name: element, PI
} limb__xml_node;

struct limb_document {
    struct {
        const char *file; // name shown to the user
        const char *text;
        size_t size;
    } source;
    const limb_allocator *memory;
    int nnode;
    const limb__xml_node *node; // (nnode + 1): the last one only ends the attributes
    int nattr;
    const limb__xml_attr *attr;
    int root;                       // the outermost element, -1: none
    int nchild[LIMB__WORD_NUMBERS]; // elements in the outermost one, by their words
    bool has_dollar;                // the text holds a '$'
    int nprefix;                    // no fewer than there are names with a ':'
};

// How much of what a text holds: counted before it is read, so that each array is taken once.
typedef struct limb__census {
    size_t nless;    // '<'
    size_t nequal;   // '='
    bool has_dollar; // '$'
} limb__census;

// Copies the text in passing unless copy is NULL.
limb__census limb__xml_census(const char *text, size_t size, char *copy);

typedef struct limb__xml_limits { // zero means the default
    int max_depth;                // default 500
    int max_attributes;           // default 1000, at most 65535
    int max_name_bytes;           // default 1000, at most 65535
    const limb__words *element;   // names without ':' that get a number
    const limb__words *attribute;
    const limb__census *census; // of the text, when it is known
} limb__xml_limits;

// Reads text, which must stay as it is while the document lives; size is below 2^31. The byte at
// text[size] must be readable and may be anything, but only before a NUL all of the text is read
// the quick way. Nodes and attributes are taken from the arena, the document is the caller's.
// LIMB_ERROR_INPUT: a finding refuses it; LIMB_ERROR_LIMIT: a limit was met. The document then
// holds what was read: reading goes on after every defect that can be repaired without guessing.
limb_status limb__xml_parse(limb_document *doc, limb__arena *arena, const limb_allocator *memory,
                            const char *file, const char *text, size_t size,
                            const limb__xml_limits *limits, limb_report *report);

static inline limb_node_kind limb__xml_kind(const limb__xml_node *node)
{
    return (limb_node_kind)(node->label.number >> LIMB__XML_KIND_SHIFT & 7);
}

static inline unsigned limb__xml_word(limb__label label)
{
    return label.number & LIMB__XML_WORD_MASK;
}

static inline bool limb__xml_has_reference(limb__label label)
{
    return (label.number & LIMB__XML_HAS_REFERENCE) != 0;
}

// Returns the offset of the name of an element or processing instruction.
static inline uint32_t limb__xml_name(const limb__xml_node *node)
{
    return node->begin + (limb__xml_kind(node) == LIMB_NODE_PI ? 2 : 1);
}

// Returns the index after the last attribute of a node in a document.
static inline int limb__xml_attr_end(const limb__xml_node *node)
{
    return node[1].attr;
}

static inline int limb__xml_nattr(const limb__xml_node *node)
{
    return node[1].attr - node->attr;
}

// Returns the first child of any kind; -1: none.
static inline int limb__xml_first_child(const limb_document *doc, int node)
{
    return doc->node[node].after > node + 1 ? node + 1 : -1;
}

static inline int limb__xml_next(const limb_document *doc, int node)
{
    const limb__xml_node *it = &doc->node[node];
    return it->after < doc->nnode && doc->node[it->after].parent == it->parent ? it->after : -1;
}

// Returns the index of the attribute in doc->attr, or -1.
int limb__xml_find_attr(const limb_document *doc, int node, const char *name);
// Returns a decoded, NUL-terminated copy in the arena; NULL: no memory.
const char *limb__xml_attr_text(const limb_document *doc, int attr, limb__arena *arena);
// Decodes the five built-in entities and character references of a raw span into out (which has
// room for size + 1 bytes, gets a NUL and may be raw itself); returns the length. Unknown entities
// stay as they are.
size_t limb__xml_decode(const char *raw, size_t size, char *out);
// The reference that begins with the '&' at raw: its bytes into out and their count, or 0 when it
// stays as it is; *next is after it.
size_t limb__xml_decode_one(const char *raw, const char *end, char out[4], const char **next);

// Namespaces as other readers see them: a default namespace on the outermost element and prefixes
// that nothing declares (each reported once). Not part of reading, since COLLADA and others have
// them for good reason; the URDF reader asks for it. LIMB_ERROR_MEMORY or LIMB_OK.
struct limb__xml_places;
limb_status limb__xml_check_namespaces(struct limb__xml_places *places, limb_report *report);

#endif
