// A YAML text as a tree of nodes with positions, for settings.
#ifndef LIMB_POLICY_YAML_TREE_H
#define LIMB_POLICY_YAML_TREE_H

#include "base/arena.h"
#include "limb/xacro.h"

typedef struct limb__yaml_node {
    limb_yaml_kind kind; // a scalar, list or mapping
    const char *text;    // of a scalar; "" for other kinds
    uint32_t offset;     // bytes from the start of the file
    uint32_t size;       // of a scalar written without quotes or escapes; else 1
    int first;           // child, -1: none; of a mapping key, value, key, value, ...
    int last;
    int next; // sibling, -1: none
    int same; // target of an alias; otherwise the node's own index
} limb__yaml_node;

typedef struct limb__yaml_tree {
    limb__arena arena; // texts
    limb__yaml_node *node;
    int nnode; // the first is the root
    int capacity;
} limb__yaml_tree;

// Parses a text; of several documents only the first is read. On LIMB_ERROR_INPUT, *problem says
// what is wrong and where. Call limb__yaml_tree_free in every case.
limb_status limb__yaml_tree_read(limb__yaml_tree *tree, const limb_allocator *memory,
                                 limb_yaml_fn *yaml, const char *text, size_t size,
                                 limb_yaml_problem *problem);
void limb__yaml_tree_free(limb__yaml_tree *tree);

// Returns the target of an alias, or the index itself for other nodes.
static inline int limb__yaml_tree_follow(const limb__yaml_tree *tree, int node)
{
    return tree->node[node].same;
}

#endif
