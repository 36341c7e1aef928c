// Builds the tree of a mesh, in time n log n.
//
// First a binary tree is built top-down (bvh_split.c). Then nodes are merged: of a node's children
// the largest is repeatedly replaced by its own, until there are eight.
#include "numbers/narrowphase/bvh_split.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

typedef limb__bvh_box box;
typedef limb__bvh_item item;
typedef limb__bvh_branch branch;

typedef struct joined { // a node of the wide tree
    int branch;
    int count;
    int opened[LIMB__BVH_WIDTH];
    int child[LIMB__BVH_WIDTH];
} joined;

typedef struct limb__bvh_layout {
    limb__triangles in;
    item *item;
    branch *branch;
    joined *joined;
    int njoined, nleaf;
} builder;

static void join_all(builder *b);
static void join_below(const builder *b, joined *out);
static void write_block(const builder *b, const branch *leaf, limb__triangle_block *block);

limb_status limb__bvh_plan_build(limb__bvh_plan *out, const limb__triangles *triangles,
                                 const limb_allocator *memory)
{
    *out = (limb__bvh_plan){.memory = limb__memory(memory)};
    // a leaf has at least one triangle, a node two leaves
    const size_t n = (size_t)triangles->ntriangle;
    out->size = sizeof(builder) + n * (sizeof(item) + 2 * sizeof(branch) + sizeof(joined));
    out->scratch = limb__allocate(out->memory, out->size);
    if (!out->scratch) return LIMB_ERROR_MEMORY;
    builder *b = out->layout = out->scratch;
    *b = (builder){.in = *triangles};
    b->item = (item *)(void *)(b + 1);
    b->branch = (branch *)(void *)(b->item + n);
    b->joined = (joined *)(void *)(b->branch + 2 * n);
    limb__bvh_split(&b->in, b->item, b->branch);
    join_all(b);
    out->nnode = b->njoined;
    out->nblock = b->nleaf;
    return LIMB_OK;
}

void limb__bvh_fill(const limb__bvh_plan *plan, limb__bvh_node *node, limb__triangle_block *block,
                    limb__bvh *out)
{
    const builder *b = plan->layout;
    *out = (limb__bvh){.nnode = plan->nnode, .nblock = plan->nblock, .node = node, .block = block};
    for (int i = 0; i < b->njoined; i++) {
        const joined *from = &b->joined[i];
        limb__bvh_node *to = &node[i];
        to->count = from->count;
        memset(to->padding, 0, sizeof to->padding);
        for (int k = 0; k < LIMB__BVH_WIDTH; k++) {
            const branch *at = k < from->count ? &b->branch[from->opened[k]] : NULL;
            for (int axis = 0; axis < 3; axis++) {
                to->lower[axis][k] = at ? at->bounds.lower[axis] : INFINITY;
                to->upper[axis][k] = at ? at->bounds.upper[axis] : -INFINITY;
            }
            to->child[k] = at ? from->child[k] : 0;
            if (at && at->left == 0) write_block(b, at, &block[-1 - from->child[k]]);
        }
    }
    const box *all = &b->branch[0].bounds;
    for (int k = 0; k < 3; k++) {
        out->center[k] = 0.5 * ((double)all->lower[k] + (double)all->upper[k]);
        out->half[k] = 0.5 * ((double)all->upper[k] - (double)all->lower[k]);
    }
}

void limb__bvh_plan_free(limb__bvh_plan *plan)
{
    if (plan->scratch) limb__release(plan->memory, plan->scratch, plan->size);
    plan->scratch = NULL;
}

//---- the wide tree -------------------------------------------------------------------------------

// A node is followed by the subtree of its first child, then its second: data used together is
// adjacent in memory.
static void join_all(builder *b)
{
    struct {
        int branch;
        int *child; // of the parent: receives this node's index
    } stack[LIMB__BVH_DEPTH * (LIMB__BVH_WIDTH - 1) + LIMB__BVH_WIDTH];
    int nstack = 0, root;
    stack[nstack].branch = 0;
    stack[nstack++].child = &root;
    while (nstack > 0) {
        const int number = b->njoined++;
        joined *at = &b->joined[number];
        at->branch = stack[--nstack].branch;
        *stack[nstack].child = number;
        join_below(b, at);
        for (int k = 0; k < at->count; k++)
            if (b->branch[at->opened[k]].left == 0) at->child[k] = -1 - b->nleaf++;
        for (int k = at->count - 1; k >= 0; k--) {
            if (b->branch[at->opened[k]].left == 0) continue;
            stack[nstack].branch = at->opened[k];
            stack[nstack++].child = &at->child[k];
        }
    }
}

// Collects up to eight descendants of a branch, opening the largest first.
static void join_below(const builder *b, joined *out)
{
    float size[LIMB__BVH_WIDTH] = {0};
    int count = 1, largest = b->branch[out->branch].left ? 0 : -1;
    out->opened[0] = out->branch;
    while (count < LIMB__BVH_WIDTH && largest >= 0) {
        const int left = b->branch[out->opened[largest]].left, place[2] = {largest, count++};
        for (int i = 0; i < 2; i++) {
            const branch *at = &b->branch[left + i];
            out->opened[place[i]] = left + i;
            size[place[i]] = at->left == 0 ? -1 : limb__bvh_area(&at->bounds);
        }
        largest = -1;
        float most = -1;
        for (int k = 0; k < count; k++) {
            if (!(size[k] > most)) continue;
            most = size[k];
            largest = k;
        }
    }
    out->count = count;
}

static void write_block(const builder *b, const branch *leaf, limb__triangle_block *block)
{
    block->count = leaf->count;
    memset(block->padding, 0, sizeof block->padding);
    for (int lane = 0; lane < LIMB__BVH_LEAF; lane++) {
        const int from = lane < leaf->count ? lane : leaf->count - 1;
        const int triangle = limb__bvh_triangle(&b->item[leaf->first + from]);
        block->triangle[lane] = triangle;
        for (int corner = 0; corner < 3; corner++) {
            double p[3];
            limb__bvh_corner(&b->in, triangle, corner, p);
            for (int k = 0; k < 3; k++)
                block->corner[3 * corner + k][lane] = p[k];
        }
    }
}
