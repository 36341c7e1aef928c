// A document as a line of events, by expat and by our reader, for comparing the two.
//
// What we tolerate on purpose, and expat does not (each has a rule that says so):
//   - white space or comments before the XML declaration, an odd declaration (108, 109)
//   - NUL bytes after the document (110); control characters, bytes that are not UTF-8, numbers of
//     characters that do not exist (116, 122)
//   - entities that nobody declared (112), bare '&' (117), '<' in a value (118), no white space
//     between attributes (119), "--" in comments (120), "]]>" in text (121)
//   - a document type is skipped unread (111), where expat reads and checks it
//   - names by the fifth edition of XML, where expat goes by the fourth: a name with bytes above
//     ASCII may be one for us and none for expat
// So: a document with none of these findings is accepted by both or by neither; a document that
// both accept has the same events. Attribute values and text are compared as XML asks: line ends
// and, in values, white space are normalized, which our reader leaves to the eye of the beholder.
#ifndef LIMB_TEST_EXPAT_EVENTS_H
#define LIMB_TEST_EXPAT_EVENTS_H

#include "documents/xml/xml.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

typedef struct limb_test_events {
    char *data;
    size_t size;
    size_t room;
    bool in_text;
} limb_test_events;

static inline void limb_test_event(limb_test_events *events, char kind, const char *bytes,
                                   size_t size)
{
    if (events->size + size + 2 > events->room) {
        events->room = 2 * (events->size + size + 2);
        events->data = realloc(events->data, events->room);
        if (!events->data) abort();
    }
    // text arrives in pieces: only the first of them begins an event
    const bool more = kind == 't' && events->in_text;
    if (!more) events->data[events->size++] = kind;
    events->in_text = kind == 't';
    memcpy(events->data + events->size, bytes, size);
    events->size += size;
    if (kind != 't') events->data[events->size++] = 0;
}

//---- expat ---------------------------------------------------------------------------------------

static inline void limb_test_expat_start(void *ctx, const char *name, const char **attr)
{
    limb_test_event(ctx, '<', name, strlen(name));
    for (; *attr; attr += 2) {
        limb_test_event(ctx, '@', attr[0], strlen(attr[0]));
        limb_test_event(ctx, '=', attr[1], strlen(attr[1]));
    }
}

static inline void limb_test_expat_end(void *ctx, const char *name)
{
    limb_test_event(ctx, '>', name, strlen(name));
}

static inline void limb_test_expat_text(void *ctx, const char *text, int size)
{
    limb_test_event(ctx, 't', text, (size_t)size);
}

static inline bool limb_test_expat_events(limb_test_events *events, const char *text, size_t size)
{
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!parser) abort();
    XML_SetUserData(parser, events);
    XML_SetElementHandler(parser, limb_test_expat_start, limb_test_expat_end);
    XML_SetCharacterDataHandler(parser, limb_test_expat_text);
    const bool accepted = XML_Parse(parser, text, (int)size, 1) == XML_STATUS_OK;
    XML_ParserFree(parser);
    return accepted;
}

//---- ours ----------------------------------------------------------------------------------------

// Line ends as one LF; in values white space as a blank. Decodes references after that, whose
// white space stays.
static inline void limb_test_put_text(limb_test_events *events, char kind, const char *raw,
                                      size_t size, bool decode)
{
    char *out = malloc(size + 1);
    if (!out) abort();
    size_t length = 0;
    const char *end = raw + size;
    while (raw < end) {
        if (*raw == '&' && decode) {
            const char *next;
            const size_t count = limb__xml_decode_one(raw, end, out + length, &next);
            if (count == 0) memcpy(out + length, raw, (size_t)(next - raw));
            length += count > 0 ? count : (size_t)(next - raw);
            raw = next;
            continue;
        }
        char c = *raw++;
        if (c == '\r') {
            if (raw < end && *raw == '\n') raw++;
            c = '\n';
        }
        if (kind == '=' && (c == '\n' || c == '\t')) c = ' ';
        out[length++] = c;
    }
    limb_test_event(events, kind, out, length);
    free(out);
}

static inline void limb_test_put_node(limb_test_events *events, const limb_document *doc, int node)
{
    const limb__xml_node *it = &doc->node[node];
    const char *text = doc->source.text;
    if (limb__xml_kind(it) == LIMB_NODE_ELEMENT) {
        limb_test_event(events, '<', text + limb__xml_name(it), it->label.size);
        for (int i = it->attr; i < limb__xml_attr_end(it); i++) {
            const limb__xml_attr *attr = &doc->attr[i];
            limb_test_event(events, '@', text + attr->name, attr->label.size);
            limb_test_put_text(events, '=', text + attr->value, attr->value_size, true);
        }
    } else if (limb__xml_kind(it) == LIMB_NODE_TEXT || limb__xml_kind(it) == LIMB_NODE_CDATA) {
        limb_test_put_text(events, 't', text + it->open_end, it->close - it->open_end,
                           limb__xml_kind(it) == LIMB_NODE_TEXT);
    }
}

// The white space between two nodes, which expat reports as text.
static inline void limb_test_put_gap(limb_test_events *events, const limb_document *doc, int parent,
                                     uint32_t from, uint32_t to)
{
    if (parent >= 0 && from < to) {
        limb_test_put_text(events, 't', doc->source.text + from, to - from, false);
    }
}

static inline void limb_test_our_events(limb_test_events *events, const limb_document *doc)
{
    int node = doc->nnode > 0 ? 0 : -1;
    uint32_t from = 0;
    while (node >= 0) {
        const limb__xml_node *it = &doc->node[node];
        limb_test_put_gap(events, doc, it->parent, from, it->begin);
        limb_test_put_node(events, doc, node);
        from = limb__xml_kind(it) == LIMB_NODE_ELEMENT ? it->open_end : it->end;
        const int child = limb_node_first_child(doc, node);
        if (child >= 0) {
            node = child;
            continue;
        }
        // close this element, and the parents of last children
        for (;;) {
            it = &doc->node[node];
            if (limb__xml_kind(it) == LIMB_NODE_ELEMENT) {
                limb_test_put_gap(events, doc, node, from, it->close);
                limb_test_event(events, '>', doc->source.text + limb__xml_name(it), it->label.size);
                from = it->end;
            }
            if (limb__xml_next(doc, node) >= 0 || it->parent < 0) break;
            node = it->parent;
        }
        node = limb__xml_next(doc, node);
    }
}

//---- both ----------------------------------------------------------------------------------------

static inline bool limb_test_tolerated(limb_rule rule)
{
    switch (rule) {
    case LIMB_RULE_XML_DECLARATION_LATE:
    case LIMB_RULE_XML_DECLARATION:
    case LIMB_RULE_XML_NUL:
    case LIMB_RULE_XML_DTD:
    case LIMB_RULE_XML_ENTITY:
    case LIMB_RULE_XML_CHARACTER:
    case LIMB_RULE_XML_AMPERSAND:
    case LIMB_RULE_XML_LESS_THAN:
    case LIMB_RULE_XML_ATTRIBUTE_SPACE:
    case LIMB_RULE_XML_COMMENT:
    case LIMB_RULE_XML_CDATA_END:
    case LIMB_RULE_XML_UTF8:
        return true;
    default:
        return false;
    }
}

static inline bool limb_test_wide_names(const limb_document *doc)
{
    for (int i = 0; i < doc->nnode + doc->nattr; i++) {
        const bool element = i < doc->nnode;
        const limb__xml_node *node = element ? &doc->node[i] : NULL;
        const limb__xml_attr *attr = element ? NULL : &doc->attr[i - doc->nnode];
        const char *name = doc->source.text + (element ? limb__xml_name(node) : attr->name);
        const int size = element ? node->label.size : attr->label.size;
        for (int k = 0; k < size; k++) {
            if ((unsigned char)name[k] >= 0x80) return true;
        }
    }
    return false;
}

typedef enum limb_test_verdict {
    LIMB_TEST_SAME_ACCEPTED,
    LIMB_TEST_SAME_REFUSED,
    LIMB_TEST_TOLERATED,     // we accept with a finding of the list above, expat refuses
    LIMB_TEST_WIDE_NAMES,    // refused by expat for a name that only the fifth edition allows
    LIMB_TEST_LIMIT,         // a limit of limb
    LIMB_TEST_EVENTS_DIFFER, // the rest are defects
    LIMB_TEST_WE_ACCEPT,
    LIMB_TEST_WE_REFUSE
} limb_test_verdict;

static inline limb_test_verdict limb_test_compare_with_expat(const char *text, size_t size)
{
    limb__arena arena;
    limb_document doc;
    limb_report *report;
    limb__arena_init(&arena, NULL, 0);
    if (limb_report_create(&report, NULL) != LIMB_OK) abort();
    const limb_status status = limb__xml_parse(&doc, &arena, NULL, "x", text, size, NULL, report);
    limb_test_events ours = {NULL, 0, 0, false};
    limb_test_events theirs = {NULL, 0, 0, false};
    const bool accepted = limb_test_expat_events(&theirs, text, size);
    bool tolerated = false;
    bool dtd = false;
    for (int i = 0; i < report->nfinding; i++) {
        tolerated |= limb_test_tolerated(report->finding[i].rule);
        dtd |= report->finding[i].rule == LIMB_RULE_XML_DTD;
    }
    limb_test_verdict verdict;
    if (status == LIMB_ERROR_LIMIT) {
        verdict = LIMB_TEST_LIMIT;
    } else if (status != LIMB_OK) {
        verdict = accepted ? LIMB_TEST_WE_REFUSE : LIMB_TEST_SAME_REFUSED;
    } else if (!accepted) {
        verdict = tolerated                    ? LIMB_TEST_TOLERATED
                  : limb_test_wide_names(&doc) ? LIMB_TEST_WIDE_NAMES
                                               : LIMB_TEST_WE_ACCEPT;
    } else if (dtd) {
        // entities and defaults of a document type are expat's alone
        verdict = LIMB_TEST_TOLERATED;
    } else {
        limb_test_our_events(&ours, &doc);
        const bool same =
            ours.size == theirs.size && memcmp(ours.data, theirs.data, ours.size) == 0;
        verdict = same ? LIMB_TEST_SAME_ACCEPTED : LIMB_TEST_EVENTS_DIFFER;
    }
    free(ours.data);
    free(theirs.data);
    limb_report_free(report);
    limb__arena_free(&arena);
    return verdict;
}

#endif
