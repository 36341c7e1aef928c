// Two cylinders and the directions along which they can be closest to each other. A segment is a
// cylinder of radius 0.
//
// Because of symmetry their relative pose has few parameters. In the frame used here z is the axis
// of a, the axis of b is (sine, 0, cosine), and the center t of b has y >= 0. Along a unit vector
// n, from a to b, the gap between them is
//
//     g(n) = n.t - H |n.a| - R |n x a| - h |n.b| - r |n x b|
//
// with R, r the radii and H, h half of the lengths. Its maximum is the distance, or the depth with
// its sign. g is smooth except on the great circles normal to a and to b and at the two axes, so
// that the maximum is along an axis (a cap meets a rim), along a x b (the sides meet), on one of
// the circles (a side meets a rim), or elsewhere (the rims meet).
#ifndef LIMB_NARROWPHASE_CYLINDERS_H
#define LIMB_NARROWPHASE_CYLINDERS_H

#include "numbers/narrowphase/convex.h"

static inline bool limb__are_cylinders(const limb__convex_pair *pair)
{
    const limb__core a = pair->a->core, b = pair->b->core;
    return (a == LIMB__CORE_CYLINDER && (b == LIMB__CORE_CYLINDER || b == LIMB__CORE_SEGMENT)) ||
           (a == LIMB__CORE_SEGMENT && b == LIMB__CORE_CYLINDER);
}

typedef struct limb__cylinders {
    double radius[2], half[2];
    double cosine, sine;  // between the axes; sine 0: they are parallel
    double x, y, z;       // the center of b
    double beside, along; // the same along (cosine, 0, -sine) and along the axis of b
    double ex, ey, flip;  // the x axis is (ex, ey, 0) in the frame of a; flip: the sense of y
} limb__cylinders;

// A direction with the gap along it, and the point of a closest to b.
typedef struct limb__cylinders_way {
    double gap;
    limb__vec3 n, on_a;
} limb__cylinders_way;

// Axes whose angle is smaller are treated as parallel.
static const double limb__cylinders_parallel = 1e-13;

// Returns the relative pose of two cylinders with these radii and half lengths; axis (unit) and
// center are those of b, in the frame of a, whose axis is z.
LIMB__INLINE limb__cylinders limb__cylinders_placed(const double radius[2], const double half[2],
                                                    limb__vec3 axis, limb__vec3 center)
{
    limb__cylinders c = {{radius[0], radius[1]}, {half[0], half[1]}, .cosine = axis.z,
                         .z = center.z,          .ex = axis.x,       .ey = axis.y};
    c.sine = sqrt(limb__fma1(c.ex, c.ex, c.ey * c.ey));
    double length = c.sine;
    if (!(c.sine > limb__cylinders_parallel)) {
        // any x axis is valid: towards b
        c.sine = 0;
        c.ex = center.x;
        c.ey = center.y;
        length = sqrt(limb__fma1(c.ex, c.ex, c.ey * c.ey));
        if (!(length > 0)) c.ex = length = 1;
    }
    c.ex /= length;
    c.ey /= length;
    c.x = limb__fma1(c.ex, center.x, c.ey * center.y);
    const double y = limb__fma1(c.ex, center.y, -(c.ey * center.x));
    c.flip = y < 0 ? -1 : 1;
    c.y = fabs(y);
    c.beside = limb__fma1(c.cosine, c.x, -(c.sine * c.z));
    c.along = limb__fma1(c.sine, c.x, c.cosine * c.z);
    return c;
}

LIMB__INLINE limb__cylinders limb__cylinders_of(const limb__convex_pair *pair)
{
    const double *pose = pair->pose;
    const double radius[2] = {pair->a->half[0], pair->b->half[0]};
    const double half[2] = {pair->a->half[2], pair->b->half[2]};
    return limb__cylinders_placed(radius, half, (limb__vec3){pose[2], pose[6], pose[10]},
                                  limb__vec3_origin(pose));
}

// Transforms a vector to the frame of a.
LIMB__INLINE limb__vec3 limb__cylinders_back(const limb__cylinders *c, limb__vec3 v)
{
    const double y = c->flip * v.y;
    return (limb__vec3){limb__fma1(c->ex, v.x, -(c->ey * y)), limb__fma1(c->ey, v.x, c->ex * y),
                        v.z};
}

// g(n); for n of other than unit length, g is scaled by it.
LIMB__INLINE double limb__cylinders_gap_along(const limb__cylinders *c, limb__vec3 n)
{
    const double beside = limb__fma1(c->cosine, n.x, -(c->sine * n.z));
    const double along = limb__fma1(c->sine, n.x, c->cosine * n.z);
    const double forward = limb__fma1(n.x, c->x, limb__fma1(n.y, c->y, n.z * c->z));
    const double of_a =
        limb__fma1(sqrt(limb__fma1(n.x, n.x, n.y * n.y)), c->radius[0], fabs(n.z) * c->half[0]);
    const double of_b = limb__fma1(sqrt(limb__fma1(beside, beside, n.y * n.y)), c->radius[1],
                                   fabs(along) * c->half[1]);
    return forward - of_a - of_b;
}

//---- a cap and a rim -----------------------------------------------------------------------------

// Along the axis of a. Returns true if the rim of b is over the cap, so that the gap is a maximum.
LIMB__INLINE bool limb__cylinders_cap_a(const limb__cylinders *c, limb__cylinders_way *way)
{
    const double sense = c->z < 0 ? -1 : 1, flat = fabs(c->cosine);
    way->gap = fabs(c->z) - c->half[0] - limb__fma1(c->half[1], flat, c->radius[1] * c->sine);
    way->n = (limb__vec3){0, 0, sense};
    const double off = limb__fma1(c->radius[1], flat, -(c->half[1] * c->sine));
    const double x = c->cosine * sense < 0 ? c->x - off : c->x + off;
    way->on_a = (limb__vec3){x, c->y, sense * c->half[0]};
    return limb__fma1(x, x, c->y * c->y) <= c->radius[0] * c->radius[0];
}

// The same along the axis of b.
LIMB__INLINE bool limb__cylinders_cap_b(const limb__cylinders *c, limb__cylinders_way *way)
{
    const double sense = c->along < 0 ? -1 : 1, flat = fabs(c->cosine);
    way->gap = fabs(c->along) - c->half[1] - limb__fma1(c->half[0], flat, c->radius[0] * c->sine);
    way->n = (limb__vec3){sense * c->sine, 0, sense * c->cosine};
    const double end = c->cosine * sense < 0 ? -1 : 1;
    way->on_a = (limb__vec3){sense * c->radius[0], 0, end * c->half[0]};
    const double off = limb__fma1(c->radius[0], flat, -(c->half[0] * c->sine));
    const double x = end * off - c->beside;
    return limb__fma1(x, x, c->y * c->y) <= c->radius[1] * c->radius[1];
}

//---- a side and a rim ----------------------------------------------------------------------------

// The maxima on quarters of the two circles, in lanes: 0 and 2 have the side of a, 1 and 3 that of
// b; 0 and 1 are those on the side where the other's center is. On a quarter the direction is
// cos(f) sense d + sin(f) y, d being x or (cosine, 0, -sine), and with u = tan(f)
//
//     (d/df g) / cos(f) = y - p u - k sine^2 u / sqrt(u^2 + cosine^2)
//
// where p is where the end of the other's axis lies along d and k the other's radius. That is
// convex in u and not negative at 0; Newton's method from there, or from any u below the root,
// goes up to its first root, which is the only maximum inside of the quarter.
typedef struct limb__cylinders_arcs {
    double tangent[4]; // u
    double inverse[4]; // 1 / sqrt(u^2 + cosine^2)
    double gap[4];     // -HUGE_VAL: no maximum
    double height[4];  // of the other's rim along the axis of the side
    double sense[4];
} limb__cylinders_arcs;

// lanes: a mask of the required ones
LIMB__INLINE void limb__cylinders_find_arcs(const limb__cylinders *c, int lanes,
                                            limb__cylinders_arcs *out)
{
    enum { MAX_STEP = 20 };
    const double sx = c->x < 0 ? -1 : 1, sb = c->beside < 0 ? -1 : 1, s = c->sine;
    const limb__v4 sense = {sx, sb, -sx, -sb};
    const limb__v4 end = {c->half[1], c->half[0], c->half[1], c->half[0]};
    const limb__v4 rim = {c->radius[1], c->radius[0], c->radius[1], c->radius[0]};
    const limb__v4 side = {c->radius[0], c->radius[1], c->radius[0], c->radius[1]};
    const limb__v4 at = {c->x, c->beside, c->x, c->beside};
    const limb__v4 base = {c->z, -c->along, c->z, -c->along};
    const limb__v4 p = sense * at - end * s, k = rim * (s * s), zero = limb__splat4(0);
    // avoids a division by 0; the value is below rounding
    const limb__v4 cc = limb__splat4(c->cosine * c->cosine + 1e-34);
    const limb__v4 y = limb__splat4(c->y);
    // two lower bounds of the root: the fraction is at most 1, and at most u / |cosine|
    const limb__v4 slope = p + k / sqrt4(cc);
    limb__v4 u = max4(select4(p > zero, (y - k) / p, zero), y / slope);
    u = max4(select4(slope > zero, u, zero), zero);
    limb__i4 none = slope <= zero;
    limb__v4 inverse = 1 / sqrt4(fma4(u, u, cc));
    for (int step = 0; step < MAX_STEP; step++) {
        const limb__v4 f = fma4(-k, u * inverse, fma4(-p, u, y));
        const limb__v4 fall = fma4(k * cc, inverse * inverse * inverse, p);
        none = none | (fall <= zero);
        const limb__v4 next = select4(none, u, max4(u + f / fall, u));
        const limb__v4 moved = next - u;
        u = next;
        inverse = 1 / sqrt4(fma4(u, u, cc));
        // the error is squared in each step, and once more in the gap
        if (!(bits4(moved * inverse > 1e-7) & lanes)) break;
    }
    const limb__v4 root = fma4(u, u, cc) * inverse;
    const limb__v4 gap =
        fma4(-rim, root, fma4(u, y, p)) / sqrt4(fma4(u, u, limb__splat4(1))) - side;
    *(limb__v4u *)out->tangent = u;
    *(limb__v4u *)out->inverse = inverse;
    *(limb__v4u *)out->gap = select4(none, limb__splat4(-HUGE_VAL), gap);
    *(limb__v4u *)out->height = base + sense * c->cosine * (rim * s * inverse - end);
    *(limb__v4u *)out->sense = sense;
}

// Returns the direction of a lane; true if the rim is beside the side, so that the gap
// is a maximum.
LIMB__INLINE bool limb__cylinders_arc(const limb__cylinders *c, const limb__cylinders_arcs *arcs,
                                      int lane, limb__cylinders_way *way)
{
    const double u = arcs->tangent[lane], cosf = 1 / sqrt(limb__fma1(u, u, 1));
    const double d = arcs->sense[lane] * cosf, y = u * cosf, height = arcs->height[lane];
    way->gap = arcs->gap[lane];
    if (lane % 2 == 0) {
        way->n = (limb__vec3){d, y, 0};
        way->on_a = (limb__vec3){c->radius[0] * d, c->radius[0] * y, height};
        return fabs(height) <= c->half[0];
    }
    const double around = c->radius[0] * arcs->inverse[lane];
    way->n = (limb__vec3){c->cosine * d, y, -c->sine * d};
    way->on_a = (limb__vec3){around * c->cosine * arcs->sense[lane], around * u,
                             -arcs->sense[lane] * c->half[0]};
    return fabs(height) <= c->half[1];
}

#if defined(LIMB__ISA)
#define limb__cylinders_parallel_way LIMB__FOR_ISA(limb__cylinders_parallel_way)
#define limb__cylinders_rims         LIMB__FOR_ISA(limb__cylinders_rims)

// Returns the best direction and its gap for cylinders with parallel axes.
limb__cylinders_way limb__cylinders_parallel_way(const limb__cylinders *c);
// Two rims: at the ends sense[0] of a along its axis and -sense[1] of b. way->n, of any length, is
// the start. Returns true if the gap there is a maximum.
bool limb__cylinders_rims(const limb__cylinders *c, const double sense[2],
                          limb__cylinders_way *way);
#endif
#endif
