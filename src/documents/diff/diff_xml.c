// Compares elements as XML: those that URDF does not define, and all robot-level elements except
// links, joints and materials.
//
// Two elements are equal if their hashes agree (diff_hash.c). Otherwise their attributes and text
// are compared, and their children in pairs (diff_pair.c). Pairs that differ are queued in a list,
// so there is no recursion.
#include "documents/diff/diff.h"

#include "documents/urdf/schema.h"
#include "documents/xml/xml.h"

#include <stdio.h>
#include <string.h>

// A list of pairs of elements to be compared.
typedef struct todo {
    const char *path;
    int a, b;
    struct todo *next;
} todo;

typedef struct list {
    int *node;
    int count;
} list;

static void compare(limb__diff *d, todo *first);
static void compare_attributes(limb__diff *d, const todo *at);
static void compare_attribute(limb__diff *d, const todo *at, int i, int k);
static void compare_text(limb__diff *d, const todo *at);
static limb_text text_of(const limb_document *doc, int node, const uint64_t *hash, uint64_t *sum);
static void report(limb__diff *d, const todo *at, limb_text key, limb_text a, limb_text b);
static todo *compare_children(limb__diff *d, const char *path, list a, list b, todo *last);
static list children_of(limb__diff *d, const limb_document *doc, int node, bool unknown_only);
static const char *path_of(limb__diff *d, const char *path, limb_text tag, int number);
static list extensions_of(limb__diff *d, const limb_robot *robot);
static const char *path_of_extension(limb__diff *d, const limb_extension *extension);
static int find_attribute(const limb_document *doc, int node, limb_text key);
static limb_text key_of(const limb_document *doc, int attr);
static limb_text value_of(const limb_document *doc, int attr);
static bool is_same_text(limb_text a, limb_text b);

void limb__diff_extensions(limb__diff *d)
{
    const list a = extensions_of(d, d->a), b = extensions_of(d, d->b);
    int *back, *partner;
    if (!a.node || !b.node ||
        !(partner = limb__diff_pair(d, a.node, a.count, b.node, b.count, true, &back)))
        return;
    for (int i = 0; i < a.count; i++) {
        if (partner[i] < 0 || limb__diff_is_same_xml(d, a.node[i], b.node[partner[i]])) continue;
        compare(d, &(todo){path_of_extension(d, &d->a->extension[i]), a.node[i], b.node[partner[i]],
                           NULL});
    }
    for (int i = 0; i < a.count; i++)
        if (partner[i] < 0)
            limb__diff_both(d, path_of_extension(d, &d->a->extension[i]), a.node[i], -1);
    for (int k = 0; k < b.count; k++)
        if (back[k] < 0)
            limb__diff_both(d, path_of_extension(d, &d->b->extension[k]), -1, b.node[k]);
}

void limb__diff_unknown(limb__diff *d, const char *path, int a_node, int b_node)
{
    todo first = {path, a_node, b_node, NULL};
    compare_children(d, path, children_of(d, d->a->document, a_node, true),
                     children_of(d, d->b->document, b_node, true), &first);
    compare(d, first.next);
}

//---- differences ---------------------------------------------------------------------------------

static void compare(limb__diff *d, todo *first)
{
    todo *last = first;
    while (last && last->next)
        last = last->next;
    for (const todo *at = first; at; at = at->next) {
        compare_attributes(d, at);
        compare_text(d, at);
        last = compare_children(d, at->path, children_of(d, d->a->document, at->a, false),
                                children_of(d, d->b->document, at->b, false), last);
    }
}

static void compare_attributes(limb__diff *d, const todo *at)
{
    const limb_document *a = d->a->document, *b = d->b->document;
    const limb__xml_node *m = &a->node[at->a], *n = &b->node[at->b];
    for (int i = m->attr; i < limb__xml_attr_end(m); i++)
        compare_attribute(d, at, i, find_attribute(b, at->b, key_of(a, i)));
    for (int k = n->attr; k < limb__xml_attr_end(n); k++)
        if (find_attribute(a, at->a, key_of(b, k)) < 0) compare_attribute(d, at, -1, k);
}

static void compare_attribute(limb__diff *d, const todo *at, int i, int k)
{
    if (limb__diff_hash_attribute(d, true, at->a, i) ==
        limb__diff_hash_attribute(d, false, at->b, k)) {
        return;
    }
    report(d, at, i >= 0 ? key_of(d->a->document, i) : key_of(d->b->document, k),
           value_of(d->a->document, i), value_of(d->b->document, k));
}

static void compare_text(limb__diff *d, const todo *at)
{
    uint64_t a_sum, b_sum;
    const limb_text a = text_of(d->a->document, at->a, d->a_hash, &a_sum);
    const limb_text b = text_of(d->b->document, at->b, d->b_hash, &b_sum);
    if (a_sum != b_sum) report(d, at, (limb_text){"", 0}, a, b);
}

// Returns the first text in an element, without surrounding white space, and in *sum the hash of
// all its texts.
static limb_text text_of(const limb_document *doc, int node, const uint64_t *hash, uint64_t *sum)
{
    limb_text text = {"", 0};
    *sum = 0;
    for (int child = limb__xml_first_child(doc, node); child >= 0;
         child = limb__xml_next(doc, child)) {
        if (limb__xml_kind(&doc->node[child]) == LIMB_NODE_ELEMENT || hash[child] == 0) continue;
        *sum += hash[child];
        if (text.size > 0) continue;
        text = limb_node_source(doc, child);
        while (text.size > 0 && limb__is_space(text.data[0]))
            text.data++, text.size--;
        while (text.size > 0 && limb__is_space(text.data[text.size - 1]))
            text.size--;
    }
    return text;
}

static void report(limb__diff *d, const todo *at, limb_text key, limb_text a, limb_text b)
{
    const char *attribute = limb__arena_copy_text(&d->arena, key.data, key.size);
    const char *old_value = limb__arena_copy_text(&d->arena, a.data, a.size);
    const char *new_value = limb__arena_copy_text(&d->arena, b.data, b.size);
    if (attribute && old_value && new_value)
        limb__diff_add(d, LIMB_CHANGE_CHANGED, at->path, attribute, old_value, new_value, at->a,
                       at->b);
}

//---- children ------------------------------------------------------------------------------------

// Reports children that only one element has, and appends pairs that differ after last. Returns
// the new last.
static todo *compare_children(limb__diff *d, const char *path, list a, list b, todo *last)
{
    if (!a.node || !b.node) return last;
    int *back;
    const int *partner = limb__diff_pair(d, a.node, a.count, b.node, b.count, false, &back);
    const int *a_number = limb__diff_number(d, true, a.node, a.count);
    const int *b_number = limb__diff_number(d, false, b.node, b.count);
    if (!partner || !a_number || !b_number) return last;
    for (int i = 0; i < a.count; i++) {
        const int other = partner[i] >= 0 ? b.node[partner[i]] : -1;
        if (other >= 0 && limb__diff_is_same_xml(d, a.node[i], other)) continue;
        const char *element =
            path_of(d, path, limb_node_name(d->a->document, a.node[i]), a_number[i]);
        if (!limb__diff_both(d, element, a.node[i], other)) continue;
        todo *added = limb__arena_take(&d->arena, sizeof *added);
        if (!added) return last;
        *added = (todo){element, a.node[i], other, NULL};
        last->next = added;
        last = added;
    }
    for (int k = 0; k < b.count; k++)
        if (back[k] < 0)
            limb__diff_both(
                d, path_of(d, path, limb_node_name(d->b->document, b.node[k]), b_number[k]), -1,
                b.node[k]);
    return last;
}

static list children_of(limb__diff *d, const limb_document *doc, int node, bool unknown_only)
{
    list found = {NULL, 0};
    for (int fill = 0; fill < 2; fill++) {
        found.count = 0;
        for (int child = limb__xml_first_child(doc, node); child >= 0;
             child = limb__xml_next(doc, child)) {
            if (limb__xml_kind(&doc->node[child]) != LIMB_NODE_ELEMENT ||
                (unknown_only && limb__xml_word(doc->node[child].label) != LIMB__TAG_OTHER)) {
                continue;
            }
            if (fill) found.node[found.count] = child;
            found.count++;
        }
        if (!fill)
            found.node = limb__arena_take(&d->arena, (size_t)(found.count + 1) * sizeof(int));
        if (!found.node) break;
    }
    return found;
}

// Returns the path followed by the element's tag, with its number if the parent has several.
static const char *path_of(limb__diff *d, const char *path, limb_text tag, int number)
{
    char part[512];
    if (number > 0) {
        snprintf(part, sizeof part, "%.*s[%d]", (int)tag.size, tag.data, number);
    } else {
        snprintf(part, sizeof part, "%.*s", (int)tag.size, tag.data);
    }
    return limb__diff_path(d, path, part, "");
}

static list extensions_of(limb__diff *d, const limb_robot *robot)
{
    list found = {limb__arena_take(&d->arena, (size_t)(robot->nextension + 1) * sizeof(int)),
                  robot->nextension};
    for (int i = 0; found.node && i < found.count; i++)
        found.node[i] = robot->extension[i].node;
    return found;
}

static const char *path_of_extension(limb__diff *d, const limb_extension *extension)
{
    const char *key = *extension->name ? extension->name : extension->reference;
    return limb__diff_path(d, extension->tag, key, "");
}

//---- attributes ----------------------------------------------------------------------------------

static int find_attribute(const limb_document *doc, int node, limb_text key)
{
    const limb__xml_node *n = &doc->node[node];
    for (int i = n->attr; i < limb__xml_attr_end(n); i++)
        if (is_same_text(key, key_of(doc, i))) return i;
    return -1;
}

static limb_text key_of(const limb_document *doc, int attr)
{
    return (limb_text){doc->source.text + doc->attr[attr].name, doc->attr[attr].label.size};
}

static limb_text value_of(const limb_document *doc, int attr)
{
    if (attr < 0) return (limb_text){"", 0};
    return (limb_text){doc->source.text + doc->attr[attr].value, doc->attr[attr].value_size};
}

static bool is_same_text(limb_text a, limb_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}
