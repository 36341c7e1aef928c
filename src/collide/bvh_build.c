// Builds the tree of a mesh, in time n log n.
//
// First a binary tree, top down: triangles are put into bins along the longest side of their
// centres' box and split where the surface area heuristic (Goldsmith and Salmon 1987; bins after
// Wald 2007) is least. Then nodes are joined: from a node's two children the largest is opened
// until there are eight.
#include "collide/bvh.h"

#include "base/memory.h"
#include "math/lanes.h"
#include "math/pose.h"

#include <math.h>
#include <string.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

enum {
    BINS = 16,
    FEW_BINS = 6,
    FEW = 32, // triangles, for which those will do
    EVEN_DEPTH = 40
}; // below EVEN_DEPTH triangles are halved, which bounds the depth

// x y z and one that is not used; caller's memory may be aligned to less
typedef float triple __attribute__((vector_size(16), may_alias, aligned(4)));

typedef struct box {
    triple lower, upper;
} box;

typedef struct item { // a triangle
    box bounds;
    int triangle;
} item;

typedef struct branch { // a node of the binary tree
    box bounds;
    box centers;      // around the items' centres
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
static triple lower_of(triple a, triple b);
static triple upper_of(triple a, triple b);
static void grow_box(box *a, const box *b);
static double area(const box *b);
static void split_all(builder *b);
static int split(builder *b, const branch *of, branch side[2]);
static int split_bins(builder *b, const branch *of, int axis, branch side[2]);
static void add_to_branch(branch *to, const item *it);
static void halve(item *items, int count, int axis);
static float center_of(const item *it, int axis);
static void join_all(builder *b);
static void join_below(const builder *b, joined *out);
static void write_block(const builder *b, const branch *leaf, limb__triangle_block *block);

#define EMPTY_BOX                                                                                  \
    {                                                                                              \
        {INFINITY, INFINITY, INFINITY, 0},                                                         \
        {                                                                                          \
            -INFINITY, -INFINITY, -INFINITY, 0                                                     \
        }                                                                                          \
    }
static const box empty_box = EMPTY_BOX;
static const branch empty_branch = {.bounds = EMPTY_BOX, .centers = EMPTY_BOX};

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

static triple lower_of(triple a, triple b)
{
#if defined(__SSE__)
    return _mm_min_ps(a, b);
#else
    const limb__if4 mask = (limb__f4)a < (limb__f4)b;
    return (triple)(((limb__if4)a & mask) | ((limb__if4)b & ~mask));
#endif
}

static triple upper_of(triple a, triple b)
{
#if defined(__SSE__)
    return _mm_max_ps(a, b);
#else
    const limb__if4 mask = (limb__f4)a > (limb__f4)b;
    return (triple)(((limb__if4)a & mask) | ((limb__if4)b & ~mask));
#endif
}

static void grow_box(box *a, const box *b)
{
    a->lower = lower_of(a->lower, b->lower);
    a->upper = upper_of(a->upper, b->upper);
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
    b->branch[0] = empty_branch;
    for (int i = 0; i < b->in.ntriangle; i++)
        add_to_branch(&b->branch[0], &b->item[i]);
    b->branch[0].count = b->in.ntriangle;
    b->nbranch = 1;
    for (int i = 0; i < b->nbranch; i++) {
        branch *of = &b->branch[i];
        if (of->count <= LIMB__BVH_LEAF) continue;
        branch *side = &b->branch[b->nbranch];
        const int nleft = split(b, of, side);
        of->left = b->nbranch;
        side[0].first = of->first;
        side[0].count = nleft;
        side[1].first = of->first + nleft;
        side[1].count = of->count - nleft;
        side[0].depth = side[1].depth = of->depth + 1;
        b->nbranch += 2;
    }
}

static void add_to_branch(branch *to, const item *it)
{
    const triple center = 0.5f * it->bounds.lower + 0.5f * it->bounds.upper;
    grow_box(&to->bounds, &it->bounds);
    to->centers.lower = lower_of(to->centers.lower, center);
    to->centers.upper = upper_of(to->centers.upper, center);
}

// Orders the items of a branch into two groups, both not empty, whose boxes go to side: returns the
// size of the first.
static int split(builder *b, const branch *of, branch side[2])
{
    item *items = b->item + of->first;
    const box *centers = &of->centers;
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (centers->upper[k] - centers->lower[k] > centers->upper[axis] - centers->lower[axis])
            axis = k;
    const bool spread = centers->upper[axis] > centers->lower[axis];
    if (spread && of->depth < EVEN_DEPTH) {
        const int nleft = split_bins(b, of, axis, side);
        if (nleft > 0 && nleft < of->count) return nleft;
    }
    if (spread) halve(items, of->count, axis);
    side[0] = side[1] = empty_branch;
    for (int i = 0; i < of->count; i++)
        add_to_branch(&side[i >= of->count / 2], &items[i]);
    return of->count / 2;
}

static float center_of(const item *it, int axis)
{
    return 0.5f * it->bounds.lower[axis] + 0.5f * it->bounds.upper[axis];
}

// Groups of four triangles are leaves, so it is those that are counted.
static int split_bins(builder *b, const branch *of, int axis, branch side[2])
{
    item *items = b->item + of->first;
    const int nbin = of->count < FEW ? FEW_BINS : BINS;
    bin bins[BINS];
    for (int k = 0; k < nbin; k++)
        bins[k] = (bin){empty_box, 0};
    const float origin = of->centers.lower[axis];
    const float width = of->centers.upper[axis] - origin;
    const float per_bin = (float)nbin * 0.9999f / width;
    if (!isfinite(per_bin)) return 0;
    for (int i = 0; i < of->count; i++) {
        bin *at = &bins[(int)((center_of(&items[i], axis) - origin) * per_bin)];
        grow_box(&at->bounds, &items[i].bounds);
        at->count++;
    }
    // cost of what is right of each border, then of both sides
    double right_cost[BINS], best = HUGE_VAL;
    box around = empty_box;
    int count = 0, border = 0;
    for (int k = nbin - 1; k > 0; k--) {
        grow_box(&around, &bins[k].bounds);
        count += bins[k].count;
        right_cost[k] = count ? area(&around) * ((count + 3) / 4) : HUGE_VAL;
    }
    around = empty_box;
    count = 0;
    for (int k = 1; k < nbin; k++) {
        grow_box(&around, &bins[k - 1].bounds);
        count += bins[k - 1].count;
        const double cost = count ? area(&around) * ((count + 3) / 4) + right_cost[k] : HUGE_VAL;
        if (cost < best) {
            best = cost;
            border = k;
        }
    }
    if (!(best < HUGE_VAL)) return 0;
    int nleft = 0;
    side[0] = side[1] = empty_branch;
    for (int i = 0; i < of->count; i++) {
        const bool right = (int)((center_of(&items[i], axis) - origin) * per_bin) >= border;
        add_to_branch(&side[right], &items[i]);
        if (right) continue;
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
