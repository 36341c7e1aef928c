// Compares convex pairs with brute force: verdicts, distances, normals and points of every kind of
// pair, including nearly touching, aligned, flat, tiny and huge ones.
//
// A distance is verified from both sides: its two points belong to the shapes (upper bound), and
// the shapes are that far apart along its normal (lower bound). A depth is an upper bound if a
// translation by it separates the shapes; to verify that no smaller one exists, every possible face
// direction of the Minkowski difference of two polytopes is tried, and many random directions.
#include "convex_shapes.h"

typedef struct checked {
    int apart, overlapping;
} checked;

static void relative(const double a[12], const double b[12], double out[12])
{
    double inverse[12];
    limb_pose_inverse(a, inverse);
    limb_pose_multiply(inverse, b, out);
}

static bool inside(const limb__convex *c, limb__vec3 p, double tolerance, limb_test_rng *rng)
{
    if (c->core == LIMB__CORE_SEGMENT) {
        const double z = fmax(fabs(p.z) - c->half[2], 0);
        return sqrt(p.x * p.x + p.y * p.y + z * z) <= c->radius + tolerance;
    }
    for (int i = 0; i < 60; i++) {
        const limb__vec3 d = limb__vec3_unit((limb__vec3){limb_test_uniform(rng, -1, 1),
                                                          limb_test_uniform(rng, -1, 1),
                                                          limb_test_uniform(rng, -1, 1)},
                                             (limb__vec3){0, 0, 1});
        if (limb__vec3_dot(p, d) > reach(c, d) + tolerance) return false;
    }
    for (int k = 0; k < 6; k++) {
        double d[3] = {0, 0, 0};
        d[k / 2] = k % 2 ? 1 : -1;
        const limb__vec3 v = limb__vec3_load(d);
        if (limb__vec3_dot(p, v) > reach(c, v) + tolerance) return false;
    }
    return true;
}

// The largest gap along any direction that can be normal to a face of the difference of the cores.
static double largest_gap(const limb__convex_pair *pair)
{
    static limb__vec3 edge[2 * MAX_CORNER * MAX_CORNER];
    limb__vec3 corner[2][MAX_CORNER];
    int nedge = 0;
    double best = -HUGE_VAL;
    for (int side = 0; side < 2; side++) {
        const int n = corners(side ? pair->b : pair->a, corner[side]);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) {
                const limb__vec3 e = limb__vec3_subtract(corner[side][i], corner[side][j]);
                edge[nedge++] = side ? limb__vec3_rotate(pair->pose, e) : e;
            }
    }
    for (int i = 0; i < nedge; i++)
        for (int j = 0; j < i; j++) {
            const limb__vec3 n = limb__vec3_cross(edge[i], edge[j]);
            const double nn = limb__vec3_squared(n);
            if (nn < 1e-20 * limb__vec3_squared(edge[i]) * limb__vec3_squared(edge[j])) continue;
            const limb__vec3 d = limb__vec3_scale(n, 1 / sqrt(nn));
            best = fmax(best, fmax(gap_along(pair, d), gap_along(pair, limb__vec3_negate(d))));
        }
    return best;
}

static double random_gap(const limb__convex_pair *pair, limb_test_rng *rng, limb__vec3 near)
{
    double best = -HUGE_VAL;
    for (int i = 0; i < 300; i++) {
        const double spread = i < 100 ? 10 : i < 200 ? 0.1 : 0.001;
        const limb__vec3 d = {near.x + spread * limb_test_uniform(rng, -1, 1),
                              near.y + spread * limb_test_uniform(rng, -1, 1),
                              near.z + spread * limb_test_uniform(rng, -1, 1)};
        best = fmax(best, gap_along(pair, limb__vec3_unit(d, near)));
    }
    return best;
}

// The gap along the normal, or along the best one very near to it: rounding of points that are far
// from each other on a flat side turns the normal by a hundred millionth, not the distance.
static double polished_gap(const limb__convex_pair *pair, limb__vec3 n, limb_test_rng *rng)
{
    limb__vec3 at = n;
    double best = gap_along(pair, n), step = 1e-6;
    for (int i = 0; i < 800 && step > 1e-14; i++) {
        const limb__vec3 d = {at.x + step * limb_test_uniform(rng, -1, 1),
                              at.y + step * limb_test_uniform(rng, -1, 1),
                              at.z + step * limb_test_uniform(rng, -1, 1)};
        const limb__vec3 unit = limb__vec3_unit(d, n);
        const double gap = gap_along(pair, unit);
        if (gap > best) {
            best = gap;
            at = unit;
        } else {
            step *= 0.97;
        }
    }
    return best;
}

static double size_of(const limb__convex_pair *pair)
{
    double size = 0;
    for (int k = 0; k < 3; k++) {
        const limb__vec3 d = {k == 0, k == 1, k == 2};
        size = fmax(size, fmax(reach(pair->a, d), reach(pair->a, limb__vec3_negate(d))));
        size = fmax(size, fmax(reach(pair->b, d), reach(pair->b, limb__vec3_negate(d))));
        size = fmax(size, fabs(pair->pose[4 * k + 3]));
    }
    return size;
}

static void check(const limb__convex_pair *pair, limb_test_rng *rng, bool exhaustive, checked *sum)
{
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    limb__proximity near;
    ENSURE(pairs->convex_distance(pair, &memory, HUGE_VAL, &near));
    const double size = size_of(pair), tiny = 1e-9 * size;
    const limb__vec3 n = limb__vec3_load(near.normal);
    const limb__vec3 on_a = limb__vec3_load(near.point[0]), on_b = limb__vec3_load(near.point[1]);
    ENSURE_NEAR(limb__vec3_length(n), 1, 1e-12);
    // lower bound of the signed distance; with depth: moving by it along the normal separates
    const double gap = polished_gap(pair, n, rng);
    const bool apart = near.distance > 0;
    // of the size: rounding of the coordinates; more of a cylinder and a hull, whose points crowd
    // together near touching, and whose depth is that of a polytope
    const bool polytopes =
        pair->a->core != LIMB__CORE_CYLINDER && pair->b->core != LIMB__CORE_CYLINDER;
    // cylinders meet boxes, capsules and each other by their features, hulls by GJK
    const bool plain = pair->a->core <= LIMB__CORE_CYLINDER && pair->b->core <= LIMB__CORE_CYLINDER;
    const bool touching = fabs(near.distance) < 1e-6 * size;
    const double share = polytopes ? 1e-13 : plain ? 1e-11 : touching ? 5e-9 : apart ? 1e-11 : 1e-5;
    const double allowed = 1e-9 * (apart ? near.distance : size) + share * size;
    const double moved = apart ? allowed : 1e-9 * size;
    ENSURE(gap >= near.distance - moved);
    const double outside = polytopes || plain ? tiny : (apart ? 1e-7 : 1e-6) * size;
    // the points are consistent and belong to the shapes
    const limb__vec3 between = limb__vec3_subtract(on_b, on_a);
    ENSURE_NEAR(limb__vec3_length(limb__vec3_add_scaled(between, -near.distance, n)), 0,
                1e-12 * size);
    ENSURE(inside(pair->a, on_a, outside, rng));
    const limb__vec3 local = limb__vec3_rotate_back(
        pair->pose, limb__vec3_subtract(on_b, limb__vec3_origin(pair->pose)));
    ENSURE(inside(pair->b, local, outside, rng));
    // no direction does better
    ENSURE(random_gap(pair, rng, n) <= near.distance + allowed);
    if (exhaustive && polytopes) {
        const double best = largest_gap(pair);
        ENSURE(best <= near.distance + allowed);
    }
    // the verdict alone, cold and warm
    if (fabs(near.distance) > tiny) {
        for (int warm = 0; warm < 2; warm++) {
            ENSURE(pairs->convex_collide(pair, &memory) == !apart);
            if (warm == 0) memory = (limb__pair_memory){{0, 0, 0}, {0, 0}};
        }
    }
    // a bound ends the search
    if (apart) {
        limb__proximity bounded;
        memory = (limb__pair_memory){{0, 0, 0}, {0, 0}};
        ENSURE(!pairs->convex_distance(pair, &memory, 0.9 * near.distance, &bounded));
        ENSURE(bounded.distance > 0.9 * near.distance * (1 - 1e-12));
        ENSURE(bounded.distance <= near.distance * (1 + 1e-9) + 1e-12 * size);
        ENSURE(pairs->convex_distance(pair, &memory, 1.1 * near.distance, &bounded));
        ENSURE_NEAR(bounded.distance, near.distance, allowed);
    }
    // the other order
    double inverse[12];
    limb_pose_inverse(pair->pose, inverse);
    const limb__convex_pair other = {pair->b, pair->a, inverse};
    memory = (limb__pair_memory){{0, 0, 0}, {0, 0}};
    limb__proximity turned;
    ENSURE(pairs->convex_distance(&other, &memory, HUGE_VAL, &turned));
    ENSURE_NEAR(turned.distance, near.distance, 2 * allowed);
    sum->apart += apart;
    sum->overlapping += !apart;
}

// Puts b so that the two are that far apart along the normal they had.
static void set_apart(test_shape *a, test_shape *b, double pose[12], double wanted)
{
    const limb__convex_pair pair = {&a->c, &b->c, pose};
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    limb__proximity near;
    ENSURE(pairs->convex_distance(&pair, &memory, HUGE_VAL, &near));
    for (int k = 0; k < 3; k++)
        pose[4 * k + 3] += near.normal[k] * (wanted - near.distance);
}

static void scale_shape(test_shape *s, double factor)
{
    s->c.radius *= factor;
    s->c.coarse_error *= factor;
    s->c.inner_radius *= factor;
    for (int k = 0; k < 3; k++)
        s->c.half[k] *= factor, s->c.inner[k] *= factor;
    for (int i = 0; i < 3 * 272; i++)
        s->vertex[i] *= factor;
    for (int i = 0; i < 4 * 256; i++)
        s->packed[i] *= factor;
    for (int i = 0; i < 3 * 272; i++)
        s->coarse[i] *= (float)factor;
    for (int i = 0; i < 9; i++)
        s->triangle[i] *= factor;
}

typedef enum family { ANYHOW, ALIGNED, NEAR, NEARER, MIXED, TINY, HUGE_SIZE, FAMILIES } family;

static void place(limb_test_rng *rng, family how, test_shape *a, test_shape *b, double pose[12])
{
    random_rotation(rng, pose);
    if (how == ALIGNED) axis_rotation(rng, pose);
    for (int k = 0; k < 3; k++)
        pose[4 * k + 3] = limb_test_uniform(rng, -1, 1);
    if (how == ALIGNED)
        for (int k = 0; k < 3; k++)
            if (limb_test_below(rng, 2)) pose[4 * k + 3] = 0;
    if (how == NEAR || how == NEARER) {
        const double wanted = (how == NEAR ? 1e-5 : 1e-8) * limb_test_uniform(rng, -1, 1);
        set_apart(a, b, pose, wanted);
    }
    if (how == MIXED) scale_shape(b, 1e-3);
    if (how == TINY || how == HUGE_SIZE) {
        const double factor = how == TINY ? 1e-6 : 1e4;
        scale_shape(a, factor);
        scale_shape(b, factor);
        for (int k = 0; k < 3; k++)
            pose[4 * k + 3] *= factor;
    }
}

static void run_family(family how, int rounds)
{
    limb_test_rng rng = {1000 + (uint64_t)how};
    static test_shape a, b;
    FOR_EACH_ISA(isa)
    {
        checked sum = {0, 0};
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < SHAPE_KINDS; i++)
                for (int j = 0; j < SHAPE_KINDS; j++) {
                    random_shape(&rng, i, &a);
                    random_shape(&rng, j, &b);
                    double pose[12];
                    place(&rng, how, &a, &b, pose);
                    const limb__convex_pair pair = {&a.c, &b.c, pose};
                    const bool small = i != 6 && j != 6 && i != 7 && j != 7;
                    check(&pair, &rng, small && round % 8 == 0, &sum);
                }
        ENSURE(sum.apart > 0 && sum.overlapping > 0);
    }
}

TEST(pairs_anyhow)
{
    run_family(ANYHOW, LIMB_TEST_COUNT(40) + 1);
}

TEST(pairs_aligned)
{
    run_family(ALIGNED, LIMB_TEST_COUNT(40) + 1);
}

TEST(pairs_nearly_touching)
{
    run_family(NEAR, LIMB_TEST_COUNT(20) + 1);
}

TEST(pairs_closer_to_touching)
{
    run_family(NEARER, LIMB_TEST_COUNT(20) + 1);
}

TEST(pairs_of_mixed_size)
{
    run_family(MIXED, LIMB_TEST_COUNT(20) + 1);
}

TEST(pairs_tiny)
{
    run_family(TINY, LIMB_TEST_COUNT(10) + 1);
}

TEST(pairs_huge)
{
    run_family(HUGE_SIZE, LIMB_TEST_COUNT(10) + 1);
}

// The best of many directions, each made better by steps that become smaller.
static double deepest_by_search(const limb__convex_pair *pair, limb_test_rng *rng)
{
    enum { DIRECTIONS = 1500, KEPT = 6 };
    limb__vec3 kept[KEPT];
    double gap[KEPT], best = -HUGE_VAL;
    for (int k = 0; k < KEPT; k++)
        gap[k] = -HUGE_VAL;
    for (int i = 0; i < DIRECTIONS; i++) {
        const limb__vec3 d = limb__vec3_unit((limb__vec3){limb_test_uniform(rng, -1, 1),
                                                          limb_test_uniform(rng, -1, 1),
                                                          limb_test_uniform(rng, -1, 1)},
                                             (limb__vec3){0, 0, 1});
        const double g = gap_along(pair, d);
        int worst = 0;
        for (int k = 1; k < KEPT; k++)
            if (gap[k] < gap[worst]) worst = k;
        if (g <= gap[worst]) continue;
        gap[worst] = g;
        kept[worst] = d;
    }
    for (int k = 0; k < KEPT; k++) {
        for (double step = 0.05; step > 1e-9;) {
            const limb__vec3 d =
                limb__vec3_unit((limb__vec3){kept[k].x + step * limb_test_uniform(rng, -1, 1),
                                             kept[k].y + step * limb_test_uniform(rng, -1, 1),
                                             kept[k].z + step * limb_test_uniform(rng, -1, 1)},
                                kept[k]);
            const double g = gap_along(pair, d);
            if (g > gap[k]) {
                gap[k] = g;
                kept[k] = d;
            } else {
                step *= 0.9;
            }
        }
        best = fmax(best, gap[k]);
    }
    return best;
}

TEST(no_direction_parts_cylinders_sooner)
{
    limb_test_rng rng = {17};
    static test_shape a, b;
    FOR_EACH_ISA(isa)
    for (int other = 1; other <= 3; other++) {
        int overlapping = 0;
        for (int round = 0; round < LIMB_TEST_COUNT(600) + 4; round++) {
            random_shape(&rng, round % 2 ? 3 : other, &a);
            random_shape(&rng, round % 2 ? other : 3, &b);
            double pose[12];
            random_rotation(&rng, pose);
            const double spread = limb_test_uniform(&rng, 0.01, 1);
            for (int k = 0; k < 3; k++)
                pose[4 * k + 3] = spread * limb_test_uniform(&rng, -1, 1);
            const limb__convex_pair pair = {&a.c, &b.c, pose};
            limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
            limb__proximity near;
            ENSURE(pairs->convex_distance(&pair, &memory, HUGE_VAL, &near));
            if (near.distance > 0) continue;
            overlapping++;
            ENSURE(deepest_by_search(&pair, &rng) <= near.distance + 1e-10 * size_of(&pair));
        }
        ENSURE(overlapping > 0);
    }
}

TEST(a_rigid_motion_of_both_changes_nothing)
{
    limb_test_rng rng = {5};
    static test_shape a, b;
    FOR_EACH_ISA(isa)
    for (int round = 0; round < LIMB_TEST_COUNT(2000); round++) {
        random_shape(&rng, limb_test_below(&rng, SHAPE_KINDS), &a);
        random_shape(&rng, limb_test_below(&rng, SHAPE_KINDS), &b);
        double pose_a[12], pose_b[12], motion[12], moved_a[12], moved_b[12], first[12], second[12];
        random_rotation(&rng, pose_a);
        random_rotation(&rng, pose_b);
        random_rotation(&rng, motion);
        for (int k = 0; k < 3; k++) {
            pose_a[4 * k + 3] = limb_test_uniform(&rng, -1, 1);
            motion[4 * k + 3] = limb_test_uniform(&rng, -1, 1);
        }
        limb_pose_multiply(motion, pose_a, moved_a);
        limb_pose_multiply(motion, pose_b, moved_b);
        relative(pose_a, pose_b, first);
        relative(moved_a, moved_b, second);
        limb__proximity near[2];
        for (int i = 0; i < 2; i++) {
            const limb__convex_pair pair = {&a.c, &b.c, i ? second : first};
            limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
            ENSURE(pairs->convex_distance(&pair, &memory, HUGE_VAL, &near[i]));
        }
        ENSURE_NEAR(near[0].distance, near[1].distance, 2e-9);
    }
}

TEST(poses_that_are_not_numbers_end)
{
    limb_test_rng rng = {6};
    static test_shape a, b;
    FOR_EACH_ISA(isa)
    for (int i = 0; i < SHAPE_KINDS; i++)
        for (int j = 0; j < SHAPE_KINDS; j++) {
            random_shape(&rng, i, &a);
            random_shape(&rng, j, &b);
            double pose[12];
            for (int k = 0; k < 12; k++)
                pose[k] = k % 2 ? NAN : INFINITY;
            const limb__convex_pair pair = {&a.c, &b.c, pose};
            limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
            limb__proximity near;
            pairs->convex_collide(&pair, &memory);
            pairs->convex_distance(&pair, &memory, 1, &near);
        }
}
