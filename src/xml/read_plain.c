// Plain XML: tags as nearly all files write them, read in one loop that holds its state in
// registers.
//
// Plain are <name key="value"> and <name key="value"/> with single blanks between short ASCII
// names,
// </name>, short texts without references, and white space between them, all inside the outermost
// element. Whatever is not (a comment, a line break in a tag, a defect, a limit in reach, the last
// bytes of the file) is left where it begins, untouched, for the functions that read everything: so
// this loop reports nothing and mends nothing.
#include "xml/reader.h"

enum {
    LONGEST = LIMB__BLOCK_SIZE, // bytes of a name, of a text and of a piece of white space
    MARGIN = 64,                // bytes behind a construct's '<' that may be looked at in blocks
};

typedef struct plain {
    const char *text;
    const char *last_begin; // no construct that begins behind this is plain
    size_t longest_name;
    int most_attributes;
    int most_depth;
    const limb__words *element;
    const limb__words *attribute;
    limb__xml_node *node;
    int nnode;
    int node_room;
    const limb__xml_attr *first_attr; // of the document
    const limb__xml_attr *attr_end;   // of the room
    limb__xml_attr *attr;             // the next one
    const uint32_t *mark;             // the first one that is not passed
    int open;
    int last;
    int depth;
} plain;

static inline plain begin(const limb__xml_reader *reader);
static inline void end(limb__xml_reader *reader, const plain *s);
static inline const char *read_start_tag(plain *s, const char *at);
static inline const char *read_attributes(const plain *s, const char *p, limb__xml_attr **attr,
                                          const uint32_t **mark);
static inline const char *read_end_tag(plain *s, const char *at);
static inline const char *read_text(plain *s, const char *p, const char *at);
static inline limb__xml_node *add_node(plain *s);

const char *limb__xml_read_plain(limb__xml_reader *reader, const char *p)
{
    if (reader->open < 0 || reader->end - p < 2 * MARGIN) return p;
    plain s = begin(reader);
    while (*s.mark < (uint32_t)(p - s.text))
        s.mark++;
    for (;;) {
        if (*s.mark == LIMB__MARKS_GUARD || s.open < 0 || s.nnode == s.node_room) break;
        const char *at = s.text + *s.mark;
        const size_t gap = (size_t)(at - p);
        if (at > s.last_begin || *at != '<' || gap > LONGEST) break;
        const char *next;
        if (limb__block_head(limb__block_solid(limb__block_load(p)), gap) != 0) {
            next = read_text(&s, p, at);
        } else if (at[1] == '/') {
            next = read_end_tag(&s, at);
        } else {
            next = read_start_tag(&s, at);
        }
        if (!next) break;
        p = next;
    }
    end(reader, &s);
    return p;
}

static inline plain begin(const limb__xml_reader *reader)
{
    return (plain){
        .text = reader->text,
        .last_begin = reader->end - MARGIN,
        .longest_name = reader->short_name,
        .most_attributes = reader->limits.max_attributes,
        .most_depth = reader->limits.max_depth,
        .element = reader->limits.element,
        .attribute = reader->limits.attribute,
        .node = reader->node,
        .nnode = reader->nnode,
        .node_room = reader->node_room,
        .first_attr = reader->attr,
        .attr_end = reader->attr + reader->attr_room,
        .attr = reader->attr + reader->nattr,
        .mark = reader->marks.next,
        .open = reader->open,
        .last = reader->last,
        .depth = reader->depth,
    };
}

static inline void end(limb__xml_reader *reader, const plain *s)
{
    reader->nnode = s->nnode;
    reader->nattr = (int)(s->attr - reader->attr);
    reader->marks.next = s->mark;
    reader->open = s->open;
    reader->last = s->last;
    reader->depth = s->depth;
}

// NULL, here and below: not plain, nothing done.
static inline const char *read_start_tag(plain *s, const char *at)
{
    const char *name = at + 1;
    const limb__block_bits stop = limb__block_not_name(limb__block_load(name));
    if (!stop || !limb__is_letter(*name)) return NULL;
    const size_t size = (size_t)limb__block_first(stop);
    const uint32_t *mark = s->mark + 1;
    limb__xml_attr *attr = s->attr;
    const char *p = read_attributes(s, name + size, &attr, &mark);
    if (!p || size > s->longest_name || attr - s->attr > s->most_attributes) return NULL;
    const bool is_empty = *p == '/';
    if (p[is_empty] != '>' || (!is_empty && s->depth == s->most_depth)) return NULL;
    p += is_empty + 1;

    const uint32_t open_end = (uint32_t)(p - s->text);
    const int index = s->nnode;
    // close and end are those of an empty element; an end tag writes its own
    *add_node(s) = (limb__xml_node){
        .begin = *s->mark,
        .end = open_end,
        .name = *s->mark + 1,
        .open_end = open_end,
        .close = open_end,
        .parent = s->open,
        .next = -1,
        .attr = (int32_t)(s->attr - s->first_attr),
        .nattr = (uint16_t)(attr - s->attr),
        .name_size = (uint16_t)size,
        .kind = LIMB_NODE_ELEMENT,
        .word = limb__words_find(s->element, name, size) & LIMB__XML_WORD_MASK,
    };
    s->attr = attr;
    s->mark = mark;
    if (!is_empty) {
        s->open = index;
        s->last = -1;
        s->depth++;
    }
    return p;
}

// From behind the element's name up to '>' or "/>", or something that is not plain.
static inline const char *read_attributes(const plain *s, const char *p, limb__xml_attr **next_attr,
                                          const uint32_t **next_mark)
{
    limb__xml_attr *attr = *next_attr;
    const uint32_t *mark = *next_mark;
    uint64_t seen = 0; // one bit per name; who shares one is left to a closer look
    while (*p == ' ') {
        const char *name = p + 1;
        if (*name == '/' || *name == '>') {
            p = name;
            break;
        }
        if (mark[0] == LIMB__MARKS_GUARD || mark[1] == LIMB__MARKS_GUARD) return NULL;
        const char *quote = s->text + mark[0];
        const char *stop = s->text + mark[1];
        const size_t size = (size_t)(quote - 1 - name); // huge when the quote comes first
        if (size > s->longest_name || name > s->last_begin || attr == s->attr_end) return NULL;
        if (memcmp(quote - 1, "=\"", 2) != 0 || *stop != '"') return NULL;
        const unsigned word = limb__words_find(s->attribute, name, size);
        if (word == 0) {
            const limb__block_bits odd = limb__block_not_name(limb__block_load(name));
            if (!limb__is_letter(*name) || limb__block_head(odd, size) != 0) return NULL;
        }
        const uint64_t bit = limb__xml_name_bit(word, name, size);
        if (seen & bit) return NULL;
        seen |= bit;
        *attr++ = (limb__xml_attr){
            .name = (uint32_t)(name - s->text),
            .value = mark[0] + 1,
            .value_size = mark[1] - mark[0] - 1,
            .name_size = (uint16_t)size,
            .word = word & LIMB__XML_WORD_MASK,
        };
        mark += 2;
        p = stop + 1;
    }
    *next_attr = attr;
    *next_mark = mark;
    return p;
}

static inline const char *read_end_tag(plain *s, const char *at)
{
    limb__xml_node *node = &s->node[s->open];
    const char *name = at + 2;
    const size_t size = node->name_size;
    if (size > LONGEST || name[size] != '>') return NULL;
    if (!limb__same_bytes(name, s->text + node->name, size, s->last_begin + MARGIN)) return NULL;
    node->close = *s->mark;
    node->end = *s->mark + (uint32_t)size + 3;
    s->last = s->open;
    s->open = node->parent;
    s->depth--;
    s->mark++;
    return name + size + 1;
}

// A text of at most one block from p up to the tag at at.
static inline const char *read_text(plain *s, const char *p, const char *at)
{
    const limb__block bracket = limb__block_equal(limb__block_load(p), ']'); // as in "]]>"
    const bool is_tag = at[1] == '/' || limb__is_letter(at[1]);
    if (!is_tag || limb__block_head(limb__block_set(bracket), (size_t)(at - p)) != 0) return NULL;
    const uint32_t begin = (uint32_t)(p - s->text);
    const uint32_t end = *s->mark;
    *add_node(s) = (limb__xml_node){
        .begin = begin,
        .end = end,
        .name = begin,
        .open_end = begin,
        .close = end,
        .parent = s->open,
        .next = -1,
        .attr = (int32_t)(s->attr - s->first_attr),
        .kind = LIMB_NODE_TEXT,
    };
    return at;
}

// Behind the last one of the open element.
static inline limb__xml_node *add_node(plain *s)
{
    if (s->last >= 0) s->node[s->last].next = s->nnode;
    s->last = s->nnode;
    return &s->node[s->nnode++];
}
