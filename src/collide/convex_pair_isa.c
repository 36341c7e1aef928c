// Two convex shapes: a closed form where there is one, else GJK, and EPA where they overlap.
#include "collide/pairs.h"

static bool is_line(const limb__convex *c);
static limb__vec3 half_vector(const limb__convex *c, const double *pose);
static bool lines_distance(const limb__convex_pair *pair, limb__proximity *out);
static bool point_distance(const limb__convex_pair *pair, limb__proximity *out);
static double from_surface(const limb__convex *c, limb__vec3 p, limb__vec3 *surface,
                           limb__vec3 *normal);
static bool has_surface(const limb__convex *c);
static void add_radii(const limb__convex_pair *pair, limb__proximity *out);

bool LIMB__FOR_ISA(limb__convex_collide)(const limb__convex_pair *pair, limb__pair_memory *memory)
{
    const limb__convex *a = pair->a, *b = pair->b;
    const double radii = a->radius + b->radius;
    if (a->core == LIMB__CORE_BOX && b->core == LIMB__CORE_BOX && radii == 0)
        return limb__boxes_overlap(a->half, b->half, pair->pose);
    if (is_line(a) && is_line(b)) {
        const limb__vec3 ha = half_vector(a, NULL), hb = half_vector(b, pair->pose);
        const limb__vec3 at = limb__vec3_origin(pair->pose);
        double s = 0, t = 0;
        if (a->half[2] > 0 || b->half[2] > 0)
            limb__segments_nearest((limb__vec3){0, 0, 0}, ha, at, hb, &s, &t);
        const limb__vec3 apart =
            limb__vec3_subtract(limb__vec3_add_scaled(at, t, hb), limb__vec3_scale(ha, s));
        return limb__vec3_squared(apart) <= radii * radii;
    }
    limb__proximity found;
    if (point_distance(pair, &found)) return found.distance <= radii;
    limb__gjk_answer answer;
    switch (limb__gjk(pair, memory, radii, radii, &answer)) {
    case LIMB__GJK_FAR:
        return false;
    case LIMB__GJK_SEPARATE:
        return answer.distance <= radii;
    case LIMB__GJK_NEAR:
    case LIMB__GJK_OVERLAP:
        break;
    }
    return true;
}

bool LIMB__FOR_ISA(limb__convex_distance)(const limb__convex_pair *pair, limb__pair_memory *memory,
                                          double bound, limb__proximity *out)
{
    const double radii = pair->a->radius + pair->b->radius;
    if (lines_distance(pair, out) || point_distance(pair, out)) {
        add_radii(pair, out);
        return out->distance <= bound;
    }
    limb__gjk_answer answer;
    const double far = bound + radii;
    const limb__gjk_verdict verdict = limb__gjk(pair, memory, 0, far > 0 ? far : 0, &answer);
    if (verdict == LIMB__GJK_FAR) {
        out->distance = answer.distance - radii;
        return false;
    }
    if (verdict == LIMB__GJK_SEPARATE && answer.distance > 0) {
        const limb__simplex *s = &answer.simplex;
        limb__vec3 on_a = {0, 0, 0};
        for (int i = 0; i < s->count; i++)
            on_a = limb__vec3_add_scaled(on_a, s->weight[i], s->on_a[i]);
        const limb__vec3 normal =
            limb__vec3_unit(limb__vec3_negate(answer.axis), (limb__vec3){1, 0, 0});
        out->distance = answer.distance;
        limb__vec3_store(out->normal, normal);
        limb__vec3_store(out->point[0], on_a);
    } else {
        limb__epa(pair, &answer.simplex, out);
    }
    add_radii(pair, out);
    return out->distance <= bound;
}

//---- closed forms --------------------------------------------------------------------------------

static bool is_line(const limb__convex *c)
{
    return c->core == LIMB__CORE_POINT || c->core == LIMB__CORE_SEGMENT;
}

static limb__vec3 half_vector(const limb__convex *c, const double *pose)
{
    const double h = c->core == LIMB__CORE_SEGMENT ? c->half[2] : 0;
    if (!pose) return (limb__vec3){0, 0, h};
    return (limb__vec3){pose[2] * h, pose[6] * h, pose[10] * h};
}

// Two points or segments. False: not such a pair, or they touch and have no direction.
static bool lines_distance(const limb__convex_pair *pair, limb__proximity *out)
{
    if (!is_line(pair->a) || !is_line(pair->b)) return false;
    const limb__vec3 ha = half_vector(pair->a, NULL), hb = half_vector(pair->b, pair->pose);
    const limb__vec3 at = limb__vec3_origin(pair->pose);
    double s, t;
    limb__segments_nearest((limb__vec3){0, 0, 0}, ha, at, hb, &s, &t);
    const limb__vec3 on_a = limb__vec3_scale(ha, s);
    const limb__vec3 apart = limb__vec3_subtract(limb__vec3_add_scaled(at, t, hb), on_a);
    const double distance = limb__vec3_length(apart);
    const double size = fabs(at.x) + fabs(at.y) + fabs(at.z) + fabs(pair->a->half[2]);
    if (!(distance > 1e-13 * size)) return false;
    out->distance = distance;
    limb__vec3_store(out->point[0], on_a);
    limb__vec3_store(out->normal, limb__vec3_scale(apart, 1 / distance));
    return true;
}

// A point and a box or cylinder, in either order.
static bool point_distance(const limb__convex_pair *pair, limb__proximity *out)
{
    limb__vec3 surface, normal;
    if (pair->b->core == LIMB__CORE_POINT && has_surface(pair->a)) {
        out->distance = from_surface(pair->a, limb__vec3_origin(pair->pose), &surface, &normal);
        limb__vec3_store(out->point[0], surface);
        limb__vec3_store(out->normal, normal);
        return true;
    }
    if (pair->a->core == LIMB__CORE_POINT && has_surface(pair->b)) {
        // the point of a in the frame of b
        const limb__vec3 p =
            limb__vec3_rotate_back(pair->pose, limb__vec3_negate(limb__vec3_origin(pair->pose)));
        out->distance = from_surface(pair->b, p, &surface, &normal);
        limb__vec3_store(out->point[0], (limb__vec3){0, 0, 0});
        limb__vec3_store(out->normal, limb__vec3_negate(limb__vec3_rotate(pair->pose, normal)));
        return true;
    }
    return false;
}

static bool has_surface(const limb__convex *c)
{
    return c->core == LIMB__CORE_BOX || c->core == LIMB__CORE_CYLINDER;
}

static double from_surface(const limb__convex *c, limb__vec3 p, limb__vec3 *surface,
                           limb__vec3 *normal)
{
    return c->core == LIMB__CORE_BOX ? limb__point_box(p, c->half, surface, normal)
                                     : limb__point_cylinder(p, c->half, surface, normal);
}

// From the cores (distance, normal, point[0]) to the shapes.
static void add_radii(const limb__convex_pair *pair, limb__proximity *out)
{
    const limb__vec3 normal = limb__vec3_load(out->normal);
    out->distance -= pair->a->radius + pair->b->radius;
    const limb__vec3 on_a =
        limb__vec3_add_scaled(limb__vec3_load(out->point[0]), pair->a->radius, normal);
    limb__vec3_store(out->point[0], on_a);
    limb__vec3_store(out->point[1], limb__vec3_add_scaled(on_a, out->distance, normal));
}
