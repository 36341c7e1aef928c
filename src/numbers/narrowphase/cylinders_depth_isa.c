// The depth of two overlapping cylinders: the maximum over all directions of the gap, which is
// negative. See cylinders.h.
//
// There can be several local maxima. All of them are computed: along the axes and perpendicular to
// both, on each quarter of the great circles, and for each pair of rims. The largest is the result;
// a missed direction could only reduce the depth.
#include "numbers/narrowphase/cylinders.h"

enum { SAMPLES = 3, TURNS = 5 };

typedef struct lanes3 {
    limb__v4 x, y, z;
} lanes3;

// Pairs of rims, one per lane: those at the ends sense_a of a and -sense_b of b.
typedef struct rims {
    limb__v4 sense_a, sense_b;
    lanes3 from; // between the centers of the two circles
    lanes3 n;    // unit
} rims;

static bool best_of_axes(const limb__cylinders *c, limb__cylinders_way *best);
static bool best_of_arcs(const limb__cylinders *c, limb__cylinders_way *best, bool meets);
static bool best_of_rims(const limb__cylinders *c, limb__cylinders_way *best, bool meets);
static void rims_begin(const limb__cylinders *c, rims *r);
static void rims_turn(const limb__cylinders *c, double size, rims *r);

bool limb__cylinders_depth(const limb__convex_pair *pair, limb__proximity *out)
{
    const limb__cylinders c = limb__cylinders_of(pair);
    limb__cylinders_way best;
    if (c.sine == 0) {
        best = limb__cylinders_parallel_way(&c);
    } else {
        bool meets = best_of_axes(&c, &best);
        meets = best_of_arcs(&c, &best, meets);
        meets = best_of_rims(&c, &best, meets);
        if (!meets) return false;
    }
    const double depth = best.gap < 0 ? -best.gap : 0;
    const limb__vec3 n = limb__cylinders_back(&c, best.n);
    const limb__vec3 on_a = limb__cylinders_back(&c, best.on_a);
    out->distance = -depth;
    limb__vec3_store(out->normal, n);
    limb__vec3_store(out->point[0], on_a);
    limb__vec3_store(out->point[1], limb__vec3_add_scaled(on_a, -depth, n));
    return true;
}

// Each of these keeps the largest gap, and returns whether it is a local maximum.
static bool best_of_axes(const limb__cylinders *c, limb__cylinders_way *best)
{
    limb__cylinders_way way;
    bool meets = limb__cylinders_cap_a(c, best);
    bool over = limb__cylinders_cap_b(c, &way);
    if (way.gap > best->gap) {
        *best = way;
        meets = over;
    }
    const double sides = c->y - c->radius[0] - c->radius[1];
    if (sides > best->gap) {
        *best = (limb__cylinders_way){sides, {0, 1, 0}, {0, c->radius[0], -c->beside / c->sine}};
        meets = fabs(c->beside) <= c->half[0] * c->sine && fabs(c->x) <= c->half[1] * c->sine;
    }
    return meets;
}

static bool best_of_arcs(const limb__cylinders *c, limb__cylinders_way *best, bool meets)
{
    limb__cylinders_arcs arcs;
    limb__cylinders_find_arcs(c, 15, &arcs);
    int lane = 0;
    for (int k = 1; k < 4; k++)
        if (arcs.gap[k] > arcs.gap[lane]) lane = k;
    if (!(arcs.gap[lane] > best->gap)) return meets;
    return limb__cylinders_arc(c, &arcs, lane, best);
}

static bool best_of_rims(const limb__cylinders *c, limb__cylinders_way *best, bool meets)
{
    const double size = c->radius[0] + c->radius[1] + c->half[0] + c->half[1];
    rims r;
    rims_begin(c, &r);
    for (int turn = 0; turn < TURNS; turn++)
        rims_turn(c, size, &r);
    int lane = -1;
    double gap = best->gap - 1e-6 * size;
    for (int k = 0; k < 4; k++) {
        const double g = limb__cylinders_gap_along(c, (limb__vec3){r.n.x[k], r.n.y[k], r.n.z[k]});
        if (!(g > gap)) continue;
        gap = g;
        lane = k;
    }
    if (lane < 0) return meets;
    // the last step is the same in one lane
    const double sense[2] = {r.sense_a[lane], r.sense_b[lane]};
    limb__cylinders_way way = {.n = {r.n.x[lane], r.n.y[lane], r.n.z[lane]}};
    if (limb__cylinders_rims(c, sense, &way)) {
        if (!(way.gap > best->gap)) return meets;
        *best = way;
        return true;
    }
    return meets && !(gap > best->gap);
}

//---- lanes ---------------------------------------------------------------------------------------

LIMB__INLINE limb__v4 dot(lanes3 a, lanes3 b)
{
    return fma4(a.x, b.x, fma4(a.y, b.y, a.z * b.z));
}

LIMB__INLINE limb__v4 gap_of(const limb__cylinders *c, const rims *r, lanes3 n)
{
    const limb__v4 beside = n.x * c->cosine - n.z * c->sine;
    return dot(n, r->from) - c->radius[0] * sqrt4(fma4(n.x, n.x, n.y * n.y)) -
           c->radius[1] * sqrt4(fma4(beside, beside, n.y * n.y));
}

// The normals of a pair of rims are between the two circles perpendicular to the axes: starts with
// the best of a few, from near the plane of the axes to near a x b.
static void rims_begin(const limb__cylinders *c, rims *r)
{
    static const double up[SAMPLES] = {0.2, 0.7, 0.95};
    const limb__v4 sa = {1, 1, -1, -1}, sb = {1, -1, 1, -1};
    r->sense_a = sa;
    r->sense_b = sb;
    r->from.x = c->x - sb * (c->half[1] * c->sine);
    r->from.y = limb__splat4(c->y);
    r->from.z = c->z - sa * c->half[0] - sb * (c->half[1] * c->cosine);
    const limb__v4 x = sb - sa * c->cosine, z = sa * c->sine;
    const limb__v4 scale = 1 / sqrt4(fma4(x, x, z * z));
    limb__v4 best = limb__splat4(-HUGE_VAL);
    for (int k = 0; k < SAMPLES; k++) {
        const double flat = sqrt(1 - up[k] * up[k]);
        const lanes3 n = {x * scale * flat, limb__splat4(up[k]), z * scale * flat};
        const limb__v4 gap = gap_of(c, r, n);
        const limb__i4 better = gap > best;
        r->n.x = k ? select4(better, n.x, r->n.x) : n.x;
        r->n.y = k ? select4(better, n.y, r->n.y) : n.y;
        r->n.z = k ? select4(better, n.z, r->n.z) : n.z;
        best = max4(gap, best);
    }
}

// One step of Newton's method, as in limb__cylinders_rims, with the second
// derivative made positive.
static void rims_turn(const limb__cylinders *c, double size, rims *r)
{
    const double cosine = c->cosine, sine = c->sine;
    const lanes3 n = r->n;
    const limb__v4 tiny = limb__splat4(1e-30), least = limb__splat4(0.02 * size);
    const limb__v4 beside = n.x * cosine - n.z * sine;
    const limb__v4 squared = fma4(n.x, n.x, fma4(n.y, n.y, tiny));
    const limb__v4 ia = 1 / sqrt4(squared);
    const limb__v4 ib = 1 / sqrt4(fma4(beside, beside, fma4(n.y, n.y, tiny)));
    const limb__v4 ka = c->radius[0] * ia, kb = c->radius[1] * ib;
    const lanes3 g = {r->from.x - ka * n.x - kb * beside * cosine, r->from.y - (ka + kb) * n.y,
                      r->from.z + kb * beside * sine};
    const limb__v4 gap = dot(g, n);
    const lanes3 e1 = {-n.y * ia, n.x * ia, limb__splat4(0)};
    const lanes3 e2 = {-n.z * n.x * ia, -n.z * n.y * ia, squared * ia};
    const lanes3 eb = {n.y * cosine * ib, -beside * ib, -n.y * sine * ib};
    const limb__v4 u = dot(eb, e1), v = dot(eb, e2), g1 = dot(g, e1), g2 = dot(g, e2);
    limb__v4 m11 = gap + ka + kb * u * u, m22 = gap + kb * v * v;
    const limb__v4 m12 = kb * u * v, half = 0.5 * (m11 - m22);
    const limb__v4 lowest = 0.5 * (m11 + m22) - sqrt4(fma4(half, half, m12 * m12));
    const limb__v4 raise = max4(least - lowest, limb__splat4(0));
    m11 = m11 + raise;
    m22 = m22 + raise;
    const limb__v4 scale = 1 / (m11 * m22 - m12 * m12);
    const limb__v4 turn1 = (g1 * m22 - g2 * m12) * scale, turn2 = (g2 * m11 - g1 * m12) * scale;
    const limb__v4 turned = sqrt4(fma4(turn1, turn1, turn2 * turn2));
    const limb__v4 share = 0.4 / max4(turned, limb__splat4(0.4));
    const limb__v4 s1 = share * turn1, s2 = share * turn2;
    const lanes3 next = {fma4(s1, e1.x, fma4(s2, e2.x, n.x)), fma4(s1, e1.y, fma4(s2, e2.y, n.y)),
                         fma4(s2, e2.z, n.z)};
    const limb__v4 inverse = 1 / sqrt4(dot(next, next));
    r->n = (lanes3){next.x * inverse, next.y * inverse, next.z * inverse};
}
