// Builds, copies and changes the tree of an expansion.
#include "documents/xacro/dom.h"

#include <string.h>

static bool fill(limb__eval *eval, limb__dom *dom, const limb_document *doc, int index, int source,
                 const limb__frame *frame);
static bool fill_attr(limb__eval *eval, limb__dom_attr *to, const limb_document *doc, int index,
                      int source, const limb__frame *frame);
static bool add_blank(limb__eval *eval, limb__dom *parent, const limb_document *doc, uint32_t begin,
                      uint32_t end, limb__origin origin);
static void append(limb__dom *parent, limb__dom *child);
static limb_text decoded(limb__eval *eval, const char *raw, size_t size, bool is_value,
                         bool *literal);
static limb_text with_line_feeds(limb__eval *eval, const char *raw, size_t size);
static limb__dom *copy_one(limb__eval *eval, const limb__dom *node, const limb__frame *frame);

limb__dom *limb__dom_build(limb__eval *eval, const limb_document *doc, int source,
                           const limb__frame *frame, limb__dom **prolog)
{
    limb__dom **made = limb__take(eval, (size_t)(doc->nnode + 1) * sizeof *made);
    uint32_t *last_end = limb__take(eval, (size_t)(doc->nnode + 1) * sizeof *last_end);
    if (!made || !last_end) return NULL;
    for (int i = 0; i < doc->nnode; i++) {
        const limb__xml_node *node = &doc->node[i];
        made[i] = NULL;
        last_end[i] = node->open_end;
        const bool is_top = node->parent < 0;
        if (is_top && i != doc->root && !prolog) continue;
        if (!is_top && !made[node->parent]) continue;
        limb__dom *dom = limb__dom_new(eval, limb__xml_kind(node));
        if (!dom || !fill(eval, dom, doc, i, source, frame)) return NULL;
        made[i] = dom;
        if (is_top) {
            if (prolog) {
                limb__dom *before = *prolog;
                while (before && before->next)
                    before = before->next;
                if (before) before->next = dom;
                dom->previous = before;
                if (!before) *prolog = dom;
            }
            continue;
        }
        limb__dom *parent = made[node->parent];
        if (!add_blank(eval, parent, doc, last_end[node->parent], node->begin, parent->origin)) {
            return NULL;
        }
        last_end[node->parent] = node->end;
        append(parent, dom);
    }
    // the rest, before the end tags
    for (int i = 0; i < doc->nnode; i++) {
        const limb__xml_node *node = &doc->node[i];
        if (!made[i] || limb__xml_kind(node) != LIMB_NODE_ELEMENT) continue;
        if (!add_blank(eval, made[i], doc, last_end[i], node->close, made[i]->origin)) return NULL;
    }
    return doc->root >= 0 ? made[doc->root] : limb__raise(eval, "ValueError", "no element");
}

limb__dom *limb__dom_new(limb__eval *eval, limb_node_kind kind)
{
    limb__dom *dom = limb__take(eval, sizeof *dom);
    if (!dom) return NULL;
    memset(dom, 0, sizeof *dom);
    dom->kind = (uint8_t)kind;
    return dom;
}

static bool fill(limb__eval *eval, limb__dom *dom, const limb_document *doc, int index, int source,
                 const limb__frame *frame)
{
    const limb__xml_node *node = &doc->node[index];
    const char *text = doc->source.text;
    dom->origin = (limb__origin){
        .frame = frame, .source = source, .offset = node->begin, .size = node->end - node->begin};
    if (dom->kind == LIMB_NODE_ELEMENT) {
        dom->name = limb_node_name(doc, index);
        dom->origin.size = node->open_end - node->begin;
        dom->nattr = limb__xml_nattr(node);
        dom->attr_capacity = dom->nattr;
        if (dom->nattr == 0) return true;
        dom->attr = limb__take(eval, (size_t)dom->nattr * sizeof *dom->attr);
        for (int i = 0; dom->attr && i < dom->nattr; i++)
            if (!fill_attr(eval, &dom->attr[i], doc, node->attr + i, source, frame)) return false;
        return dom->attr != NULL;
    }
    const bool is_content = dom->kind == LIMB_NODE_COMMENT || dom->kind == LIMB_NODE_CDATA ||
                            dom->kind == LIMB_NODE_TEXT;
    const uint32_t begin = is_content ? node->open_end : node->begin;
    const uint32_t end = is_content ? node->close : node->end;
    dom->origin.is_literal = dom->kind == LIMB_NODE_TEXT;
    dom->content = dom->kind == LIMB_NODE_TEXT
                       ? decoded(eval, text + begin, end - begin, false, &dom->origin.is_literal)
                       : with_line_feeds(eval, text + begin, end - begin);
    return dom->content.data != NULL;
}

static bool fill_attr(limb__eval *eval, limb__dom_attr *to, const limb_document *doc, int index,
                      int source, const limb__frame *frame)
{
    const limb__xml_attr *attr = &doc->attr[index];
    to->name = (limb_text){doc->source.text + attr->name, attr->label.size};
    to->origin = (limb__origin){.frame = frame,
                                .source = source,
                                .offset = attr->value,
                                .size = attr->value_size,
                                .is_literal = true};
    to->trail = NULL;
    to->value = decoded(eval, doc->source.text + attr->value, attr->value_size, true,
                        &to->origin.is_literal);
    return to->value.data != NULL;
}

// Resolves references and converts line ends to LF, as every XML reader does; in a value each tab
// and line end becomes a space. Returns the same bytes if nothing changes.
static limb_text decoded(limb__eval *eval, const char *raw, size_t size, bool is_value,
                         bool *literal)
{
    bool changes = false;
    for (size_t i = 0; i < size && !changes; i++) {
        changes =
            raw[i] == '&' || raw[i] == '\r' || (is_value && (raw[i] == '\n' || raw[i] == '\t'));
    }
    if (!changes) return (limb_text){raw, size};
    char *copy = limb__take(eval, size + 1);
    if (!copy) return (limb_text){NULL, 0};
    size_t count = 0;
    const char *at = raw;
    const char *end = raw + size;
    while (at < end) {
        char bytes[4];
        const char *next = at + 1;
        const size_t nbyte = *at == '&' ? limb__xml_decode_one(at, end, bytes, &next) : 0;
        if (nbyte > 0) {
            *literal = false;
            memcpy(copy + count, bytes, nbyte);
            count += nbyte;
            at = next;
            continue;
        }
        if (*at == '\r') {
            if (at + 1 < end && at[1] == '\n') {
                *literal = false;
                at++;
            }
            copy[count++] = is_value ? ' ' : '\n';
        } else {
            copy[count++] = is_value && (*at == '\n' || *at == '\t') ? ' ' : *at;
        }
        at++;
    }
    copy[count] = 0;
    return (limb_text){copy, count};
}

// Converts each line end to LF, as every XML reader does; returns the same bytes if there is no CR.
static limb_text with_line_feeds(limb__eval *eval, const char *raw, size_t size)
{
    if (size == 0 || !memchr(raw, '\r', size)) return (limb_text){raw, size};
    char *copy = limb__take(eval, size);
    if (!copy) return (limb_text){NULL, 0};
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        if (raw[i] == '\r' && i + 1 < size && raw[i + 1] == '\n') continue;
        copy[count++] = raw[i] == '\r' ? '\n' : raw[i];
    }
    return (limb_text){copy, count};
}

static bool add_blank(limb__eval *eval, limb__dom *parent, const limb_document *doc, uint32_t begin,
                      uint32_t end, limb__origin origin)
{
    if (begin >= end) return true;
    limb__dom *blank = limb__dom_new(eval, LIMB_NODE_TEXT);
    if (!blank) return false;
    blank->content = with_line_feeds(eval, doc->source.text + begin, end - begin);
    if (!blank->content.data) return false;
    blank->origin = origin;
    blank->origin.offset = begin;
    blank->origin.size = end - begin;
    append(parent, blank);
    return true;
}

static void append(limb__dom *parent, limb__dom *child)
{
    child->parent = parent;
    child->next = NULL;
    child->previous = parent->last;
    if (parent->last) parent->last->next = child;
    parent->last = child;
    if (!parent->first) parent->first = child;
}

limb__dom *limb__dom_clone(limb__eval *eval, const limb__dom *node, const limb__frame *frame)
{
    limb__dom *root = copy_one(eval, node, frame);
    limb__dom *into = root;
    const limb__dom *at = node;
    while (into) {
        if (at->first) { // down
            at = at->first;
            limb__dom *copy = copy_one(eval, at, frame);
            if (!copy) return NULL;
            append(into, copy);
            into = copy;
            continue;
        }
        while (at != node && !at->next) { // up
            at = at->parent;
            into = into->parent;
        }
        if (at == node) return root;
        at = at->next;
        limb__dom *copy = copy_one(eval, at, frame);
        if (!copy) return NULL;
        append(into->parent, copy);
        into = copy;
    }
    return NULL;
}

static limb__dom *copy_one(limb__eval *eval, const limb__dom *node, const limb__frame *frame)
{
    limb__dom *copy = limb__step(eval, 1) ? limb__take(eval, sizeof *copy) : NULL;
    if (!copy) return NULL;
    *copy = *node;
    copy->parent = copy->previous = copy->next = copy->first = copy->last = NULL;
    if (frame) copy->origin.frame = frame;
    if (node->nattr == 0) {
        copy->attr = NULL;
        copy->attr_capacity = 0;
        return copy;
    }
    copy->attr = limb__take(eval, (size_t)node->nattr * sizeof *copy->attr);
    if (!copy->attr) return NULL;
    copy->attr_capacity = node->nattr;
    memcpy(copy->attr, node->attr, (size_t)node->nattr * sizeof *copy->attr);
    for (int i = 0; frame && i < copy->nattr; i++)
        copy->attr[i].origin.frame = frame;
    return copy;
}

void limb__dom_remove(limb__dom *node)
{
    limb__dom *parent = node->parent;
    if (!parent) return;
    if (node->previous) node->previous->next = node->next;
    if (node->next) node->next->previous = node->previous;
    if (parent->first == node) parent->first = node->next;
    if (parent->last == node) parent->last = node->previous;
    node->parent = node->previous = node->next = NULL;
}

void limb__dom_insert_before(limb__dom *node, limb__dom *place)
{
    limb__dom_remove(node);
    node->parent = place->parent;
    node->next = place;
    node->previous = place->previous;
    if (place->previous) place->previous->next = node;
    place->previous = node;
    if (place->parent->first == place) place->parent->first = node;
}

void limb__dom_replace_by_content(limb__dom *node, limb__dom *by)
{
    while (by->first)
        limb__dom_insert_before(by->first, node);
    limb__dom_remove(node);
}

void limb__dom_append_content(limb__dom *to, limb__dom *from)
{
    while (from->first) {
        limb__dom *child = from->first;
        limb__dom_remove(child);
        append(to, child);
    }
}

limb__dom *limb__dom_first_element(const limb__dom *node)
{
    limb__dom *at = node->first;
    while (at && at->kind != LIMB_NODE_ELEMENT)
        at = at->next;
    return at;
}

limb__dom *limb__dom_next_element(const limb__dom *node)
{
    limb__dom *at = node->next;
    while (at && at->kind != LIMB_NODE_ELEMENT)
        at = at->next;
    return at;
}

limb__dom_attr *limb__dom_find_attr(const limb__dom *node, const char *name)
{
    return limb__dom_find_attr_text(node, (limb_text){name, strlen(name)});
}

limb__dom_attr *limb__dom_find_attr_text(const limb__dom *node, limb_text name)
{
    for (int i = 0; i < node->nattr; i++) {
        const limb_text other = node->attr[i].name;
        if (other.size == name.size && memcmp(other.data, name.data, name.size) == 0) {
            return &node->attr[i];
        }
    }
    return NULL;
}

bool limb__dom_set_attr(limb__eval *eval, limb__dom *node, limb_text name, limb_text value,
                        limb__origin origin)
{
    limb__dom_attr *attr = limb__dom_find_attr_text(node, name);
    if (!attr) {
        if (node->nattr == node->attr_capacity) {
            const int capacity = node->attr_capacity > 0 ? node->attr_capacity * 2 : 4;
            limb__dom_attr *moved = limb__take(eval, (size_t)capacity * sizeof *moved);
            if (!moved) return false;
            if (node->nattr > 0) memcpy(moved, node->attr, (size_t)node->nattr * sizeof *moved);
            node->attr = moved;
            node->attr_capacity = capacity;
        }
        attr = &node->attr[node->nattr++];
        attr->name = name;
    }
    attr->value = value;
    attr->origin = origin;
    attr->trail = NULL;
    return true;
}

void limb__dom_remove_attr(limb__dom *node, limb__dom_attr *attr)
{
    const int index = (int)(attr - node->attr);
    node->nattr--;
    memmove(attr, attr + 1, (size_t)(node->nattr - index) * sizeof *attr);
}
