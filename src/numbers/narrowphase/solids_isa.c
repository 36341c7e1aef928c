// Distance of two solids: see solids.h.
#include "numbers/narrowphase/solids.h"

#include "numbers/narrowphase/cylinders.h"
#include "numbers/narrowphase/pairs.h"

enum { MAX_ROUND = 8, MAX_NEWTON = 6, QUICK_ROUND = 4 };
static const double relative_gap = 1e-11; // of upper and lower bound, at which the search ends
static const double rounding_gap = 2e-15; // of the size: smaller gaps are not resolved

typedef struct ways { // free straight directions of the two points
    int count;
    limb__vec3 way[2]; // unit, independent
    int owner[2];      // 0: a, 1: b
} ways;

static limb__solids_verdict closed_form(const limb__convex_pair *pair, double near, double far,
                                        limb__solids_answer *out);
static double reach_home(const limb__convex *c, limb__vec3 d);
static ways free_ways(const limb__solid s[2], const limb__grip grip[2]);
static limb__vec3 direction(const limb__solid s[2], const limb__grip grip[2], const ways *w,
                            limb__vec3 between);
static limb__vec3 newton(const limb__solid s[2], const ways *w, limb__vec3 n);
static double gap_along(const limb__solid s[2], limb__vec3 n);
static void settle(const limb__solid s[2], const limb__grip grip[2], const ways *w, limb__vec3 n,
                   limb__vec3 point[2]);
static void jump(const limb__solid s[2], const ways *w, limb__vec3 n, double best,
                 limb__vec3 *on_b);
static double size_of(const limb__solid s[2]);

limb__solids_verdict limb__solids_gap(const limb__convex_pair *pair, limb__pair_memory *memory,
                                      double near, double far, limb__solids_answer *out)
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const limb__solids_verdict found = closed_form(pair, near, far, out);
    if (found != LIMB__SOLIDS_UNKNOWN) return found;
    const limb__solid s[2] = {limb__solid_of(pair->a, identity),
                              limb__solid_of(pair->b, pair->pose)};
    const double size = size_of(s);
    limb__vec3 on_b = limb__solid_project(&s[1], s[0].center).point;
    const limb__vec3 last = limb__vec3_load(memory->axis);
    if (limb__vec3_squared(last) > 0 && pair->a->core != LIMB__CORE_BOX)
        on_b = limb__solid_support(&s[1], last);
    for (int round = 0; round < MAX_ROUND; round++) {
        limb__grip grip[2];
        grip[0] = limb__solid_project(&s[0], on_b);
        if (grip[0].inside) return LIMB__SOLIDS_TOUCH;
        grip[1] = limb__solid_project(&s[1], grip[0].point);
        if (grip[1].inside) return LIMB__SOLIDS_TOUCH;
        const limb__vec3 between = limb__vec3_subtract(grip[1].point, grip[0].point);
        const double first = limb__vec3_squared(between);
        if (first <= near * near) return LIMB__SOLIDS_TOUCH;
        if (!(first > 1e-24 * size * size)) break;
        const ways w = free_ways(s, grip);
        const limb__vec3 n = direction(s, grip, &w, between);
        const double lower = gap_along(s, n);
        limb__vec3_store(memory->axis, limb__vec3_negate(n));
        if (lower > far) {
            out->distance = lower;
            return LIMB__SOLIDS_FAR;
        }
        limb__vec3 point[2];
        settle(s, grip, &w, n, point);
        const double upper = limb__vec3_length(limb__vec3_subtract(point[1], point[0]));
        if (upper <= near) return LIMB__SOLIDS_TOUCH;
        if (upper - lower <= relative_gap * upper + rounding_gap * size) {
            out->distance = upper;
            out->normal = n;
            out->on_a = point[0];
            return LIMB__SOLIDS_APART;
        }
        on_b = upper * upper < first ? point[1] : grip[1].point;
        jump(s, &w, n, fmin(upper, sqrt(first)), &on_b);
    }
    return LIMB__SOLIDS_UNKNOWN;
}

// Solutions from the features of two boxes, two cylinders, or one of each.
static limb__solids_verdict closed_form(const limb__convex_pair *pair, double near, double far,
                                        limb__solids_answer *out)
{
    const bool box_a = pair->a->core == LIMB__CORE_BOX, box_b = pair->b->core == LIMB__CORE_BOX;
    if (box_a && box_b) return limb__boxes_gap(pair, near, far, out);
    if (limb__are_cylinders(pair)) return limb__cylinders_gap(pair, near, far, out);
    if ((box_a && pair->b->core == LIMB__CORE_CYLINDER) ||
        (box_b && pair->a->core == LIMB__CORE_CYLINDER)) {
        return limb__box_cylinder_gap(pair, near, far, out);
    }
    return LIMB__SOLIDS_UNKNOWN;
}

// The corner that is extreme along the normal of the other may be closer than any other point.
static void jump(const limb__solid s[2], const ways *w, limb__vec3 n, double best, limb__vec3 *on_b)
{
    const bool from_b = w->count == 0 || w->owner[0] == 0;
    limb__vec3 a, b;
    if (from_b) {
        b = limb__solid_support(&s[1], limb__vec3_negate(n));
        a = limb__solid_project(&s[0], b).point;
    } else {
        a = limb__solid_support(&s[0], n);
        b = limb__solid_project(&s[1], a).point;
    }
    if (limb__vec3_squared(limb__vec3_subtract(b, a)) < best * best) *on_b = b;
}

// Only the first and cheapest part: alternating projections, until a point belongs to both, or the
// plane across the line between them separates the two.
limb__solids_verdict limb__solids_touch(const limb__convex_pair *pair, double reach)
{
    const limb__vec3 t = limb__vec3_origin(pair->pose);
    limb__vec3 on_a = {0, 0, 0};
    for (int round = 0; round < QUICK_ROUND; round++) {
        bool inside;
        const limb__vec3 local = limb__vec3_rotate_back(pair->pose, limb__vec3_subtract(on_a, t));
        const limb__vec3 near_b = limb__solid_nearest(pair->b, local, &inside);
        if (inside) return LIMB__SOLIDS_TOUCH;
        const limb__vec3 on_b = limb__vec3_transform(pair->pose, near_b);
        const limb__vec3 way = limb__vec3_subtract(on_b, on_a);
        // b is entirely beyond on_b along the line
        const double gap = limb__vec3_dot(way, on_b) - reach_home(pair->a, way);
        const double length = reach > 0 ? limb__vec3_length(way) : 0;
        if (round > 0 && reach > 0 && length <= reach) return LIMB__SOLIDS_TOUCH;
        if (gap > reach * length) return LIMB__SOLIDS_FAR;
        on_a = limb__solid_nearest(pair->a, on_b, &inside);
        if (inside) return LIMB__SOLIDS_TOUCH;
    }
    return LIMB__SOLIDS_UNKNOWN;
}

// Returns the extent of a shape along d, of any length, in its own frame.
static double reach_home(const limb__convex *c, limb__vec3 d)
{
    const double *h = c->half, up = fabs(d.z) * h[2];
    if (c->core == LIMB__CORE_BOX) return fabs(d.x) * h[0] + fabs(d.y) * h[1] + up;
    return c->core == LIMB__CORE_CYLINDER ? sqrt(d.x * d.x + d.y * d.y) * h[0] + up : up;
}

void limb__solids_settle(const limb__solid s[2], const limb__grip grip[2], limb__vec3 n,
                         limb__vec3 point[2])
{
    const ways w = free_ways(s, grip);
    settle(s, grip, &w, n, point);
}

static double size_of(const limb__solid s[2])
{
    double size = fabs(s[1].center.x) + fabs(s[1].center.y) + fabs(s[1].center.z);
    for (int k = 0; k < 3; k++)
        size += s[0].c->half[k] + s[1].c->half[k];
    return size;
}

// At most two independent ones; with a third the two would touch.
static ways free_ways(const limb__solid s[2], const limb__grip grip[2])
{
    ways w = {.count = 0};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < grip[side].nfree && w.count < 2; k++) {
            const limb__vec3 way = s[side].axis[grip[side].free[k]];
            if (w.count == 1 && limb__vec3_squared(limb__vec3_cross(w.way[0], way)) < 1e-8)
                continue;
            w.way[w.count] = way;
            w.owner[w.count++] = side;
        }
    return w;
}

// Returns the common normal at the closest points, from a to b, if it belongs to the features that
// contain the points.
static limb__vec3 direction(const limb__solid s[2], const limb__grip grip[2], const ways *w,
                            limb__vec3 between)
{
    limb__vec3 n = between;
    if (w->count == 2) {
        n = limb__vec3_cross(w->way[0], w->way[1]);
        if (limb__vec3_dot(n, between) < 0) n = limb__vec3_negate(n);
    } else if (w->count == 1) {
        n = limb__vec3_add_scaled(n, -limb__vec3_dot(n, w->way[0]), w->way[0]);
    }
    const double length = limb__vec3_length(n);
    if (!(length > 0)) return limb__vec3_unit(between, (limb__vec3){1, 0, 0});
    n = limb__vec3_scale(n, 1 / length);
    const bool round = grip[0].round || grip[1].round;
    return w->count < 2 && round ? newton(s, w, n) : n;
}

// Rotates n to the maximum of the gap along it: its gradient is the vector between the extreme
// points along n, its second derivative is the gap plus the curvature of rims and sides. n stays
// perpendicular to a free direction.
static limb__vec3 newton(const limb__solid s[2], const ways *w, limb__vec3 n)
{
    for (int step = 0; step < MAX_NEWTON; step++) {
        limb__vec3 bend[2];
        const double radius[2] = {limb__solid_bend(&s[0], n, &bend[0]),
                                  limb__solid_bend(&s[1], n, &bend[1])};
        const limb__vec3 a = limb__solid_support(&s[0], n);
        const limb__vec3 b = limb__solid_support(&s[1], limb__vec3_negate(n));
        const limb__vec3 g = limb__vec3_subtract(b, a);
        const double gap = limb__vec3_dot(n, g);
        // axes of the plane in which n rotates
        const limb__vec3 e1 = w->count        ? limb__vec3_cross(w->way[0], n)
                              : radius[0] > 0 ? bend[0]
                                              : bend[1];
        const limb__vec3 e2 = limb__vec3_cross(n, e1);
        const double u[2] = {limb__vec3_dot(bend[0], e1), limb__vec3_dot(bend[1], e1)};
        const double v[2] = {limb__vec3_dot(bend[0], e2), limb__vec3_dot(bend[1], e2)};
        const double m11 = gap + radius[0] * u[0] * u[0] + radius[1] * u[1] * u[1];
        const double m12 = radius[0] * u[0] * v[0] + radius[1] * u[1] * v[1];
        const double m22 = gap + radius[0] * v[0] * v[0] + radius[1] * v[1] * v[1];
        const double g1 = limb__vec3_dot(g, e1), g2 = limb__vec3_dot(g, e2);
        const double determinant = m11 * m22 - m12 * m12;
        double turn1, turn2 = 0;
        if (w->count) {
            if (!(m11 > 0)) break;
            turn1 = g1 / m11;
        } else {
            if (!(m11 > 0) || !(determinant > 0)) break;
            turn1 = (g1 * m22 - g2 * m12) / determinant;
            turn2 = (g2 * m11 - g1 * m12) / determinant;
        }
        const double turned = turn1 * turn1 + turn2 * turn2;
        const double share = turned > 0.25 ? 0.5 / sqrt(turned) : 1;
        n = limb__vec3_add_scaled(limb__vec3_add_scaled(n, share * turn1, e1), share * turn2, e2);
        n = limb__vec3_scale(n, 1 / limb__vec3_length(n));
        // the error is squared in each step, and once more in the gap
        if (!(turned > 1e-13)) break;
    }
    return n;
}

static double gap_along(const limb__solid s[2], limb__vec3 n)
{
    return limb__vec3_dot(n, limb__vec3_subtract(s[1].center, s[0].center)) -
           limb__solid_reach(&s[0], n) - limb__solid_reach(&s[1], n);
}

// Points of the two where n is their normal: what is free goes where the line between them is along
// n, as far as it can.
static void settle(const limb__solid s[2], const limb__grip grip[2], const ways *w, limb__vec3 n,
                   limb__vec3 point[2])
{
    for (int side = 0; side < 2; side++) {
        point[side] = grip[side].point;
        if (!grip[side].round) continue;
        // around on the rim, or on the side at the same height
        point[side] = limb__solid_support(&s[side], side ? limb__vec3_negate(n) : n);
        const limb__vec3 axis = s[side].axis[2];
        if (grip[side].nfree == 0 || fabs(limb__vec3_dot(axis, n)) > 1e-9) continue;
        const limb__vec3 up = limb__vec3_subtract(grip[side].point, point[side]);
        point[side] = limb__vec3_add_scaled(point[side], limb__vec3_dot(axis, up), axis);
    }
    if (w->count == 0) return;
    const limb__vec3 apart = limb__vec3_subtract(point[1], point[0]);
    double go[2] = {limb__vec3_dot(apart, w->way[0]), 0};
    if (w->count == 2) {
        const double c = limb__vec3_dot(w->way[0], w->way[1]);
        const double other = limb__vec3_dot(apart, w->way[1]), det = 1 - c * c;
        const double along = go[0];
        go[0] = (along - c * other) / det;
        go[1] = (other - c * along) / det;
    }
    for (int k = 0; k < w->count; k++) {
        const int side = w->owner[k];
        point[side] = limb__vec3_add_scaled(point[side], side ? -go[k] : go[k], w->way[k]);
    }
    for (int side = 0; side < 2; side++) {
        const bool moved = w->owner[0] == side || (w->count == 2 && w->owner[1] == side);
        if (moved) point[side] = limb__solid_project(&s[side], point[side]).point;
    }
}
