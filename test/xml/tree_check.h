// Invariants of every document, however broken its text: nodes nest, siblings follow each other,
// and every byte belongs to a node or to white space between nodes. Shared by tests and fuzzing.
#ifndef LIMB_TEST_TREE_CHECK_H
#define LIMB_TEST_TREE_CHECK_H

#include "documents/xml/xml.h"

#include <stdio.h>
#include <string.h>

static inline const char *limb_test_gap_wrong(const limb_document *doc, uint32_t from, uint32_t to)
{
    if (from > to) return "siblings overlap";
    const char *text = doc->source.text;
    for (uint32_t i = from; i < to; i++) {
        if ((unsigned char)text[i] <= 0x20) continue;
        if (i < 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) continue;
        return "a byte that is not white space belongs to no node";
    }
    return NULL;
}

static inline const char *limb_test_attr_wrong(const limb_document *doc, const limb__xml_node *node,
                                               const limb__xml_attr *attr)
{
    if (attr->name < limb__xml_name(node) + node->label.size)
        return "an attribute begins before its element";
    if (attr->label.size == 0) return "an attribute has no name";
    if (attr->value < attr->name + attr->label.size) return "a value begins inside its name";
    if (attr->value + attr->value_size > node->open_end) return "a value ends after its tag";
    const char *value = doc->source.text + attr->value;
    const bool amp = memchr(value, '&', attr->value_size) != NULL;
    return amp == limb__xml_has_reference(attr->label) ? NULL : "has_reference is wrong";
}

// NULL when all is well. Complete: nothing made reading stop, so strays in end tags aside every
// byte is accounted for.
static inline const char *limb_test_tree_wrong(const limb_document *doc, bool complete)
{
    int nattr = 0;
    for (int i = 0; i < doc->nnode; i++) {
        const limb__xml_node *node = &doc->node[i];
        if (node->begin >= node->end || node->end > doc->source.size) return "a node has no bytes";
        if (node->open_end < node->begin || node->close < node->open_end || node->end < node->close)
            return "the parts of a node are out of order";
        if (node->parent >= i || node->parent < -1) return "a parent comes after its child";
        if (node->parent >= 0) {
            const limb__xml_node *parent = &doc->node[node->parent];
            if (limb__xml_kind(parent) != LIMB_NODE_ELEMENT) return "a parent is not an element";
            if (node->begin < parent->open_end || node->end > parent->close)
                return "a child leaves its parent";
        }
        const int after = node->after;
        if (after <= i || after > doc->nnode) return "a node ends out of order";
        if (after < doc->nnode && doc->node[after].parent >= i) return "a node ends too early";
        if (after > i + 1 && doc->node[after - 1].parent < i) return "a node ends too late";
        if (limb__xml_kind(node) == LIMB_NODE_ELEMENT) {
            if (node->attr != nattr) return "attributes are not in order";
            for (int k = 0; k < limb__xml_nattr(node); k++) {
                const char *wrong = limb_test_attr_wrong(doc, node, &doc->attr[node->attr + k]);
                if (wrong) return wrong;
            }
            nattr += limb__xml_nattr(node);
        } else if (limb__xml_nattr(node) != 0) {
            return "something other than an element has attributes";
        }
    }
    if (nattr != doc->nattr) return "an attribute belongs to no element";
    if (!complete) return NULL;
    // gaps: before each node since its predecessor or its parent's tag, after the last child
    for (int i = 0; i < doc->nnode; i++) {
        const limb__xml_node *node = &doc->node[i];
        const bool first = i == 0 || node->parent == i - 1;
        const uint32_t from = node->parent >= 0 ? doc->node[node->parent].open_end : 0;
        const char *wrong = NULL;
        if (first) wrong = limb_test_gap_wrong(doc, from, node->begin);
        const int next = limb__xml_next(doc, i);
        const uint32_t after = next >= 0          ? doc->node[next].begin
                               : node->parent < 0 ? (uint32_t)doc->source.size
                                                  : doc->node[node->parent].close;
        if (!wrong) wrong = limb_test_gap_wrong(doc, node->end, after);
        if (wrong) return wrong;
        // an element without children holds nothing but white space
        if (limb__xml_kind(node) == LIMB_NODE_ELEMENT && limb__xml_first_child(doc, i) < 0)
            wrong = limb_test_gap_wrong(doc, node->open_end, node->close);
        if (wrong) return wrong;
    }
    if (doc->nnode == 0) return limb_test_gap_wrong(doc, 0, (uint32_t)doc->source.size);
    return NULL;
}

#endif
