// Position and layout of new elements, matching the surrounding text.
//
// Children on lines of their own determine the indentation of a new sibling. In an element without
// children it is that of the element plus one level, unless everything is on one line. An
// empty-element tag is opened: "/>" becomes ">" and the end tag is a separate patch, with a higher
// rank than the children's, so that one edit can add several children.
#include "documents/edit/edit.h"

#include <string.h>

typedef limb__edit_slot slot;

// Indentation of a fragment's lines in the target file.
typedef struct layout {
    limb_text indent; // of its first line; data NULL: everything goes on one line
    limb_text step;   // of the file, per level
    const char *newline;
    uint32_t base;      // leading spaces common to the fragment's lines
    limb_text own_step; // of the fragment, per level
} layout;

static slot find_slot(const limb_document *doc, int parent, bool first);
static uint32_t empty_line_before(const char *text, uint32_t at);
static bool ends_group(const char *text, uint32_t at);
static uint32_t line_end(const limb_document *doc, uint32_t at);
static limb_status open_up(limb_edit *edit, int parent, const slot *at);
static void append_line_begin(limb__builder *out, const limb_document *doc, const slot *at);
static void append_indented(limb__builder *out, const limb_document *fragment, const layout *to);
static uint32_t append_gap(limb__builder *out, const limb_document *fragment, uint32_t at,
                           const layout *to);
static uint32_t base_of(const limb_document *fragment);
static limb_text fragment_step(const limb_document *fragment);
static bool is_blank(char c);
static limb_text step_of(const limb_document *doc, int node);
static bool is_spread(const limb_document *doc);
static int last_child(const limb_document *doc, int node);
static int child_on_own_line(const limb_document *doc, int node);
static bool holds_text(const limb_document *doc, int node);
static int rank_in(const limb_document *doc, int node);

// a fragment is wrapped in this to be parsed by itself
static const char wrap_begin[] = "<limb>";
static const char wrap_end[] = "</limb>";

limb_status limb__edit_insert(limb_edit *edit, int parent, bool first, const char *xml)
{
    if (!edit->has_slot || edit->slot_parent != parent || edit->slot_first != first) {
        edit->slot = find_slot(edit->doc, parent, first);
        edit->slot_parent = parent;
        edit->slot_first = first;
        edit->has_slot = true;
    }
    const slot at = edit->slot;
    const int mark = limb__patches_mark(&edit->patches);
    limb__builder indent;
    limb__builder_init(&indent, edit->memory);
    limb__builder_bytes(&indent, at.indent[0].data, at.indent[0].size);
    limb__builder_bytes(&indent, at.indent[1].data, at.indent[1].size);
    // an element that shares a line with others stays on it
    const limb_text line = {at.own_line ? limb__builder_nul(&indent) : NULL, indent.size};
    const int rank = rank_in(edit->doc, parent);

    limb_status status = indent.failed ? LIMB_ERROR_MEMORY : LIMB_OK;
    if (first && limb__patches_inserts(&edit->patches, at.offset, rank, xml, strcspn(xml, " />"))) {
        status = limb__edit_fail(edit, "the same was already added there; apply that first");
    }
    if (status == LIMB_OK && at.in_empty) status = open_up(edit, parent, &at);
    edit->scratch.size = 0;
    if (at.own_line && !at.before_sibling) append_line_begin(&edit->scratch, edit->doc, &at);
    if (status == LIMB_OK) status = limb__edit_fragment(edit, xml, line);
    if (at.own_line && at.before_sibling) append_line_begin(&edit->scratch, edit->doc, &at);
    if (status == LIMB_OK) {
        status = limb__edit_patch_scratch(edit, at.offset, 0, rank);
    }
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    edit->scratch.failed = false;
    limb__builder_free(&indent);
    return status;
}

limb_status limb__edit_insert_built(limb_edit *edit, int parent, bool first, limb__builder *xml)
{
    limb__builder_nul(xml);
    const limb_status status =
        xml->failed ? LIMB_ERROR_MEMORY : limb__edit_insert(edit, parent, first, xml->data);
    limb__builder_free(xml);
    return status;
}

limb_status limb__edit_fragment(limb_edit *edit, const char *xml, limb_text indent)
{
    if (!limb__edit_is_text(edit, xml, strlen(xml))) return LIMB_ERROR_INPUT;
    limb_report *report = NULL;
    limb_document fragment = {0};
    limb__arena arena;
    limb__builder text;
    limb__arena_init(&arena, edit->memory, 0);
    limb__builder_init(&text, edit->memory);
    limb_status status =
        limb_report_create(&report, &(limb_report_opts){.memory = edit->memory, .max_findings = 1});
    if (status != LIMB_OK) goto done;

    limb__builder_text(&text, wrap_begin);
    limb__builder_text(&text, xml);
    limb__builder_text(&text, wrap_end);
    limb__builder_nul(&text);
    status = LIMB_ERROR_MEMORY;
    if (text.failed) goto done;
    const limb_load_opts *opts = &limb__robot_of(edit->robot)->opts;
    const limb__xml_limits limits = {.max_depth = opts->max_depth,
                                     .max_attributes = opts->max_attributes,
                                     .max_name_bytes = opts->max_name_bytes};
    status =
        limb__xml_parse(&fragment, &arena, edit->memory, "", text.data, text.size, &limits, report);
    if (status == LIMB_OK && limb__xml_first_child(&fragment, fragment.root) < 0) {
        status = limb__edit_fail(edit, "there is no XML to add");
    } else if (status == LIMB_ERROR_INPUT) {
        limb__edit_fail(edit, "the new XML is malformed: %s",
                        report->nfinding > 0 ? report->finding[0].message : "");
    }
    if (status == LIMB_OK) {
        const layout to = {.indent = indent,
                           .step = step_of(edit->doc, edit->doc->root),
                           .newline = limb__layout_newline(edit->doc),
                           .base = base_of(&fragment),
                           .own_step = fragment_step(&fragment)};
        append_indented(&edit->scratch, &fragment, &to);
    }
done:
    limb__arena_free(&arena);
    limb__builder_free(&text);
    limb_report_free(report);
    return status;
}

limb_text limb__layout_indent(const limb_document *doc, uint32_t offset)
{
    const char *text = doc->source.text;
    uint32_t begin = offset;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
        begin--;
    const bool is_line = begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\r';
    return is_line ? (limb_text){text + begin, offset - begin} : (limb_text){NULL, 0};
}

const char *limb__layout_newline(const limb_document *doc)
{
    const char *end = memchr(doc->source.text, '\n', doc->source.size);
    return end && end > doc->source.text && end[-1] == '\r' ? "\r\n" : "\n";
}

char limb__layout_quote(const limb_document *doc)
{
    return doc->nattr > 0 ? doc->source.text[doc->attr[0].value - 1] : '"';
}

void limb__layout_lines_of(const limb_document *doc, int node, uint32_t *begin, uint32_t *end)
{
    const char *text = doc->source.text;
    *begin = doc->node[node].begin;
    *end = doc->node[node].end;
    const limb_text indent = limb__layout_indent(doc, *begin);
    uint32_t after = *end;
    while (text[after] == ' ' || text[after] == '\t')
        after++;
    const bool ends_line = text[after] == '\n' || text[after] == '\r';
    const uint32_t line = *begin - (uint32_t)indent.size;
    if (!indent.data || !ends_line || line == 0) return;
    // with the preceding line end, so that additions after the node do not overlap
    const bool is_crlf = line > 1 && text[line - 1] == '\n' && text[line - 2] == '\r';
    *begin = line - (is_crlf ? 2 : 1);
    *end = after;
    // of the empty lines on both sides one is removed, so that there are not two in a row
    const uint32_t empty = empty_line_before(text, *begin);
    if (empty < *begin && ends_group(text, after)) *begin = empty;
}

// Returns the line end before the empty line that ends at this line end; the same offset if
// there is none.
static uint32_t empty_line_before(const char *text, uint32_t at)
{
    uint32_t begin = at;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
        begin--;
    if (begin == 0 || text[begin - 1] != '\n') return at;
    return begin - (begin > 1 && text[begin - 2] == '\r' ? 2 : 1);
}

// Returns whether an empty line or an end tag follows the line end.
static bool ends_group(const char *text, uint32_t at)
{
    at += text[at] == '\r' && text[at + 1] == '\n' ? 2 : 1;
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    return text[at] == '\n' || text[at] == '\r' || (text[at] == '<' && text[at + 1] == '/');
}

static slot find_slot(const limb_document *doc, int parent, bool first)
{
    const limb__xml_node *p = &doc->node[parent];
    const int last = last_child(doc, parent);
    if (last < 0) {
        const limb_text indent = limb__layout_indent(doc, p->begin);
        if (!indent.data || !is_spread(doc)) return (slot){.offset = p->open_end, .in_empty = true};
        return (slot){p->open_end, true, false, true, {indent, step_of(doc, parent)}};
    }
    const int model = holds_text(doc, parent) ? -1 : child_on_own_line(doc, parent);
    if (model < 0) return (slot){.offset = first ? p->open_end : p->close};
    const limb_text indent = limb__layout_indent(doc, doc->node[model].begin);
    const uint32_t offset = first ? doc->node[model].begin : line_end(doc, doc->node[last].end);
    return (slot){offset, true, first, false, {indent, {"", 0}}};
}

// Returns the offset after trailing spaces, which stay with the text before them; the same offset
// if other text follows on the line.
static uint32_t line_end(const limb_document *doc, uint32_t at)
{
    const char *text = doc->source.text;
    uint32_t end = at;
    while (text[end] == ' ' || text[end] == '\t')
        end++;
    return text[end] == '\n' || text[end] == '\r' ? end : at;
}

// Opens an empty element, once however many children are added.
static limb_status open_up(limb_edit *edit, int parent, const slot *at)
{
    const limb_document *doc = edit->doc;
    const limb__xml_node *p = &doc->node[parent];
    const char *text = doc->source.text;
    const int rank = rank_in(doc, parent) + 1;
    const bool is_empty_tag = p->end == p->open_end;
    const uint32_t inside = p->close - p->open_end; // white space
    const bool has_lines = memchr(text + p->open_end, '\n', inside) != NULL;
    if (limb__patches_inserts(&edit->patches, p->open_end, rank, "", 0) ||
        limb__patches_overlap(&edit->patches, p->open_end, inside)) {
        return LIMB_OK;
    }

    limb__builder *after = &edit->scratch;
    after->size = 0;
    if (at->own_line && !has_lines) {
        limb__builder_text(after, limb__layout_newline(doc));
        limb__builder_bytes(after, at->indent[0].data, at->indent[0].size);
    }
    if (is_empty_tag) {
        uint32_t slash = p->open_end - 2;
        while (limb__is_space(text[slash - 1]))
            slash--;
        const limb_status status = limb__edit_patch(edit, slash, p->open_end - slash, 0, ">", 1);
        if (status != LIMB_OK) return status;
        limb__builder_text(after, "</");
        limb__builder_bytes(after, text + limb__xml_name(p), p->label.size);
        limb__builder_char(after, '>');
    }
    if (after->size == 0) return LIMB_OK;
    return limb__edit_patch_scratch(edit, p->open_end, inside, rank);
}

static void append_line_begin(limb__builder *out, const limb_document *doc, const slot *at)
{
    limb__builder_text(out, limb__layout_newline(doc));
    limb__builder_bytes(out, at->indent[0].data, at->indent[0].size);
    limb__builder_bytes(out, at->indent[1].data, at->indent[1].size);
}

// Only white space between elements is changed; tags, text and comments stay as they are.
static void append_indented(limb__builder *out, const limb_document *fragment, const layout *to)
{
    const char *text = fragment->source.text;
    const limb__xml_node *root = &fragment->node[fragment->root];
    int node = fragment->root + 1;
    const uint32_t begin = fragment->node[node].begin;
    const uint32_t end = fragment->node[last_child(fragment, fragment->root)].end;
    for (uint32_t at = begin; at < end && at < root->close;) {
        uint32_t stop;
        if (node < fragment->nnode && fragment->node[node].begin == at) {
            const limb__xml_node *n = &fragment->node[node++];
            stop = limb__xml_kind(n) == LIMB_NODE_ELEMENT ? n->open_end : n->end;
        } else if (text[at] == '<') {
            stop = at;
            while (text[stop++] != '>') {
            }
        } else {
            at = append_gap(out, fragment, at, to);
            continue;
        }
        limb__builder_bytes(out, text + at, stop - at);
        at = stop;
    }
}

// Appends one byte of white space, or one line end with the indentation of the next line.
static uint32_t append_gap(limb__builder *out, const limb_document *fragment, uint32_t at,
                           const layout *to)
{
    const char *text = fragment->source.text;
    if (text[at] == '\r' && text[at + 1] == '\n') return at + 1;
    if (text[at] != '\n') {
        limb__builder_char(out, text[at]);
        return at + 1;
    }
    at++;
    if (!to->indent.data) { // everything on one line
        while (limb__is_space(text[at]))
            at++;
        return at;
    }
    limb__builder_text(out, to->newline);
    if (text[at] == '\n' || text[at] == '\r') return at;
    limb__builder_bytes(out, to->indent.data, to->indent.size);
    for (uint32_t i = 0; i < to->base && is_blank(text[at]); i++)
        at++;
    // additional indentation relative to the fragment's first line, in steps of this file
    while (to->own_step.size > 0 && strncmp(text + at, to->own_step.data, to->own_step.size) == 0) {
        limb__builder_bytes(out, to->step.data, to->step.size);
        at += (uint32_t)to->own_step.size;
    }
    return at;
}

// Returns the common indentation of the fragment's outermost elements: where they end, or where
// further ones start. A fragment cut out of a file has some.
static uint32_t base_of(const limb_document *fragment)
{
    uint32_t base = UINT32_MAX;
    const int first = limb__xml_first_child(fragment, fragment->root);
    for (int node = first; node >= 0; node = limb__xml_next(fragment, node)) {
        const limb__xml_node *n = &fragment->node[node];
        const limb_text begin = limb__layout_indent(fragment, n->begin);
        if (node != first && begin.data && begin.size < base) base = (uint32_t)begin.size;
        if (limb__xml_kind(n) != LIMB_NODE_ELEMENT || n->close == n->open_end) continue;
        const limb_text end = limb__layout_indent(fragment, n->close);
        if (end.data && end.size < base) base = (uint32_t)end.size;
    }
    return base == UINT32_MAX ? 0 : base;
}

// Returns the additional white space before the first inner element; empty: none.
static limb_text fragment_step(const limb_document *fragment)
{
    const uint32_t base = base_of(fragment);
    for (int node = fragment->root + 1; node < fragment->nnode; node++) {
        const int parent = fragment->node[node].parent;
        if (parent < 0 || fragment->node[parent].parent != fragment->root) continue;
        const limb_text indent = limb__layout_indent(fragment, fragment->node[node].begin);
        if (indent.data && indent.size > base)
            return (limb_text){indent.data + base, indent.size - base};
    }
    return (limb_text){"", 0};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// Returns the indentation step of a child: that of the node in its parent, or of the start
// of the file.
static limb_text step_of(const limb_document *doc, int node)
{
    const int child = child_on_own_line(doc, doc->root);
    const int inner[2] = {node, child};
    for (int i = 0; i < 2; i++) {
        if (inner[i] < 0 || doc->node[inner[i]].parent < 0) continue;
        const limb_text deep = limb__layout_indent(doc, doc->node[inner[i]].begin);
        const limb_text outer =
            limb__layout_indent(doc, doc->node[doc->node[inner[i]].parent].begin);
        if (deep.data && outer.data && deep.size > outer.size) {
            return (limb_text){deep.data + outer.size, deep.size - outer.size};
        }
    }
    return (limb_text){"  ", 2};
}

// Returns false if all elements are on one line.
static bool is_spread(const limb_document *doc)
{
    const limb__xml_node *root = &doc->node[doc->root];
    return memchr(doc->source.text + root->begin, '\n', root->end - root->begin) != NULL;
}

static int last_child(const limb_document *doc, int node)
{
    // starting at the last node of the subtree
    int last = doc->node[node].after - 1;
    while (last > node && doc->node[last].parent != node)
        last = doc->node[last].parent;
    return last > node ? last : -1;
}

static int child_on_own_line(const limb_document *doc, int node)
{
    int child = limb__xml_first_child(doc, node);
    while (child >= 0 && (limb__xml_kind(&doc->node[child]) == LIMB_NODE_TEXT ||
                          !limb__layout_indent(doc, doc->node[child].begin).data))
        child = limb__xml_next(doc, child);
    return child;
}

static bool holds_text(const limb_document *doc, int node)
{
    int child = limb__xml_first_child(doc, node);
    while (child >= 0 && limb__xml_kind(&doc->node[child]) != LIMB_NODE_TEXT &&
           limb__xml_kind(&doc->node[child]) != LIMB_NODE_CDATA)
        child = limb__xml_next(doc, child);
    return child >= 0;
}

// If they meet at one offset, children of deeper elements come before those of outer ones, and
// before their own end tag (rank + 1).
static int rank_in(const limb_document *doc, int node)
{
    int depth = 0;
    for (int parent = doc->node[node].parent; parent >= 0; parent = doc->node[parent].parent)
        depth++;
    return -2 * depth;
}
