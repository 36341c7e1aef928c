// The common forms of XML, which make up nearly all of every file, parsed in one loop that keeps
// its state in registers.
//
// These are <name key="value"> and <name key="value"/> with single spaces between short ASCII names
// (that of an element may have a prefix), </name>, texts without references, and white space
// between them, all inside the outermost element. Any other construct (a comment, a line break in a
// tag, a defect, a limit about to be reached, the last bytes of the file) is left unparsed for the
// general functions: this loop reports nothing and repairs nothing.
//
// It never checks for the end of the text: the marks of a window are followed by guards at the
// NUL after the text, which starts no construct. A text without such a NUL is parsed by the
// general functions.
#include "documents/xml/reader.h"

enum {
    LONGEST_ELEMENT = 2 * LIMB__BLOCK_SIZE - 1, // bytes of its name
    LONGEST_ATTRIBUTE = LIMB__BLOCK_SIZE,
    MAX_ATTRIBUTES = 64, // per element: each has its own bit
};

// The state that changes with every tag; the rest stays in the parser structure, since there are
// not enough registers for all of it.
typedef struct cursor {
    limb__xml_reader *reader;
    const char *text;
    const uint32_t *mark; // the first one not yet consumed
    limb__xml_node *node; // the next one
    limb__xml_attr *attr; // the next one
    int open;             // the innermost open element
} cursor;

static const char *read_window(limb__xml_reader *reader, const char *p);
static inline bool is_blank(const char *p, const char *at);
static bool is_long_blank(const char *p, const char *at);
static inline const char *read_start_tag(cursor *s, const char *at);
static inline size_t element_name(const char *name);
static inline bool find_label(const limb__words *words, const char *name, size_t size,
                              limb__label *label);
static bool is_ascii_name(const char *name, size_t size);
static bool is_prefixed_name(limb__xml_reader *reader, const char *name, limb__xml_node *node);
static inline const char *read_attributes(const cursor *s, const char *p, limb__xml_attr **attr,
                                          const uint32_t **mark);
static inline const char *read_end_tag(cursor *s, const char *at);
static inline bool is_same_name(const char *a, const char *b, size_t size);
static bool has_bracket(const char *p, const char *at);
static inline const char *read_text(cursor *s, const char *p, const char *at);

const char *limb__xml_read_common(limb__xml_reader *reader, const char *p)
{
    if (*reader->end != 0 || reader->limits.max_name_bytes < LONGEST_ELEMENT ||
        reader->limits.max_attributes < MAX_ATTRIBUTES) {
        return p;
    }
    // parsing stopped perhaps at the end of the window, or at a tag that crosses it
    while (reader->open >= 0) {
        limb__marks_pass(&reader->marks, p);
        if (reader->marks.window_end < reader->marks.size) p = read_window(reader, p);
        const char *stop = reader->text + *reader->marks.next;
        if (stop[0] == '<' && stop[1] == '!') break;
        if (!limb__marks_extend(&reader->marks)) break;
    }
    return p;
}

static const char *read_window(limb__xml_reader *reader, const char *p)
{
    cursor s = {reader,
                reader->text,
                reader->marks.next,
                reader->node + reader->nnode,
                reader->attr + reader->nattr,
                reader->open};
    const limb__xml_node *room_end = reader->node + reader->node_room - 1;
    while (s.node != room_end) {
        // the last mark is followed by a guard at the NUL that ends the text
        const char *at = s.text + *s.mark;
        if (*at != '<') break;
        const char *next;
        if (!is_blank(p, at)) {
            next = read_text(&s, p, at);
        } else if (at[1] == '/') {
            next = read_end_tag(&s, at);
        } else {
            next = read_start_tag(&s, at);
        }
        if (!next) break;
        p = next;
    }
    reader->marks.next = s.mark;
    reader->nnode = (int)(s.node - reader->node);
    reader->nattr = (int)(s.attr - reader->attr);
    reader->open = s.open;
    return p;
}

static inline bool is_blank(const char *p, const char *at)
{
    const size_t blanks = limb__block_blanks(limb__block_load(p));
    return blanks == (size_t)(at - p) || (blanks == LIMB__BLOCK_SIZE && is_long_blank(p, at));
}

static __attribute__((noinline)) bool is_long_blank(const char *p, const char *at)
{
    return limb__scan_gap(p, at) == at;
}

// NULL, here and below: not a common form, nothing done.
static inline const char *read_start_tag(cursor *s, const char *at)
{
    limb__xml_reader *reader = s->reader;
    const char *name = at + 1;
    const size_t size = element_name(name);
    if (size - 1 >= LONGEST_ELEMENT) return NULL;
    const limb__words *words = reader->limits.element;
    limb__xml_node *node = s->node;
    if (!find_label(words, name, size, &node->label) && !is_prefixed_name(reader, name, node)) {
        return NULL;
    }
    const uint32_t *mark = s->mark + 1;
    limb__xml_attr *attr = s->attr;
    const char *p = read_attributes(s, name + size, &attr, &mark);
    if (!p) return NULL;
    const bool is_empty = *p == '/';
    if (p[is_empty] != '>' || (!is_empty && reader->depth == reader->limits.max_depth)) return NULL;
    p += is_empty + 1;

    const int index = (int)(s->node - reader->node);
    const uint32_t open_end = (uint32_t)(p - s->text);
    node->begin = *s->mark;
    node->open_end = open_end;
    node->parent = s->open;
    node->after = index + 1;
    node->attr = (int32_t)(s->attr - reader->attr);
    // valid for an empty element; an end tag overwrites them
    node->end = open_end;
    node->close = open_end;
    if (s->open == reader->root) reader->doc->nchild[limb__xml_word(node->label)]++;
    s->node++;
    s->attr = attr;
    s->mark = mark;
    if (!is_empty) {
        s->open = index;
        reader->depth++;
    }
    return p;
}

// Returns the number of bytes up to one that cannot be a letter, digit or '_'.
static inline size_t element_name(const char *name)
{
    const size_t size = limb__block_name(limb__block_load(name));
    if (size < LIMB__BLOCK_SIZE) return size;
    return size + limb__block_name(limb__block_load(name + LIMB__BLOCK_SIZE));
}

// Returns false if the name needs further checks.
static inline bool find_label(const limb__words *words, const char *name, size_t size,
                              limb__label *label)
{
    const limb__word *match = words ? limb__words_match(words, name, size) : NULL;
    *label = match ? match->label : (limb__label){(uint16_t)size, 0};
    return match || is_ascii_name(name, size);
}

// Checks a name of at most LONGEST_ELEMENT bytes.
static __attribute__((noinline)) bool is_ascii_name(const char *name, size_t size)
{
    if (!limb__is_letter(*name)) return false;
    const limb__block_bits wrong = limb__block_not_name(limb__block_load(name));
    if (size <= LIMB__BLOCK_SIZE) return limb__block_head(wrong, size) == 0;
    const limb__block_bits later = limb__block_not_name(limb__block_load(name + LIMB__BLOCK_SIZE));
    return wrong == 0 && limb__block_head(later, size - LIMB__BLOCK_SIZE) == 0;
}

// Checks ASCII names separated by a colon, as in <sensor:camera>, and records the prefix.
static __attribute__((noinline)) bool is_prefixed_name(limb__xml_reader *reader, const char *name,
                                                       limb__xml_node *node)
{
    const size_t size = node->label.size;
    const char *colon = memchr(name, ':', size);
    if (!colon) return false;
    const size_t before = (size_t)(colon - name);
    if (!is_ascii_name(name, before) || !is_ascii_name(colon + 1, size - before - 1)) return false;
    node->label.number = LIMB__XML_HAS_PREFIX;
    reader->nprefix++;
    reader->prefix_end = limb__xml_offset(reader, colon + 1);
    return true;
}

// Parses from after the element's name up to '>' or "/>", or anything that is not a common form.
static inline const char *read_attributes(const cursor *s, const char *p,
                                          limb__xml_attr **next_attr, const uint32_t **next_mark)
{
    const limb__words *words = s->reader->limits.attribute;
    const limb__xml_attr *room_end = s->reader->attr + s->reader->attr_room;
    limb__xml_attr *attr = *next_attr;
    const uint32_t *mark = *next_mark;
    uint64_t seen = 0; // one bit per name; names that share a bit need further checks
    while (*p == ' ') {
        const char *name = p + 1;
        const char *quote = s->text + mark[0];
        const char *stop = s->text + mark[1];
        const size_t size = (size_t)(quote - 1 - name); // huge if the quote comes first
        if (size - 1 >= LONGEST_ATTRIBUTE || memcmp(quote - 1, "=\"", 2) != 0) {
            p = name; // <name key="value" />
            break;
        }
        if (*stop != '"' || attr == room_end) return NULL;
        if (!find_label(words, name, size, &attr->label)) return NULL;
        const unsigned bit = limb__xml_name_bit(attr->label, name);
        if (seen >> bit & 1) return NULL;
        seen |= (uint64_t)1 << bit;
        attr->name = (uint32_t)(name - s->text);
        attr->value = mark[0] + 1;
        attr->value_size = mark[1] - mark[0] - 1;
        attr++;
        mark += 2;
        p = stop + 1;
    }
    *next_attr = attr;
    *next_mark = mark;
    return p;
}

// Parses an end tag other than that of the outermost element.
static inline const char *read_end_tag(cursor *s, const char *at)
{
    limb__xml_reader *reader = s->reader;
    limb__xml_node *node = &reader->node[s->open];
    const char *name = at + 2;
    const size_t size = node->label.size;
    if (size > LONGEST_ELEMENT || name[size] != '>' || node->parent < 0) return NULL;
    if (!is_same_name(name, s->text + node->begin + 1, size)) return NULL;
    node->close = *s->mark;
    node->end = *s->mark + (uint32_t)size + 3;
    node->after = (int)(s->node - reader->node);
    s->open = node->parent;
    reader->depth--;
    s->mark++;
    return name + size + 1;
}

static inline bool is_same_name(const char *a, const char *b, size_t size)
{
    const limb__block_bits wrong = limb__block_differ(limb__block_load(a), limb__block_load(b));
    if (size <= LIMB__BLOCK_SIZE) return limb__block_head(wrong, size) == 0;
    const limb__block_bits later = limb__block_differ(limb__block_load(a + LIMB__BLOCK_SIZE),
                                                      limb__block_load(b + LIMB__BLOCK_SIZE));
    return wrong == 0 && limb__block_head(later, size - LIMB__BLOCK_SIZE) == 0;
}

// Most texts are shorter than a block.
static __attribute__((noinline)) bool has_bracket(const char *p, const char *at)
{
    const size_t size = (size_t)(at - p);
    if (size > LIMB__BLOCK_SIZE) return memchr(p, ']', size) != NULL;
    return limb__block_head(limb__block_set(limb__block_equal(limb__block_load(p), ']')), size) !=
           0;
}

// Parses a text from p up to the tag at at.
static inline const char *read_text(cursor *s, const char *p, const char *at)
{
    if (at[1] != '/' && !limb__is_letter(at[1])) return NULL;
    if (has_bracket(p, at)) return NULL; // as in "]]>"
    const uint32_t begin = (uint32_t)(p - s->text);
    const uint32_t end = *s->mark;
    limb__xml_node *node = s->node++;
    *node = (limb__xml_node){
        .begin = begin,
        .end = end,
        .open_end = begin,
        .close = end,
        .parent = s->open,
        .after = (int)(s->node - s->reader->node),
        .attr = (int32_t)(s->attr - s->reader->attr),
        .label = {0, LIMB_NODE_TEXT << LIMB__XML_KIND_SHIFT},
    };
    return at;
}
