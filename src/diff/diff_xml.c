// Elements that are compared as XML: what URDF does not define, and whatever is at robot level
// beside links, joints and materials.
//
// Two elements say the same when names, attributes (in any order, decoded), text (without white
// space around it) and children (in order; comments do not count) are the same. Values that read as
// numbers are compared as numbers. The walk goes through both in document order and compares how
// many levels it climbs between two nodes: no stack.
#include "diff/diff.h"

#include "base/number.h"
#include "urdf/schema.h"
#include "xml/xml.h"

#include <string.h>

static bool is_same_node(const limb_document *a, int i, const limb_document *b, int k);
static bool is_same_element(const limb_document *a, int i, const limb_document *b, int k);
static bool is_same_text(limb_text a, limb_text b);
static bool is_same_value(limb_text a, limb_text b);
static bool take_word(limb_text *text, limb_text *word);
static limb_text trimmed(limb_text text);
static int climb(const limb_document *doc, int node, int next);
static int next_node(const limb_document *doc, int node, int end);
static bool counts(const limb_document *doc, int node);
static int find_same(const limb__diff *d, const limb_extension *wanted, const limb_robot *robot,
                     const bool *used, bool exact);
static const char *key_of(const limb_extension *extension);
static int next_unknown(const limb_document *doc, int node);

bool limb__diff_is_same_xml(const limb__diff *d, int a_node, int b_node)
{
    const limb_document *a = d->a->document, *b = d->b->document;
    const int a_end = a->node[a_node].after, b_end = b->node[b_node].after;
    int i = a_node, k = b_node;
    while (i < a_end && k < b_end) {
        if (!is_same_node(a, i, b, k)) return false;
        const int i_next = next_node(a, i + 1, a_end), k_next = next_node(b, k + 1, b_end);
        if (i_next < a_end && k_next < b_end && climb(a, i, i_next) != climb(b, k, k_next))
            return false;
        i = i_next;
        k = k_next;
    }
    return i >= a_end && k >= b_end;
}

void limb__diff_extensions(limb__diff *d)
{
    const int na = d->a->nextension, nb = d->b->nextension;
    bool *a_used = limb__arena_take_zero(&d->arena, (size_t)na + 1);
    bool *b_used = limb__arena_take_zero(&d->arena, (size_t)nb + 1);
    if (!a_used || !b_used) return;
    // those that are the same, then those of the same name, then what is left
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < na; i++) {
            if (a_used[i]) continue;
            const limb_extension *a = &d->a->extension[i];
            const int k = find_same(d, a, d->b, b_used, pass == 0);
            if (k < 0) continue;
            a_used[i] = b_used[k] = true;
            if (pass == 0) continue;
            limb__diff_add(d, LIMB_CHANGE_CHANGED, limb__diff_path(d, a->tag, key_of(a), ""), "",
                           "", "", a->node, d->b->extension[k].node);
        }
    }
    for (int i = 0; i < na; i++) {
        const limb_extension *a = &d->a->extension[i];
        if (!a_used[i])
            limb__diff_add(d, LIMB_CHANGE_REMOVED, limb__diff_path(d, a->tag, key_of(a), ""), "",
                           "", "", a->node, -1);
    }
    for (int i = 0; i < nb; i++) {
        const limb_extension *b = &d->b->extension[i];
        if (!b_used[i])
            limb__diff_add(d, LIMB_CHANGE_ADDED, limb__diff_path(d, b->tag, key_of(b), ""), "", "",
                           "", -1, b->node);
    }
}

void limb__diff_unknown(limb__diff *d, const char *path, int a_node, int b_node)
{
    const limb_document *a = d->a->document, *b = d->b->document;
    int i = next_unknown(a, limb__xml_first_child(a, a_node));
    int k = next_unknown(b, limb__xml_first_child(b, b_node));
    while (i >= 0 || k >= 0) {
        if (i < 0 || k < 0 || !limb__diff_is_same_xml(d, i, k)) {
            const limb_change_kind kind = i < 0   ? LIMB_CHANGE_ADDED
                                          : k < 0 ? LIMB_CHANGE_REMOVED
                                                  : LIMB_CHANGE_CHANGED;
            const limb_text tag = i >= 0 ? limb_node_name(a, i) : limb_node_name(b, k);
            const char *name = limb__arena_copy_text(&d->arena, tag.data, tag.size);
            if (!name) return;
            limb__diff_add(d, kind, limb__diff_path(d, path, name, ""), "", "", "", i, k);
        }
        if (i >= 0) i = next_unknown(a, limb__xml_next(a, i));
        if (k >= 0) k = next_unknown(b, limb__xml_next(b, k));
    }
}

//---- the walk ------------------------------------------------------------------------------------

// elements, and text that is not white space; comments do not count
static bool counts(const limb_document *doc, int node)
{
    const limb_node_kind kind = limb__xml_kind(&doc->node[node]);
    if (kind == LIMB_NODE_ELEMENT || kind == LIMB_NODE_CDATA) return true;
    return kind == LIMB_NODE_TEXT && trimmed(limb_node_source(doc, node)).size > 0;
}

// Levels from a node up to the sibling of the next one in document order; -1: that is its child.
static int climb(const limb_document *doc, int node, int next)
{
    const int parent = doc->node[next].parent;
    if (parent == node) return -1;
    int levels = 0;
    for (; doc->node[node].parent != parent; levels++)
        node = doc->node[node].parent;
    return levels;
}

static int next_node(const limb_document *doc, int node, int end)
{
    while (node < end && !counts(doc, node))
        node++;
    return node;
}

static bool is_same_node(const limb_document *a, int i, const limb_document *b, int k)
{
    const limb_node_kind kind = limb__xml_kind(&a->node[i]);
    if (kind != limb__xml_kind(&b->node[k])) return false;
    if (kind != LIMB_NODE_ELEMENT)
        return is_same_value(trimmed(limb_node_source(a, i)), trimmed(limb_node_source(b, k)));
    return is_same_element(a, i, b, k);
}

static bool is_same_element(const limb_document *a, int i, const limb_document *b, int k)
{
    const limb__xml_node *m = &a->node[i], *n = &b->node[k];
    if (!is_same_text(limb_node_name(a, i), limb_node_name(b, k))) return false;
    if (limb__xml_nattr(m) != limb__xml_nattr(n)) return false;
    for (int attr = m->attr; attr < limb__xml_attr_end(m); attr++) {
        const limb_text key = {a->source.text + a->attr[attr].name, a->attr[attr].label.size};
        const limb_text value = {a->source.text + a->attr[attr].value, a->attr[attr].value_size};
        bool found = false;
        for (int other = n->attr; other < limb__xml_attr_end(n) && !found; other++) {
            const limb__xml_attr *o = &b->attr[other];
            found = is_same_text(key, (limb_text){b->source.text + o->name, o->label.size}) &&
                    is_same_value(value, (limb_text){b->source.text + o->value, o->value_size});
        }
        if (!found) return false;
    }
    return true;
}

static bool is_same_text(limb_text a, limb_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

// the same words, where numbers count by their value
static bool is_same_value(limb_text a, limb_text b)
{
    if (is_same_text(a, b)) return true;
    limb_text x, y;
    for (;;) {
        const bool has_x = take_word(&a, &x), has_y = take_word(&b, &y);
        if (has_x != has_y) return false;
        if (!has_x) return true;
        if (is_same_text(x, y)) continue;
        double p, q;
        char text_x[64], text_y[64];
        if (x.size >= sizeof text_x || y.size >= sizeof text_y) return false;
        memcpy(text_x, x.data, x.size);
        memcpy(text_y, y.data, y.size);
        text_x[x.size] = text_y[y.size] = 0;
        if (!limb_number_parse(text_x, &p) || !limb_number_parse(text_y, &q) || p != q)
            return false;
    }
}

static bool take_word(limb_text *text, limb_text *word)
{
    while (text->size > 0 && limb__is_space(*text->data))
        text->data++, text->size--;
    *word = (limb_text){text->data, 0};
    while (text->size > 0 && !limb__is_space(*text->data))
        text->data++, text->size--, word->size++;
    return word->size > 0;
}

static limb_text trimmed(limb_text text)
{
    while (text.size > 0 && limb__is_space(text.data[0]))
        text.data++, text.size--;
    while (text.size > 0 && limb__is_space(text.data[text.size - 1]))
        text.size--;
    return text;
}

//---- finding the partner -------------------------------------------------------------------------

static int find_same(const limb__diff *d, const limb_extension *wanted, const limb_robot *robot,
                     const bool *used, bool exact)
{
    for (int k = 0; k < robot->nextension; k++) {
        const limb_extension *other = &robot->extension[k];
        if (used[k] || strcmp(wanted->tag, other->tag) != 0 ||
            strcmp(wanted->name, other->name) != 0 ||
            strcmp(wanted->reference, other->reference) != 0) {
            continue;
        }
        if (!exact || limb__diff_is_same_xml(d, wanted->node, other->node)) return k;
    }
    return -1;
}

static const char *key_of(const limb_extension *extension)
{
    return *extension->name ? extension->name : extension->reference;
}

// The node itself or its next sibling that URDF does not define; -1: none.
static int next_unknown(const limb_document *doc, int node)
{
    while (node >= 0 && (limb__xml_kind(&doc->node[node]) != LIMB_NODE_ELEMENT ||
                         limb__xml_word(doc->node[node].label) != LIMB__TAG_OTHER))
        node = limb__xml_next(doc, node);
    return node;
}
