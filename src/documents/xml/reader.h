// Shared by the parts of the XML parser: the growing tree, and reporting.
#ifndef LIMB_XML_READER_H
#define LIMB_XML_READER_H

#include "documents/xml/marks.h"
#include "documents/xml/places.h"
#include "documents/xml/xml_scan.h"

typedef struct limb__xml_reader {
    limb_document *doc;
    limb__xml_places places;
    limb__arena *arena;
    limb_report *report;
    limb__xml_limits limits;
    size_t short_name; // names up to this many bytes fit one block and the limit
    const char *text;
    const char *end; // without trailing NUL bytes
    limb__xml_node *node;
    int nnode;
    int node_room;
    limb__xml_attr *attr;
    int nattr;
    int attr_room;
    int open;      // the innermost open element, -1: none
    int depth;     // open elements
    int root;      // the first outermost element, -1: none yet
    int nmismatch; // end tags that closed nothing or the wrong element
    int blamed;    // the element reported for a stray end tag, -1: none
    bool extra_reported;
    int nprefix;         // ':' in names
    uint32_t prefix_end; // after the last of them
    limb_status status;
    limb__marks marks;
} limb__xml_reader;

// Every read function takes the start of its construct and returns the position after it, or NULL
// if parsing cannot continue.
const char *limb__xml_read_common(limb__xml_reader *reader, const char *p);       // read_common.c
const char *limb__xml_read_start_tag(limb__xml_reader *reader, const char *at);   // read_tag.c
const char *limb__xml_read_end_tag(limb__xml_reader *reader, const char *at);     // read_end.c
const char *limb__xml_read_instruction(limb__xml_reader *reader, const char *at); // read_markup.c
const char *limb__xml_read_bang(limb__xml_reader *reader, const char *at);        // read_markup.c
void limb__xml_close_at_end(limb__xml_reader *reader);                            // read_end.c

// Returns false if the text is not UTF-8 at all. Removes trailing NUL bytes from reader->end.
bool limb__xml_check_encoding(limb__xml_reader *reader);                            // read_prolog.c
void limb__xml_check_characters(limb__xml_reader *reader);                          // read_prolog.c
void limb__xml_check_declaration(limb__xml_reader *reader, int node);               // read_prolog.c
void limb__xml_check_doubles(limb__xml_reader *reader, const limb__xml_node *node); // doubles.c
// Checks the reference that starts with the '&' at p; returns the position to continue from.
const char *limb__xml_check_reference(limb__xml_reader *reader, const char *p,
                                      const char *end); // reference.c
// Scans a name with ':' or characters above ASCII from the end of its plain part at p.
const char *limb__xml_scan_name_rest(limb__xml_reader *reader, const char *p); // name.c
bool limb__xml_begins_wide_name(const char *p, const char *end);               // name.c

limb__xml_node *limb__xml_grow_nodes(limb__xml_reader *reader); // NULL: no memory
limb__xml_attr *limb__xml_grow_attrs(limb__xml_reader *reader);

// Adds a finding about [at, at + size) inside the innermost open element; sets the status if the
// rule rejects the file.
void limb__xml_report(limb__xml_reader *reader, const char *at, size_t size, limb_rule rule,
                      const char *format, ...)
    __attribute__((cold, format(printf, 5, 6))); // read.c

// [at, at + size), for notes and fixes.
static inline limb__place limb__xml_at(limb__xml_reader *reader, const char *at, size_t size)
{
    return limb__place_text(&reader->places.source, (uint32_t)(at - reader->text), (uint32_t)size);
}

// Names are truncated to this many bytes in messages.
enum { LIMB__NAME_SHOWN = 60 };
// For a %.*s of a name.
#define LIMB__SHOW(size, text) ((size) < LIMB__NAME_SHOWN ? (int)(size) : LIMB__NAME_SHOWN), (text)

static inline uint32_t limb__xml_offset(const limb__xml_reader *reader, const char *p)
{
    return (uint32_t)(p - reader->text);
}

static inline const char *limb__xml_name_of(const limb__xml_reader *reader, int node)
{
    return reader->text + limb__xml_name(&reader->node[node]);
}

// Returns the byte at p, or NUL at the end. Bytes beyond the end are arbitrary, so every access to
// a byte that may be the first one after the text goes through this function.
static inline char limb__xml_peek(const char *p, const char *end)
{
    return p < end ? *p : 0;
}

// Returns whether a name may start at p, which may be end.
static inline bool limb__xml_begins_name(const char *p, const char *end)
{
    if (p == end) return false;
    if (limb__is_letter(*p) || *p == '_' || *p == ':') return true;
    return (unsigned char)*p >= 0x80 && limb__xml_begins_wide_name(p, end);
}

// Returns the bit among 64 that represents a name: a known word has its own; of other names those
// that differ in one letter, such as ixx and izz, have different bits.
static inline unsigned limb__xml_name_bit(limb__label label, const char *name)
{
    if (label.number) return limb__xml_word(label);
    const unsigned middle = (unsigned char)name[label.size / 2];
    const unsigned last = (unsigned char)name[label.size - 1];
    return (middle * 3 + last) & 63;
}

// Adds a node as the last child of the open element. Returns NULL if there is no memory; the
// status says so.
static inline limb__xml_node *limb__xml_add_node(limb__xml_reader *reader, limb_node_kind kind,
                                                 const char *begin)
{
    // one more is kept free after the last
    limb__xml_node *node = reader->nnode + 1 < reader->node_room ? &reader->node[reader->nnode]
                                                                 : limb__xml_grow_nodes(reader);
    if (!node) return NULL;
    reader->nnode++;
    node->begin = limb__xml_offset(reader, begin);
    node->parent = reader->open;
    node->after = reader->nnode;
    node->attr = reader->nattr;
    node->label = (limb__label){0, (uint16_t)(kind << LIMB__XML_KIND_SHIFT)};
    return node;
}

#endif
