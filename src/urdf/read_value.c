// Sorting an element's attributes and children by the schema, and reading plain values.
//
// This is the way of every element and number of a file, so it holds the common case only: whatever
// is unusual goes to find_*.c and read_number.c, which read it again with care and say what is
// wrong.
#include "base/number_plain.h"
#include "urdf/read.h"

#include <string.h>

static inline bool read_plain_number(const char *at, const char *end, const char *limit,
                                     double *out);
static inline bool read_plain_numbers(const char *at, const char *end, const char *limit,
                                      double *out, int count);

void limb__read_attrs(limb__reader *r, int node, limb__tag tag, limb__attrs *out)
{
    const limb__schema *schema = &limb__schema_of[tag];
    const limb__xml_node *n = &r->doc->node[node];
    const int end = n->attr + n->nattr;
    out->present = 0;
    for (int i = n->attr; i < end; i++) {
        const limb__key key = limb__key_at(r, i);
        if (!(schema->key & LIMB__BIT(key))) {
            limb__find_odd_attr(r, node, i, tag);
            continue;
        }
        out->present |= LIMB__BIT(key);
        out->at[key] = i;
    }
    const uint64_t missing = schema->required_key & ~out->present;
    if (missing) limb__find_missing_attrs(r, node, missing, tag);

    // an element that should be empty, but is not
    if (schema->child == 0 && n->close != n->open_end) {
        limb__children unused;
        limb__read_children(r, node, tag, &unused);
    }
}

void limb__read_children(limb__reader *r, int node, limb__tag tag, limb__children *out)
{
    const limb__schema *schema = &limb__schema_of[tag];
    const limb__xml_node *nodes = r->doc->node;
    out->present = 0;
    out->nvisual = 0;
    out->ncollision = 0;
    for (int i = limb__first_child(r->doc, node); i >= 0; i = nodes[i].next) {
        if (nodes[i].kind != LIMB_NODE_ELEMENT) {
            limb__find_stray_text(r, i, tag);
            continue;
        }
        const limb__tag child = limb__tag_at(r, i);
        const uint64_t bit = LIMB__BIT(child);
        if (!(schema->child & bit)) {
            limb__find_odd_child(r, i, tag);
            continue;
        }
        if (child == LIMB__TAG_VISUAL) out->nvisual++;
        if (child == LIMB__TAG_COLLISION) out->ncollision++;
        if (out->present & bit) {
            if (!(schema->many & bit)) limb__find_repeated(r, i, out->at[child], child);
            continue;
        }
        out->present |= bit;
        out->at[child] = i;
    }
    const uint64_t missing = schema->required_child & ~out->present;
    if (missing) limb__find_missing_children(r, node, missing, tag);
}

const char *limb__read_text(limb__reader *r, int attr)
{
    if (attr < 0) return "";
    const limb__xml_attr *a = &r->doc->attr[attr];
    const char *text = a->has_reference
                           ? limb__xml_attr_text(r->doc, attr, r->arena)
                           : limb__arena_copy_text(r->arena, r->text + a->value, a->value_size);
    return text ? text : "";
}

bool limb__read_numbers(limb__reader *r, int node, int attr, double *out, int count, int flags)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    if (!a->has_reference && a->value_size <= (uint32_t)r->max_number_bytes) {
        const char *at = r->text + a->value;
        const char *end = at + a->value_size;
        const char *limit = r->text + r->doc->source.size; // the quote stops a number all the same
        if (count == 1 ? read_plain_number(at, end, limit, out)
                       : read_plain_numbers(at, end, limit, out, count)) {
            return true;
        }
    }
    return limb__read_long_numbers(r, node, attr, out, count, flags);
}

static inline bool read_plain_number(const char *at, const char *end, const char *limit,
                                     double *out)
{
    double value = 0;
    while (*at == ' ')
        at++;
    if (limb__number_plain(at, limit, &value) != end) return false;
    *out = value;
    return true;
}

// The numbers go to their place at once and are taken back when one is broken: so they are not
// stored one by one and then loaded two by two, which stalls.
static inline bool read_plain_numbers(const char *at, const char *end, const char *limit,
                                      double *out, int count)
{
    double kept[LIMB__MOST_NUMBERS];
    memcpy(kept, out, sizeof(double) * 3);
    if (count > 3) kept[3] = out[3];
    for (int i = 0; i < count; i++) {
        while (*at == ' ')
            at++;
        at = limb__number_plain(at, limit, &out[i]);
        if (!at || (*at != ' ' && at != end)) break;
    }
    while (at && *at == ' ')
        at++;
    if (at == end) return true;
    memcpy(out, kept, sizeof(double) * (size_t)count);
    return false;
}
