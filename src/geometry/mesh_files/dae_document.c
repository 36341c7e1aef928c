// COLLADA documents: attributes, references, texts and numbers of elements.
#include "geometry/mesh_files/dae.h"

#include "base/number.h"
#include "base/text.h"
#include "geometry/mesh_files/scan.h"

#include <math.h>
#include <string.h>

limb_text limb__dae_attr(const limb__dae *dae, int node, const char *name)
{
    const int attr = limb__xml_find_attr(&dae->doc, node, name);
    if (attr < 0) return (limb_text){NULL, 0};
    const limb__xml_attr *found = &dae->doc.attr[attr];
    return (limb_text){dae->doc.source.text + found->value, found->value_size};
}

int limb__dae_int(const limb__dae *dae, int node, const char *name, int absent)
{
    const limb_text text = limb__dae_attr(dae, node, name);
    int64_t value;
    if (!text.data) return absent;
    const char *at = limb__scan_space(text.data, text.data + text.size);
    if (!limb__scan_int(at, text.data + text.size, &value)) return absent;
    return value > INT32_MAX ? INT32_MAX : (value < INT32_MIN ? INT32_MIN : (int)value);
}

int limb__dae_target(const limb__dae *dae, int node, const char *attribute)
{
    limb_text url = limb__dae_attr(dae, node, attribute);
    if (!url.data || url.size < 2 || url.data[0] != '#') return -1;
    const int found = limb__names_find(&dae->id, url.data + 1, url.size - 1);
    if (found >= 0 || !memchr(url.data, '%', url.size)) return found;
    char plain[1000];
    if (url.size > sizeof plain) return -1;
    return limb__names_find(&dae->id, plain,
                            limb__percent_decode(url.data + 1, url.size - 1, plain));
}

int limb__dae_target_in(const limb__dae *dae, int holder, int node, const char *attribute)
{
    const int found = limb__dae_target(dae, node, attribute);
    if (found < 0 || dae->doc.node[found].parent == holder) return found;
    const limb_text id = limb__dae_attr(dae, found, "id");
    for (int child = limb__dae_next_element(dae, holder, -1); child >= 0;
         child = limb__dae_next_element(dae, holder, child)) {
        dae->b->nstep++;
        const limb_text own = limb__dae_attr(dae, child, "id");
        if (own.data && own.size == id.size && memcmp(own.data, id.data, id.size) == 0)
            return child;
    }
    return found;
}

bool limb__dae_is(const limb__dae *dae, int node, const char *name)
{
    if (node < 0 || limb__xml_kind(&dae->doc.node[node]) != LIMB_NODE_ELEMENT) return false;
    const limb__xml_node *n = &dae->doc.node[node];
    return strlen(name) == n->label.size &&
           memcmp(dae->doc.source.text + limb__xml_name(n), name, n->label.size) == 0;
}

int limb__dae_next_element(const limb__dae *dae, int parent, int child)
{
    int next =
        child >= 0 ? limb__xml_next(&dae->doc, child) : limb__xml_first_child(&dae->doc, parent);
    while (next >= 0 && limb__xml_kind(&dae->doc.node[next]) != LIMB_NODE_ELEMENT)
        next = limb__xml_next(&dae->doc, next);
    return next;
}

bool limb__dae_next_text(const limb__dae *dae, int node, int *child, const char **begin,
                         const char **end)
{
    const limb__xml_node *all = dae->doc.node;
    int next =
        *child >= 0 ? limb__xml_next(&dae->doc, *child) : limb__xml_first_child(&dae->doc, node);
    while (next >= 0 && limb__xml_kind(&all[next]) != LIMB_NODE_TEXT &&
           limb__xml_kind(&all[next]) != LIMB_NODE_CDATA)
        next = limb__xml_next(&dae->doc, next);
    if (next < 0) return false;
    *child = next;
    *begin = dae->doc.source.text + all[next].open_end;
    *end = dae->doc.source.text + all[next].close;
    return true;
}

int limb__dae_numbers(const limb__dae *dae, int node, double *value, int count)
{
    int child = -1;
    int read = 0;
    const char *at, *end;
    while (read < count && limb__dae_next_text(dae, node, &child, &at, &end)) {
        for (at = limb__scan_space(at, end); at < end && read < count;
             at = limb__scan_space(at, end)) {
            const char *stop;
            if (limb__number_parse(at, end, &value[read], &stop) == LIMB__NUMBER_MALFORMED)
                return read;
            if (!isfinite(value[read])) return read;
            read++;
            at = stop;
        }
    }
    return read;
}

const char *limb__dae_name(limb__dae *dae, int node)
{
    if (dae->name_of[node]) return dae->name_of[node];
    int attr = limb__xml_find_attr(&dae->doc, node, "name");
    if (attr < 0) attr = limb__xml_find_attr(&dae->doc, node, "id");
    dae->name_of[node] = attr < 0 ? "" : limb__xml_attr_text(&dae->doc, attr, dae->arena);
    return dae->name_of[node];
}

int limb__dae_find(const limb__dae *dae, int node, const char *name)
{
    int child = limb__dae_next_element(dae, node, -1);
    while (child >= 0 && !limb__dae_is(dae, child, name)) {
        dae->b->nstep++;
        child = limb__dae_next_element(dae, node, child);
    }
    return child;
}

size_t limb__dae_offset(const limb__dae *dae, int node)
{
    return node < 0 ? 0 : dae->doc.node[node].begin;
}
