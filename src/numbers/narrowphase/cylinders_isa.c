// Distance of two cylinders: see cylinders.h.
//
// The gap is concave, so for separate cylinders a direction in which both have points on one line
// along it is the only maximum: the kinds of directions are tried in order of cost. Overlap is
// shown by a common point.
#include "numbers/narrowphase/cylinders.h"

enum { MAX_NEWTON = 8 };
static const double relative_gap = 1e-11; // of upper and lower bound: see limb__cylinders_rims
static const double rounding_gap = 2e-15; // of the size: smaller gaps are not resolved

static limb__solids_verdict verdict_of(const limb__cylinders *c, const limb__cylinders_way *way,
                                       double near, double far, limb__solids_answer *out);
static limb__solids_verdict rims_gap(const limb__cylinders *c, const limb__cylinders_arcs *arcs,
                                     double near, double far, limb__solids_answer *out);
static bool is_inside(double radius, double half, double x, double y, double z);

limb__solids_verdict limb__cylinders_gap(const limb__convex_pair *pair, double near, double far,
                                         limb__solids_answer *out)
{
    const limb__cylinders c = limb__cylinders_of(pair);
    limb__cylinders_way way;
    if (c.sine == 0) {
        way = limb__cylinders_parallel_way(&c);
        return verdict_of(&c, &way, near, far, out);
    }
    // distance of the ends from the point where the axes cross, projected along a x b
    const double end_a = fabs(c.beside) - c.half[0] * c.sine;
    const double end_b = fabs(c.x) - c.half[1] * c.sine;
    double lower = c.y - c.radius[0] - c.radius[1];
    if (end_a <= 0 && end_b <= 0) {
        way = (limb__cylinders_way){lower, {0, 1, 0}, {0, c.radius[0], -c.beside / c.sine}};
        return verdict_of(&c, &way, near, far, out);
    }
    if (limb__cylinders_cap_a(&c, &way) && way.gap >= -2 * c.half[0])
        return verdict_of(&c, &way, near, far, out);
    lower = fmax(lower, way.gap);
    if (limb__cylinders_cap_b(&c, &way) && way.gap >= -2 * c.half[1])
        return verdict_of(&c, &way, near, far, out);
    lower = fmax(lower, way.gap);
    if (lower <= far) {
        limb__cylinders_arcs arcs;
        limb__cylinders_find_arcs(&c, 3, &arcs);
        for (int lane = 0; lane < 2; lane++) {
            const bool meets = limb__cylinders_arc(&c, &arcs, lane, &way);
            if ((lane ? end_a : end_b) <= 0) continue;
            if (meets && way.gap >= -2 * c.radius[lane])
                return verdict_of(&c, &way, near, far, out);
            lower = fmax(lower, way.gap);
        }
        if (lower <= far) return rims_gap(&c, &arcs, near, far, out);
    }
    out->distance = lower;
    return LIMB__SOLIDS_FAR;
}

// Returns the result that follows from the maximum of the gap.
static limb__solids_verdict verdict_of(const limb__cylinders *c, const limb__cylinders_way *way,
                                       double near, double far, limb__solids_answer *out)
{
    out->distance = way->gap;
    if (way->gap > far) return LIMB__SOLIDS_FAR;
    if (way->gap <= near) return LIMB__SOLIDS_TOUCH;
    out->normal = limb__cylinders_back(c, way->n);
    out->on_a = limb__cylinders_back(c, way->on_a);
    return LIMB__SOLIDS_APART;
}

limb__cylinders_way limb__cylinders_parallel_way(const limb__cylinders *c)
{
    const double sense = c->z < 0 ? -1 : 1;
    const double beside = c->x - c->radius[0] - c->radius[1];
    const double above = fabs(c->z) - c->half[0] - c->half[1];
    if (beside > 0 && above > 0) {
        const double gap = sqrt(limb__fma1(beside, beside, above * above));
        return (limb__cylinders_way){
            gap, {beside / gap, 0, sense * above / gap}, {c->radius[0], 0, sense * c->half[0]}};
    }
    // the center of the common part
    if (beside > above) {
        const double low = fmax(-c->half[0], c->z - c->half[1]);
        const double high = fmin(c->half[0], c->z + c->half[1]);
        return (limb__cylinders_way){beside, {1, 0, 0}, {c->radius[0], 0, 0.5 * (low + high)}};
    }
    const double low = fmax(-c->radius[0], c->x - c->radius[1]);
    const double high = fmin(c->radius[0], c->x + c->radius[1]);
    return (limb__cylinders_way){above, {0, 0, sense}, {0.5 * (low + high), 0, sense * c->half[0]}};
}

//---- two rims ------------------------------------------------------------------------------------

// The sides of the caps follow from the heights of the rims found on the arcs, or of the sides if
// an arc has none; the resulting point of b, projected on the rim of a, is the start.
static limb__solids_verdict rims_gap(const limb__cylinders *c, const limb__cylinders_arcs *arcs,
                                     double near, double far, limb__solids_answer *out)
{
    const double cosine = c->cosine, sine = c->sine, end = arcs->sense[0] * c->half[1];
    const bool at_end[2] = {fabs(c->beside) > c->half[0] * sine, fabs(c->x) > c->half[1] * sine};
    const double height[2] = {at_end[1] ? arcs->height[0] : -c->beside / sine,
                              at_end[0] ? arcs->height[1] : -c->x / sine};
    const double sense[2] = {height[0] < 0 ? -1 : 1, height[1] < 0 ? 1 : -1};
    limb__vec3 on_b = {0, c->y - c->radius[1], height[0]};
    if (at_end[1]) {
        const double around = c->radius[1] * arcs->inverse[0];
        on_b.x = c->x - end * sine - around * cosine * cosine * arcs->sense[0];
        on_b.y = c->y - around * arcs->tangent[0];
    }
    if (is_inside(c->radius[0], c->half[0], on_b.x, on_b.y, on_b.z)) return LIMB__SOLIDS_TOUCH;
    const double across = sqrt(limb__fma1(on_b.x, on_b.x, on_b.y * on_b.y));
    const double up = on_b.z - sense[0] * c->half[0];
    const double share = fmax(across - c->radius[0], 0.1 * fabs(up)) / fmax(across, 1e-300);
    limb__cylinders_way way = {.n = {share * on_b.x, share * on_b.y, up}};
    if (limb__cylinders_rims(c, sense, &way)) {
        if (way.gap > 0) return verdict_of(c, &way, near, far, out);
        const limb__vec3 b = limb__vec3_add_scaled(way.on_a, way.gap, way.n);
        if (is_inside(c->radius[0], c->half[0], b.x, b.y, b.z)) return LIMB__SOLIDS_TOUCH;
        const double x = way.on_a.x - c->x, z = way.on_a.z - c->z;
        if (is_inside(c->radius[1], c->half[1], cosine * x - sine * z, way.on_a.y - c->y,
                      sine * x + cosine * z))
            return LIMB__SOLIDS_TOUCH;
    }
    return LIMB__SOLIDS_UNKNOWN;
}

static bool is_inside(double radius, double half, double x, double y, double z)
{
    return fabs(z) <= half && limb__fma1(x, x, y * y) <= radius * radius;
}

// Newton's method for the direction along which points of the two circles are opposite. The gap's
// gradient is the vector between their extreme points along it, its second derivative is the gap
// plus the curvature of the circles across their tangents.
bool limb__cylinders_rims(const limb__cylinders *c, const double sense[2], limb__cylinders_way *way)
{
    const double cosine = c->cosine, sine = c->sine;
    const limb__vec3 from = {c->x - sense[1] * c->half[1] * sine, c->y,
                             c->z - sense[0] * c->half[0] - sense[1] * c->half[1] * cosine};
    const double size =
        fabs(c->x) + c->y + fabs(c->z) + c->radius[0] + c->radius[1] + c->half[0] + c->half[1];
    limb__vec3 n = way->n;
    for (int step = 0; step < MAX_NEWTON; step++) {
        const double beside = limb__fma1(cosine, n.x, -(sine * n.z));
        const double squared = limb__fma1(n.x, n.x, n.y * n.y),
                     length2 = limb__fma1(n.z, n.z, squared);
        const double ia = 1 / sqrt(squared), ib = 1 / sqrt(limb__fma1(beside, beside, n.y * n.y));
        const double il = 1 / sqrt(length2), ka = c->radius[0] * ia, kb = c->radius[1] * ib;
        // from the point of a to that of b
        const limb__vec3 g = {from.x - ka * n.x - kb * beside * cosine, from.y - (ka + kb) * n.y,
                              from.z + kb * beside * sine};
        const double forward = limb__vec3_dot(g, n), l = forward * il * il;
        // tangents: perpendicular to the axis and n, for a and for b
        const limb__vec3 e1 = {-n.y * ia, n.x * ia, 0};
        const limb__vec3 e2 = {-n.z * n.x * ia * il, -n.z * n.y * ia * il, squared * ia * il};
        const limb__vec3 eb = {n.y * cosine * ib, -beside * ib, -n.y * sine * ib};
        const double u = limb__vec3_dot(eb, e1), v = limb__vec3_dot(eb, e2);
        const double m11 = l + ka + kb * u * u, m12 = kb * u * v, m22 = l + kb * v * v;
        const double g1 = limb__vec3_dot(g, e1), g2 = limb__vec3_dot(g, e2);
        const double determinant = m11 * m22 - m12 * m12;
        if (!(m11 > 0) || !(determinant > 0)) return false;
        const double turn1 = (g1 * m22 - g2 * m12) / determinant;
        const double turn2 = (g2 * m11 - g1 * m12) / determinant;
        const double turned = (turn1 * turn1 + turn2 * turn2) * il * il;
        // near a cap the rim point moves faster than the normal rotates
        const double rounder = turned * length2 * fmax(ia * ia, ib * ib);
        if (rounder < 1e-12 && sense[0] * n.z >= 0 && sense[1] * (sine * n.x + cosine * n.z) >= 0) {
            const double upper = limb__vec3_length(g), lower = forward * il;
            const double apart = upper - fabs(lower);
            if (apart <= relative_gap * upper + rounding_gap * size) {
                // the last step, with its contribution to the gap
                n = limb__vec3_add_scaled(limb__vec3_add_scaled(n, turn1, e1), turn2, e2);
                const double around = c->radius[0] / sqrt(limb__fma1(n.x, n.x, n.y * n.y));
                way->gap = limb__fma1(0.5 * il, limb__fma1(g1, turn1, g2 * turn2), lower);
                way->n = limb__vec3_scale(n, 1 / limb__vec3_length(n));
                way->on_a = (limb__vec3){around * n.x, around * n.y, sense[0] * c->half[0]};
                return true;
            }
        }
        const double share = turned > 0.25 ? 0.5 / sqrt(turned) : 1;
        n = limb__vec3_add_scaled(limb__vec3_add_scaled(n, share * turn1, e1), share * turn2, e2);
    }
    return false;
}
