// End tags, and elements that are not closed.
//
// A wrong end tag closes the element it most likely belongs to: an outer element of that name, or
// the innermost one if the name is nearly its own; otherwise it is treated as stray. An element
// that was reported once for a wrong end tag is not reported again for the consequences.
#include "base/text.h"
#include "documents/xml/reader.h"

#include <stdio.h>

enum {
    MISMATCH_MAX = 20,      // wrong end tags before parsing stops: what follows would be guesses
    UNCLOSED_NOTES_MAX = 5, // elements named in notes
};

static void close_open(limb__xml_reader *reader, const char *close, const char *end);
static bool match_end_tag(limb__xml_reader *reader, const char *at, const char *name_end);
static int find_open(const limb__xml_reader *reader, const char *name, size_t size);
static void report_unexpected(limb__xml_reader *reader, limb_text name);
static bool is_misspelt(limb__xml_reader *reader, const char *name, size_t size);
static void fix_name(limb__xml_reader *reader, const char *name, size_t size);
static void report_stray(limb__xml_reader *reader, limb_text name);
static void note_open(limb__xml_reader *reader, int node);
static unsigned line_of(limb__xml_reader *reader, int node);

const char *limb__xml_read_end_tag(limb__xml_reader *reader, const char *at)
{
    const char *end = reader->end;
    const char *name = at + 2;
    if (reader->open >= 0) {
        const limb__xml_node *open = &reader->node[reader->open];
        const char *p = name + open->label.size;
        if (p < end && *p == '>' &&
            limb__same_bytes(name, limb__xml_name_of(reader, reader->open), open->label.size,
                             end)) {
            close_open(reader, at, p + 1);
            return p + 1;
        }
    }
    const char *name_end = limb__scan_name(name, end);
    name_end = limb__xml_scan_name_rest(reader, name_end);
    const char *p = limb__scan_gap(name_end, end);
    if (name_end == name || p == end || *p != '>') {
        const char *what = name_end == name ? "the end tag has no name"
                           : p == end       ? "the file ends inside an end tag"
                                            : "\">\" is missing at the end of an end tag";
        limb__xml_report(reader, at, (size_t)(name_end - at), LIMB_RULE_XML_SYNTAX, "%s", what);
        if (reader->open >= 0) note_open(reader, reader->open);
        return NULL;
    }
    const size_t size = (size_t)(name_end - name);
    const limb__xml_node *open = reader->open >= 0 ? &reader->node[reader->open] : NULL;
    const bool same = open && open->label.size == size &&
                      memcmp(name, limb__xml_name_of(reader, reader->open), size) == 0;
    if (same || match_end_tag(reader, at, name_end)) close_open(reader, at, p + 1);
    return reader->nmismatch < MISMATCH_MAX ? p + 1 : NULL;
}

static void close_open(limb__xml_reader *reader, const char *close, const char *end)
{
    limb__xml_node *node = &reader->node[reader->open];
    node->close = limb__xml_offset(reader, close);
    node->end = limb__xml_offset(reader, end);
    node->after = reader->nnode;
    reader->open = node->parent;
    reader->depth--;
}

// Handles an end tag whose name differs from that of the innermost open element. Returns true if it
// closes the element that is innermost afterwards.
static bool match_end_tag(limb__xml_reader *reader, const char *at, const char *name_end)
{
    const limb_text name = {at + 2, (size_t)(name_end - at) - 2};
    reader->nmismatch++;
    const int inner = reader->open;
    const int outer = find_open(reader, name.data, name.size);
    if (outer >= 0) {
        const bool is_new = inner != reader->blamed;
        if (is_new) report_unexpected(reader, name);
        int notes = 0;
        while (reader->open != outer) {
            if (is_new && notes++ < UNCLOSED_NOTES_MAX) note_open(reader, reader->open);
            close_open(reader, at, at);
        }
        return true;
    }
    if (inner >= 0 && is_misspelt(reader, name.data, name.size)) {
        report_unexpected(reader, name);
        note_open(reader, inner);
        fix_name(reader, name.data, name.size);
        return true;
    }
    report_stray(reader, name);
    return false;
}

// Returns the innermost open element of that name, or -1.
static int find_open(const limb__xml_reader *reader, const char *name, size_t size)
{
    for (int i = reader->open; i >= 0; i = reader->node[i].parent) {
        if (reader->node[i].label.size == size &&
            memcmp(limb__xml_name_of(reader, i), name, size) == 0) {
            return i;
        }
    }
    return -1;
}

static void report_unexpected(limb__xml_reader *reader, limb_text name)
{
    const limb__xml_node *open = &reader->node[reader->open];
    limb__xml_report(reader, name.data - 2, name.size + 2, LIMB_RULE_XML_UNCLOSED,
                     "unexpected </%.*s>: <%.*s> (line %u) is not closed",
                     LIMB__SHOW(name.size, name.data),
                     LIMB__SHOW(open->label.size, limb__xml_name_of(reader, reader->open)),
                     line_of(reader, reader->open));
}

// Returns whether the end tag's name is nearly that of the innermost open element.
static bool is_misspelt(limb__xml_reader *reader, const char *name, size_t size)
{
    char candidate[LIMB__NAME_SHOWN + 1];
    const size_t open_size = reader->node[reader->open].label.size;
    if (open_size > LIMB__NAME_SHOWN || size > LIMB__NAME_SHOWN) return false;
    memcpy(candidate, limb__xml_name_of(reader, reader->open), open_size);
    candidate[open_size] = 0;
    const char *const candidates[] = {candidate};
    return limb__nearest(name, size, candidates, 1) == 0;
}

// Of the two names the known word is intended: <colision> ... </collision>.
static void fix_name(limb__xml_reader *reader, const char *name, size_t size)
{
    const limb__xml_node *open = &reader->node[reader->open];
    const char *open_name = limb__xml_name_of(reader, reader->open);
    const bool is_end_known =
        reader->limits.element && limb__words_find_last(reader->limits.element, name, size) != 0;
    const bool is_start_wrong = is_end_known && limb__xml_word(open->label) == 0;
    char right[LIMB__NAME_SHOWN + 1] = {0};
    char title[LIMB__NAME_SHOWN + 16];
    memcpy(right, is_start_wrong ? name : open_name, is_start_wrong ? size : open->label.size);
    snprintf(title, sizeof title, "write \"%s\"", right);
    limb__report_fix(reader->report,
                     is_start_wrong ? limb__xml_at(reader, open_name, open->label.size)
                                    : limb__xml_at(reader, name, size),
                     title, right);
}

// Reports a stray end tag; in the outermost element there is no other element to name.
static void report_stray(limb__xml_reader *reader, limb_text name)
{
    const int inner = reader->open;
    if (inner < 0 || reader->node[inner].parent < 0) {
        limb__xml_report(reader, name.data - 2, name.size + 2, LIMB_RULE_XML_UNCLOSED,
                         "</%.*s> has no matching start tag", LIMB__SHOW(name.size, name.data));
        return;
    }
    limb__xml_report(reader, name.data - 2, name.size + 2, LIMB_RULE_XML_UNCLOSED,
                     "</%.*s> has no matching start tag; the open element here is <%.*s> (line %u)",
                     LIMB__SHOW(name.size, name.data),
                     LIMB__SHOW(reader->node[inner].label.size, limb__xml_name_of(reader, inner)),
                     line_of(reader, inner));
    note_open(reader, inner);
    reader->blamed = inner;
}

void limb__xml_close_at_end(limb__xml_reader *reader)
{
    if (reader->open >= 0 && reader->open != reader->blamed) {
        const limb__xml_node *open = &reader->node[reader->open];
        limb__xml_report(reader, reader->end, 0, LIMB_RULE_XML_UNCLOSED,
                         "the file ends before <%.*s> (line %u) is closed",
                         LIMB__SHOW(open->label.size, limb__xml_name_of(reader, reader->open)),
                         line_of(reader, reader->open));
        int notes = 0;
        for (int i = reader->open; i >= 0 && notes < UNCLOSED_NOTES_MAX; notes++) {
            note_open(reader, i);
            i = reader->node[i].parent;
        }
    } else if (reader->root < 0 && !reader->extra_reported) {
        limb__xml_report(reader, reader->text, 0, LIMB_RULE_XML_NO_ROOT,
                         reader->nnode == 0 ? "the document is empty"
                                            : "the document has no element");
    }
}

static void note_open(limb__xml_reader *reader, int index)
{
    const limb__xml_node *node = &reader->node[index];
    limb__report_note(
        reader->report,
        limb__xml_at(reader, reader->text + node->begin, node->open_end - node->begin),
        "<%.*s> is opened here", LIMB__SHOW(node->label.size, limb__xml_name_of(reader, index)));
}

static unsigned line_of(limb__xml_reader *reader, int node)
{
    return limb__source_span(&reader->places.source, reader->node[node].begin, 0).line;
}
