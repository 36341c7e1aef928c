// Comments, CDATA, processing instructions and document type declarations.
#include "documents/xml/reader.h"

static const char *read_comment(limb__xml_reader *reader, const char *at);
static void report_dashes(limb__xml_reader *reader, const char *at, const char *dashes,
                          const char *close);
static const char *read_cdata(limb__xml_reader *reader, const char *at);
static const char *read_doctype(limb__xml_reader *reader, const char *at);
static const char *skip_subset(const char *p, const char *end);
static const char *find_sequence(const char *p, const char *end, const char *sequence);
static bool begins(const char *p, const char *end, const char *prefix);
static const char *not_closed(limb__xml_reader *reader, const char *at, size_t size,
                              const char *what, const char *closing);
static const char *add(limb__xml_reader *reader, limb_node_kind kind, const char *at, size_t before,
                       const char *close, size_t after);

// Parses "<!": a comment, CDATA or DOCTYPE.
const char *limb__xml_read_bang(limb__xml_reader *reader, const char *at)
{
    const char *end = reader->end;
    if (begins(at, end, "<!--")) return read_comment(reader, at);
    if (begins(at, end, "<![CDATA[")) return read_cdata(reader, at);
    if (begins(at, end, "<!DOCTYPE")) return read_doctype(reader, at);
    limb__xml_report(reader, at, 2, LIMB_RULE_XML_SYNTAX,
                     "\"<!\" begins neither a comment (<!--), <![CDATA[ nor <!DOCTYPE");
    return NULL;
}

static const char *read_comment(limb__xml_reader *reader, const char *at)
{
    const char *end = reader->end;
    const char *first = NULL; // "--" inside the comment
    const char *dashes = find_sequence(at + 4, end, "--");
    while (dashes && limb__xml_peek(dashes + 2, end) != '>') {
        if (!first && dashes + 2 < end) first = dashes;
        dashes = find_sequence(dashes + 1, end, "--");
    }
    if (first) report_dashes(reader, at, first, dashes ? dashes : end);
    if (!dashes) return not_closed(reader, at, 4, "the comment", "-->");
    return add(reader, LIMB_NODE_COMMENT, at, 4, dashes, 3);
}

// Reports "--": a comment that extends to the next one was not closed, or contains one.
static void report_dashes(limb__xml_reader *reader, const char *at, const char *dashes,
                          const char *close)
{
    const char *inner = find_sequence(at + 4, close, "<!--");
    if (inner && inner + 2 == dashes) {
        limb__xml_report(reader, inner, 4, LIMB_RULE_XML_COMMENT,
                         "comments do not nest: the first \"-->\" ends the outer one");
    } else if (inner && limb__scan_gap(dashes + 2, close) > dashes + 2) {
        limb__xml_report(
            reader, dashes, 2, LIMB_RULE_XML_COMMENT,
            "the comment is not ended by \"--\" but goes on to the next \"-->\", in "
            "line %u",
            limb__source_span(&reader->places.source, limb__xml_offset(reader, close), 0).line);
    } else {
        limb__xml_report(reader, dashes, 2, LIMB_RULE_XML_COMMENT,
                         "\"--\" is not allowed in a comment");
    }
    limb__report_note(reader->report, limb__xml_at(reader, at, 4), "the comment begins here");
}

static const char *read_cdata(limb__xml_reader *reader, const char *at)
{
    const char *close = find_sequence(at + 9, reader->end, "]]>");
    if (!close) return not_closed(reader, at, 9, "the CDATA section", "]]>");
    if (reader->open < 0) {
        limb__xml_report(reader, at, 9, LIMB_RULE_XML_SYNTAX,
                         "a CDATA section is outside the outermost element");
    }
    return add(reader, LIMB_NODE_CDATA, at, 9, close, 3);
}

// Parses <?target ...?>, including the XML declaration.
const char *limb__xml_read_instruction(limb__xml_reader *reader, const char *at)
{
    const char *name = at + 2;
    const char *close = find_sequence(name, reader->end, "?>");
    if (!close) return not_closed(reader, at, 2, "the processing instruction", "?>");
    const char *name_end = name;
    if (limb__xml_begins_name(name, close)) {
        name_end = limb__xml_scan_name_rest(reader, limb__scan_name(name, close));
    }
    const size_t size = (size_t)(name_end - name);
    if (size == 0 || (name_end < close && !limb__is_gap(*name_end))) {
        limb__xml_report(reader, name_end, 1, LIMB_RULE_XML_SYNTAX,
                         size == 0
                             ? "a processing instruction has no name"
                             : "white space is missing after the name of a processing instruction");
    } else if (size > (size_t)reader->limits.max_name_bytes) {
        limb__xml_report(reader, name, size, LIMB_RULE_XML_LIMIT, "more than %d bytes in a name",
                         reader->limits.max_name_bytes);
        reader->status = LIMB_ERROR_LIMIT;
        return NULL;
    }
    const char *next = add(reader, LIMB_NODE_PI, at, 2 + size, close, 2);
    if (!next) return NULL;
    const int node = reader->nnode - 1;
    reader->node[node].label.size = (uint16_t)size;
    if (size == 3 && (name[0] | 0x20) == 'x' && (name[1] | 0x20) == 'm' &&
        (name[2] | 0x20) == 'l') {
        limb__xml_check_declaration(reader, node);
    }
    return next;
}

static const char *read_doctype(limb__xml_reader *reader, const char *at)
{
    const char *end = reader->end;
    const char *p = at + 9;
    while (p < end && *p != '>') {
        if (*p == '"' || *p == '\'') {
            p = memchr(p + 1, *p, (size_t)(end - p - 1));
            if (!p) break;
            p++;
        } else if (*p == '[') {
            p = skip_subset(p + 1, end);
        } else {
            p++;
        }
    }
    if (!p || p == end) return not_closed(reader, at, 9, "the document type", ">");
    if (reader->root >= 0) {
        limb__xml_report(reader, at, 9, LIMB_RULE_XML_SYNTAX,
                         "a document type declaration follows the first element");
    }
    limb__xml_report(reader, at, (size_t)(p + 1 - at), LIMB_RULE_XML_DTD,
                     "the document type declaration is ignored; its entities are not expanded");
    return add(reader, LIMB_NODE_DOCTYPE, at, 9, p, 1);
}

// Skips declarations in brackets; returns the position after the ']', or end.
static const char *skip_subset(const char *p, const char *end)
{
    while (p && p < end && *p != ']') {
        if (*p == '"' || *p == '\'') {
            p = memchr(p + 1, *p, (size_t)(end - p - 1));
            if (p) p++;
        } else if (begins(p, end, "<!--")) {
            p = find_sequence(p + 4, end, "-->");
            if (p) p += 3;
        } else if (begins(p, end, "<?")) {
            p = find_sequence(p + 2, end, "?>");
            if (p) p += 2;
        } else {
            p++;
        }
    }
    return p && p < end ? p + 1 : end;
}

static const char *find_sequence(const char *p, const char *end, const char *sequence)
{
    const size_t size = strlen(sequence);
    while ((size_t)(end - p) >= size) {
        p = memchr(p, *sequence, (size_t)(end - p) - size + 1);
        if (!p) return NULL;
        if (memcmp(p, sequence, size) == 0) return p;
        p++;
    }
    return NULL;
}

static bool begins(const char *p, const char *end, const char *prefix)
{
    const size_t size = strlen(prefix);
    return (size_t)(end - p) >= size && memcmp(p, prefix, size) == 0;
}

static const char *not_closed(limb__xml_reader *reader, const char *at, size_t size,
                              const char *what, const char *closing)
{
    limb__xml_report(reader, at, size, LIMB_RULE_XML_SYNTAX, "%s is not closed by \"%s\"", what,
                     closing);
    return NULL;
}

// Adds a node whose markup takes `before` bytes before its content and `after` after it.
static const char *add(limb__xml_reader *reader, limb_node_kind kind, const char *at, size_t before,
                       const char *close, size_t after)
{
    limb__xml_node *node = limb__xml_add_node(reader, kind, at);
    if (!node) return NULL;
    node->open_end = node->begin + (uint32_t)before;
    node->close = limb__xml_offset(reader, close);
    node->end = node->close + (uint32_t)after;
    return close + after;
}
