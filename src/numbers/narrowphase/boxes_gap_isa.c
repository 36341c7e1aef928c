// Distance of two boxes.
//
// The separating axis with the largest gap gives the features that face each other: a face and a
// corner, or two edges. If their projections overlap they are closest. Otherwise a corner is, and a
// point is projected from one box to the other and back: when it returns to its start the two
// points are the closest ones, because the boxes are convex.
#include "numbers/narrowphase/boxes.h"
#include "numbers/narrowphase/convex.h"
#include "numbers/narrowphase/segments.h"

enum { MAX_ROUND = 5 };

typedef struct box_pair {
    limb__v4 half_a, half_b;
    limb__v4 row[3], column[3], center; // of the rotation; lane 3 is not used
} box_pair;

typedef struct points { // the closest points found so far
    limb__v4 on_a, on_b;
    limb__v4 over, local; // on_b before and after its transformation into the frame of b
} points;

static box_pair box_pair_of(const limb__convex_pair *pair);
static bool features_meet(const limb__convex_pair *pair, const box_pair *p, int axis, points *at,
                          limb__solids_answer *out);
static bool face_meets(const limb__convex_pair *pair, const box_pair *p, int axis, points *at,
                       limb__solids_answer *out);
static void project(const box_pair *p, points *at);
static bool corner_meets(const box_pair *p, const points *at, limb__solids_answer *out);

LIMB__INLINE limb__v4 inside(limb__v4 a, limb__v4 half)
{
    return max4(min4(a, half), -half);
}

// lanes 0 .. 2 in which the point is inside the box's range
LIMB__INLINE int free_lanes(limb__v4 a, limb__v4 half)
{
    return bits4(abs4(a) < half) & 7;
}

LIMB__INLINE limb__vec3 three_of(limb__v4 a)
{
    return (limb__vec3){a[0], a[1], a[2]};
}

// each half with the sign of a lane
LIMB__INLINE limb__v4 with_sign(limb__v4 half, limb__v4 sign)
{
    return (limb__v4)((limb__i4)half | ((limb__i4)sign & INT64_MIN));
}

// a vector of b in the frame of a
LIMB__INLINE limb__v4 turn(const box_pair *p, limb__v4 l)
{
    return fma4(p->column[0], __builtin_shufflevector(l, l, 0, 0, 0, 0),
                fma4(p->column[1], __builtin_shufflevector(l, l, 1, 1, 1, 1),
                     p->column[2] * __builtin_shufflevector(l, l, 2, 2, 2, 2)));
}

LIMB__INLINE limb__v4 to_frame_of_a(const box_pair *p, limb__v4 l)
{
    return turn(p, l) + p->center;
}

LIMB__INLINE limb__v4 to_frame_of_b(const box_pair *p, limb__v4 a)
{
    const limb__v4 r = a - p->center;
    return fma4(p->row[0], __builtin_shufflevector(r, r, 0, 0, 0, 0),
                fma4(p->row[1], __builtin_shufflevector(r, r, 1, 1, 1, 1),
                     p->row[2] * __builtin_shufflevector(r, r, 2, 2, 2, 2)));
}

limb__solids_verdict limb__boxes_gap(const limb__convex_pair *pair, double near, double far,
                                     limb__solids_answer *out)
{
    const limb__box_axes axes = limb__box_axes_of(pair->a->half, pair->b->half, pair->pose);
    if (!limb__box_axes_part(&axes)) return LIMB__SOLIDS_TOUCH;
    double squared;
    const int axis = limb__box_axes_widest(&axes, &squared);
    if (squared > far * far) {
        out->distance = sqrt(squared);
        return LIMB__SOLIDS_FAR;
    }
    const box_pair p = box_pair_of(pair);
    points at = {.on_a = limb__splat4(0)};
    bool found = axis >= 0 && features_meet(pair, &p, axis, &at, out);
    for (int round = 0; round < MAX_ROUND && !found; round++) {
        project(&p, &at);
        const limb__v4 again = inside(at.on_b, p.half_a);
        if ((bits4(again == at.on_a) & 7) == 7) {
            found = corner_meets(&p, &at, out);
            // the two points coincide: the boxes touch
            if (!found) return LIMB__SOLIDS_TOUCH;
        }
        at.on_a = again;
    }
    if (!found) return LIMB__SOLIDS_UNKNOWN;
    if (out->distance > far) return LIMB__SOLIDS_FAR;
    return out->distance <= near ? LIMB__SOLIDS_TOUCH : LIMB__SOLIDS_APART;
}

static box_pair box_pair_of(const limb__convex_pair *pair)
{
    box_pair p = {.half_a = limb__three(pair->a->half), .half_b = limb__three(pair->b->half)};
    for (int i = 0; i < 3; i++)
        p.row[i] = *(const limb__v4u *)(pair->pose + 4 * i);
    const limb__v4 xy = __builtin_shufflevector(p.row[0], p.row[1], 0, 4, 1, 5);
    const limb__v4 zt = __builtin_shufflevector(p.row[0], p.row[1], 2, 6, 3, 7);
    p.column[0] = __builtin_shufflevector(xy, p.row[2], 0, 1, 4, 4);
    p.column[1] = __builtin_shufflevector(xy, p.row[2], 2, 3, 5, 5);
    p.column[2] = __builtin_shufflevector(zt, p.row[2], 0, 1, 6, 6);
    p.center = __builtin_shufflevector(zt, p.row[2], 2, 3, 7, 7);
    return p;
}

// Finds the features that face each other along an axis. Returns false if their projections do not
// overlap; at->on_a is then a point of a close to b.
static bool features_meet(const limb__convex_pair *pair, const box_pair *p, int axis, points *at,
                          limb__solids_answer *out)
{
    if (axis < 8) return face_meets(pair, p, axis, at, out);
    const int i = axis / 4 - 2, j = axis % 4;
    const limb__vec3 e = {i == 0, i == 1, i == 2}, center = three_of(p->center);
    const limb__vec3 f = {pair->pose[j], pair->pose[4 + j], pair->pose[8 + j]};
    limb__vec3 n = limb__vec3_cross(e, f);
    const double sense = limb__vec3_dot(n, center) < 0 ? -1 : 1;
    n = limb__vec3_scale(n, sense / limb__vec3_length(n));
    // the edges that are extreme along n, by their centers
    const limb__v4 wide = {n.x, n.y, n.z, 0};
    const limb__v4 turned =
        fma4(p->row[0], limb__splat4(-n.x), fma4(p->row[1], limb__splat4(-n.y), p->row[2] * -n.z));
    limb__v4 on_a = with_sign(p->half_a, wide), local = with_sign(p->half_b, turned);
    on_a[i] = 0;
    local[j] = 0;
    const limb__segment first = {three_of(on_a), e, pair->a->half[i]};
    const limb__segment second = {three_of(to_frame_of_a(p, local)), f, pair->b->half[j]};
    double s, t;
    limb__segments_nearest(&first, &second, &s, &t);
    out->on_a = limb__vec3_add_scaled(first.center, s, e);
    out->normal = n;
    out->distance = limb__vec3_dot(n, limb__vec3_subtract(second.center, first.center));
    at->on_a = (limb__v4){out->on_a.x, out->on_a.y, out->on_a.z, 0};
    return fabs(s) < first.half && fabs(t) < second.half;
}

static bool face_meets(const limb__convex_pair *pair, const box_pair *p, int axis, points *at,
                       limb__solids_answer *out)
{
    const int k = axis % 4, others = 7 & ~(1 << k);
    if (axis < 4) {
        const double sense = pair->pose[4 * k + 3] < 0 ? -1 : 1;
        const limb__v4 corner = to_frame_of_a(p, with_sign(p->half_b, p->row[k] * -sense));
        at->on_a = inside(corner, p->half_a);
        out->distance = fabs(corner[k]) - pair->a->half[k];
        out->normal = (limb__vec3){k == 0 ? sense : 0, k == 1 ? sense : 0, k == 2 ? sense : 0};
        out->on_a = three_of(at->on_a);
        return free_lanes(corner, p->half_a) == others;
    }
    const limb__v4 n = p->column[k], along = n * p->center;
    const double sense = along[0] + along[1] + along[2] < 0 ? -1 : 1;
    at->on_a = with_sign(p->half_a, n * sense);
    const limb__v4 corner = to_frame_of_b(p, at->on_a);
    out->distance = fabs(corner[k]) - pair->b->half[k];
    out->normal = three_of(n * sense);
    out->on_a = three_of(at->on_a);
    return free_lanes(corner, p->half_b) == others;
}

// Projects on_a to b.
static void project(const box_pair *p, points *at)
{
    at->over = to_frame_of_b(p, at->on_a);
    at->local = inside(at->over, p->half_b);
    at->on_b = to_frame_of_a(p, at->local);
}

// Fills *out for two mutually closest points. Returns false if the points coincide.
static bool corner_meets(const box_pair *p, const points *at, limb__solids_answer *out)
{
    // the vector between them is 0 along the free axes; setting it avoids the rounding of the frame
    // of the box with these axes
    limb__v4 apart = at->on_b - at->on_a;
    if (!free_lanes(at->on_b, p->half_a)) apart = turn(p, at->local - at->over);
    const limb__vec3 way = three_of(apart);
    const double squared = limb__vec3_squared(way);
    if (!(squared > 1e-300)) return false;
    out->distance = sqrt(squared);
    out->normal = limb__vec3_scale(way, out->distance * (1 / squared));
    out->on_a = three_of(at->on_a);
    return true;
}
