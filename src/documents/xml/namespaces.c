// Namespaces, as a reader that honors them sees the document.
//
// One pass in document order, up to the last prefixed name. Each distinct prefix has an entry with
// the offset up to which it is bound: the end of the outermost element in scope that declares it.
// So the pass is linear.
#include "base/names.h"
#include "documents/xml/places.h"

#include <string.h>

typedef struct prefix_entry {
    uint32_t bound_until; // offset in the text
    bool reported;
} prefix_entry;

typedef struct prefix_walk {
    const limb_document *doc;
    limb__xml_places *places;
    limb_report *report;
    limb__names names;
    prefix_entry *entry; // (nname)
    int nentry;
} prefix_walk;

static void visit_element(prefix_walk *walk, int node);
static void visit_name(prefix_walk *walk, int node, int attr);
static prefix_entry *entry_of(prefix_walk *walk, const char *prefix, size_t size);
static size_t prefix_size(const char *name, limb__label label);

limb_status limb__xml_check_namespaces(limb__xml_places *places, limb_report *report)
{
    const limb_document *doc = places->doc;
    if (!report || doc->root < 0) return LIMB_OK;
    const int attr = limb__xml_find_attr(doc, doc->root, "xmlns");
    if (attr >= 0) {
        limb__report(report, limb__xml_at_value(places, doc->root, attr), LIMB_RULE_XML_NAMESPACE,
                     "a default namespace hides the elements from some readers");
    }
    if (doc->nprefix == 0) return LIMB_OK;
    limb__arena scratch;
    limb__arena_init(&scratch, doc->memory, 0);
    prefix_walk walk = {.doc = doc, .places = places, .report = report};
    walk.entry = LIMB__ARENA_ARRAY(&scratch, prefix_entry, doc->nprefix);
    const bool ready = limb__names_init(&walk.names, &scratch, doc->nprefix) && walk.entry;
    const limb__xml_node *node = doc->node;
    for (int i = 0; ready && i < doc->nnode; i++) {
        if (node[i].label.number & LIMB__XML_HAS_PREFIX) visit_element(&walk, i);
    }
    limb__arena_free(&scratch);
    return ready ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static void visit_element(prefix_walk *walk, int node)
{
    const limb_document *doc = walk->doc;
    const limb__xml_node *it = &doc->node[node];
    const char *text = doc->source.text;
    // declarations also apply to the element's own name
    for (int i = it->attr; i < limb__xml_attr_end(it); i++) {
        const limb__xml_attr *attr = &doc->attr[i];
        if (attr->label.size <= 6 || memcmp(text + attr->name, "xmlns:", 6) != 0) continue;
        prefix_entry *entry = entry_of(walk, text + attr->name + 6, attr->label.size - 6u);
        if (entry->bound_until <= it->begin) entry->bound_until = it->end;
    }
    visit_name(walk, node, -1);
    for (int i = it->attr; i < limb__xml_attr_end(it); i++)
        visit_name(walk, node, i);
}

// Checks one name: the element's own if attr is -1.
static void visit_name(prefix_walk *walk, int node, int attr)
{
    const limb_document *doc = walk->doc;
    const limb__xml_node *it = &doc->node[node];
    const limb__xml_attr *own = attr < 0 ? NULL : &doc->attr[attr];
    const char *name = doc->source.text + (own ? own->name : limb__xml_name(it));
    const size_t size = prefix_size(name, own ? own->label : it->label);
    if (size == 0 || (size == 3 && memcmp(name, "xml", 3) == 0) ||
        (size == 5 && memcmp(name, "xmlns", 5) == 0)) {
        return;
    }
    prefix_entry *entry = entry_of(walk, name, size);
    if (entry->reported || entry->bound_until > it->begin) return;
    entry->reported = true;
    const int shown = size < 60 ? (int)size : 60;
    limb__report(walk->report, limb__xml_at_name(walk->places, node, attr), LIMB_RULE_XML_PREFIX,
                 "prefix \"%.*s\" is not declared: xmlns:%.*s=\"...\" is missing", shown, name,
                 shown, name);
}

static prefix_entry *entry_of(prefix_walk *walk, const char *prefix, size_t size)
{
    const int known = limb__names_add(&walk->names, prefix, size, walk->nentry);
    if (known >= 0) return &walk->entry[known];
    prefix_entry *entry = &walk->entry[walk->nentry++];
    *entry = (prefix_entry){0, false};
    return entry;
}

// Returns the size of a name's prefix before the ':', 0 if it has none or is a known word.
static size_t prefix_size(const char *name, limb__label label)
{
    if (limb__xml_word(label) != 0) return 0;
    const char *colon = memchr(name, ':', label.size);
    return colon ? (size_t)(colon - name) : 0;
}
