// Xacro that was left in the file: said once, with the number of places, not at each of them.
#include "urdf/read.h"

#include <string.h>

static int node_at(const limb_document *doc, uint32_t offset);
static int attr_at(const limb_document *doc, int node, uint32_t offset);
static bool is_left_over(limb_text value);
static int count_places(const limb__reader *r);

void limb__find_xacro(limb__reader *r, int node, int attr)
{
    if (r->xacro_found) return;
    r->xacro_found = true;
    const int more = count_places(r) - 1;
    const limb__xml_node *n = &r->doc->node[node];
    const uint32_t offset = attr < 0 ? n->name : r->doc->attr[attr].value;
    const uint32_t size = attr < 0 ? n->name_size : r->doc->attr[attr].value_size;
    r->owner = -1;
    limb__find_at(r, node, attr, offset, size, LIMB_RULE_XACRO_LEFT,
                  "this is xacro, and there are %d more places like it: expand the file first, "
                  "with limb xacro or xacro",
                  more > 0 ? more : 0);
}

void limb__find_xacro_values(limb__reader *r)
{
    const char *end = r->text + r->doc->source.size;
    for (const char *p = r->text; (p = memchr(p, '$', (size_t)(end - p))) != NULL; p++) {
        if (p[1] != '{' && p[1] != '(') continue;
        const int node = node_at(r->doc, (uint32_t)(p - r->text));
        const int attr = node < 0 ? -1 : attr_at(r->doc, node, (uint32_t)(p - r->text));
        if (attr < 0) continue; // in a comment or in text
        limb__find_xacro(r, node, attr);
        return;
    }
}

// The last node that begins at or before the offset, -1: none.
static int node_at(const limb_document *doc, uint32_t offset)
{
    int low = 0;
    int high = doc->nnode;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (doc->node[middle].begin <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low - 1;
}

// The attribute of the node whose value holds the offset and the byte behind it, -1: none.
static int attr_at(const limb_document *doc, int node, uint32_t offset)
{
    const limb__xml_node *n = &doc->node[node];
    for (int i = n->attr; i < n->attr + n->nattr; i++) {
        const limb__xml_attr *a = &doc->attr[i];
        if (offset >= a->value && offset - a->value + 1 < a->value_size) return i;
    }
    return -1;
}

bool limb__is_xacro(const char *text, size_t size)
{
    return is_left_over((limb_text){text, size});
}

// ${...} or $(...) somewhere in the value
static bool is_left_over(limb_text value)
{
    for (size_t i = 0; i + 1 < value.size; i++) {
        if (value.data[i] == '$' && (value.data[i + 1] == '{' || value.data[i + 1] == '('))
            return true;
    }
    return false;
}

static int count_places(const limb__reader *r)
{
    int count = 0;
    for (int node = 0; node < r->doc->nnode; node++) {
        const limb__xml_node *n = &r->doc->node[node];
        if (n->kind != LIMB_NODE_ELEMENT) continue;
        count += n->name_size > 6 && memcmp(r->text + n->name, "xacro:", 6) == 0;
        for (int i = n->attr; i < n->attr + n->nattr; i++) {
            const limb__xml_attr *a = &r->doc->attr[i];
            count += is_left_over((limb_text){r->text + a->value, a->value_size});
        }
    }
    return count;
}
