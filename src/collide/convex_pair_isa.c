// Two convex shapes: a closed form where there is one, else GJK, and EPA where they overlap.
#include "collide/pairs.h"

static limb__vec3 half_vector(const limb__convex *c, const double *pose);
static limb__vec3 between_lines(const limb__convex *a, const double *pose_a, const limb__convex *b,
                                const double *pose_b, limb__vec3 *on_a);
static bool point_distance(const limb__convex_pair *pair, limb__proximity *out);
static double from_surface(const limb__convex *c, limb__vec3 p, limb__vec3 *surface,
                           limb__vec3 *normal);
static bool has_surface(const limb__convex *c);
static bool inner_balls_touch(const limb__convex_pair *pair, double radii);
static void add_radii(const limb__convex_pair *pair, limb__proximity *out);

static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

bool LIMB__FOR_ISA(limb__convex_collide)(const limb__convex_pair *pair, limb__pair_memory *memory)
{
    const limb__convex *a = pair->a, *b = pair->b;
    const double radii = a->radius + b->radius;
    if (a->core == LIMB__CORE_BOX && b->core == LIMB__CORE_BOX && radii == 0)
        return limb__boxes_overlap(a->half, b->half, pair->pose);
    if (limb__is_line(a) && limb__is_line(b))
        return LIMB__FOR_ISA(limb__lines_collide)(a, identity, b, pair->pose);
    limb__proximity found;
    if (point_distance(pair, &found)) return found.distance <= radii;
    if (inner_balls_touch(pair, radii)) return true;
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
    if (limb__is_line(pair->a) && limb__is_line(pair->b) &&
        LIMB__FOR_ISA(limb__lines_distance)(pair->a, identity, pair->b, pair->pose, out)) {
        return out->distance <= bound;
    }
    if (point_distance(pair, out)) {
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

static limb__vec3 half_vector(const limb__convex *c, const double *pose)
{
    return (limb__vec3){pose[2] * c->half[2], pose[6] * c->half[2], pose[10] * c->half[2]};
}

// From the nearest point of one core to that of the other, which are *on_a and on it.
static limb__vec3 between_lines(const limb__convex *a, const double *pose_a, const limb__convex *b,
                                const double *pose_b, limb__vec3 *on_a)
{
    const limb__vec3 ca = limb__vec3_origin(pose_a), cb = limb__vec3_origin(pose_b);
    *on_a = ca;
    if (a->core == LIMB__CORE_POINT && b->core == LIMB__CORE_POINT)
        return limb__vec3_subtract(cb, ca);
    const limb__vec3 ha = half_vector(a, pose_a), hb = half_vector(b, pose_b);
    double s, t;
    limb__segments_nearest(ca, ha, cb, hb, &s, &t);
    *on_a = limb__vec3_add_scaled(ca, s, ha);
    return limb__vec3_subtract(limb__vec3_add_scaled(cb, t, hb), *on_a);
}

bool LIMB__FOR_ISA(limb__lines_collide)(const limb__convex *a, const double *pose_a,
                                        const limb__convex *b, const double *pose_b)
{
    limb__vec3 on_a;
    const double radii = a->radius + b->radius;
    return limb__vec3_squared(between_lines(a, pose_a, b, pose_b, &on_a)) <= radii * radii;
}

bool LIMB__FOR_ISA(limb__lines_distance)(const limb__convex *a, const double *pose_a,
                                         const limb__convex *b, const double *pose_b,
                                         limb__proximity *out)
{
    limb__vec3 on_a;
    const limb__vec3 apart = between_lines(a, pose_a, b, pose_b, &on_a);
    const double distance = limb__vec3_length(apart);
    const double size = fabs(pose_a[3]) + fabs(pose_a[7]) + fabs(pose_a[11]) + fabs(pose_b[3]) +
                        fabs(pose_b[7]) + fabs(pose_b[11]) + a->half[2] + b->half[2];
    if (!(distance > 1e-13 * size)) return false;
    const limb__vec3 normal = limb__vec3_scale(apart, 1 / distance);
    on_a = limb__vec3_add_scaled(on_a, a->radius, normal);
    out->distance = distance - a->radius - b->radius;
    limb__vec3_store(out->normal, normal);
    limb__vec3_store(out->point[0], on_a);
    limb__vec3_store(out->point[1], limb__vec3_add_scaled(on_a, out->distance, normal));
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

// Most shapes that overlap do so by more than their balls.
static bool inner_balls_touch(const limb__convex_pair *pair, double radii)
{
    const double reach = pair->a->inner_radius + pair->b->inner_radius;
    if (!(reach > 0) || pair->a->core == LIMB__CORE_TRIANGLE ||
        pair->b->core == LIMB__CORE_TRIANGLE) {
        return false;
    }
    const limb__vec3 on_b = limb__vec3_transform(pair->pose, limb__vec3_load(pair->b->inner));
    const limb__vec3 apart = limb__vec3_subtract(on_b, limb__vec3_load(pair->a->inner));
    return limb__vec3_squared(apart) <= (reach + radii) * (reach + radii);
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
