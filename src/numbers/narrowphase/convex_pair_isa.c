// Two convex shapes: a closed form if there is one, else the search for solids or GJK, and EPA
// if they overlap.
#include "numbers/narrowphase/boxes.h"
#include "numbers/narrowphase/pairs.h"
#include "numbers/narrowphase/solids.h"

static bool solids_distance(const limb__convex_pair *pair, limb__pair_memory *memory, double bound,
                            limb__proximity *out);
static void take_answer(const limb__gjk_answer *answer, limb__solids_answer *out);
static void polish(const limb__convex_pair *pair, const limb__gjk_answer *answer,
                   limb__solids_answer *out);
static bool corners_distance(const limb__convex *cylinder, const limb__vec3 *corner, int count,
                             limb__solids_answer *out);
static bool inner_balls_touch(const limb__convex_pair *pair, double radii);
static void add_radii(const limb__convex_pair *pair, limb__proximity *out);

static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

bool LIMB__FOR_ISA(limb__convex_collide)(const limb__convex_pair *pair, limb__pair_memory *memory)
{
    if (limb__is_primitive(pair->a) && limb__is_primitive(pair->b))
        return LIMB__FOR_ISA(limb__primitives_collide)(pair->a, identity, pair->b, pair->pose,
                                                       memory);
    return limb__searched_collide(pair, memory);
}

bool limb__searched_collide(const limb__convex_pair *pair, limb__pair_memory *memory)
{
    const limb__convex *a = pair->a, *b = pair->b;
    const double radii = a->radius + b->radius;
    if (a->core == LIMB__CORE_BOX && b->core == LIMB__CORE_BOX && radii == 0) {
        const limb__box_axes axes = limb__box_axes_of(a->half, b->half, pair->pose);
        return !limb__box_axes_part(&axes);
    }
    if (inner_balls_touch(pair, radii)) return true;
    if (limb__is_solid(a) && limb__is_solid(b)) {
        limb__solids_verdict verdict = limb__solids_touch(pair, radii);
        limb__solids_answer apart = {.distance = 0};
        if (verdict == LIMB__SOLIDS_UNKNOWN)
            verdict = limb__solids_gap(pair, memory, radii, radii, &apart);
        if (verdict == LIMB__SOLIDS_APART) return apart.distance <= radii;
        if (verdict != LIMB__SOLIDS_UNKNOWN) return verdict == LIMB__SOLIDS_TOUCH;
    }
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
    if (limb__is_primitive(pair->a) && limb__is_primitive(pair->b))
        return LIMB__FOR_ISA(limb__primitives_distance)(pair->a, identity, pair->b, pair->pose,
                                                        memory, bound, out);
    return limb__searched_distance(pair, memory, bound, out);
}

bool limb__searched_distance(const limb__convex_pair *pair, limb__pair_memory *memory, double bound,
                             limb__proximity *out)
{
    const double radii = pair->a->radius + pair->b->radius;
    limb__gjk_answer answer;
    const double far = fmax(bound + radii, 0);
    if (limb__is_solid(pair->a) && limb__is_solid(pair->b))
        return solids_distance(pair, memory, bound, out);
    const limb__gjk_verdict verdict = limb__gjk(pair, memory, 0, far, &answer);
    if (verdict == LIMB__GJK_FAR) {
        out->distance = answer.distance - radii;
        return false;
    }
    if (verdict == LIMB__GJK_SEPARATE && answer.distance > 0) {
        limb__solids_answer apart;
        take_answer(&answer, &apart);
        polish(pair, &answer, &apart);
        out->distance = apart.distance;
        limb__vec3_store(out->normal, apart.normal);
        limb__vec3_store(out->point[0], apart.on_a);
    } else {
        limb__epa(pair, &answer.simplex, 0, out);
    }
    add_radii(pair, out);
    return out->distance <= bound;
}

// Computes the distance of two segments, boxes or cylinders.
static bool solids_distance(const limb__convex_pair *pair, limb__pair_memory *memory, double bound,
                            limb__proximity *out)
{
    const double radii = pair->a->radius + pair->b->radius, far = fmax(bound + radii, 0);
    limb__solids_answer apart;
    limb__solids_verdict found = limb__solids_gap(pair, memory, 0, far, &apart);
    if (found == LIMB__SOLIDS_UNKNOWN) {
        // from nearer on
        limb__gjk_answer answer;
        const limb__gjk_verdict verdict = limb__gjk(pair, memory, 0, far, &answer);
        apart.distance = answer.distance;
        found = verdict == LIMB__GJK_FAR        ? LIMB__SOLIDS_FAR
                : verdict == LIMB__GJK_SEPARATE ? LIMB__SOLIDS_APART
                                                : LIMB__SOLIDS_TOUCH;
        if (found == LIMB__SOLIDS_APART) {
            limb__solids_answer better;
            take_answer(&answer, &apart);
            if (limb__solids_gap(pair, memory, 0, far, &better) == LIMB__SOLIDS_APART &&
                better.distance <= apart.distance) {
                apart = better;
            }
        }
    }
    if (found == LIMB__SOLIDS_FAR) {
        out->distance = apart.distance - radii;
        return false;
    }
    if (found == LIMB__SOLIDS_APART && apart.distance > 0) {
        out->distance = apart.distance;
        limb__vec3_store(out->normal, apart.normal);
        limb__vec3_store(out->point[0], apart.on_a);
    } else {
        limb__solids_depth(pair, memory, out);
    }
    add_radii(pair, out);
    return out->distance <= bound;
}

static void take_answer(const limb__gjk_answer *answer, limb__solids_answer *out)
{
    out->distance = answer->distance;
    out->normal = limb__vec3_unit(limb__vec3_negate(answer->axis), (limb__vec3){1, 0, 0});
    out->on_a = (limb__vec3){0, 0, 0};
    for (int i = 0; i < answer->simplex.count; i++) {
        out->on_a =
            limb__vec3_add_scaled(out->on_a, answer->simplex.weight[i], answer->simplex.on_a[i]);
    }
}

// Near a curved side the points of a simplex cluster until rounding hides the direction. The
// corners of a hull or triangle at its end are the right ones: their distance from the cylinder has
// no such problem.
static void polish(const limb__convex_pair *pair, const limb__gjk_answer *answer,
                   limb__solids_answer *out)
{
    const bool first = pair->a->core == LIMB__CORE_CYLINDER;
    const limb__convex *cylinder = first ? pair->a : pair->b, *other = first ? pair->b : pair->a;
    if (cylinder->core != LIMB__CORE_CYLINDER || other->core < LIMB__CORE_TRIANGLE) return;
    limb__vec3 corner[4];
    int count = 0;
    for (int i = 0; i < answer->simplex.count; i++) {
        const limb__vec3 on_a = answer->simplex.on_a[i];
        const limb__vec3 p = first ? limb__vec3_subtract(on_a, answer->simplex.w[i]) : on_a;
        bool known = false;
        // the same corner as a sum of others has rounding errors
        for (int k = 0; k < count && !known; k++)
            known = limb__vec3_squared(limb__vec3_subtract(p, corner[k])) <=
                    1e-28 * limb__vec3_squared(p);
        if (!known) corner[count++] = p;
    }
    if (!first)
        for (int i = 0; i < count; i++)
            corner[i] = limb__vec3_rotate_back(
                pair->pose, limb__vec3_subtract(corner[i], limb__vec3_origin(pair->pose)));
    limb__solids_answer better;
    if (!corners_distance(cylinder, corner, count, &better)) return;
    if (!(better.distance > 0) || better.distance > out->distance) return;
    if (!first) {
        // from the cylinder to the other shape, which is now the first
        const limb__vec3 on_b = limb__vec3_add_scaled(better.on_a, better.distance, better.normal);
        better.on_a = limb__vec3_transform(pair->pose, on_b);
        better.normal = limb__vec3_negate(limb__vec3_rotate(pair->pose, better.normal));
    }
    *out = better;
}

// Computes the distance from a cylinder to a point, a segment or a triangle, in the cylinder's
// frame. Returns false if the closest point is not inside the triangle, or is not found.
static bool corners_distance(const limb__convex *cylinder, const limb__vec3 *corner, int count,
                             limb__solids_answer *out)
{
    if (count == 1) {
        out->distance = limb__point_cylinder(corner[0], cylinder->half, &out->on_a, &out->normal);
        return true;
    }
    const limb__vec3 edge = limb__vec3_subtract(corner[1], corner[0]);
    if (count == 2) {
        const double length = limb__vec3_length(edge);
        const limb__convex segment = {.core = LIMB__CORE_SEGMENT, .half = {0, 0, 0.5 * length}};
        const limb__vec3 z = limb__vec3_scale(edge, 1 / length), x = limb__vec3_normal_to(z);
        const limb__vec3 y = limb__vec3_cross(z, x);
        const limb__vec3 mid = limb__vec3_add_scaled(corner[0], 0.5, edge);
        const double pose[12] = {x.x, y.x, z.x, mid.x, x.y, y.y, z.y, mid.y, x.z, y.z, z.z, mid.z};
        const limb__convex_pair pair = {cylinder, &segment, pose};
        limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
        return limb__solids_gap(&pair, &memory, 0, HUGE_VAL, out) == LIMB__SOLIDS_APART;
    }
    if (count != 3) return false;
    limb__vec3 n = limb__vec3_unit(
        limb__vec3_cross(edge, limb__vec3_subtract(corner[2], corner[0])), (limb__vec3){0, 0, 1});
    if (limb__vec3_dot(n, corner[0]) < 0) n = limb__vec3_negate(n);
    int unused = 0;
    out->on_a = limb__support(cylinder, n, &unused);
    out->normal = n;
    out->distance = limb__vec3_dot(n, limb__vec3_subtract(corner[0], out->on_a));
    for (int i = 0; i < 3; i++) {
        const limb__vec3 from = corner[i], to = corner[(i + 1) % 3], third = corner[(i + 2) % 3];
        const limb__vec3 inward = limb__vec3_cross(limb__vec3_subtract(to, from), n);
        const double side = limb__vec3_dot(inward, limb__vec3_subtract(third, from));
        if (limb__vec3_dot(inward, limb__vec3_subtract(out->on_a, from)) * side < 0) return false;
    }
    return true;
}

// Most overlapping shapes are found by their inner balls.
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

// Converts from the cores (distance, normal, point[0]) to the shapes.
static void add_radii(const limb__convex_pair *pair, limb__proximity *out)
{
    const limb__vec3 normal = limb__vec3_load(out->normal);
    out->distance -= pair->a->radius + pair->b->radius;
    const limb__vec3 on_a =
        limb__vec3_add_scaled(limb__vec3_load(out->point[0]), pair->a->radius, normal);
    limb__vec3_store(out->point[0], on_a);
    limb__vec3_store(out->point[1], limb__vec3_add_scaled(on_a, out->distance, normal));
}
