// Canonical order of nodes.
//
// Comments belong to the element after them, or to the one before them if they end its line;
// together they form a group. In links, joints and their descendants groups are sorted by the
// schema, stably, since the first of several children of one name counts. Children of the robot
// itself keep their order, and so do shapes in a geometry and all unknown elements.
#include "documents/edit/format_document.h"

enum {
    RANK_HEAD = 0, // comments on the start tag's line
    RANK_OTHER = LIMB__TAG_COUNT + 1,
    RANK_TAIL, // comments after the last element
    RANK_COUNT
};

typedef struct group {
    int first, last; // nodes; -1: none
    int rank;
} group;

typedef struct arranger {
    limb__format_tree *tree;
    const limb_document *doc;
    bool keep_order;
    group bucket[RANK_COUNT];
    group pending; // ended by its element, but a comment may still follow on its line
    group open;    // comments and similar nodes whose element has not come yet
    int run_end;   // last node of the latest run of comments
} arranger;

static limb__tag tag_in_place(const limb__format_tree *tree, const limb_document *doc, int node);
static int content_flags(const limb_document *doc, int node, limb__tag tag);
static void arrange_children(arranger *a, int parent);
static void take_child(arranger *a, int parent, int before, int child);
static void decide_run(arranger *a, int parent, int before, int child);
static int rank_of(const arranger *a, int parent, int child);
static void append(limb__format_tree *tree, group *g, int first, int last);
static void flush(arranger *a, group *g);
static int count_lines(const limb_document *doc, uint32_t begin, uint32_t end);

bool limb__format_arrange(limb__format_tree *tree, const limb_document *doc, limb__arena *arena,
                          bool keep_order)
{
    const size_t count = (size_t)doc->nnode + 1;
    tree->first = LIMB__ARENA_ARRAY(arena, int, count);
    tree->next = LIMB__ARENA_ARRAY(arena, int, count);
    tree->flags = limb__arena_take_zero(arena, count);
    tree->tag = limb__arena_take_zero(arena, count);
    if (arena->failed) return false;

    arranger a = {.tree = tree, .doc = doc, .keep_order = keep_order};
    for (int node = 0; node < doc->nnode; node++) {
        tree->first[node] = tree->next[node] = -1;
        if (limb__xml_kind(&doc->node[node]) != LIMB_NODE_ELEMENT) continue;
        const limb__tag tag = tag_in_place(tree, doc, node);
        tree->tag[node] = (uint8_t)tag;
        tree->flags[node] = (uint8_t)content_flags(doc, node, tag);
    }
    arrange_children(&a, -1);
    for (int node = 0; node < doc->nnode; node++)
        if (limb__xml_kind(&doc->node[node]) == LIMB_NODE_ELEMENT) arrange_children(&a, node);
    return true;
}

uint32_t limb__format_begin(const limb_document *doc, int node)
{
    const limb__xml_node *n = &doc->node[node];
    uint32_t begin = n->begin;
    if (limb__xml_kind(n) == LIMB_NODE_TEXT) {
        while (begin < n->end && limb__is_space(doc->source.text[begin]))
            begin++;
    }
    return begin;
}

uint32_t limb__format_end(const limb_document *doc, int node)
{
    const limb__xml_node *n = &doc->node[node];
    uint32_t end = n->end;
    if (limb__xml_kind(n) == LIMB_NODE_TEXT) {
        while (end > n->begin && limb__is_space(doc->source.text[end - 1]))
            end--;
    }
    return end;
}

static limb__tag tag_in_place(const limb__format_tree *tree, const limb_document *doc, int node)
{
    const limb__xml_node *n = &doc->node[node];
    const limb__tag tag = limb__tag_of(doc->source.text + limb__xml_name(n), n->label.size);
    if (n->parent < 0) return tag == LIMB__TAG_ROBOT ? tag : LIMB__TAG_OTHER;
    const limb__schema *parent = &limb__schema_of[tree->tag[n->parent]];
    return parent->child & LIMB__BIT(tag) ? tag : LIMB__TAG_OTHER;
}

// URDF's own elements contain only elements: text in them has no meaning and may be reformatted. In
// other elements text is data, and so is the surrounding white space.
static int content_flags(const limb_document *doc, int node, limb__tag tag)
{
    bool has_text = false, has_other = false;
    for (int child = limb__xml_first_child(doc, node); child >= 0;
         child = limb__xml_next(doc, child)) {
        const limb_node_kind kind = limb__xml_kind(&doc->node[child]);
        const bool is_text = kind == LIMB_NODE_TEXT || kind == LIMB_NODE_CDATA;
        has_text |= is_text;
        has_other |= !is_text;
    }
    const limb__schema *schema = &limb__schema_of[tag];
    const bool is_ours = schema->key != 0 || schema->child != 0;
    if (!is_ours && limb__xml_find_attr(doc, node, "xml:space") >= 0) return LIMB__FORMAT_OPAQUE;
    if (has_text && has_other) return is_ours ? 0 : LIMB__FORMAT_OPAQUE;
    if (has_text) return LIMB__FORMAT_RAW;
    // spaces alone may be a value; with a line end they are layout
    const limb__xml_node *n = &doc->node[node];
    const bool has_blanks = !has_other && n->close > n->open_end;
    const bool is_value = has_blanks && !is_ours && count_lines(doc, n->open_end, n->close) == 0;
    return is_value ? LIMB__FORMAT_RAW : 0;
}

// Orders the children of parent; -1: those of the document.
static void arrange_children(arranger *a, int parent)
{
    static const group nothing = {-1, -1, 0};
    for (int rank = 0; rank < RANK_COUNT; rank++)
        a->bucket[rank] = nothing;
    a->pending = a->open = nothing;
    a->run_end = -1;

    int before = -1;
    int child = parent >= 0 ? limb__xml_first_child(a->doc, parent) : a->doc->nnode > 0 ? 0 : -1;
    if (child < 0) return;
    for (; child >= 0; child = limb__xml_next(a->doc, child)) {
        take_child(a, parent, before, child);
        before = child;
    }
    flush(a, &a->pending);
    a->open.rank = RANK_TAIL;
    flush(a, &a->open);

    group all = nothing;
    for (int rank = 0; rank < RANK_COUNT; rank++)
        if (a->bucket[rank].first >= 0)
            append(a->tree, &all, a->bucket[rank].first, a->bucket[rank].last);
    a->tree->next[all.last] = -1;
    *(parent >= 0 ? &a->tree->first[parent] : &a->tree->top) = all.first;
}

static void take_child(arranger *a, int parent, int before, int child)
{
    const limb_document *doc = a->doc;
    const uint32_t gap = before >= 0   ? limb__format_end(doc, before)
                         : parent >= 0 ? doc->node[parent].open_end
                                       : 0;
    const int nline = count_lines(doc, gap, limb__format_begin(doc, child));
    if (nline > 1) a->tree->flags[child] |= LIMB__FORMAT_BLANK;

    const bool is_comment = limb__xml_kind(&doc->node[child]) == LIMB_NODE_COMMENT;
    if (is_comment && nline == 0 && child > a->run_end) decide_run(a, parent, before, child);
    if (a->tree->flags[child] & LIMB__FORMAT_TRAILS) {
        group *line = a->open.first >= 0 ? &a->open : &a->pending;
        line->rank = line->first >= 0 ? line->rank : RANK_HEAD;
        append(a->tree, line, child, child);
        return;
    }
    flush(a, &a->pending);
    append(a->tree, &a->open, child, child);
    if (limb__xml_kind(&doc->node[child]) != LIMB_NODE_ELEMENT) return;
    a->open.rank = rank_of(a, parent, child);
    a->pending = a->open;
    a->open.first = a->open.last = -1;
}

// Comments on one line belong to the preceding text if nothing else follows on that line.
static void decide_run(arranger *a, int parent, int before, int child)
{
    const limb_document *doc = a->doc;
    int last = child, next = limb__xml_next(doc, child);
    while (next >= 0 && limb__xml_kind(&doc->node[next]) == LIMB_NODE_COMMENT &&
           count_lines(doc, doc->node[last].end, doc->node[next].begin) == 0) {
        last = next;
        next = limb__xml_next(doc, last);
    }
    a->run_end = last;
    const uint32_t end = doc->node[last].end;
    bool ends_line;
    if (next >= 0) {
        ends_line = count_lines(doc, end, limb__format_begin(doc, next)) > 0;
    } else {
        ends_line =
            before >= 0 || (parent >= 0 && count_lines(doc, end, doc->node[parent].close) > 0);
    }
    if (!ends_line || (before < 0 && parent < 0)) return;
    for (int node = child; node >= 0 && node <= last; node = limb__xml_next(doc, node))
        a->tree->flags[node] |= LIMB__FORMAT_TRAILS;
}

static int rank_of(const arranger *a, int parent, int child)
{
    const limb__tag outer = parent >= 0 ? (limb__tag)a->tree->tag[parent] : LIMB__TAG_OTHER;
    const limb__tag tag = (limb__tag)a->tree->tag[child];
    const uint64_t sorted = LIMB__BIT(LIMB__TAG_LINK) | LIMB__BIT(LIMB__TAG_INERTIAL) |
                            LIMB__BIT(LIMB__TAG_VISUAL) | LIMB__BIT(LIMB__TAG_COLLISION) |
                            LIMB__BIT(LIMB__TAG_JOINT) | LIMB__BIT(LIMB__TAG_MATERIAL);
    if (a->keep_order || !(sorted & LIMB__BIT(outer))) return RANK_OTHER;
    if (tag == LIMB__TAG_OTHER) return RANK_OTHER;
    // a material is robot level for the schema's order, but comes last in a visual
    return tag == LIMB__TAG_MATERIAL ? LIMB__TAG_COUNT : (int)tag;
}

static void append(limb__format_tree *tree, group *g, int first, int last)
{
    if (g->first < 0) {
        g->first = first;
    } else {
        tree->next[g->last] = first;
    }
    g->last = last;
}

static void flush(arranger *a, group *g)
{
    if (g->first < 0) return;
    append(a->tree, &a->bucket[g->rank], g->first, g->last);
    g->first = g->last = -1;
}

static int count_lines(const limb_document *doc, uint32_t begin, uint32_t end)
{
    const char *text = doc->source.text;
    int count = 0;
    for (uint32_t at = begin; at < end; at++)
        if (text[at] == '\n' || (text[at] == '\r' && text[at + 1] != '\n')) count++;
    return count;
}
