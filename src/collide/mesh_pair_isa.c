// Two meshes: both trees are walked together, the larger box of a pair is opened first.
#include "collide/boxes_lanes.h"
#include "collide/pairs.h"
#include "collide/triangle_lanes.h"

// A box of a tree: 8 * node + slot, or -1 for the box of the whole tree.
typedef struct pair_item {
    int a, b;
    float apart; // square of a lower bound of the distance
} pair_item;

// a pair opens at most LIMB__BVH_WIDTH pairs, and no way down is longer than both trees
enum { MAX_STACK = 2 * LIMB__BVH_DEPTH * (LIMB__BVH_WIDTH - 1) + LIMB__BVH_WIDTH };

typedef struct walk {
    const limb__bvh *a, *b;
    limb__turn to_a, to_b; // boxes of b to the frame of a, and back
    double margin;         // both radii: triangles that near touch
} walk;

typedef struct winner { // the two nearest triangles so far
    int block[2], lane[2];
    double apart; // squared
} winner;

static void walk_init(walk *w, const limb__mesh_pair *pair);
static double box_of(const limb__bvh *tree, int item, double center[3], double half[3]);
static int child_of(const limb__bvh *tree, int item);
static int open_pair(const walk *w, const pair_item *at, double margin, pair_item *out,
                     limb__v8 *apart);
static int find_touches(const walk *w, limb__touch *touches, int max);
static int touches_in_leaves(const walk *w, int block_a, int block_b, limb__touch *touches,
                             int max);
static void triangle_of(const limb__triangle_block *block, int lane, double radius,
                        double corner[9], limb__convex *out);
static bool triangles_near(const walk *w, const winner *pick, limb__proximity *out);
static void distance_in_leaves(const walk *w, int block_a, int block_b, winner *best);
static void find_nearest(const walk *w, winner *best);

bool LIMB__FOR_ISA(limb__mesh_collide)(const limb__mesh_pair *pair, limb__pair_memory *memory)
{
    walk w;
    walk_init(&w, pair);
    limb__touch touch;
    // the leaves that touched last
    if (memory->hint[0] > 0 && memory->hint[0] <= w.a->nblock && memory->hint[1] > 0 &&
        memory->hint[1] <= w.b->nblock &&
        touches_in_leaves(&w, memory->hint[0] - 1, memory->hint[1] - 1, &touch, 1)) {
        return true;
    }
    if (!find_touches(&w, &touch, 1)) return false;
    memory->hint[0] = touch.first + 1;
    memory->hint[1] = touch.second + 1;
    return true;
}

int LIMB__FOR_ISA(limb__mesh_touches)(const limb__mesh_pair *pair, limb__touch *touches, int max)
{
    walk w;
    walk_init(&w, pair);
    const int count = find_touches(&w, touches, max);
    return count;
}

bool LIMB__FOR_ISA(limb__mesh_distance)(const limb__mesh_pair *pair, limb__pair_memory *memory,
                                        double bound, limb__proximity *out)
{
    walk w;
    walk_init(&w, pair);
    limb__touch touch[16];
    const int count = find_touches(&w, touch, 16);
    if (count > 0) {
        int deepest = 0;
        for (int i = 1; i < count; i++)
            if (touch[i].near.distance < touch[deepest].near.distance) deepest = i;
        *out = touch[deepest].near;
        return out->distance <= bound;
    }
    const double reach = bound + w.margin;
    winner best = {{-1, -1}, {0, 0}, reach > 0 ? reach * reach : 0};
    if (memory->hint[0] > 0 && memory->hint[0] <= w.a->nblock && memory->hint[1] > 0 &&
        memory->hint[1] <= w.b->nblock) {
        distance_in_leaves(&w, memory->hint[0] - 1, memory->hint[1] - 1, &best);
    }
    find_nearest(&w, &best);
    if (best.block[0] < 0) {
        out->distance = bound;
        return false;
    }
    memory->hint[0] = best.block[0] + 1;
    memory->hint[1] = best.block[1] + 1;
    triangles_near(&w, &best, out);
    return out->distance <= bound;
}

static void walk_init(walk *w, const limb__mesh_pair *pair)
{
    double back[12], largest = 0;
    const double *p = pair->pose;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            back[4 * i + j] = p[4 * j + i];
        back[4 * i + 3] = -(p[i] * p[3] + p[4 + i] * p[7] + p[8 + i] * p[11]);
        largest = fmax(largest, fabs(p[4 * i + 3]));
        largest = fmax(largest, fabs(pair->a->center[i]) + pair->a->half[i]);
        largest = fmax(largest, fabs(pair->b->center[i]) + pair->b->half[i]);
    }
    w->a = pair->a;
    w->b = pair->b;
    w->margin = pair->a->radius + pair->b->radius;
    limb__turn_init(&w->to_a, pair->pose, largest);
    limb__turn_init(&w->to_b, back, largest);
}

//---- boxes ---------------------------------------------------------------------------------------

// The box, and its size for comparing.
static double box_of(const limb__bvh *tree, int item, double center[3], double half[3])
{
    if (item >= 0) {
        limb__node_box(&tree->node[item / LIMB__BVH_WIDTH], item % LIMB__BVH_WIDTH, center, half);
    } else {
        for (int k = 0; k < 3; k++) {
            center[k] = tree->center[k];
            half[k] = tree->half[k];
        }
    }
    return half[0] + half[1] + half[2];
}

// The node of a box, or -1 - block.
static int child_of(const limb__bvh *tree, int item)
{
    return item < 0 ? 0 : tree->node[item / LIMB__BVH_WIDTH].child[item % LIMB__BVH_WIDTH];
}

// Opens the larger box that is not a leaf, whose pairs with the other go to out: all when apart is
// given, which receives their squared distances; else those that touch. Returns their number.
static int open_pair(const walk *w, const pair_item *at, double margin, pair_item *out,
                     limb__v8 *apart)
{
    double center_a[3], half_a[3], center_b[3], half_b[3];
    const int child_a = child_of(w->a, at->a), child_b = child_of(w->b, at->b);
    const double size_a = box_of(w->a, at->a, center_a, half_a);
    const double size_b = box_of(w->b, at->b, center_b, half_b);
    const bool open_a = child_b < 0 || (child_a >= 0 && size_a >= size_b);
    const limb__bvh_node *node = open_a ? &w->a->node[child_a] : &w->b->node[child_b];
    const limb__turn *turn = open_a ? &w->to_a : &w->to_b;
    limb__turned_box box;
    if (open_a) {
        limb__turn_box(turn, center_b, half_b, margin, &box);
    } else {
        limb__turn_box(turn, center_a, half_a, margin, &box);
    }
    int hit = (1 << node->count) - 1;
    if (apart) {
        *apart = limb__boxes_apart(node, turn, &box);
    } else {
        hit = limb__boxes_hit(node, turn, &box);
    }
    int count = 0;
    for (int k = 0; hit; k++, hit >>= 1) {
        if (!(hit & 1)) continue;
        const int item = LIMB__BVH_WIDTH * (open_a ? child_a : child_b) + k;
        out[count++] = open_a ? (pair_item){item, at->b, 0} : (pair_item){at->a, item, 0};
    }
    return count;
}

//---- touching ------------------------------------------------------------------------------------

static int find_touches(const walk *w, limb__touch *touches, int max)
{
    pair_item stack[MAX_STACK];
    int depth = 0, count = 0;
    stack[depth++] = (pair_item){-1, -1, 0};
    while (depth > 0 && count < max) {
        const pair_item at = stack[--depth];
        const int child_a = child_of(w->a, at.a), child_b = child_of(w->b, at.b);
        if (child_a < 0 && child_b < 0) {
            count += touches_in_leaves(w, -1 - child_a, -1 - child_b, touches + count, max - count);
        } else {
            depth += open_pair(w, &at, w->margin, stack + depth, NULL);
        }
    }
    return count;
}

// With max 1 only the blocks are reported (first, second), else the triangles and how
// deep they are.
static int touches_in_leaves(const walk *w, int block_a, int block_b, limb__touch *touches, int max)
{
    const limb__triangle_block *a = &w->a->block[block_a], *b = &w->b->block[block_b];
    const limb__lane_triangle lanes_a = limb__lane_triangle_of(a);
    const limb__lane_triangle moved_b = limb__lane_triangle_moved(b, w->to_a.pose);
    int count = 0;
    for (int j = 0; j < b->count && count < max; j++) {
        const limb__lane_triangle one = limb__lane_triangle_spread(&moved_b, j);
        int doubtful = 0;
        int hit = limb__lane_triangles_hit(&lanes_a, &one, &doubtful);
        if (w->margin > 0) {
            hit |= bits4(limb__lane_triangles_apart(&lanes_a, &one) <= w->margin * w->margin);
        }
        hit &= (1 << a->count) - 1;
        for (int i = 0; hit && count < max; i++, hit >>= 1) {
            if (!(hit & 1)) continue;
            const winner pick = {{block_a, block_b}, {i, j}, 0};
            limb__proximity near = {.distance = 0};
            const bool exact = max > 1 || (doubtful & (1 << i));
            if (exact && !triangles_near(w, &pick, &near)) continue;
            touches[count++] = max > 1 ? (limb__touch){a->triangle[i], b->triangle[j], near}
                                       : (limb__touch){block_a, block_b, near};
        }
    }
    return count;
}

static void triangle_of(const limb__triangle_block *block, int lane, double radius,
                        double corner[9], limb__convex *out)
{
    for (int k = 0; k < 9; k++)
        corner[k] = block->corner[k][lane];
    *out = (limb__convex){
        .core = LIMB__CORE_TRIANGLE, .radius = radius, .nvertex = 3, .vertex = corner};
}

// Signed distance of two triangles. False: they do not touch.
static bool triangles_near(const walk *w, const winner *pick, limb__proximity *out)
{
    double corner_a[9], corner_b[9];
    limb__convex a, b;
    triangle_of(&w->a->block[pick->block[0]], pick->lane[0], w->a->radius, corner_a, &a);
    triangle_of(&w->b->block[pick->block[1]], pick->lane[1], w->b->radius, corner_b, &b);
    const limb__convex_pair pair = {&a, &b, w->to_a.pose};
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    LIMB__FOR_ISA(limb__convex_distance)(&pair, &memory, HUGE_VAL, out);
    return out->distance <= 0;
}

//---- distance ------------------------------------------------------------------------------------

static void find_nearest(const walk *w, winner *best)
{
    pair_item stack[MAX_STACK];
    int depth = 0;
    stack[depth++] = (pair_item){-1, -1, 0};
    while (depth > 0) {
        const pair_item at = stack[--depth];
        if ((double)at.apart >= best->apart) continue;
        const int child_a = child_of(w->a, at.a), child_b = child_of(w->b, at.b);
        if (child_a < 0 && child_b < 0) {
            distance_in_leaves(w, -1 - child_a, -1 - child_b, best);
            continue;
        }
        pair_item opened[LIMB__BVH_WIDTH];
        limb__v8 apart;
        const int count = open_pair(w, &at, 0, opened, &apart);
        // the nearest on top of the stack
        const int bottom = depth;
        for (int k = 0; k < count; k++) {
            opened[k].apart = apart[k];
            if ((double)apart[k] >= best->apart) continue;
            int place = depth++;
            for (; place > bottom && stack[place - 1].apart < apart[k]; place--)
                stack[place] = stack[place - 1];
            stack[place] = opened[k];
        }
    }
}

static void distance_in_leaves(const walk *w, int block_a, int block_b, winner *best)
{
    const limb__triangle_block *a = &w->a->block[block_a], *b = &w->b->block[block_b];
    const limb__lane_triangle lanes_a = limb__lane_triangle_of(a);
    const limb__lane_triangle moved_b = limb__lane_triangle_moved(b, w->to_a.pose);
    for (int j = 0; j < b->count; j++) {
        const limb__lane_triangle one = limb__lane_triangle_spread(&moved_b, j);
        if (bits4(limb__lane_boxes_apart(&lanes_a, &one) < best->apart) == 0) continue;
        const limb__v4 apart = limb__lane_triangles_apart(&lanes_a, &one);
        for (int i = 0; i < a->count; i++) {
            if (!(apart[i] < best->apart)) continue;
            *best = (winner){{block_a, block_b}, {i, j}, apart[i]};
        }
    }
}
