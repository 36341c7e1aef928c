// XML parsing: the traversal of the document, one construct after the other.
//
// A first pass over the text counts marks and sizes the arrays. Then the parser runs from '<' to
// '<' without recursion: the open elements are a chain of parents in the tree itself. Defects that
// can be repaired without guessing about nesting are reported, and parsing continues; only a broken
// tag ends parsing.
#include "base/memory.h"
#include "base/text.h"
#include "documents/xml/reader.h"

static void read_document(limb__xml_reader *reader);
static void init(limb__xml_reader *reader, limb_document *doc, limb__arena *arena, const char *text,
                 size_t size, limb_report *report);
static limb__xml_limits filled_limits(const limb__xml_limits *limits);
static bool take_arrays(limb__xml_reader *reader);
static const char *read_content(limb__xml_reader *reader, const char *p);
static bool begins_markup(const char *p, const char *end);
static const char *read_text(limb__xml_reader *reader, const char *begin, const char *at);
static const char *conflict_marker_end(const limb__xml_reader *reader, const char *at);
static void report_less_than(limb__xml_reader *reader, const char *begin, const char *at);
static void check_cdata_ends(limb__xml_reader *reader, const char *p, const char *end);
static void check_outer_text(limb__xml_reader *reader, const char *begin, const char *end);
static void finish(limb__xml_reader *reader);

limb_status limb__xml_parse(limb_document *doc, limb__arena *arena, const limb_allocator *memory,
                            const char *file, const char *text, size_t size,
                            const limb__xml_limits *limits, limb_report *report)
{
    memset(doc, 0, sizeof *doc);
    doc->root = -1;
    doc->memory = limb__memory(memory);
    doc->source.file = file;
    doc->source.text = text;
    doc->source.size = size;
    limb__xml_reader reader;
    init(&reader, doc, arena, text, size, report);
    reader.limits = filled_limits(limits);
    reader.short_name = reader.limits.max_name_bytes < LIMB__BLOCK_SIZE
                            ? (size_t)reader.limits.max_name_bytes
                            : LIMB__BLOCK_SIZE;
    if (limb__xml_check_encoding(&reader) && take_arrays(&reader)) read_document(&reader);
    limb__xml_places_free(&reader.places);
    return reader.status;
}

static void read_document(limb__xml_reader *reader)
{
    const char *p = reader->text;
    const size_t size = (size_t)(reader->end - p);
    limb__marks_init(&reader->marks, p, size);
    if (size >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0) p += 3;
    p = read_content(reader, p);
    if (p) limb__xml_close_at_end(reader);
    if (!reader->marks.plain) limb__xml_check_characters(reader);
    finish(reader);
}

void limb__xml_report(limb__xml_reader *reader, const char *at, size_t size, limb_rule rule,
                      const char *format, ...)
{
    const limb_rule_info *info = limb_rule_of(rule);
    if (info && info->refuses && reader->status == LIMB_OK) reader->status = LIMB_ERROR_INPUT;
    // the part of the document parsed so far, for its paths
    reader->doc->node = reader->node;
    reader->doc->nnode = reader->nnode;
    const uint32_t offset = limb__xml_offset(reader, at);
    const limb__place place = reader->open < 0 ? limb__xml_at(reader, at, size)
                                               : limb__xml_at_bytes(&reader->places, reader->open,
                                                                    -1, offset, (uint32_t)size);
    va_list list;
    va_start(list, format);
    limb__report_list(reader->report, place, rule, format, list);
    va_end(list);
}

// The marks are not cleared: they are large and set up when parsing starts.
static void init(limb__xml_reader *reader, limb_document *doc, limb__arena *arena, const char *text,
                 size_t size, limb_report *report)
{
    memset(reader, 0, offsetof(limb__xml_reader, marks));
    reader->doc = doc;
    limb__xml_places_init(&reader->places, doc);
    reader->arena = arena;
    reader->report = report;
    reader->text = text;
    reader->end = text + size;
    reader->open = -1;
    reader->root = -1;
    reader->blamed = -1;
}

// Zero means the default; the ranges of the tree's fields are the upper bound.
static limb__xml_limits filled_limits(const limb__xml_limits *limits)
{
    limb__xml_limits filled = {500, 1000, 1000, NULL, NULL, NULL};
    if (!limits) return filled;
    filled.element = limits->element;
    filled.attribute = limits->attribute;
    filled.census = limits->census;
    if (limits->max_depth > 0) filled.max_depth = limits->max_depth;
    if (limits->max_attributes > 0) filled.max_attributes = limits->max_attributes;
    if (limits->max_name_bytes > 0) filled.max_name_bytes = limits->max_name_bytes;
    if (filled.max_attributes > UINT16_MAX) filled.max_attributes = UINT16_MAX;
    if (filled.max_name_bytes > UINT16_MAX) filled.max_name_bytes = UINT16_MAX;
    return filled;
}

// Every attribute has a '=' and nearly every node its own '<'; the arrays grow for
// the rare exceptions.
static bool take_arrays(limb__xml_reader *reader)
{
    const limb__census census =
        reader->limits.census
            ? *reader->limits.census
            : limb__xml_census(reader->text, (size_t)(reader->end - reader->text), NULL);
    reader->doc->has_dollar = census.has_dollar;
    reader->attr_room = (int)census.nequal;
    reader->attr = LIMB__ARENA_ARRAY(reader->arena, limb__xml_attr, reader->attr_room);
    reader->node_room = (int)census.nless + 2;
    reader->node = LIMB__ARENA_ARRAY(reader->arena, limb__xml_node, reader->node_room);
    if (reader->attr && reader->node) return true;
    reader->attr_room = reader->node_room = 0;
    reader->status = LIMB_ERROR_MEMORY;
    return false;
}

static const char *read_content(limb__xml_reader *reader, const char *p)
{
    const char *end = reader->end;
    while (p) {
        p = limb__xml_read_common(reader, p);
        const char *at = limb__marks_from(&reader->marks, p);
        const char next = limb__xml_peek(at + 1, end);
        if (at == end || *at != '<' || !limb__is_all_gap(p, at, end)) {
            if (at == end && limb__is_all_gap(p, at, end)) return end;
            p = read_text(reader, p, at);
        } else if (next == '/') {
            p = limb__xml_read_end_tag(reader, at);
        } else if (limb__xml_begins_name(at + 1, end)) {
            p = limb__xml_read_start_tag(reader, at);
        } else if (next == '!') {
            p = limb__xml_read_bang(reader, at);
        } else if (next == '?') {
            p = limb__xml_read_instruction(reader, at);
        } else {
            p = read_text(reader, p, at);
        }
    }
    return NULL;
}

static bool begins_markup(const char *p, const char *end)
{
    const char next = limb__xml_peek(p + 1, end);
    return next == '/' || next == '!' || next == '?' || limb__xml_begins_name(p + 1, end);
}

// Reads text from begin, whose first mark is at; up to the next markup.
static const char *read_text(limb__xml_reader *reader, const char *begin, const char *at)
{
    const char *end = reader->end;
    limb__xml_node *node = limb__xml_add_node(reader, LIMB_NODE_TEXT, begin);
    if (!node) return NULL;
    const int index = reader->nnode - 1;
    bool has_reference = false;
    for (; at < end; at = limb__marks_from(&reader->marks, at)) {
        if (*at == '<' && begins_markup(at, end)) break;
        if (*at == '&') {
            has_reference = true;
            at = limb__xml_check_reference(reader, at, end);
            continue;
        }
        if (*at == '<') {
            const char *line_end = conflict_marker_end(reader, at);
            if (line_end) {
                limb__xml_report(reader, at, (size_t)(line_end - at), LIMB_RULE_XML_SYNTAX,
                                 "a merge conflict is not resolved: keep one of the two versions "
                                 "and remove the marker lines");
                at = line_end;
                continue;
            }
            report_less_than(reader, begin, at);
        }
        at++;
    }
    node = &reader->node[index];
    node->open_end = node->begin;
    node->close = node->end = limb__xml_offset(reader, at);
    if (has_reference) node->label.number |= LIMB__XML_HAS_REFERENCE;
    check_cdata_ends(reader, begin, at);
    if (reader->open < 0) check_outer_text(reader, begin, at);
    return at;
}

// Returns the end of the line at `at` if it is a version control system's conflict marker.
static const char *conflict_marker_end(const limb__xml_reader *reader, const char *at)
{
    const char *end = reader->end;
    const bool begins_line = at == reader->text || at[-1] == '\n' || at[-1] == '\r';
    if (!begins_line || end - at < 8 || memcmp(at, "<<<<<<< ", 8) != 0) return NULL;
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at;
}

static void report_less_than(limb__xml_reader *reader, const char *begin, const char *at)
{
    const char *end = reader->end;
    const char *after = limb__scan_gap(at + 1, end);
    if (after > at + 1 && limb__xml_begins_name(after, end)) {
        const char *name_end = limb__scan_name(after, end);
        limb__xml_report(reader, at, (size_t)(name_end - at), LIMB_RULE_XML_SYNTAX,
                         "white space between \"<\" and \"%.*s\"; in text, write \"&lt;\"",
                         LIMB__SHOW((size_t)(name_end - after), after));
        return;
    }
    limb__xml_report(reader, at, 1, LIMB_RULE_XML_SYNTAX, "%s",
                     at + 1 == end ? "the file ends after \"<\""
                                   : "\"<\" does not begin a tag; in text, write \"&lt;\"");
    // with nothing before it, a tag may be intended
    if (at + 1 < end && limb__scan_gap(begin, at) < at)
        limb__report_fix(reader->report, limb__xml_at(reader, at, 1), "write \"&lt;\"", "&lt;");
}

// "]]>" is not allowed in text: each occurrence is reported.
static void check_cdata_ends(limb__xml_reader *reader, const char *p, const char *end)
{
    while ((p = memchr(p, ']', (size_t)(end - p))) != NULL) {
        if (end - p >= 3 && p[1] == ']' && p[2] == '>') {
            limb__xml_report(reader, p, 3, LIMB_RULE_XML_CDATA_END,
                             "\"]]>\" is not allowed in text");
            limb__report_fix(reader->report, limb__xml_at(reader, p + 2, 1), "write \"&gt;\"",
                             "&gt;");
        }
        p++;
    }
}

static void check_outer_text(limb__xml_reader *reader, const char *begin, const char *end)
{
    if (reader->extra_reported) return;
    const bool is_all = end == reader->end && reader->root < 0;
    begin = limb__scan_gap(begin, end);
    while (end > begin && limb__is_gap(end[-1]))
        end--;
    const char *line = memchr(begin, '\n', (size_t)(end - begin));
    if (line) end = line;
    reader->extra_reported = true;
    if (reader->root >= 0) {
        const limb__xml_node *root = &reader->node[reader->root];
        limb__xml_report(reader, begin, (size_t)(end - begin), LIMB_RULE_XML_EXTRA_ROOT,
                         "text follows the end of <%.*s>",
                         LIMB__SHOW(root->label.size, limb__xml_name_of(reader, reader->root)));
    } else if (is_all && limb__is_lfs_pointer(begin, (size_t)(end - begin))) {
        limb__xml_report(reader, begin, (size_t)(end - begin), LIMB_RULE_XML_NO_ROOT,
                         "this is a Git LFS pointer, not the file itself: run \"git lfs pull\"");
    } else if (is_all) {
        limb__xml_report(reader, begin, (size_t)(end - begin), LIMB_RULE_XML_NO_ROOT,
                         "this is not XML: it is text without any element");
    } else {
        limb__xml_report(reader, begin, (size_t)(end - begin), LIMB_RULE_XML_SYNTAX,
                         "text before the first element");
    }
}

static void finish(limb__xml_reader *reader)
{
    // elements that are still open end where parsing ended
    const uint32_t size = limb__xml_offset(reader, reader->end);
    for (int i = reader->open; i >= 0; i = reader->node[i].parent) {
        reader->node[i].close = size;
        reader->node[i].end = size;
        reader->node[i].after = reader->nnode;
    }
    reader->node[reader->nnode].attr = reader->nattr;
    limb__arena_shrink(reader->arena, reader->node,
                       sizeof *reader->node * (size_t)reader->node_room,
                       sizeof *reader->node * (size_t)(reader->nnode + 1));
    limb_document *doc = reader->doc;
    doc->node = reader->node;
    doc->nnode = reader->nnode;
    doc->attr = reader->attr;
    doc->nattr = reader->nattr;
    doc->root = reader->root;
    doc->nprefix = reader->nprefix;
}

limb__xml_node *limb__xml_grow_nodes(limb__xml_reader *reader)
{
    const int room = reader->node_room * 2 + 16;
    limb__xml_node *node = LIMB__ARENA_ARRAY(reader->arena, limb__xml_node, room);
    if (!node) {
        reader->status = LIMB_ERROR_MEMORY;
        return NULL;
    }
    memcpy(node, reader->node, sizeof *node * (size_t)reader->nnode);
    reader->node = node;
    reader->node_room = room;
    return &node[reader->nnode];
}

limb__xml_attr *limb__xml_grow_attrs(limb__xml_reader *reader)
{
    const int room = reader->attr_room * 2 + 16;
    limb__xml_attr *attr = LIMB__ARENA_ARRAY(reader->arena, limb__xml_attr, room);
    if (!attr) {
        reader->status = LIMB_ERROR_MEMORY;
        return NULL;
    }
    memcpy(attr, reader->attr, sizeof *attr * (size_t)reader->nattr);
    reader->attr = attr;
    reader->attr_room = room;
    return &attr[reader->nattr];
}
