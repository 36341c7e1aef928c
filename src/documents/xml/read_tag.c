// Start tags: name, attributes, and the defects between '<' and '>'.
//
// Most tags are already parsed by read_common.c. The direct path here: name, white space, name,
// '=', quote, value, quote, '>'. Anything else goes to a slower function that can report it.
#include "base/text.h"
#include "documents/xml/reader.h"

enum { TYPOGRAPHIC_SIZE = 3 }; // bytes of a typographic quote

static inline const char *read_attributes(limb__xml_reader *reader, const limb__xml_node *node,
                                          const char *p);
static inline bool ends_tag(const char *p, const char *end);
static inline const char *finish_tag(limb__xml_reader *reader, limb__xml_node *node, const char *p);
static inline limb__xml_node *add_element(limb__xml_reader *reader, const char *at,
                                          const char *name_end);
static inline limb__label label_of(const limb__words *words, const char *name, size_t size,
                                   const char *end);
static inline const char *scan_whole_name(limb__xml_reader *reader, const char *p);
static inline bool name_fits(limb__xml_reader *reader, const char *name, const char *end);
static inline const char *read_attribute(limb__xml_reader *reader, const char *name, uint64_t *bit);
static const char *read_any_attribute(limb__xml_reader *reader, const char *name, uint64_t *bit);
static inline bool is_quote(char c);
static const char *find_quote(limb__xml_reader *reader, const char *name, const char *name_end);
static const char *read_unquoted(limb__xml_reader *reader, limb__xml_attr *attr, const char *value);
static bool is_typographic(const char *p, const char *end);
static const char *typographic_close(const limb__xml_reader *reader, const char *value);
static const char *read_typographic(limb__xml_reader *reader, limb__xml_attr *attr,
                                    const char *open, const char *close);
static const char *read_value(limb__xml_reader *reader, limb__xml_attr *attr, const char *value);
static const char *unclosed_value(limb__xml_reader *reader, const limb__xml_attr *attr);
static bool recover_tag(limb__xml_reader *reader, const limb__xml_node *node, const char *p);
static void report_extra_root(limb__xml_reader *reader, const limb__xml_node *extra);
static const char *limit_reached(limb__xml_reader *reader, const char *at, size_t size,
                                 const char *what, int limit);

const char *limb__xml_read_start_tag(limb__xml_reader *reader, const char *at)
{
    const char *p = scan_whole_name(reader, at + 1);
    limb__xml_node *node = add_element(reader, at, p);
    if (!node) return NULL;
    reader->marks.next++; // the '<'
    p = read_attributes(reader, node, p);
    if (!p) {
        reader->nattr = node->attr; // for an incomplete tag only the name is kept
        return NULL;
    }
    if (reader->prefix_end > node->begin) node->label.number |= LIMB__XML_HAS_PREFIX;
    return finish_tag(reader, node, p);
}

// Parses up to '>' or "/>".
static inline const char *read_attributes(limb__xml_reader *reader, const limb__xml_node *node,
                                          const char *p)
{
    const char *end = reader->end;
    uint64_t seen = 0; // one bit per hash of an attribute name
    bool maybe_double = false;
    for (;;) {
        if (ends_tag(p, end)) break;
        const char *name = p + 1;
        if (limb__xml_peek(p, end) != ' ' || !limb__xml_begins_name(name, end)) {
            name = limb__scan_gap(p, end);
            if (ends_tag(name, end)) {
                p = name;
                break;
            }
            const bool fine = name != p && limb__xml_begins_name(name, end);
            if (!fine && !recover_tag(reader, node, name)) return NULL;
        }
        uint64_t bit;
        p = read_attribute(reader, name, &bit);
        if (!p) return NULL;
        maybe_double |= (seen & bit) != 0;
        seen |= bit;
    }
    if (reader->nattr - node->attr > reader->limits.max_attributes) {
        return limit_reached(reader, reader->text + node->begin, node->label.size + 1u,
                             "attributes in one element", reader->limits.max_attributes);
    }
    if (maybe_double) limb__xml_check_doubles(reader, node);
    return p;
}

// Returns whether p is at '>' or "/>".
static inline bool ends_tag(const char *p, const char *end)
{
    return p < end && (*p == '>' || (*p == '/' && limb__xml_peek(p + 1, end) == '>'));
}

// Completes the tag; p is at '>' or "/>".
static inline const char *finish_tag(limb__xml_reader *reader, limb__xml_node *node, const char *p)
{
    if (*p == '/') {
        node->open_end = node->close = node->end = limb__xml_offset(reader, p + 2);
        return p + 2;
    }
    node->open_end = limb__xml_offset(reader, p + 1);
    reader->open = reader->nnode - 1;
    if (++reader->depth > reader->limits.max_depth) {
        return limit_reached(reader, reader->text + node->begin, node->label.size + 1u,
                             "elements inside each other", reader->limits.max_depth);
    }
    return p + 1;
}

static inline limb__xml_node *add_element(limb__xml_reader *reader, const char *at,
                                          const char *name_end)
{
    if (!name_fits(reader, at + 1, name_end)) return NULL;
    limb__xml_node *node = limb__xml_add_node(reader, LIMB_NODE_ELEMENT, at);
    if (!node) return NULL;
    node->label =
        label_of(reader->limits.element, at + 1, (size_t)(name_end - at - 1), reader->end);
    // until the tag has been parsed to its end
    node->open_end = node->close = node->end = limb__xml_offset(reader, name_end);
    if (reader->open >= 0) {
        reader->doc->nchild[limb__xml_word(node->label)] += reader->open == reader->root;
    } else if (reader->root >= 0) {
        report_extra_root(reader, node);
    } else {
        reader->root = reader->nnode - 1;
    }
    return node;
}

static inline limb__label label_of(const limb__words *words, const char *name, size_t size,
                                   const char *end)
{
    unsigned number = 0;
    if (words) {
        number = end - name >= LIMB__WORD_REACH ? limb__words_find(words, name, size)
                                                : limb__words_find_last(words, name, size);
    }
    return (limb__label){(uint16_t)size, (uint16_t)number};
}

static inline const char *scan_whole_name(limb__xml_reader *reader, const char *p)
{
    p = limb__scan_name(p, reader->end);
    const unsigned char next = (unsigned char)limb__xml_peek(p, reader->end);
    if (next == ':' || next >= 0x80) p = limb__xml_scan_name_rest(reader, p);
    return p;
}

static inline bool name_fits(limb__xml_reader *reader, const char *name, const char *end)
{
    if (end - name <= reader->limits.max_name_bytes) return true;
    limit_reached(reader, name, (size_t)(end - name), "bytes in a name",
                  reader->limits.max_name_bytes);
    return false;
}

// Sets a bit that represents the name. The usual form, name="value" without a mark in the value,
// lies between here and the next two marks; anything else takes the slow path.
static inline const char *read_attribute(limb__xml_reader *reader, const char *name, uint64_t *bit)
{
    const uint32_t *mark = reader->marks.next;
    if (reader->nattr >= reader->attr_room || reader->marks.stop - mark < 2) {
        return read_any_attribute(reader, name, bit);
    }
    const char *text = reader->text;
    const char *quote = text + mark[0];
    const char *stop = text + mark[1];
    const size_t size = (size_t)(quote - 1 - name); // huge if the mark was consumed long ago
    if (size > reader->short_name || quote[-1] != '=' || !is_quote(*quote) || *stop != *quote ||
        !limb__is_all_name(name, quote - 1, reader->end)) {
        return read_any_attribute(reader, name, bit);
    }
    reader->marks.next = mark + 2;
    limb__xml_attr *attr = &reader->attr[reader->nattr++];
    attr->name = (uint32_t)(name - text);
    attr->value = mark[0] + 1;
    attr->value_size = mark[1] - mark[0] - 1;
    attr->label = label_of(reader->limits.attribute, name, size, reader->end);
    *bit = (uint64_t)1 << limb__xml_name_bit(attr->label, name);
    return stop + 1;
}

static const char *read_any_attribute(limb__xml_reader *reader, const char *name, uint64_t *bit)
{
    limb__xml_attr *attr = reader->nattr < reader->attr_room ? &reader->attr[reader->nattr]
                                                             : limb__xml_grow_attrs(reader);
    if (!attr) return NULL;
    const char *name_end = scan_whole_name(reader, name);
    if (!name_fits(reader, name, name_end)) return NULL;
    attr->name = limb__xml_offset(reader, name);
    attr->label = label_of(reader->limits.attribute, name, (size_t)(name_end - name), reader->end);
    *bit = (uint64_t)1 << limb__xml_name_bit(attr->label, name);
    reader->nattr++;
    const char *quote = find_quote(reader, name, name_end);
    if (!is_quote(limb__xml_peek(quote, reader->end))) return read_unquoted(reader, attr, quote);
    attr->value = limb__xml_offset(reader, quote + 1);
    const char *stop = read_value(reader, attr, quote + 1);
    if (!stop) return NULL;
    attr->value_size = limb__xml_offset(reader, stop) - attr->value;
    return stop + 1;
}

static inline bool is_quote(char c)
{
    return c == '"' || c == '\'';
}

// Returns the start of a value after a name: its quote, in the normal case.
static const char *find_quote(limb__xml_reader *reader, const char *name, const char *name_end)
{
    const size_t size = (size_t)(name_end - name);
    const char *p = limb__scan_gap(name_end, reader->end);
    const char next = limb__xml_peek(p, reader->end);
    if (next == '=') return limb__scan_gap(p + 1, reader->end);
    if (is_quote(next)) {
        limb__xml_report(reader, name_end, 0, LIMB_RULE_XML_SYNTAX,
                         "\"=\" is missing between \"%.*s\" and its value", LIMB__SHOW(size, name));
        limb__report_fix(reader->report, limb__xml_at(reader, name_end, (size_t)(p - name_end)),
                         "write \"=\"", "=");
        return p;
    }
    return name_end;
}

// Parses an unquoted value; value may be the end of the name.
static const char *read_unquoted(limb__xml_reader *reader, limb__xml_attr *attr, const char *value)
{
    const char *name = reader->text + attr->name;
    const char *p = value;
    const char *close = typographic_close(reader, value);
    if (close) return read_typographic(reader, attr, value, close);
    if (p != name + attr->label.size) {
        while (p < reader->end && !limb__is_gap(*p) && *p != '<' && !ends_tag(p, reader->end))
            p++;
    }
    attr->value = limb__xml_offset(reader, value);
    attr->value_size = (uint32_t)(p - value);
    if (memchr(value, '&', (size_t)(p - value))) attr->label.number |= LIMB__XML_HAS_REFERENCE;
    if (p == value) {
        limb__xml_report(reader, name, attr->label.size, LIMB_RULE_XML_SYNTAX,
                         "attribute \"%.*s\" has no value", LIMB__SHOW(attr->label.size, name));
        return p;
    }
    limb__xml_report(reader, value, (size_t)(p - value), LIMB_RULE_XML_SYNTAX,
                     "the value of \"%.*s\" is not quoted", LIMB__SHOW(attr->label.size, name));
    // x= y="1", x=1" and x=`1` are ambiguous
    for (const char *q = value; q < p; q++)
        if (*q == '=' || *q == '"' || *q == '\'' || *q == '`') return p;
    limb__report_fix(reader->report, limb__xml_at(reader, value, 0), "write quotes", "\"");
    limb__report_fix(reader->report, limb__xml_at(reader, p, 0), "write quotes", "\"");
    return p;
}

// Returns whether typographic (curly) quotes in UTF-8 surround the value.
static bool is_typographic(const char *p, const char *end)
{
    return end - p >= TYPOGRAPHIC_SIZE && memcmp(p, "\xe2\x80", 2) == 0 &&
           (((unsigned char)p[2] >= 0x98 && (unsigned char)p[2] <= 0x99) ||
            ((unsigned char)p[2] >= 0x9c && (unsigned char)p[2] <= 0x9e));
}

// Returns the closing typographic quote if there is one at value; NULL: none, or not in this tag.
static const char *typographic_close(const limb__xml_reader *reader, const char *value)
{
    if (!is_typographic(value, reader->end)) return NULL;
    const char *p = value + TYPOGRAPHIC_SIZE;
    while (p < reader->end && *p != '<' && *p != '>' && *p != '"' && *p != '\n') {
        if (is_typographic(p, reader->end)) return p;
        p++;
    }
    return NULL;
}

static const char *read_typographic(limb__xml_reader *reader, limb__xml_attr *attr,
                                    const char *open, const char *close)
{
    const char *name = reader->text + attr->name;
    const char *value = open + TYPOGRAPHIC_SIZE;
    const char *end = close + TYPOGRAPHIC_SIZE;
    attr->value = limb__xml_offset(reader, value);
    attr->value_size = (uint32_t)(close - value);
    if (memchr(value, '&', (size_t)(close - value))) attr->label.number |= LIMB__XML_HAS_REFERENCE;
    limb__xml_report(reader, open, (size_t)(end - open), LIMB_RULE_XML_SYNTAX,
                     "the value of \"%.*s\" is in typographic quotes; use \"",
                     LIMB__SHOW(attr->label.size, name));
    limb__report_fix(reader->report, limb__xml_at(reader, open, TYPOGRAPHIC_SIZE),
                     "write plain quotes", "\"");
    limb__report_fix(reader->report, limb__xml_at(reader, close, TYPOGRAPHIC_SIZE),
                     "write plain quotes", "\"");
    return end;
}

// Returns the closing quote, or NULL if there is none.
static const char *read_value(limb__xml_reader *reader, limb__xml_attr *attr, const char *value)
{
    const char *end = reader->end;
    const char quote = value[-1];
    bool reported = false;
    const char *stop = limb__marks_from(&reader->marks, value);
    for (; stop < end && *stop != quote; stop = limb__marks_from(&reader->marks, stop)) {
        if (*stop == '&') {
            attr->label.number |= LIMB__XML_HAS_REFERENCE;
            stop = limb__xml_check_reference(reader, stop, end);
            continue;
        }
        if (*stop == '<' && !reported) {
            // a value that contains '>' or a line end before it is closed probably lacks its quote
            const char *close = memchr(stop, quote, (size_t)(end - stop));
            if (!close || memchr(value, '>', (size_t)(stop - value)) ||
                memchr(value, '\n', (size_t)(close - value))) {
                return unclosed_value(reader, attr);
            }
            limb__xml_report(reader, stop, 1, LIMB_RULE_XML_LESS_THAN,
                             "\"<\" is not allowed in an attribute value; write \"&lt;\"");
            limb__report_fix(reader->report, limb__xml_at(reader, stop, 1), "write \"&lt;\"",
                             "&lt;");
            reported = true;
        }
        stop++;
    }
    return stop < end ? stop : unclosed_value(reader, attr);
}

// Reports the quote that opens the value and the part of its line that it swallows.
static const char *unclosed_value(limb__xml_reader *reader, const limb__xml_attr *attr)
{
    const char *quote = reader->text + attr->value - 1;
    const char *p = quote + 1;
    while (p < reader->end && *p != '\n' && *p != '\r' && *p != '<' && *p != '>' && *p != *quote) {
        p++;
    }
    limb__xml_report(reader, quote, (size_t)(p - quote), LIMB_RULE_XML_SYNTAX,
                     "the value of \"%.*s\" has no closing quote",
                     LIMB__SHOW(attr->label.size, reader->text + attr->name));
    return NULL;
}

// Handles anything other than white space and an attribute, '>' or "/>" at p in the tag of node.
// Returns true if an attribute can be parsed there after all.
static bool recover_tag(limb__xml_reader *reader, const limb__xml_node *node, const char *p)
{
    const char *element = reader->text + limb__xml_name(node);
    const size_t size = node->label.size;
    const bool has_attr = reader->nattr > node->attr;
    const limb__xml_attr *before = has_attr ? &reader->attr[reader->nattr - 1] : NULL;
    const char *value = before ? reader->text + before->value : NULL;
    const bool follows_value = before && value + before->value_size + 1 == p;

    // <joint name="arm type="fixed">: the value of name is `arm type=`
    if (follows_value && before->value_size > 0 && value[before->value_size - 1] == '=') {
        unclosed_value(reader, before);
        return false;
    }
    if (follows_value && limb__xml_begins_name(p, reader->end)) {
        limb__xml_report(reader, p - 1, 2, LIMB_RULE_XML_ATTRIBUTE_SPACE,
                         "white space is missing after the value of \"%.*s\"",
                         LIMB__SHOW(before->label.size, reader->text + before->name));
        limb__report_fix(reader->report, limb__xml_at(reader, p, 0), "write a blank", " ");
        return true;
    }
    if (p == reader->end) {
        limb__xml_report(reader, p, 0, LIMB_RULE_XML_SYNTAX, "the file ends inside the tag <%.*s",
                         LIMB__SHOW(size, element));
    } else if (*p == '<') {
        limb__xml_report(reader, p, 1, LIMB_RULE_XML_SYNTAX,
                         "unexpected \"<\": the tag <%.*s is not closed by \">\"",
                         LIMB__SHOW(size, element));
    } else if (is_quote(*p)) {
        limb__xml_report(reader, p, 1, LIMB_RULE_XML_SYNTAX, "unexpected quote in <%.*s>",
                         LIMB__SHOW(size, element));
    } else if (*p == '/') {
        limb__xml_report(reader, p, 1, LIMB_RULE_XML_SYNTAX,
                         "\"/\" in <%.*s> is not followed by \">\"", LIMB__SHOW(size, element));
    } else {
        uint32_t c;
        const int width = limb__utf8_decode(p, reader->end, &c);
        const int shown = width > 0 ? width : 1;
        limb__xml_report(reader, p, (size_t)shown, LIMB_RULE_XML_SYNTAX,
                         "unexpected \"%.*s\" in <%.*s>", width, p, LIMB__SHOW(size, element));
    }
    limb__report_note(reader->report, limb__xml_at(reader, element - 1, size + 1),
                      "<%.*s is opened here", LIMB__SHOW(size, element));
    return false;
}

static void report_extra_root(limb__xml_reader *reader, const limb__xml_node *extra)
{
    if (reader->extra_reported) return;
    reader->extra_reported = true;
    const limb__xml_node *root = &reader->node[reader->root];
    limb__xml_report(reader, reader->text + extra->begin, extra->label.size + 1u,
                     LIMB_RULE_XML_EXTRA_ROOT, "<%.*s> follows the end of <%.*s>",
                     LIMB__SHOW(extra->label.size, reader->text + limb__xml_name(extra)),
                     LIMB__SHOW(root->label.size, reader->text + limb__xml_name(root)));
    limb__report_note(reader->report,
                      limb__xml_at(reader, reader->text + root->begin, root->label.size + 1u),
                      "this is the outermost element; a document has only one");
}

static const char *limit_reached(limb__xml_reader *reader, const char *at, size_t size,
                                 const char *what, int limit)
{
    limb__xml_report(reader, at, size, LIMB_RULE_XML_LIMIT, "more than %d %s", limit, what);
    reader->status = LIMB_ERROR_LIMIT;
    return NULL;
}
