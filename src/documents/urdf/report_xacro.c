// Unexpanded xacro in the file: reported once, with the number of places.
#include "base/format.h"
#include "base/text.h"
#include "documents/urdf/read.h"

#include <string.h>

static int count_places(const limb__reader *r, int *first_node, int *first_attr, int *nuse);
static int attr_at(const limb__reader *r, uint32_t offset, int *node);

void limb__report_xacro(limb__reader *r, int node, int attr)
{
    if (r->xacro_found) return;
    r->xacro_found = true;
    // reported at the first in the file, which may not be the first that was read
    int nuse;
    const int more = count_places(r, &node, &attr, &nuse) - 1;
    const limb__xml_node *n = &r->doc->node[node];
    const uint32_t offset = attr < 0 ? limb__xml_name(n) : r->doc->attr[attr].value;
    const uint32_t size = attr < 0 ? n->label.size : r->doc->attr[attr].value_size;
    const int owner = r->owner;
    r->owner = -1; // it concerns the whole file
    const limb__place place = limb__at_bytes(r, node, attr, offset, size);
    char others[64] = "";
    if (more > 0)
        limb__format(others, sizeof others, ", as in %d more place%s", more, more == 1 ? "" : "s");
    if (nuse == 0) {
        limb__report(r->report, place, LIMB_RULE_XACRO_UNUSED,
                     "this is a definition for xacro%s; nothing uses it, and it is ignored",
                     others);
    } else {
        limb__report(r->report, place, LIMB_RULE_XACRO_LEFT,
                     "this is xacro%s: name the file .xacro, or expand it by limb xacro", others);
    }
    r->owner = owner;
}

void limb__report_xacro_values(limb__reader *r)
{
    const char *end = r->text + r->doc->source.size;
    const char *at = r->text;
    if (!r->doc->has_dollar) return;
    while ((at = memchr(at, '$', (size_t)(end - at))) != NULL) {
        int node;
        // a NUL follows the source
        if (at[1] == '{' || at[1] == '(') {
            const int attr = attr_at(r, (uint32_t)(at - r->text), &node);
            if (attr >= 0) {
                limb__report_xacro(r, node, attr);
                return;
            }
            // comments and text may contain more of it
            const limb__xml_node *n = &r->doc->node[node];
            if (limb__xml_kind(n) != LIMB_NODE_ELEMENT && r->text + n->end > at)
                at = r->text + n->end - 1;
        }
        at++;
    }
}

// Also returns the first of them, if any, and how many do more than define something.
static int count_places(const limb__reader *r, int *first_node, int *first_attr, int *nuse)
{
    int count = 0;
    *nuse = 0;
    for (int node = 0; node < r->doc->nnode; node++) {
        const limb__xml_node *n = &r->doc->node[node];
        if (limb__xml_kind(n) != LIMB_NODE_ELEMENT) continue;
        const limb_text name = {r->text + limb__xml_name(n), n->label.size};
        const bool defines =
            limb__text_equal(name, "xacro:property") || limb__text_equal(name, "xacro:arg");
        const bool is_xacro = name.size > 6 && memcmp(name.data, "xacro:", 6) == 0;
        *nuse += is_xacro && !defines;
        if (is_xacro && count++ == 0) {
            *first_node = node;
            *first_attr = -1;
        }
        for (int i = n->attr; i < limb__xml_attr_end(n); i++) {
            const limb__xml_attr *a = &r->doc->attr[i];
            if (!limb__has_substitution(r->text + a->value, a->value_size)) continue;
            *nuse += !defines;
            if (count++ > 0) continue;
            *first_node = node;
            *first_attr = i;
        }
    }
    return count;
}

// Returns the attribute whose value contains that byte of the source, or -1: it is in text
// or a comment.
static int attr_at(const limb__reader *r, uint32_t offset, int *node)
{
    // the last node that starts before it: nodes are in document order
    int low = 0;
    int high = r->doc->nnode;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (r->doc->node[middle].begin <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const limb__xml_node *n = &r->doc->node[low];
    *node = low;
    if (limb__xml_kind(n) != LIMB_NODE_ELEMENT) return -1;
    for (int i = n->attr; i < limb__xml_attr_end(n); i++) {
        const limb__xml_attr *a = &r->doc->attr[i];
        if (offset >= a->value && offset - a->value < a->value_size) return i;
    }
    return -1;
}
