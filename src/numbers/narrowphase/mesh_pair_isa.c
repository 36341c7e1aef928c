// Tests two meshes for contact: both trees are traversed together, the larger box of a pair
// is opened first.
#include "numbers/narrowphase/mesh_walk.h"
#include "numbers/narrowphase/triangle_lanes.h"

static double box_of(const limb__bvh *tree, int box, double center[3], double half[3]);
static int open_pair(const limb__walk *w, const limb__box_pair *at, limb__box_pair *out);
static int find_touches(const limb__walk *w, limb__touch *touches, int max, bool exact);
static int touches_in_leaves(const limb__walk *w, const int block[2], limb__touch *touches, int max,
                             bool exact);

bool LIMB__FOR_ISA(limb__mesh_collide)(const limb__mesh_pair *pair, limb__pair_memory *memory)
{
    limb__walk w;
    limb__walk_init(&w, pair);
    limb__touch touch;
    // the leaves in contact at the last query
    int block[2];
    if (limb__last_leaves(&w, memory, block) && touches_in_leaves(&w, block, &touch, 1, false))
        return true;
    if (!find_touches(&w, &touch, 1, false)) return false;
    memory->hint[0] = touch.first + 1;
    memory->hint[1] = touch.second + 1;
    return true;
}

int LIMB__FOR_ISA(limb__mesh_touches)(const limb__mesh_pair *pair, limb__touch *touches, int max)
{
    limb__walk w;
    limb__walk_init(&w, pair);
    return find_touches(&w, touches, max, true);
}

//---- boxes ---------------------------------------------------------------------------------------

// Returns the box, and its size for comparison.
static double box_of(const limb__bvh *tree, int box, double center[3], double half[3])
{
    if (box >= 0) {
        limb__node_box(&tree->node[box / LIMB__BVH_WIDTH], box % LIMB__BVH_WIDTH, center, half);
    } else {
        for (int k = 0; k < 3; k++) {
            center[k] = tree->center[k];
            half[k] = tree->half[k];
        }
    }
    return half[0] + half[1] + half[2];
}

// Opens the larger box that is not a leaf; its pairs that overlap the other are stored in out.
// Returns their number.
static int open_pair(const limb__walk *w, const limb__box_pair *at, limb__box_pair *out)
{
    double center_a[3], half_a[3], center_b[3], half_b[3];
    const int child_a = limb__child_of(w->a, at->a), child_b = limb__child_of(w->b, at->b);
    const double size_a = box_of(w->a, at->a, center_a, half_a);
    const double size_b = box_of(w->b, at->b, center_b, half_b);
    const bool open_a = child_b < 0 || (child_a >= 0 && size_a >= size_b);
    const limb__bvh_node *node = open_a ? &w->a->node[child_a] : &w->b->node[child_b];
    const limb__turn *turn = open_a ? &w->to_a : &w->to_b;
    limb__turned_box box;
    if (open_a) {
        limb__turn_box(turn, center_b, half_b, w->margin, &box);
    } else {
        limb__turn_box(turn, center_a, half_a, w->margin, &box);
    }
    int hit = limb__boxes_hit(node, turn, &box), count = 0;
    for (int k = 0; hit; k++, hit >>= 1) {
        if (!(hit & 1)) continue;
        const int opened = LIMB__BVH_WIDTH * (open_a ? child_a : child_b) + k;
        out[count++] =
            open_a ? (limb__box_pair){opened, at->b, 0} : (limb__box_pair){at->a, opened, 0};
    }
    return count;
}

//---- touching ------------------------------------------------------------------------------------

static int find_touches(const limb__walk *w, limb__touch *touches, int max, bool exact)
{
    limb__box_pair stack[LIMB__WALK_STACK];
    int depth = 0, count = 0;
    stack[depth++] = (limb__box_pair){-1, -1, 0};
    while (depth > 0 && count < max) {
        const limb__box_pair at = stack[--depth];
        const int child_a = limb__child_of(w->a, at.a), child_b = limb__child_of(w->b, at.b);
        if (child_a < 0 && child_b < 0) {
            const int block[2] = {-1 - child_a, -1 - child_b};
            count += touches_in_leaves(w, block, touches + count, max - count, exact);
        } else {
            depth += open_pair(w, &at, stack + depth);
        }
    }
    return count;
}

// exact: the triangles and how deep they are; else the blocks (first, second) of the first two.
static int touches_in_leaves(const limb__walk *w, const int block[2], limb__touch *touches, int max,
                             bool exact)
{
    const limb__triangle_block *a = &w->a->block[block[0]], *b = &w->b->block[block[1]];
    const limb__lane_triangle lanes_a = limb__lane_triangle_of(a);
    const limb__lane_triangle moved_b = limb__lane_triangle_moved(b, w->to_a.pose);
    int count = 0;
    for (int j = 0; j < b->count && count < max; j++) {
        const limb__lane_triangle one = limb__lane_triangle_spread(&moved_b, j);
        int doubtful = 0;
        int hit = limb__lane_triangles_hit(&lanes_a, &one, &doubtful);
        if (w->margin > 0) {
            const limb__lane_edges edges_a = limb__lane_edges_of(&lanes_a);
            const limb__lane_edges edges_b = limb__lane_edges_of(&one);
            hit |= bits4(limb__lane_triangles_apart(&lanes_a, &edges_a, &one, &edges_b) <=
                         w->margin * w->margin);
        }
        hit &= (1 << a->count) - 1;
        for (int i = 0; hit && count < max; i++, hit >>= 1) {
            if (!(hit & 1)) continue;
            const limb__triangle_pair pick = {{block[0], block[1]}, {i, j}};
            limb__proximity near = {.distance = 0};
            if ((exact || (doubtful & (1 << i))) && !limb__triangles_near(w, &pick, &near))
                continue;
            touches[count++] = exact ? (limb__touch){a->triangle[i], b->triangle[j], near}
                                     : (limb__touch){block[0], block[1], near};
        }
    }
    return count;
}
