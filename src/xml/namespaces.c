// Namespaces, as a reader that honours them would see the document.
//
// One walk in document order. Each distinct prefix has an entry that says up to which byte it is
// bound: the end of the outermost element in scope that declares it. So the walk is linear.
#include "base/names.h"
#include "xml/xml.h"

#include <string.h>

typedef struct prefix_entry {
    uint32_t bound_until; // offset in the text
    bool told;
} prefix_entry;

typedef struct prefix_walk {
    limb_document *doc;
    limb_report *report;
    limb__names names;
    prefix_entry *entry; // (nname)
    int nentry;
} prefix_walk;

static int count_prefixed(const limb_document *doc);
static void visit_element(prefix_walk *walk, int node);
static void visit_name(prefix_walk *walk, int node, int attr);
static prefix_entry *entry_of(prefix_walk *walk, const char *prefix, size_t size);
static size_t prefix_size(const char *name, size_t size);

limb_status limb__xml_check_namespaces(limb_document *doc, limb_report *report)
{
    if (!report || doc->root < 0) return LIMB_OK;
    const int attr = limb__xml_find_attr(doc, doc->root, "xmlns");
    if (attr >= 0) {
        limb__xml_report_attr(doc, report, doc->root, attr, LIMB_RULE_XML_NAMESPACE,
                              "a default namespace hides the elements from some readers");
    }
    if (!doc->has_prefix) return LIMB_OK;
    const int count = count_prefixed(doc);
    limb__arena scratch;
    limb__arena_init(&scratch, doc->source.memory, 0);
    prefix_walk walk = {.doc = doc, .report = report};
    walk.entry = LIMB__ARENA_ARRAY(&scratch, prefix_entry, count);
    const bool ready = limb__names_init(&walk.names, &scratch, count) && walk.entry;
    for (int i = 0; ready && i < doc->nnode; i++) {
        if (doc->node[i].kind == LIMB_NODE_ELEMENT) visit_element(&walk, i);
    }
    limb__arena_free(&scratch);
    return ready ? LIMB_OK : LIMB_ERROR_MEMORY;
}

// An upper bound of the distinct prefixes.
static int count_prefixed(const limb_document *doc)
{
    int count = 0;
    for (int i = 0; i < doc->nnode; i++) {
        const limb__xml_node *node = &doc->node[i];
        if (node->kind != LIMB_NODE_ELEMENT) continue;
        count += prefix_size(doc->source.text + node->name, node->name_size) > 0;
    }
    for (int i = 0; i < doc->nattr; i++) {
        const limb__xml_attr *attr = &doc->attr[i];
        // xmlns:name counts for the name it declares
        count += prefix_size(doc->source.text + attr->name, attr->name_size) > 0;
    }
    return count;
}

static void visit_element(prefix_walk *walk, int node)
{
    const limb__xml_node *it = &walk->doc->node[node];
    const char *text = walk->doc->source.text;
    // declarations hold for the element's own name too
    for (int i = it->attr; i < it->attr + it->nattr; i++) {
        const limb__xml_attr *attr = &walk->doc->attr[i];
        if (attr->name_size <= 6 || memcmp(text + attr->name, "xmlns:", 6) != 0) continue;
        prefix_entry *entry = entry_of(walk, text + attr->name + 6, attr->name_size - 6u);
        if (entry->bound_until <= it->begin) entry->bound_until = it->end;
    }
    visit_name(walk, node, -1);
    for (int i = it->attr; i < it->attr + it->nattr; i++)
        visit_name(walk, node, i);
}

// The element's own name when attr is -1.
static void visit_name(prefix_walk *walk, int node, int attr)
{
    const limb__xml_node *it = &walk->doc->node[node];
    const uint32_t offset = attr < 0 ? it->name : walk->doc->attr[attr].name;
    const char *name = walk->doc->source.text + offset;
    const size_t size =
        prefix_size(name, attr < 0 ? it->name_size : walk->doc->attr[attr].name_size);
    if (size == 0 || (size == 3 && memcmp(name, "xml", 3) == 0) ||
        (size == 5 && memcmp(name, "xmlns", 5) == 0)) {
        return;
    }
    prefix_entry *entry = entry_of(walk, name, size);
    if (entry->told || entry->bound_until > it->begin) return;
    entry->told = true;
    const int shown = size < 60 ? (int)size : 60;
    limb__xml_report_name(walk->doc, walk->report, node, attr, LIMB_RULE_XML_PREFIX,
                          "prefix \"%.*s\" is not declared: xmlns:%.*s=\"...\" is missing", shown,
                          name, shown, name);
}

static prefix_entry *entry_of(prefix_walk *walk, const char *prefix, size_t size)
{
    const int known = limb__names_add(&walk->names, prefix, size, walk->nentry);
    if (known >= 0) return &walk->entry[known];
    prefix_entry *entry = &walk->entry[walk->nentry++];
    *entry = (prefix_entry){0, false};
    return entry;
}

// Bytes before the ':' of a name, 0 when it has none.
static size_t prefix_size(const char *name, size_t size)
{
    const char *colon = memchr(name, ':', size);
    return colon ? (size_t)(colon - name) : 0;
}
