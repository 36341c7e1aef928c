// The binary tree over the triangles of a mesh, top down.
//
// Triangles are sorted into bins along the longest side of their centers' box and split where the
// surface area heuristic (Goldsmith and Salmon 1987; bins after Wald 2007) is minimal. Bins store
// the boxes of their triangles and of the centers, so that those of both sides are known without
// another pass over the triangles. Copies of a triangle are dropped: no box could separate them,
// and two stacks of copies would be compared pairwise.
#include "numbers/narrowphase/bvh_split.h"

#include <math.h>
#include <string.h>

enum {
    BINS = 16,
    FEW_BINS = 6,
    FEW = 32, // number of triangles for which fewer bins suffice
    EVEN_DEPTH = 40
}; // below EVEN_DEPTH triangles are halved, which bounds the depth

typedef limb__triple triple;
typedef limb__bvh_box box;
typedef limb__bvh_item item;
typedef limb__bvh_branch branch;

typedef struct side { // one of the two halves of a branch
    box bounds;
    box centers; // around the items' centers, twice as large
} side;

typedef struct waiting { // a branch to be split
    int branch;
    box centers;
} waiting;

typedef struct bins {
    side part[BINS];
    int count[BINS];
} bins;

typedef struct cut { // position of a split
    int axis;
    float origin, per_bin;
    int border; // first bin of the right side
} cut;

static void read_items(const limb__triangles *in, item *items, side *all);
static box box_of(const limb__triangles *in, int triangle);
static bool is_exact(const limb__triangles *in);
static float round_down(double x);
static float round_up(double x);
static void grow_box(box *a, const box *b);
static void add_item(side *to, const item *it);
static void add_side(side *to, const side *from);
static int drop_copies(const limb__triangles *in, item *items, int count);
static void read_corners(const limb__triangles *in, const item *it, double out[3][3]);
static bool is_copy(const double a[3][3], const double b[3][3]);
static int split(item *items, const branch *of, const box *centers, side out[2]);
static float center_of(const item *it, int axis);
static int split_bins(item *items, int count, cut *at, side out[2]);
static void fill_bins(const item *items, int count, const cut *at, int nbin, bins *out);
static bool choose_border(const bins *in, int nbin, cut *at, side out[2]);
static int part_items(item *items, int count, const cut *at);
static void halve(item *items, int count, int axis);

#define EMPTY_BOX                                                                                  \
    {                                                                                              \
        {INFINITY, INFINITY, INFINITY, 0},                                                         \
        {                                                                                          \
            -INFINITY, -INFINITY, -INFINITY, 0                                                     \
        }                                                                                          \
    }
static const side empty_side = {EMPTY_BOX, EMPTY_BOX};
static const box empty_box = EMPTY_BOX;

// One side is completed before the other, so that its items stay in the cache.
int limb__bvh_split(const limb__triangles *in, item *items, branch *branches)
{
    side all;
    read_items(in, items, &all);
    waiting stack[LIMB__BVH_DEPTH + 1];
    int nstack = 0, count = 1;
    branches[0] = (branch){.bounds = all.bounds, .count = in->ntriangle};
    stack[nstack++] = (waiting){0, all.centers};
    while (nstack > 0) {
        const waiting at = stack[--nstack];
        branch *of = &branches[at.branch], *made = &branches[count];
        if (of->count <= LIMB__BVH_LEAF) continue;
        const triple apart = at.centers.upper - at.centers.lower;
        if (apart[0] == 0 && apart[1] == 0 && apart[2] == 0) {
            of->count = drop_copies(in, items + of->first, of->count);
            if (of->count <= LIMB__BVH_LEAF) continue;
        }
        side part[2];
        const int nleft = split(items + of->first, of, &at.centers, part);
        of->left = count;
        made[0] = (branch){part[0].bounds, of->first, nleft, 0, of->depth + 1};
        made[1] = (branch){part[1].bounds, of->first + nleft, of->count - nleft, 0, of->depth + 1};
        for (int k = 0; k < 2; k++)
            stack[nstack++] = (waiting){count + k, part[k].centers};
        count += 2;
    }
    return count;
}

int limb__bvh_triangle(const item *it)
{
    int number;
    memcpy(&number, (const char *)&it->bounds.lower + 3 * sizeof(float), sizeof number);
    return number;
}

//---- triangles -----------------------------------------------------------------------------------

static void read_items(const limb__triangles *in, item *items, side *all)
{
    *all = empty_side;
    for (int i = 0; i < in->ntriangle; i++) {
        items[i].bounds = box_of(in, i);
        memcpy((char *)&items[i].bounds.lower + 3 * sizeof(float), &i, sizeof i);
        add_item(all, &items[i]);
    }
}

static box box_of(const limb__triangles *in, int triangle)
{
    if (is_exact(in)) {
        triple p[3];
        for (int i = 0; i < 3; i++) {
            const size_t vertex = in->index[3 * (size_t)triangle + (size_t)i];
            const float *from = in->position + 3 * vertex;
            p[i] = (triple){from[0], from[1], from[2], 0};
        }
        return (box){limb__min_f4(p[0], limb__min_f4(p[1], p[2])),
                     limb__max_f4(p[0], limb__max_f4(p[1], p[2]))};
    }
    double lower[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int corner = 0; corner < 3; corner++) {
        double p[3];
        limb__bvh_corner(in, triangle, corner, p);
        for (int k = 0; k < 3; k++) {
            lower[k] = p[k] < lower[k] ? p[k] : lower[k];
            upper[k] = p[k] > upper[k] ? p[k] : upper[k];
        }
    }
    return (box){{round_down(lower[0]), round_down(lower[1]), round_down(lower[2]), 0},
                 {round_up(upper[0]), round_up(upper[1]), round_up(upper[2]), 0}};
}

// Returns whether corners equal the positions, which are floats: no scale or pose is applied.
static bool is_exact(const limb__triangles *in)
{
    return in->index && !in->pose && in->scale[0] == 1 && in->scale[1] == 1 && in->scale[2] == 1;
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
    a->lower = limb__min_f4(a->lower, b->lower);
    a->upper = limb__max_f4(a->upper, b->upper);
}

static void add_item(side *to, const item *it)
{
    const triple center = it->bounds.lower + it->bounds.upper;
    grow_box(&to->bounds, &it->bounds);
    to->centers.lower = limb__min_f4(to->centers.lower, center);
    to->centers.upper = limb__max_f4(to->centers.upper, center);
}

static void add_side(side *to, const side *from)
{
    grow_box(&to->bounds, &from->bounds);
    grow_box(&to->centers, &from->centers);
}

//---- splitting -----------------------------------------------------------------------------------

// Drops copies of the first few distinct items; returns how many items are left.
static int drop_copies(const limb__triangles *in, item *items, int count)
{
    enum { ORIGINALS = 2 * LIMB__BVH_LEAF };
    double first[3][3], other[3][3];
    for (int k = 0; k < count && k < ORIGINALS; k++) {
        int nleft = k + 1;
        read_corners(in, &items[k], first);
        for (int i = k + 1; i < count; i++) {
            read_corners(in, &items[i], other);
            if (!is_copy((const double(*)[3])first, (const double(*)[3])other))
                items[nleft++] = items[i];
        }
        count = nleft;
    }
    return count;
}

static void read_corners(const limb__triangles *in, const item *it, double out[3][3])
{
    for (int corner = 0; corner < 3; corner++)
        limb__bvh_corner(in, limb__bvh_triangle(it), corner, out[corner]);
}

// Returns whether two triangles have the same corners, in any order.
static bool is_copy(const double a[3][3], const double b[3][3])
{
    int of_a = 0, of_b = 0; // corners that also occur in the other, one bit each
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (a[i][0] == b[k][0] && a[i][1] == b[k][1] && a[i][2] == b[k][2]) {
                of_a |= 1 << i;
                of_b |= 1 << k;
            }
    return of_a == 7 && of_b == 7;
}

// Partitions the items of a branch into two nonempty groups, whose boxes are stored in out; returns
// the size of the first.
static int split(item *items, const branch *of, const box *centers, side out[2])
{
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (centers->upper[k] - centers->lower[k] > centers->upper[axis] - centers->lower[axis])
            axis = k;
    const bool spread = centers->upper[axis] > centers->lower[axis];
    if (spread && of->depth < EVEN_DEPTH) {
        const float origin = centers->lower[axis];
        cut at = {.axis = axis, .origin = origin, .per_bin = 1 / (centers->upper[axis] - origin)};
        const int nleft = split_bins(items, of->count, &at, out);
        if (nleft > 0 && nleft < of->count) return nleft;
    }
    if (spread) halve(items, of->count, axis);
    out[0] = out[1] = empty_side;
    for (int i = 0; i < of->count; i++)
        add_item(&out[i >= of->count / 2], &items[i]);
    return of->count / 2;
}

static float center_of(const item *it, int axis)
{
    return it->bounds.lower[axis] + it->bounds.upper[axis];
}

static int split_bins(item *items, int count, cut *at, side out[2])
{
    const int nbin = count < FEW ? FEW_BINS : BINS;
    at->per_bin *= (float)nbin * 0.9999f;
    if (!isfinite(at->per_bin)) return 0;
    bins all;
    fill_bins(items, count, at, nbin, &all);
    if (!choose_border(&all, nbin, at, out)) return 0;
    return part_items(items, count, at);
}

static void fill_bins(const item *items, int count, const cut *at, int nbin, bins *out)
{
    // neighbors fall into the same bin and would depend on each other: two sets alternate
    bins other;
    const bool many = count >= FEW;
    for (int k = 0; k < nbin; k++) {
        out->part[k] = empty_side;
        out->count[k] = 0;
        if (!many) continue;
        other.part[k] = empty_side;
        other.count[k] = 0;
    }
    for (int i = 0; i < count; i++) {
        bins *to = many && i % 2 ? &other : out;
        const int k = (int)((center_of(&items[i], at->axis) - at->origin) * at->per_bin);
        add_item(&to->part[k], &items[i]);
        to->count[k]++;
    }
    for (int k = 0; k < nbin && many; k++) {
        add_side(&out->part[k], &other.part[k]);
        out->count[k] += other.count[k];
    }
}

// Finds the split with the lowest total cost. Groups of four triangles are leaves, so groups are
// counted. Returns false if there is none.
static bool choose_border(const bins *in, int nbin, cut *at, side out[2])
{
    float right_cost[BINS], best = HUGE_VALF;
    box around = empty_box;
    int count = 0;
    for (int k = nbin - 1; k > 0; k--) {
        grow_box(&around, &in->part[k].bounds);
        count += in->count[k];
        right_cost[k] = count ? limb__bvh_area(&around) * (float)((count + 3) / 4) : HUGE_VALF;
    }
    around = empty_box;
    count = 0;
    for (int k = 1; k < nbin; k++) {
        grow_box(&around, &in->part[k - 1].bounds);
        count += in->count[k - 1];
        const float cost =
            count ? limb__bvh_area(&around) * (float)((count + 3) / 4) + right_cost[k] : HUGE_VALF;
        if (cost < best) {
            best = cost;
            at->border = k;
        }
    }
    if (!(best < HUGE_VALF)) return false;
    out[0] = out[1] = empty_side;
    for (int k = 0; k < nbin; k++)
        add_side(&out[k >= at->border], &in->part[k]);
    return true;
}

// Moves the items of the bins before the border to the front; returns their number.
static int part_items(item *items, int count, const cut *at)
{
    const float border = (float)at->border;
    int nleft = 0;
    for (int i = 0; i < count; i++) {
        // always swapped: a branch would be mispredicted often
        const bool left = (center_of(&items[i], at->axis) - at->origin) * at->per_bin < border;
        const item moved = items[i];
        items[i] = items[nleft];
        items[nleft] = moved;
        nleft += left;
    }
    return nleft;
}

// Moves the lower half along an axis to the front (Hoare's selection, with the middle as pivot).
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
