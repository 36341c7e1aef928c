// Canonical layout: writes the whole document again, one element per line.
//
// The rules are in docs/format.md. The tree arranged by format_order.c is traversed without
// recursion; text is collected in one buffer and passed on at the end, so nothing is written if
// memory runs out.
#include "documents/edit/format_document.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum {
    DEFAULT_INDENT = 2,
    DEEPEST_INDENT = 60 // columns; deeper elements are not indented further
};

typedef struct formatter {
    const limb_document *doc;
    const limb_format_opts *opts;
    limb__format_tree tree;
    limb__builder out;
    limb__builder scratch;
    int depth;
} formatter;

static void write_all(formatter *f);
static bool write_node(formatter *f, int node);
static bool write_element(formatter *f, int node);
static void write_end_tag(formatter *f, int node);
static void write_comment(formatter *f, int node);
static bool is_shiftable(const limb_document *doc, int node, limb_text indent);
static void write_instruction(formatter *f, int node);
static bool append_pseudo_attributes(limb__builder *out, const char *at, const char *end);
static void write_verbatim(formatter *f, uint32_t begin, uint32_t end);
static void begin_line(formatter *f);
static int columns(const formatter *f);

limb_status limb_robot_format(const limb_robot *robot, const limb_format_opts *opts,
                              limb_write_fn *write, void *ctx)
{
    assert(robot && write);
    static const limb_format_opts defaults = {0};
    const limb_allocator *memory = limb__robot_of(robot)->memory;
    formatter f = {.doc = robot->document, .opts = opts ? opts : &defaults};
    limb__arena arena;
    limb__arena_init(&arena, memory, 0);
    limb__builder_init(&f.out, memory);
    limb__builder_init(&f.scratch, memory);

    limb_status status = LIMB_ERROR_MEMORY;
    if (limb__format_arrange(&f.tree, f.doc, &arena, f.opts->keep_order)) {
        write_all(&f);
        if (!f.out.failed) status = write(ctx, f.out.data, f.out.size);
    }
    limb__builder_free(&f.scratch);
    limb__builder_free(&f.out);
    limb__arena_free(&arena);
    return status;
}

static void write_all(formatter *f)
{
    int node = f->tree.top;
    while (node >= 0 && !f->out.failed) {
        const bool goes_in = write_node(f, node);
        if (goes_in) {
            f->depth++;
            node = f->tree.first[node];
            continue;
        }
        // up to the next element that has something after it
        while (f->tree.next[node] < 0 && f->doc->node[node].parent >= 0) {
            node = f->doc->node[node].parent;
            f->depth--;
            write_end_tag(f, node);
        }
        node = f->tree.next[node];
    }
    limb__builder_char(&f->out, '\n');
}

// Writes the start of a node; returns true if its children follow.
static bool write_node(formatter *f, int node)
{
    const uint8_t flags = f->tree.flags[node];
    const int parent = f->doc->node[node].parent;
    const bool is_first = node == (parent >= 0 ? f->tree.first[parent] : f->tree.top);
    if (flags & LIMB__FORMAT_TRAILS) {
        limb__builder_char(&f->out, ' ');
        write_verbatim(f, f->doc->node[node].begin, f->doc->node[node].end);
        return false;
    }
    if ((flags & LIMB__FORMAT_BLANK) && !is_first) limb__builder_char(&f->out, '\n');
    begin_line(f);
    switch (limb__xml_kind(&f->doc->node[node])) {
    case LIMB_NODE_ELEMENT:
        return write_element(f, node);
    case LIMB_NODE_COMMENT:
        write_comment(f, node);
        return false;
    case LIMB_NODE_PI:
        write_instruction(f, node);
        return false;
    default:
        write_verbatim(f, limb__format_begin(f->doc, node), limb__format_end(f->doc, node));
        return false;
    }
}

static bool write_element(formatter *f, int node)
{
    const limb__xml_node *n = &f->doc->node[node];
    const uint8_t flags = f->tree.flags[node];
    if (flags & LIMB__FORMAT_OPAQUE) {
        write_verbatim(f, n->begin, n->end);
        return false;
    }
    const bool is_raw = (flags & LIMB__FORMAT_RAW) != 0;
    const bool has_children = !is_raw && f->tree.first[node] >= 0;
    const bool is_empty = !is_raw && !has_children;
    limb__format_start_tag(&f->out, &f->scratch, f->doc, node, (limb__tag)f->tree.tag[node],
                           columns(f), is_empty ? 2 : 1, f->opts);
    limb__builder_text(&f->out, is_empty ? "/>" : ">");
    if (is_raw) {
        write_verbatim(f, n->open_end, n->close);
        limb__builder_text(&f->out, "</");
        limb__builder_bytes(&f->out, f->doc->source.text + limb__xml_name(n), n->label.size);
        limb__builder_char(&f->out, '>');
    }
    return has_children;
}

static void write_end_tag(formatter *f, int node)
{
    const limb__xml_node *n = &f->doc->node[node];
    begin_line(f);
    limb__builder_text(&f->out, "</");
    limb__builder_bytes(&f->out, f->doc->source.text + limb__xml_name(n), n->label.size);
    limb__builder_char(&f->out, '>');
}

// Writes a comment. Its lines are shifted with the first one if they share its indentation.
static void write_comment(formatter *f, int node)
{
    const limb__xml_node *n = &f->doc->node[node];
    const char *text = f->doc->source.text;
    uint32_t line = n->begin;
    while (line > 0 && (text[line - 1] == ' ' || text[line - 1] == '\t'))
        line--;
    const limb_text indent = {text + line, n->begin - line};
    const bool begins_line = line == 0 || text[line - 1] == '\n' || text[line - 1] == '\r';
    if (!begins_line || !is_shiftable(f->doc, node, indent)) {
        write_verbatim(f, n->begin, n->end);
        return;
    }
    for (uint32_t at = n->begin; at < n->end;) {
        const char *newline = memchr(text + at, '\n', n->end - at);
        const uint32_t stop = newline ? (uint32_t)(newline - text) : n->end;
        write_verbatim(f, at, stop - (newline && stop > at && text[stop - 1] == '\r' ? 1 : 0));
        if (!newline) break;
        limb__builder_char(&f->out, '\n');
        at = stop + 1;
        const bool is_blank = text[at] == '\n' || text[at] == '\r';
        if (!is_blank && indent.size <= n->end - at &&
            memcmp(text + at, indent.data, indent.size) == 0) {
            at += (uint32_t)indent.size;
            limb__builder_repeat(&f->out, ' ', columns(f));
        }
    }
}

static bool is_shiftable(const limb_document *doc, int node, limb_text indent)
{
    const limb__xml_node *n = &doc->node[node];
    const char *at = doc->source.text + n->begin, *end = doc->source.text + n->end;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        if (*at == '\n' || *at == '\r') continue;
        if ((size_t)(end - at) < indent.size || memcmp(at, indent.data, indent.size) != 0) {
            return false;
        }
    }
    return true;
}

// Writes a processing instruction. The XML declaration gets one space between its parts,
// and double quotes.
static void write_instruction(formatter *f, int node)
{
    const limb__xml_node *n = &f->doc->node[node];
    const char *text = f->doc->source.text;
    if (n->label.size == 3 && memcmp(text + limb__xml_name(n), "xml", 3) == 0) {
        const size_t begin = f->out.size;
        limb__builder_text(&f->out, "<?xml");
        if (append_pseudo_attributes(&f->out, text + limb__xml_name(n) + 3, text + n->end - 2)) {
            limb__builder_text(&f->out, "?>");
            return;
        }
        f->out.size = begin;
    }
    write_verbatim(f, n->begin, n->end);
}

// Returns false if it is not a list of name="value".
static bool append_pseudo_attributes(limb__builder *out, const char *at, const char *end)
{
    for (;;) {
        while (at < end && limb__is_space(*at))
            at++;
        if (at == end) return true;
        const char *name = at;
        while (at < end && *at >= 'a' && *at <= 'z')
            at++;
        const size_t name_size = (size_t)(at - name);
        while (at < end && limb__is_space(*at))
            at++;
        if (at == end || *at++ != '=' || name_size == 0) return false;
        while (at < end && limb__is_space(*at))
            at++;
        if (at == end || (*at != '"' && *at != '\'')) return false;
        const char *value = at + 1;
        const char *close = memchr(value, *at, (size_t)(end - value));
        if (!close || memchr(value, '"', (size_t)(close - value))) return false;
        limb__builder_char(out, ' ');
        limb__builder_bytes(out, name, name_size);
        limb__builder_text(out, "=\"");
        limb__builder_bytes(out, value, (size_t)(close - value));
        limb__builder_char(out, '"');
        at = close + 1;
    }
}

// Copies the source with line ends as XML reads them: each becomes LF.
static void write_verbatim(formatter *f, uint32_t begin, uint32_t end)
{
    const char *at = f->doc->source.text + begin, *stop = f->doc->source.text + end;
    while (at < stop) {
        const char *cr = memchr(at, '\r', (size_t)(stop - at));
        limb__builder_bytes(&f->out, at, (size_t)((cr ? cr : stop) - at));
        if (!cr) return;
        if (cr[1] != '\n') limb__builder_char(&f->out, '\n');
        at = cr + 1;
    }
}

static void begin_line(formatter *f)
{
    if (f->out.size > 0) limb__builder_char(&f->out, '\n');
    limb__builder_repeat(&f->out, ' ', columns(f));
}

static int columns(const formatter *f)
{
    const int indent = f->opts->indent > 0 ? f->opts->indent : DEFAULT_INDENT;
    const int levels = DEEPEST_INDENT / indent;
    return indent * (f->depth < levels ? f->depth : levels);
}
