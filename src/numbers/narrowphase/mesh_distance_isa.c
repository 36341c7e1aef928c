// Distance of two meshes: both trees are traversed together by their oriented boxes; the larger box
// of a pair is opened, and the closest of its pairs is visited first.
//
// Bounds of boxes are floats. For meshes that are far apart all triangles have the same bound, and
// each pair would be compared. Such meshes are traversed with bounds in doubles, along the
// direction between the meshes, to a relative accuracy instead.
#include "numbers/math/pose.h"
#include "numbers/narrowphase/mesh_walk.h"
#include "numbers/narrowphase/triangle_lanes.h"

#include <float.h>

static const double touching =
    1e-12; // of the largest coordinate: boxes this close may contain a crossing

static const double far_apart = 1e4; // times the size of both meshes

typedef struct search {
    limb__walk walk;
    limb__triangle_pair pick; // the closest so far; block -1: none
    double apart;             // squared; pairs that are not closer are skipped
    bool is_touching;         // two triangles seem to cross
    bool ignores_touching;
} search;

static bool deepest_touch(const limb__mesh_pair *pair, limb__proximity *out);
static void find_nearest(search *s, limb__pair_memory *memory);
static bool far_direction(const limb__walk *w, double direction[3]);
static void find_nearest_far(search *s, const double direction[3]);
static double min_along(const limb__bvh *tree, int box, const double direction[3]);
static double oriented_box_of(const limb__bvh *tree, int box, limb__oriented_box *out);
static int open_pair(const search *s, const limb__box_pair *at, limb__box_pair *out,
                     limb__v8 *apart);
static void search_leaves(search *s, int block_a, int block_b);

bool LIMB__FOR_ISA(limb__mesh_distance)(const limb__mesh_pair *pair, limb__pair_memory *memory,
                                        double bound, limb__proximity *out)
{
    search s;
    limb__walk_init(&s.walk, pair);
    const double reach = bound + s.walk.margin;
    s.ignores_touching = false;
    if (bound <= 0) {
        if (deepest_touch(pair, out)) return out->distance <= bound;
        s.ignores_touching = true;
    }
    for (;;) {
        s.pick = (limb__triangle_pair){{-1, -1}, {0, 0}};
        s.apart = reach > 0 ? reach * reach : 0;
        s.is_touching = false;
        find_nearest(&s, memory);
        if (!s.is_touching) break;
        if (deepest_touch(pair, out)) return out->distance <= bound;
        s.ignores_touching = true; // it was a rounding error
    }
    if (s.pick.block[0] < 0) {
        out->distance = bound;
        return false;
    }
    memory->hint[0] = s.pick.block[0] + 1;
    memory->hint[1] = s.pick.block[1] + 1;
    limb__triangles_near(&s.walk, &s.pick, out);
    return out->distance <= bound;
}

static bool deepest_touch(const limb__mesh_pair *pair, limb__proximity *out)
{
    enum { MAX = 16 };
    limb__touch touch[MAX];
    const int count = LIMB__FOR_ISA(limb__mesh_touches)(pair, touch, MAX);
    if (count == 0) return false;
    int deepest = 0;
    for (int i = 1; i < count; i++)
        if (touch[i].near.distance < touch[deepest].near.distance) deepest = i;
    *out = touch[deepest].near;
    return true;
}

//---- traversal -----------------------------------------------------------------------------------

static void find_nearest(search *s, limb__pair_memory *memory)
{
    const limb__walk *w = &s->walk;
    int last[2];
    if (limb__last_leaves(w, memory, last)) search_leaves(s, last[0], last[1]);
    double direction[3];
    if (far_direction(w, direction)) {
        find_nearest_far(s, direction);
        return;
    }
    limb__box_pair stack[LIMB__WALK_STACK];
    int depth = 0;
    stack[depth++] = (limb__box_pair){-1, -1, 0};
    while (depth > 0 && !s->is_touching) {
        const limb__box_pair at = stack[--depth];
        if ((double)at.apart >= s->apart) continue;
        const int child_a = limb__child_of(w->a, at.a), child_b = limb__child_of(w->b, at.b);
        if (child_a < 0 && child_b < 0) {
            search_leaves(s, -1 - child_a, -1 - child_b);
            continue;
        }
        limb__box_pair opened[LIMB__BVH_WIDTH];
        limb__v8 apart;
        const int count = open_pair(s, &at, opened, &apart);
        // the closest on top of the stack
        const int bottom = depth;
        for (int k = 0; k < count; k++) {
            opened[k].apart = apart[k];
            if ((double)apart[k] >= s->apart) continue;
            int place = depth++;
            for (; place > bottom && stack[place - 1].apart < apart[k]; place--)
                stack[place] = stack[place - 1];
            stack[place] = opened[k];
        }
    }
}

// Computes the unit vector from the center of a to that of b, in the frame of a. False: the two are
// not far apart.
static bool far_direction(const limb__walk *w, double direction[3])
{
    const double *p = w->to_a.pose, *b = w->b->center;
    for (int i = 0; i < 3; i++)
        direction[i] = p[4 * i] * b[0] + p[4 * i + 1] * b[1] + p[4 * i + 2] * b[2] + p[4 * i + 3] -
                       w->a->center[i];
    const double apart = sqrt(limb__dot(direction, direction));
    const double size =
        sqrt(limb__dot(w->a->half, w->a->half)) + sqrt(limb__dot(w->b->half, w->b->half));
    if (!(apart > far_apart * size) || !(apart <= DBL_MAX)) return false;
    for (int i = 0; i < 3; i++)
        direction[i] /= apart;
    return true;
}

// Along any direction, the gap between the projections of two boxes is a lower bound
// of their distance.
static void find_nearest_far(search *s, const double direction[3])
{
    const limb__walk *w = &s->walk;
    const double *p = w->to_a.pose;
    const double between = p[3] * direction[0] + p[7] * direction[1] + p[11] * direction[2];
    double along_b[3], against_a[3];
    for (int i = 0; i < 3; i++) {
        along_b[i] = p[i] * direction[0] + p[4 + i] * direction[1] + p[8 + i] * direction[2];
        against_a[i] = -direction[i];
    }
    struct {
        int a, b;
        double min_a, min_b; // of both boxes, towards each other
    } stack[LIMB__WALK_STACK], opened;
    int depth = 1;
    stack[0].a = stack[0].b = -1;
    stack[0].min_a = min_along(w->a, -1, against_a);
    stack[0].min_b = min_along(w->b, -1, along_b);
    while (depth > 0 && !s->is_touching) {
        const double nearest = sqrt(s->apart) * (1 - limb__mesh_far_share);
        const int a = stack[--depth].a, b = stack[depth].b;
        const double min_a = stack[depth].min_a, min_b = stack[depth].min_b;
        if (between + min_a + min_b >= nearest) continue;
        const int child_a = limb__child_of(w->a, a), child_b = limb__child_of(w->b, b);
        if (child_a < 0 && child_b < 0) {
            search_leaves(s, -1 - child_a, -1 - child_b);
            continue;
        }
        limb__oriented_box box_a, box_b;
        const bool open_a = child_b < 0 || (child_a >= 0 && oriented_box_of(w->a, a, &box_a) >=
                                                                oriented_box_of(w->b, b, &box_b));
        const int node = open_a ? child_a : child_b;
        const int count = (open_a ? w->a : w->b)->node[node].count;
        const int bottom = depth;
        for (int k = 0; k < count; k++) {
            const int box = LIMB__BVH_WIDTH * node + k;
            opened.a = open_a ? box : a;
            opened.b = open_a ? b : box;
            opened.min_a = open_a ? min_along(w->a, box, against_a) : min_a;
            opened.min_b = open_a ? min_b : min_along(w->b, box, along_b);
            // the closest on top of the stack
            int place = depth++;
            for (; place > bottom &&
                   stack[place - 1].min_a + stack[place - 1].min_b < opened.min_a + opened.min_b;
                 place--)
                stack[place] = stack[place - 1];
            stack[place] = opened;
        }
    }
}

// Returns the minimum of the box along a direction of the tree's frame.
static double min_along(const limb__bvh *tree, int box, const double direction[3])
{
    static const double rounding = 1e-6; // of axes in floats, times the size
    double min = 0;
    if (box < 0) {
        for (int k = 0; k < 3; k++)
            min += tree->center[k] * direction[k] - tree->half[k] * fabs(direction[k]);
        return min;
    }
    limb__oriented_box o;
    min -= rounding * oriented_box_of(tree, box, &o);
    for (int k = 0; k < 3; k++) {
        const double along = (double)o.axis[3 * k] * direction[0] +
                             (double)o.axis[3 * k + 1] * direction[1] +
                             (double)o.axis[3 * k + 2] * direction[2];
        min += (double)o.center[k] * direction[k] - (double)o.half[k] * fabs(along);
    }
    return min;
}

// Returns the box, and its size for comparison.
static double oriented_box_of(const limb__bvh *tree, int box, limb__oriented_box *out)
{
    if (box >= 0) {
        const limb__oriented_node *node = &tree->oriented[box / LIMB__BVH_WIDTH];
        const int slot = box % LIMB__BVH_WIDTH;
        for (int i = 0; i < 9; i++)
            out->axis[i] = node->axis[i][slot];
        for (int i = 0; i < 3; i++) {
            out->center[i] = node->center[i][slot];
            out->half[i] = node->half[i][slot];
        }
    } else {
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++)
                out->axis[3 * k + i] = i == k;
            out->center[i] = (float)tree->center[i];
            out->half[i] = (float)tree->half[i];
        }
    }
    return (double)(out->half[0] + out->half[1] + out->half[2]);
}

// Opens the larger box that is not a leaf. Its pairs with the other are stored in out, their
// squared distances in apart. Returns their number.
static int open_pair(const search *s, const limb__box_pair *at, limb__box_pair *out,
                     limb__v8 *apart)
{
    const limb__walk *w = &s->walk;
    limb__oriented_box a, b, moved;
    const int child_a = limb__child_of(w->a, at->a), child_b = limb__child_of(w->b, at->b);
    const double size_a = oriented_box_of(w->a, at->a, &a);
    const double size_b = oriented_box_of(w->b, at->b, &b);
    const bool open_a = child_b < 0 || (child_a >= 0 && size_a >= size_b);
    if (open_a) {
        limb__move_oriented(&w->to_a, &b, &moved);
        *apart = limb__oriented_apart(&w->a->oriented[child_a], &moved);
    } else {
        limb__move_oriented(&w->to_b, &a, &moved);
        *apart = limb__oriented_apart(&w->b->oriented[child_b], &moved);
    }
    const int node = open_a ? child_a : child_b;
    const int count = (open_a ? w->a : w->b)->node[node].count;
    for (int k = 0; k < count; k++) {
        const int box = LIMB__BVH_WIDTH * node + k;
        out[k] = open_a ? (limb__box_pair){box, at->b, 0} : (limb__box_pair){at->a, box, 0};
    }
    return count;
}

//---- leaves --------------------------------------------------------------------------------------

// Compares the triangles of two leaves: those of a in lanes, those of b one by one.
static void search_leaves(search *s, int block_a, int block_b)
{
    const limb__walk *w = &s->walk;
    const limb__triangle_block *a = &w->a->block[block_a], *b = &w->b->block[block_b];
    const limb__lane_triangle lanes_a = limb__lane_triangle_of(a);
    const limb__lane_triangle moved_b = limb__lane_triangle_moved(b, w->to_a.pose);
    const limb__lane_edges edges_a = limb__lane_edges_of(&lanes_a);
    const limb__lane_edges edges_b = limb__lane_edges_of(&moved_b);
    const double crossing = touching * touching * w->largest * w->largest;
    for (int j = 0; j < b->count; j++) {
        const limb__lane_triangle one = limb__lane_triangle_spread(&moved_b, j);
        const limb__v4 boxes = limb__lane_boxes_apart(&lanes_a, &one);
        limb__v4 bound = max4(boxes, limb__lane_plane_apart(&lanes_a, &edges_a, &one));
        if (bits4(bound < s->apart) == 0) continue;
        const limb__lane_edges edges_one = limb__lane_edges_spread(&edges_b, j);
        bound = max4(bound, limb__lane_plane_apart(&one, &edges_one, &lanes_a));
        if (bits4(bound < s->apart) == 0) continue;
        int doubtful = 0;
        if (!s->ignores_touching && bits4(boxes <= crossing) != 0 &&
            limb__lane_triangles_hit(&lanes_a, &one, &doubtful) != 0) {
            s->is_touching = true;
            return;
        }
        const limb__v4 apart = limb__lane_triangles_apart(&lanes_a, &edges_a, &one, &edges_one);
        for (int i = 0; i < a->count; i++) {
            if (!(apart[i] < s->apart)) continue;
            s->pick = (limb__triangle_pair){{block_a, block_b}, {i, j}};
            s->apart = apart[i];
        }
    }
    if (!s->ignores_touching && s->pick.block[0] >= 0 && s->apart <= w->margin * w->margin)
        s->is_touching = true;
}
