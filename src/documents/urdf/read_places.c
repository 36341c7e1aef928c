// Locations of findings while reading, and the names they carry.
#include "documents/urdf/read.h"

static limb__place about_owner(const limb__reader *r, limb__place place);

limb__place limb__at_bytes(limb__reader *r, int node, int attr, uint32_t offset, uint32_t size)
{
    return about_owner(r, limb__xml_at_bytes(r->places, node, attr, offset, size));
}

limb__place limb__at_value(limb__reader *r, int node, int attr)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    return limb__at_bytes(r, node, attr, a->value, a->value_size);
}

limb__place limb__at_numbers(limb__reader *r, int node, int attr, int first, int last)
{
    return about_owner(r, limb__xml_at_numbers(r->places, node, attr, first, last));
}

limb__place limb__at_attr(limb__reader *r, int node, int attr)
{
    return about_owner(r, limb__xml_at_name(r->places, node, attr));
}

limb__place limb__at_element(limb__reader *r, int node)
{
    return about_owner(r, limb__xml_at_name(r->places, node, -1));
}

limb__place limb__at_owner(limb__reader *r, int node)
{
    const int attr = limb__attr_of(r, node, LIMB__KEY_NAME);
    if (attr < 0) return limb__xml_at_name(r->places, node, -1);
    const limb__xml_attr *a = &r->doc->attr[attr];
    return limb__xml_at_bytes(r->places, node, attr, a->value, a->value_size);
}

int limb__attr_of(const limb__reader *r, int node, limb__key key)
{
    const limb__xml_node *n = &r->doc->node[node];
    for (int i = n->attr; i < limb__xml_attr_end(n); i++) {
        if (limb__key_at(r, i) == key) return i;
    }
    return -1;
}

bool limb__has_name(const limb__reader *r, int node)
{
    return limb__attr_of(r, node, LIMB__KEY_NAME) >= 0;
}

static limb__place about_owner(const limb__reader *r, limb__place place)
{
    if (r->owner < 0) return place;
    return limb__xml_about(place, r->places, r->owner);
}
