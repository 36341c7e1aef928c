// Builds the tree of a mesh, in time n log n.
//
// First a binary tree, top down: triangles are put into bins along the longest side of their
// centres' box and split where the surface area heuristic (Goldsmith and Salmon 1987; bins after
// Wald 2007) is least. Then nodes are joined: from a node's two children the largest is opened
// until there are eight.
#include "collide/bvh.h"

#include "base/memory.h"
#include "math/pose.h"

#include <math.h>
#include <string.h>

enum {
    BINS = 16,
    EVEN_DEPTH = 40
}; // below EVEN_DEPTH triangles are halved, which bounds the depth

typedef struct box {
    float lower[3], upper[3];
} box;

typedef struct item { // a triangle
    box bounds;
    int triangle;
    int unused;
} item;

typedef struct branch { // a node of the binary tree
    box bounds;
    int first, count; // items
    int left;         // branch; the right one is the next; 0: a leaf
    int depth;
} branch;

typedef struct joined { // a node of the wide tree: branches below one
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
    int nbranch, njoined, nleaf;
} builder;

typedef struct bin {
    box bounds;
    int count;
} bin;

static void read_items(builder *b);
static void corner_at(const limb__triangles *in, int triangle, int corner, double out[3]);
static float round_down(double x);
static float round_up(double x);
static void grow_box(box *a, const box *b);
static double area(const box *b);
static void split_all(builder *b);
static int split(builder *b, const branch *of);
static int split_bins(builder *b, const branch *of, const box *centers, int axis);
static void halve(item *items, int count, int axis);
static float center_of(const item *it, int axis);
static void join_all(builder *b);
static void join_below(const builder *b, joined *out);
static void write_block(const builder *b, const branch *leaf, limb__triangle_block *block);

static const box empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

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
    read_items(b);
    split_all(b);
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
        memset(to, 0, sizeof *to);
        to->count = from->count;
        for (int k = 0; k < LIMB__BVH_WIDTH; k++) {
            const branch *at = k < from->count ? &b->branch[from->opened[k]] : NULL;
            const box *bounds = at ? &at->bounds : &empty_box;
            for (int axis = 0; axis < 3; axis++) {
                to->lower[axis][k] = bounds->lower[axis];
                to->upper[axis][k] = bounds->upper[axis];
            }
            if (at) to->child[k] = from->child[k];
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

//---- triangles -----------------------------------------------------------------------------------

static void read_items(builder *b)
{
    for (int i = 0; i < b->in.ntriangle; i++) {
        item *it = &b->item[i];
        it->bounds = empty_box;
        it->triangle = i;
        for (int corner = 0; corner < 3; corner++) {
            double p[3];
            corner_at(&b->in, i, corner, p);
            for (int k = 0; k < 3; k++) {
                const float low = round_down(p[k]), high = round_up(p[k]);
                it->bounds.lower[k] = low < it->bounds.lower[k] ? low : it->bounds.lower[k];
                it->bounds.upper[k] = high > it->bounds.upper[k] ? high : it->bounds.upper[k];
            }
        }
    }
}

static void corner_at(const limb__triangles *in, int triangle, int corner, double out[3])
{
    const size_t vertex =
        in->index ? in->index[3 * (size_t)triangle + (size_t)corner] : (size_t)triangle;
    double scaled[3];
    for (int k = 0; k < 3; k++)
        scaled[k] = (double)in->position[3 * vertex + (size_t)k] * in->scale[k];
    if (in->pose) {
        limb__pose_point(in->pose, scaled, out);
    } else {
        limb__copy3(scaled, out);
    }
}

static float round_down(double x)
{
    const float f = (float)x;
    return (double)f > x ? nextafterf(f, -INFINITY) : f;
}

static float round_up(double x)
{
    const float f = (float)x;
    return (double)f < x ? nextafterf(f, INFINITY) : f;
}

static void grow_box(box *a, const box *b)
{
    for (int k = 0; k < 3; k++) {
        a->lower[k] = a->lower[k] < b->lower[k] ? a->lower[k] : b->lower[k];
        a->upper[k] = a->upper[k] > b->upper[k] ? a->upper[k] : b->upper[k];
    }
}

static double area(const box *b)
{
    const double x = (double)b->upper[0] - (double)b->lower[0],
                 y = (double)b->upper[1] - (double)b->lower[1],
                 z = (double)b->upper[2] - (double)b->lower[2];
    return x * y + y * z + z * x;
}

//---- the binary tree -----------------------------------------------------------------------------

// Branches are split in the order they were made, so no stack is needed.
static void split_all(builder *b)
{
    b->branch[0] = (branch){.bounds = empty_box, .count = b->in.ntriangle};
    for (int i = 0; i < b->in.ntriangle; i++)
        grow_box(&b->branch[0].bounds, &b->item[i].bounds);
    b->nbranch = 1;
    for (int i = 0; i < b->nbranch; i++) {
        branch *of = &b->branch[i];
        if (of->count <= LIMB__BVH_LEAF) continue;
        const int nleft = split(b, of);
        branch *left = &b->branch[b->nbranch], *right = left + 1;
        of->left = b->nbranch;
        *left = (branch){.bounds = empty_box, .first = of->first, .count = nleft};
        *right =
            (branch){.bounds = empty_box, .first = of->first + nleft, .count = of->count - nleft};
        left->depth = right->depth = of->depth + 1;
        for (int k = 0; k < left->count; k++)
            grow_box(&left->bounds, &b->item[left->first + k].bounds);
        for (int k = 0; k < right->count; k++)
            grow_box(&right->bounds, &b->item[right->first + k].bounds);
        b->nbranch += 2;
    }
}

// Orders the items of a branch into two groups, both not empty: returns the size of the first.
static int split(builder *b, const branch *of)
{
    item *items = b->item + of->first;
    box centers = empty_box;
    for (int i = 0; i < of->count; i++)
        for (int k = 0; k < 3; k++) {
            const float c = center_of(&items[i], k);
            centers.lower[k] = c < centers.lower[k] ? c : centers.lower[k];
            centers.upper[k] = c > centers.upper[k] ? c : centers.upper[k];
        }
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (centers.upper[k] - centers.lower[k] > centers.upper[axis] - centers.lower[axis])
            axis = k;
    const bool spread = centers.upper[axis] > centers.lower[axis];
    if (spread && of->depth < EVEN_DEPTH) {
        const int nleft = split_bins(b, of, &centers, axis);
        if (nleft > 0 && nleft < of->count) return nleft;
    }
    if (spread) halve(items, of->count, axis);
    return of->count / 2;
}

static float center_of(const item *it, int axis)
{
    return 0.5f * it->bounds.lower[axis] + 0.5f * it->bounds.upper[axis];
}

// Groups of four triangles are leaves, so it is those that are counted.
static int split_bins(builder *b, const branch *of, const box *centers, int axis)
{
    item *items = b->item + of->first;
    bin bins[BINS];
    for (int k = 0; k < BINS; k++)
        bins[k] = (bin){empty_box, 0};
    const float origin = centers->lower[axis];
    const float width = centers->upper[axis] - origin;
    const float per_bin = (float)BINS * 0.9999f / width;
    if (!isfinite(per_bin)) return 0;
    for (int i = 0; i < of->count; i++) {
        bin *at = &bins[(int)((center_of(&items[i], axis) - origin) * per_bin)];
        grow_box(&at->bounds, &items[i].bounds);
        at->count++;
    }
    // cost of what is right of each border, then of both sides
    double right_cost[BINS], best = HUGE_VAL;
    box side = empty_box;
    int count = 0, border = 0;
    for (int k = BINS - 1; k > 0; k--) {
        grow_box(&side, &bins[k].bounds);
        count += bins[k].count;
        right_cost[k] = count ? area(&side) * ((count + 3) / 4) : HUGE_VAL;
    }
    side = empty_box;
    count = 0;
    for (int k = 1; k < BINS; k++) {
        grow_box(&side, &bins[k - 1].bounds);
        count += bins[k - 1].count;
        const double cost = count ? area(&side) * ((count + 3) / 4) + right_cost[k] : HUGE_VAL;
        if (cost < best) {
            best = cost;
            border = k;
        }
    }
    if (!(best < HUGE_VAL)) return 0;
    int nleft = 0;
    for (int i = 0; i < of->count; i++) {
        if ((int)((center_of(&items[i], axis) - origin) * per_bin) >= border) continue;
        const item moved = items[i];
        items[i] = items[nleft];
        items[nleft++] = moved;
    }
    return nleft;
}

// Brings the lower half along an axis to the front (Hoare's selection, the middle as pivot).
static void halve(item *items, int count, int axis)
{
    int from = 0, to = count - 1;
    const int middle = count / 2;
    while (from < to) {
        const float pivot = center_of(&items[from + (to - from) / 2], axis);
        int i = from, j = to;
        while (i <= j) {
            while (center_of(&items[i], axis) < pivot)
                i++;
            while (center_of(&items[j], axis) > pivot)
                j--;
            if (i > j) break;
            const item moved = items[i];
            items[i++] = items[j];
            items[j--] = moved;
        }
        if (middle <= j) {
            to = j;
        } else if (middle >= i) {
            from = i;
        } else {
            return;
        }
    }
}

//---- the wide tree -------------------------------------------------------------------------------

// Nodes are made in the order their parents were.
static void join_all(builder *b)
{
    b->njoined = 1;
    b->joined[0].branch = 0;
    for (int i = 0; i < b->njoined; i++) {
        joined *at = &b->joined[i];
        join_below(b, at);
        for (int k = 0; k < at->count; k++) {
            if (b->branch[at->opened[k]].left == 0) {
                at->child[k] = -1 - b->nleaf++;
            } else {
                b->joined[b->njoined].branch = at->opened[k];
                at->child[k] = b->njoined++;
            }
        }
    }
}

// Up to eight branches below one, the largest opened first.
static void join_below(const builder *b, joined *out)
{
    int count = 1;
    out->opened[0] = out->branch;
    while (count < LIMB__BVH_WIDTH) {
        int largest = -1;
        double most = -1;
        for (int k = 0; k < count; k++) {
            const branch *at = &b->branch[out->opened[k]];
            if (at->left == 0 || area(&at->bounds) <= most) continue;
            most = area(&at->bounds);
            largest = k;
        }
        if (largest < 0) break;
        const int left = b->branch[out->opened[largest]].left;
        out->opened[largest] = left;
        out->opened[count++] = left + 1;
    }
    out->count = count;
}

static void write_block(const builder *b, const branch *leaf, limb__triangle_block *block)
{
    memset(block, 0, sizeof *block);
    block->count = leaf->count;
    for (int lane = 0; lane < LIMB__BVH_LEAF; lane++) {
        const int from = lane < leaf->count ? lane : leaf->count - 1;
        const int triangle = b->item[leaf->first + from].triangle;
        block->triangle[lane] = triangle;
        for (int corner = 0; corner < 3; corner++) {
            double p[3];
            corner_at(&b->in, triangle, corner, p);
            for (int k = 0; k < 3; k++)
                block->corner[3 * corner + k][lane] = p[k];
        }
    }
}
