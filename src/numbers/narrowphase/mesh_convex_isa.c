// A mesh and a convex shape: the mesh's tree is traversed against the box of the shape, and each
// remaining triangle is compared with the shape itself.
#include "numbers/narrowphase/boxes_lanes.h"
#include "numbers/narrowphase/pairs.h"

typedef struct mesh_item {
    int child;   // a node, or -1 - block
    float apart; // square of a lower bound of the distance
} mesh_item;

enum { MAX_STACK = LIMB__BVH_DEPTH * (LIMB__BVH_WIDTH - 1) + LIMB__BVH_WIDTH };

typedef struct mesh_walk {
    const limb__mesh_convex *pair;
    limb__turn turn;
    limb__turned_box box; // of the convex shape, with both radii
} mesh_walk;

static void mesh_walk_init(mesh_walk *w, const limb__mesh_convex *pair);
static int convex_touches(const mesh_walk *w, limb__touch *touches, int max, bool exact);
static int convex_touches_in_leaf(const mesh_walk *w, int block, limb__touch *touches, int max,
                                  bool exact);
static int lanes_near(const mesh_walk *w, const limb__triangle_block *block);
static void lane_triangle(const limb__bvh *mesh, const limb__triangle_block *block, int lane,
                          double corner[9], limb__convex *out);
static void nearest_in_leaf(const mesh_walk *w, int block, limb__proximity *best, bool *found);

bool LIMB__FOR_ISA(limb__mesh_convex_collide)(const limb__mesh_convex *pair,
                                              limb__pair_memory *memory)
{
    mesh_walk w;
    mesh_walk_init(&w, pair);
    limb__touch touch;
    if (memory->hint[0] > 0 && memory->hint[0] <= pair->mesh->nblock &&
        convex_touches_in_leaf(&w, memory->hint[0] - 1, &touch, 1, false)) {
        return true;
    }
    if (!convex_touches(&w, &touch, 1, false)) return false;
    memory->hint[0] = touch.first + 1;
    return true;
}

int LIMB__FOR_ISA(limb__mesh_convex_touches)(const limb__mesh_convex *pair, limb__touch *touches,
                                             int max)
{
    mesh_walk w;
    mesh_walk_init(&w, pair);
    return convex_touches(&w, touches, max, true);
}

bool LIMB__FOR_ISA(limb__mesh_convex_distance)(const limb__mesh_convex *pair,
                                               limb__pair_memory *memory, double bound,
                                               limb__proximity *out)
{
    (void)memory;
    mesh_walk w;
    mesh_walk_init(&w, pair);
    limb__touch touch[16];
    const int count = convex_touches(&w, touch, 16, true);
    bool found = false;
    out->distance = bound;
    for (int i = 0; i < count; i++) {
        if (found && touch[i].near.distance >= out->distance) continue;
        *out = touch[i].near;
        found = true;
    }
    if (found) return out->distance <= bound;
    mesh_item stack[MAX_STACK];
    int depth = 0;
    stack[depth++] = (mesh_item){0, 0};
    while (depth > 0) {
        const mesh_item at = stack[--depth];
        // closer than the best so far, including the radii
        if (out->distance <= 0 || (double)at.apart >= out->distance * out->distance) {
            continue;
        }
        if (at.child < 0) {
            nearest_in_leaf(&w, -1 - at.child, out, &found);
            continue;
        }
        const limb__bvh_node *node = &pair->mesh->node[at.child];
        const limb__v8 apart = limb__boxes_apart(node, &w.turn, &w.box);
        const int bottom = depth;
        for (int k = 0; k < node->count; k++) {
            int place = depth++;
            for (; place > bottom && stack[place - 1].apart < apart[k]; place--)
                stack[place] = stack[place - 1];
            stack[place] = (mesh_item){node->child[k], apart[k]};
        }
    }
    return found;
}

static void mesh_walk_init(mesh_walk *w, const limb__mesh_convex *pair)
{
    double largest = 0;
    for (int k = 0; k < 3; k++) {
        largest = fmax(largest, fabs(pair->pose[4 * k + 3]));
        largest = fmax(largest, fabs(pair->mesh->center[k]) + pair->mesh->half[k]);
        largest = fmax(largest, fabs(pair->center[k]) + pair->half[k]);
    }
    w->pair = pair;
    limb__turn_init(&w->turn, pair->pose, largest);
    limb__turn_box(&w->turn, pair->center, pair->half, pair->convex->radius + pair->mesh->radius,
                   &w->box);
}

// exact: triangles and their depth; else the block of the first one.
static int convex_touches(const mesh_walk *w, limb__touch *touches, int max, bool exact)
{
    int stack[MAX_STACK], depth = 0, count = 0;
    stack[depth++] = 0;
    while (depth > 0 && count < max) {
        const int at = stack[--depth];
        if (at < 0) {
            count += convex_touches_in_leaf(w, -1 - at, touches + count, max - count, exact);
            continue;
        }
        const limb__bvh_node *node = &w->pair->mesh->node[at];
        int hit = limb__boxes_hit(node, &w->turn, &w->box);
        for (int k = 0; hit; k++, hit >>= 1)
            if (hit & 1) stack[depth++] = node->child[k];
    }
    return count;
}

static int convex_touches_in_leaf(const mesh_walk *w, int block_index, limb__touch *touches,
                                  int max, bool exact)
{
    const limb__triangle_block *block = &w->pair->mesh->block[block_index];
    int near = lanes_near(w, block), count = 0;
    for (int lane = 0; near && count < max; lane++, near >>= 1) {
        if (!(near & 1)) continue;
        double corner[9];
        limb__convex triangle;
        lane_triangle(w->pair->mesh, block, lane, corner, &triangle);
        const limb__convex_pair pair = {&triangle, w->pair->convex, w->pair->pose};
        limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
        limb__touch touch = {.first = block_index, .second = -1};
        if (exact) {
            touch.first = block->triangle[lane];
            LIMB__FOR_ISA(limb__convex_distance)(&pair, &memory, 0, &touch.near);
            if (touch.near.distance > 0) continue;
        } else if (!LIMB__FOR_ISA(limb__convex_collide)(&pair, &memory)) {
            continue;
        }
        touches[count++] = touch;
    }
    return count;
}

// Returns bits of the triangles whose box overlaps that around the shape.
static int lanes_near(const mesh_walk *w, const limb__triangle_block *block)
{
    limb__v4 gap = limb__splat4(-HUGE_VAL);
    for (int k = 0; k < 3; k++) {
        const limb__v4 a = *(const limb__v4 *)block->corner[k],
                       b = *(const limb__v4 *)block->corner[3 + k],
                       c = *(const limb__v4 *)block->corner[6 + k];
        const double lower = (double)w->box.center[k] - (double)w->box.reach[k];
        const double upper = (double)w->box.center[k] + (double)w->box.reach[k];
        gap = max4(gap, min4(a, min4(b, c)) - limb__splat4(upper));
        gap = max4(gap, limb__splat4(lower) - max4(a, max4(b, c)));
    }
    return bits4(gap <= 0.0) & ((1 << block->count) - 1);
}

static void lane_triangle(const limb__bvh *mesh, const limb__triangle_block *block, int lane,
                          double corner[9], limb__convex *out)
{
    for (int k = 0; k < 9; k++)
        corner[k] = block->corner[k][lane];
    *out = (limb__convex){
        .core = LIMB__CORE_TRIANGLE, .radius = mesh->radius, .nvertex = 3, .vertex = corner};
}

static void nearest_in_leaf(const mesh_walk *w, int block_index, limb__proximity *best, bool *found)
{
    const limb__triangle_block *block = &w->pair->mesh->block[block_index];
    for (int lane = 0; lane < block->count; lane++) {
        double corner[9];
        limb__convex triangle;
        lane_triangle(w->pair->mesh, block, lane, corner, &triangle);
        const limb__convex_pair pair = {&triangle, w->pair->convex, w->pair->pose};
        limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
        limb__proximity near;
        if (!LIMB__FOR_ISA(limb__convex_distance)(&pair, &memory, best->distance, &near)) continue;
        if (*found && near.distance >= best->distance) continue;
        *best = near;
        *found = true;
    }
}
