// Writes the expanded tree as text, in ROS's layout, with the map of the origin of each part.
//
// Two spaces per level, one node per line, attributes in order of name. An element that contains
// text is written unchanged on one line; text between elements loses the surrounding white space.
#include "base/memory.h"
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <string.h>

typedef struct writer {
    limb__expansion *x;
    limb__kept *kept;
    limb__builder out;
    int level;
    bool is_inline; // inside an element whose text must not change
} writer;

static bool write_open(writer *w, const limb__dom *node, int *outer);
static void sort_attrs(const limb__dom *node);
static void write_attr(writer *w, const limb__dom_attr *attr, int outer);
static bool name_origin(const writer *w, const limb__dom_attr *attr, limb__origin *origin);
static void write_close(writer *w, const limb__dom *node, int outer);
static void write_leaf(writer *w, const limb__dom *node, int outer);
static void write_escaped(limb__builder *out, limb_text text, bool is_value);
static int add_map(writer *w, size_t begin, int outer, limb__origin origin, bool is_value);
static bool is_inline(const limb__dom *node);
static bool is_shown(const writer *w, const limb__dom *node);
static bool has_room(writer *w);
static void begin_line(writer *w);
static void end_line(writer *w);

// Frames for the open spans, one per level.
typedef struct open_span {
    int index;
    const limb__dom *inline_root;
} open_span;

bool limb__write(limb__expansion *x, const limb__dom *first)
{
    const int max_depth = (x->opts->max_depth > 0 ? x->opts->max_depth : LIMB__MAX_NESTING) + 4;
    writer w = {.x = x, .kept = x->kept};
    limb__builder_init(&w.out, x->kept->memory);
    open_span *open = limb__take(&x->eval, (size_t)max_depth * sizeof *open);
    if (!open) return false;
    limb__builder_text(&w.out, "<?xml version=\"1.0\" ?>\n");
    const limb__dom *at = first;
    const limb__dom *inline_root = NULL;
    while (at && has_room(&w)) {
        const int outer = w.level > 0 ? open[w.level - 1].index : -1;
        if (at->kind == LIMB_NODE_ELEMENT) {
            int index = outer;
            const bool has_content = write_open(&w, at, &index);
            if (has_content) {
                if (w.level + 1 >= max_depth) {
                    w.out.failed = true;
                    break;
                }
                open[w.level] = (open_span){index, inline_root};
                if (!inline_root && w.is_inline) inline_root = at;
                w.level++;
                at = at->first;
                continue;
            }
        } else if (is_shown(&w, at)) {
            write_leaf(&w, at, outer);
        }
        while (at && !at->next && at->parent) {
            at = at->parent;
            w.level--;
            write_close(&w, at, w.level > 0 ? open[w.level - 1].index : -1);
            if (inline_root == at) {
                inline_root = NULL;
                w.is_inline = false;
                end_line(&w);
            }
        }
        at = at->next;
    }
    if (w.out.failed && x->status == LIMB_OK) x->status = LIMB_ERROR_MEMORY;
    if (x->status != LIMB_OK) {
        limb__builder_free(&w.out);
        return false;
    }
    limb__builder_nul(&w.out);
    x->kept->text = w.out.data;
    x->kept->text_capacity = w.out.capacity;
    x->kept->xacro.text = w.out.data;
    x->kept->xacro.size = w.out.size;
    return true;
}

// Writes the start tag; returns true if children follow.
static bool write_open(writer *w, const limb__dom *node, int *outer)
{
    const bool has_content = node->first != NULL;
    begin_line(w);
    const size_t begin = w->out.size;
    limb__builder_char(&w->out, '<');
    limb__builder_bytes(&w->out, node->name.data, node->name.size);
    const int index = add_map(w, begin, *outer, node->origin, false);
    sort_attrs(node);
    for (int i = 0; i < node->nattr; i++)
        write_attr(w, &node->attr[i], index);
    const bool holds_nothing = !has_content;
    limb__builder_text(&w->out, holds_nothing ? "/>" : ">");
    if (index >= 0 && !w->out.failed) w->kept->map[index].end = (uint32_t)w->out.size;
    *outer = index;
    if (holds_nothing) {
        end_line(w);
        return false;
    }
    if (!w->is_inline && is_inline(node)) w->is_inline = true;
    end_line(w);
    return true;
}

// Sorts by name, in place, because the tree is not used again.
static void sort_attrs(const limb__dom *node)
{
    limb__dom_attr *attr = node->attr;
    for (int gap = node->nattr / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < node->nattr; i++) {
            const limb__dom_attr moving = attr[i];
            int at = i;
            for (; at >= gap && limb__order_names(attr[at - gap].name, moving.name) > 0; at -= gap)
                attr[at] = attr[at - gap];
            attr[at] = moving;
        }
    }
}

static void write_attr(writer *w, const limb__dom_attr *attr, int outer)
{
    limb__builder_char(&w->out, ' ');
    const size_t name = w->out.size;
    limb__builder_bytes(&w->out, attr->name.data, attr->name.size);
    limb__origin origin;
    if (name_origin(w, attr, &origin)) add_map(w, name, outer, origin, true);
    limb__builder_text(&w->out, "=\"");
    const size_t begin = w->out.size;
    write_escaped(&w->out, attr->value, true);
    const int index = add_map(w, begin, outer, attr->origin, true);
    if (index >= 0) w->kept->map[index].trail = attr->trail;
    limb__builder_char(&w->out, '"');
}

// Finds where the name is written, if it comes from the source and not from an expression.
static bool name_origin(const writer *w, const limb__dom_attr *attr, limb__origin *origin)
{
    const limb__file_source *file = limb__kept_source(w->kept, attr->origin.source);
    const uintptr_t begin = (uintptr_t)file->text;
    const uintptr_t at = (uintptr_t)attr->name.data;
    if (at < begin || at + attr->name.size > begin + file->size) return false;
    *origin = attr->origin;
    origin->offset = (uint32_t)(at - begin);
    origin->size = (uint32_t)attr->name.size;
    origin->is_literal = true;
    return true;
}

static void write_close(writer *w, const limb__dom *node, int outer)
{
    begin_line(w);
    const size_t begin = w->out.size;
    limb__builder_text(&w->out, "</");
    limb__builder_bytes(&w->out, node->name.data, node->name.size);
    limb__builder_char(&w->out, '>');
    add_map(w, begin, outer, node->origin, false);
    if (!w->is_inline) end_line(w);
}

static void write_leaf(writer *w, const limb__dom *node, int outer)
{
    begin_line(w);
    const size_t begin = w->out.size;
    limb_text text = node->content;
    switch ((limb_node_kind)node->kind) {
    case LIMB_NODE_TEXT:
        if (!w->is_inline) text = limb__trim(text);
        write_escaped(&w->out, text, false);
        break;
    case LIMB_NODE_COMMENT:
        limb__builder_text(&w->out, "<!--");
        limb__builder_bytes(&w->out, text.data, text.size);
        limb__builder_text(&w->out, "-->");
        break;
    case LIMB_NODE_CDATA:
        limb__builder_text(&w->out, "<![CDATA[");
        limb__builder_bytes(&w->out, text.data, text.size);
        limb__builder_text(&w->out, "]]>");
        break;
    default:
        limb__builder_bytes(&w->out, text.data, text.size);
        break;
    }
    add_map(w, begin, outer, node->origin, node->kind == LIMB_NODE_TEXT);
    end_line(w);
}

// Escapes characters that would end the value or the text, and white space that a
// reader would change.
static void write_escaped(limb__builder *out, limb_text text, bool is_value)
{
    size_t from = 0;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        const char *escape = c == '&'    ? "&amp;"
                             : c == '<'  ? "&lt;"
                             : c == '>'  ? "&gt;"
                             : c == '\r' ? "&#13;"
                             : !is_value ? NULL
                             : c == '"'  ? "&quot;"
                             : c == '\n' ? "&#10;"
                             : c == '\t' ? "&#9;"
                                         : NULL;
        if (!escape) continue;
        limb__builder_bytes(out, text.data + from, i - from);
        limb__builder_text(out, escape);
        from = i + 1;
    }
    limb__builder_bytes(out, text.data + from, text.size - from);
}

static int add_map(writer *w, size_t begin, int outer, limb__origin origin, bool is_value)
{
    limb__kept *kept = w->kept;
    void *map = kept->map;
    if (w->out.failed ||
        !limb__grow(kept->memory, &map, &kept->map_capacity, kept->nmap + 1, sizeof *kept->map)) {
        w->out.failed = true;
        return -1;
    }
    kept->map = map;
    kept->map[kept->nmap] = (limb__mapped){.begin = (uint32_t)begin,
                                           .end = (uint32_t)w->out.size,
                                           .outer = outer,
                                           .is_value = is_value,
                                           .origin = origin};
    return kept->nmap++;
}

// Returns whether the element contains only text, or CDATA: no byte may be added then.
static bool is_inline(const limb__dom *node)
{
    bool has_text = false;
    for (const limb__dom *child = node->first; child; child = child->next) {
        if (child->kind == LIMB_NODE_CDATA) return true;
        if (child->kind == LIMB_NODE_ELEMENT || child->kind == LIMB_NODE_COMMENT) return false;
        if (child->kind == LIMB_NODE_TEXT) has_text = true;
    }
    return has_text;
}

static bool is_shown(const writer *w, const limb__dom *node)
{
    if (node->kind == LIMB_NODE_DOCTYPE) return false;
    if (node->kind == LIMB_NODE_PI && !node->parent) { // the declaration is written again
        return !(node->content.size > 5 && memcmp(node->content.data, "<?xml", 5) == 0 &&
                 limb__is_space(node->content.data[5]));
    }
    return node->kind != LIMB_NODE_TEXT || w->is_inline || limb__trim(node->content).size > 0;
}

static bool has_room(writer *w)
{
    const size_t max = w->x->opts->max_output > 0 ? w->x->opts->max_output : (size_t)64 << 20;
    if (w->out.failed) return false;
    if (w->out.size <= max) return true;
    w->x->status = LIMB_ERROR_LIMIT;
    return false;
}

static void begin_line(writer *w)
{
    if (!w->is_inline) limb__builder_repeat(&w->out, ' ', 2 * w->level);
}

static void end_line(writer *w)
{
    if (!w->is_inline) limb__builder_char(&w->out, '\n');
}
