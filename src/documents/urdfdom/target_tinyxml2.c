// TinyXML-2, the XML reader used by urdfdom 4 and later; returns the same tree as TinyXML.
//
// It refuses malformed XML, like limb's XML reader, which therefore parses the text. There are
// three differences: TinyXML-2 accepts further top-level elements, limits nesting to 500, and
// treats every <?...?> as a declaration, which only white space and other declarations may precede.
#include "documents/urdfdom/target.h"

#include "documents/xml/xml.h"

#include <string.h>

enum { MAX_DEPTH = 500 };

static const limb_finding *find_refusal(const limb_report *report, const char *text);
static int find_late_declaration(const limb_document *xml);
static bool build_tree(limb__tiny_document *doc, limb__arena *arena, const limb_document *xml);
static limb__tiny_element *add_element(limb__tiny_element *parent, limb__arena *arena,
                                       const limb_document *xml, int node);
static bool add_attributes(limb__tiny_element *element, limb__arena *arena,
                           const limb_document *xml, int node);

bool limb__tiny2_parse(limb__tiny_document *doc, limb__arena *arena, const limb_allocator *memory,
                       const char *text, size_t size)
{
    memset(doc, 0, sizeof *doc);
    doc->stop = (uint32_t)size;
    limb_report *report;
    // the reader wants a NUL after the text, and the tree lives in the arena
    const char *copy = limb__arena_copy_text(arena, text, size);
    if (!copy || limb_report_create(&report, &(limb_report_opts){.memory = memory}) != LIMB_OK)
        return false;
    limb_document xml;
    const limb__xml_limits limits = {.max_depth = MAX_DEPTH};
    const limb_status status =
        limb__xml_parse(&xml, arena, memory, "", copy, size, &limits, report);
    const limb_finding *refusal = find_refusal(report, copy);
    bool ok = status != LIMB_ERROR_MEMORY && report->nlost == 0;
    const int late = ok && !refusal ? find_late_declaration(&xml) : -1;
    if (late >= 0) {
        doc->error = "a declaration <?...?> is not at the start of the file";
        doc->error_begin = xml.node[late].begin;
        doc->error_size = 2;
        limb_report_free(report);
        return true;
    }
    if (ok && refusal) {
        doc->error = limb__arena_copy_text(arena, refusal->message, strlen(refusal->message));
        doc->error_begin = refusal->span.offset;
        doc->error_size = refusal->span.size;
        ok = doc->error != NULL;
    } else if (ok) {
        ok = build_tree(doc, arena, &xml);
    }
    limb_report_free(report);
    return ok;
}

// The first finding that keeps the file from being read; NULL: none.
static const limb_finding *find_refusal(const limb_report *report, const char *text)
{
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        const bool is_element =
            finding->rule == LIMB_RULE_XML_EXTRA_ROOT && text[finding->span.offset] == '<';
        if (limb_rule_of(finding->rule)->refuses && !is_element) return finding;
    }
    return NULL;
}

// Returns the first <?...?> after a node of another kind, or -1.
static int find_late_declaration(const limb_document *xml)
{
    bool is_late = false;
    for (int i = 0; i < xml->nnode; i++) {
        const bool is_declaration = limb__xml_kind(&xml->node[i]) == LIMB_NODE_PI;
        if (is_declaration && is_late) return i;
        is_late |= !is_declaration;
    }
    return -1;
}

// Builds the tree. Nodes are in document order, so a parent is built before its children.
static bool build_tree(limb__tiny_document *doc, limb__arena *arena, const limb_document *xml)
{
    limb__tiny_element **element = LIMB__ARENA_ARRAY(arena, limb__tiny_element *, xml->nnode + 1);
    if (!element) return false;
    for (int i = 0; i < xml->nnode; i++) {
        const limb__xml_node *node = &xml->node[i];
        element[i] = NULL;
        if (limb__xml_kind(node) != LIMB_NODE_ELEMENT) continue;
        limb__tiny_element *parent = node->parent < 0 ? &doc->top : element[node->parent];
        element[i] = add_element(parent, arena, xml, i);
        if (!element[i]) return false;
        doc->nmaterial += node->label.size == 8 &&
                          memcmp(xml->source.text + limb__xml_name(node), "material", 8) == 0;
    }
    return true;
}

static limb__tiny_element *add_element(limb__tiny_element *parent, limb__arena *arena,
                                       const limb_document *xml, int node)
{
    limb__tiny_element *element = limb__arena_take_zero(arena, sizeof *element);
    if (!element) return NULL;
    const limb__xml_node *it = &xml->node[node];
    element->name_begin = limb__xml_name(it);
    element->name = (limb_text){xml->source.text + element->name_begin, it->label.size};
    element->parent = parent;
    if (parent->last_child) {
        parent->last_child->next = element;
    } else {
        parent->child = element;
    }
    parent->last_child = element;
    return add_attributes(element, arena, xml, node) ? element : NULL;
}

static bool add_attributes(limb__tiny_element *element, limb__arena *arena,
                           const limb_document *xml, int node)
{
    limb__tiny_attr **last = &element->attr;
    const limb__xml_node *it = &xml->node[node];
    for (int i = it->attr; i < limb__xml_attr_end(it); i++) {
        limb__tiny_attr *attr = limb__arena_take_zero(arena, sizeof *attr);
        const char *value = limb__xml_attr_text(xml, i, arena);
        if (!attr || !value) return false;
        const limb__xml_attr *read = &xml->attr[i];
        attr->name = (limb_text){xml->source.text + read->name, read->label.size};
        attr->value = (limb_text){value, strlen(value)};
        attr->begin = read->value;
        attr->size = read->value_size;
        *last = attr;
        last = &attr->next;
    }
    return true;
}
