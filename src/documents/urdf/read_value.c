// Sorts an element's attributes and children by the schema, and reads values in their common form.
//
// Every element and number of a file passes through here, so only the common case is handled:
// anything unusual goes to report_*.c and read_number.c, which examine it again and report errors.
#include "base/number_decimal.h"
#include "documents/urdf/read.h"

#include <string.h>

static LIMB__COLD void report_unexpected_attrs(limb__reader *r, int node, limb__tag tag,
                                               limb__attrs *out);
static LIMB__COLD void report_unexpected_children(limb__reader *r, int node, limb__tag tag,
                                                  limb__children *out);
static inline bool is_readable_in_place(const limb__reader *r, const limb__xml_attr *a);

void limb__read_attrs(limb__reader *r, int node, limb__tag tag, limb__attrs *out)
{
    const limb__schema *schema = &limb__schema_of[tag];
    const limb__xml_node *n = &r->doc->node[node];
    const limb__xml_attr *attr = &r->doc->attr[n->attr];
    uint64_t present = 0;
    for (int i = 0; i < limb__xml_nattr(n); i++) {
        const unsigned key = limb__xml_word(attr[i].label);
        present |= LIMB__BIT(key);
        out->at[key] = n->attr + i;
    }
    out->present = present;
    const bool unexpected = ((present & ~schema->key) | (schema->required_key & ~present)) != 0;
    // an element that should be empty but is not
    const bool filled = schema->child == 0 && n->close != n->open_end;
    if (unexpected || filled) report_unexpected_attrs(r, node, tag, out);
}

int limb__read_unexpected_attr(limb__reader *r, int node, limb__tag tag, limb__key key)
{
    limb__attrs attrs;
    limb__read_attrs(r, node, tag, &attrs);
    return limb__attr(&attrs, key);
}

// Examines the attributes again and reports errors.
static void report_unexpected_attrs(limb__reader *r, int node, limb__tag tag, limb__attrs *out)
{
    const limb__schema *schema = &limb__schema_of[tag];
    const limb__xml_node *n = &r->doc->node[node];
    const int end = limb__xml_attr_end(n);
    for (int i = n->attr; i < end; i++) {
        if (!(schema->key & LIMB__BIT(limb__key_at(r, i))))
            limb__report_unexpected_attr(r, node, i, tag);
    }
    out->present &= schema->key;
    const uint64_t missing = schema->required_key & ~out->present;
    if (missing) limb__report_missing_attrs(r, node, missing, tag);
    if (schema->child == 0 && n->close != n->open_end) {
        limb__children unused;
        limb__read_children(r, node, tag, &unused);
    }
}

void limb__read_children(limb__reader *r, int node, limb__tag tag, limb__children *out)
{
    const limb__schema *schema = &limb__schema_of[tag];
    const limb__xml_node *nodes = r->doc->node;
    uint64_t present = 0;
    uint64_t repeated = 0;
    bool has_text = false;
    for (int i = node + 1; i < nodes[node].after; i = nodes[i].after) {
        const unsigned child = nodes[i].label.number;
        if (child > LIMB__XML_WORD_MASK && limb__xml_kind(&nodes[i]) != LIMB_NODE_ELEMENT) {
            has_text |= limb__xml_kind(&nodes[i]) == LIMB_NODE_TEXT ||
                        limb__xml_kind(&nodes[i]) == LIMB_NODE_CDATA;
            continue;
        }
        const uint64_t bit = LIMB__BIT(child & LIMB__XML_WORD_MASK);
        repeated |= present & bit;
        if (!(present & bit)) out->at[child & LIMB__XML_WORD_MASK] = i;
        present |= bit;
    }
    out->present = present;
    out->repeated = repeated;
    const uint64_t unexpected = (present & ~schema->child) | (schema->required_child & ~present) |
                                (repeated & ~schema->many);
    if (unexpected || has_text) report_unexpected_children(r, node, tag, out);
}

// Examines the children again and reports errors.
static void report_unexpected_children(limb__reader *r, int node, limb__tag tag,
                                       limb__children *out)
{
    const limb__schema *schema = &limb__schema_of[tag];
    const limb__xml_node *nodes = r->doc->node;
    uint64_t present = 0;
    for (int i = node + 1; i < nodes[node].after; i = nodes[i].after) {
        const limb__tag child = limb__tag_at(r, i);
        const uint64_t bit = LIMB__BIT(child);
        if (limb__xml_kind(&nodes[i]) != LIMB_NODE_ELEMENT) {
            limb__report_stray_text(r, i, tag);
        } else if (!(schema->child & bit)) {
            limb__report_unexpected_child(r, i, tag);
        } else {
            if (present & bit & ~schema->many) limb__report_repeated(r, i, out->at[child], child);
            present |= bit;
        }
    }
    out->present = present;
    const uint64_t missing = schema->required_child & ~present;
    if (missing) limb__report_missing_children(r, node, missing, tag);
}

const char *limb__read_text(limb__reader *r, int attr)
{
    if (attr < 0) return "";
    const limb__xml_attr *a = &r->doc->attr[attr];
    const char *text = is_readable_in_place(r, a)
                           ? limb__arena_copy_name(r->arena, r->text + a->value, a->value_size)
                           : limb__xml_attr_text(r->doc, attr, r->arena);
    return text ? text : "";
}

bool limb__read_decimal(const limb__reader *r, int attr, double *out)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    if (!is_readable_in_place(r, a)) return false;
    const char *at = r->text + a->value;
    const char *end = at + a->value_size;
    while (*at == ' ')
        at++;
    const double kept = *out;
    if (limb__number_decimal(at, out) == end) return true;
    *out = kept;
    return false;
}

// Numbers are stored in their destination at once, and restored if one is malformed: storing them
// one by one elsewhere and loading them in pairs would stall. The old values are kept in variables,
// because an array would add the stack protector to a function that runs for every vector.
bool limb__read_decimals(const limb__reader *r, int attr, double *out, int count)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    if (!is_readable_in_place(r, a)) return false;
    const char *at = r->text + a->value;
    const char *end = at + a->value_size;
    const double first = out[0];
    const double second = out[1];
    const double third = out[2];
    const double fourth = count > 3 ? out[3] : 0;
    for (int i = 0; i < count; i++) {
        while (*at == ' ')
            at++;
        at = limb__number_decimal(at, &out[i]);
        if (!at || (*at != ' ' && at != end)) break;
    }
    while (at && *at == ' ')
        at++;
    if (at == end) return true;
    out[0] = first;
    out[1] = second;
    out[2] = third;
    if (count > 3) out[3] = fourth;
    return false;
}

// Returns whether bytes after the value are readable; the quote stops the number.
static inline bool is_readable_in_place(const limb__reader *r, const limb__xml_attr *a)
{
    return !limb__xml_has_reference(a->label) && a->value + a->value_size <= r->decimal_end;
}
