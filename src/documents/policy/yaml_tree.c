// Builds nodes from the events of a YAML reader. An alias is a node that refers to its target, so a
// text cannot grow by repetition; nesting and anchors are limited, since settings need few.
#include "documents/policy/yaml_tree.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 100, MAX_ANCHORS = 1000 };

typedef struct building {
    limb__yaml_tree *tree;
    const char *text;
    size_t size;
    const char *at; // position of the last event
    int line, column;
    int open[MAX_DEPTH]; // lists and mappings that enclose the next event
    int depth;
    const char *anchor[MAX_ANCHORS];
    int anchor_node[MAX_ANCHORS];
    int nanchor;
    int ndocument;
    limb_status status;
    limb_yaml_problem *problem;
} building;

static bool take(void *ctx, const limb_yaml_event *event);
static bool add_node(building *b, const limb_yaml_event *event);
static bool open_node(building *b, const limb_yaml_event *event, int node);
static bool name_node(building *b, const limb_yaml_event *event, int node);
static int find_anchor(const building *b, const char *name);
static uint32_t offset_of(building *b, const limb_yaml_event *event);
static bool fail(building *b, const limb_yaml_event *event, const char *what);

limb_status limb__yaml_tree_read(limb__yaml_tree *tree, const limb_allocator *memory,
                                 limb_yaml_fn *yaml, const char *text, size_t size,
                                 limb_yaml_problem *problem)
{
    *tree = (limb__yaml_tree){0};
    limb__arena_init(&tree->arena, limb__memory(memory), 0);
    building *b = limb__arena_take_zero(&tree->arena, sizeof *b);
    if (!b) return LIMB_ERROR_MEMORY;
    *b = (building){.tree = tree,
                    .text = text,
                    .size = size,
                    .at = text,
                    .line = 1,
                    .column = 1,
                    .problem = problem};
    const limb_status status = yaml(text, size, take, b, problem);
    if (tree->arena.failed) return LIMB_ERROR_MEMORY;
    return b->status != LIMB_OK ? b->status : status;
}

void limb__yaml_tree_free(limb__yaml_tree *tree)
{
    if (tree->node)
        limb__release(tree->arena.memory, tree->node, (size_t)tree->capacity * sizeof *tree->node);
    limb__arena_free(&tree->arena);
    *tree = (limb__yaml_tree){0};
}

static bool take(void *ctx, const limb_yaml_event *event)
{
    building *b = ctx;
    switch (event->kind) {
    case LIMB_YAML_DOCUMENT:
        return ++b->ndocument == 1;
    case LIMB_YAML_END:
        if (b->depth > 0) b->depth--;
        return true;
    default:
        return add_node(b, event);
    }
}

static bool add_node(building *b, const limb_yaml_event *event)
{
    limb__yaml_tree *tree = b->tree;
    void *items = tree->node;
    const bool has_room = limb__grow(tree->arena.memory, &items, &tree->capacity, tree->nnode + 1,
                                     sizeof *tree->node);
    tree->node = items;
    const bool is_scalar = event->kind == LIMB_YAML_SCALAR;
    const char *text =
        is_scalar ? limb__arena_copy_text(&tree->arena, event->text.data, event->text.size) : "";
    if (!has_room || !text) {
        b->status = LIMB_ERROR_MEMORY;
        return false;
    }
    const int index = tree->nnode++;
    const uint32_t offset = offset_of(b, event);
    const bool is_written = is_scalar && event->is_plain && event->text.size <= b->size - offset &&
                            memcmp(b->text + offset, text, event->text.size) == 0;
    tree->node[index] = (limb__yaml_node){.kind = event->kind,
                                          .text = text,
                                          .offset = offset,
                                          .size = is_written ? (uint32_t)event->text.size : 1,
                                          .first = -1,
                                          .last = -1,
                                          .next = -1,
                                          .same = index};
    if (b->depth > 0) {
        limb__yaml_node *parent = &tree->node[b->open[b->depth - 1]];
        if (parent->last >= 0) tree->node[parent->last].next = index;
        if (parent->first < 0) parent->first = index;
        parent->last = index;
    }
    return name_node(b, event, index) && open_node(b, event, index);
}

static bool open_node(building *b, const limb_yaml_event *event, int node)
{
    if (event->kind != LIMB_YAML_LIST && event->kind != LIMB_YAML_MAPPING) return true;
    if (b->depth == MAX_DEPTH) return fail(b, event, "lists and mappings are nested too deeply");
    b->open[b->depth++] = node;
    return true;
}

static bool name_node(building *b, const limb_yaml_event *event, int node)
{
    if (!event->anchor) return true;
    if (event->kind == LIMB_YAML_ALIAS) {
        const int named = find_anchor(b, event->anchor);
        if (named < 0) return fail(b, event, "found undefined alias");
        b->tree->node[node].same = named;
        return true;
    }
    const char *name = limb__arena_copy_text(&b->tree->arena, event->anchor, strlen(event->anchor));
    if (!name) return false;
    if (b->nanchor == MAX_ANCHORS) return fail(b, event, "there are more anchors than 1000");
    b->anchor[b->nanchor] = name;
    b->anchor_node[b->nanchor++] = node;
    return true;
}

// Returns the last anchor of that name, or -1.
static int find_anchor(const building *b, const char *name)
{
    for (int i = b->nanchor - 1; i >= 0; i--)
        if (strcmp(b->anchor[i], name) == 0) return b->anchor_node[i];
    return -1;
}

// Returns the byte offset of an event. Events come in document order, so the cursor only moves
// forward. Columns count characters; continuation bytes of UTF-8 are 10xxxxxx.
static uint32_t offset_of(building *b, const limb_yaml_event *event)
{
    const char *end = b->text + b->size;
    while (b->at < end &&
           (b->line < event->line || (b->line == event->line && b->column < event->column))) {
        const bool ends_line = *b->at++ == '\n';
        while (b->at < end && ((unsigned char)*b->at & 0xC0) == 0x80)
            b->at++;
        b->line += ends_line;
        b->column = ends_line ? 1 : b->column + 1;
    }
    return (uint32_t)(b->at - b->text);
}

static bool fail(building *b, const limb_yaml_event *event, const char *what)
{
    b->status = LIMB_ERROR_INPUT;
    b->problem->line = event->line;
    b->problem->column = event->column;
    snprintf(b->problem->message, sizeof b->problem->message, "%s", what);
    return false;
}
