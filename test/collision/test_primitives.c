// Spheres, capsules, boxes and cylinders at world poses: the result is the same as in the frame of
// the first, in either order, and equals that of a simple search where one parameter suffices.
#include "convex_shapes.h"

enum { PRIMITIVE_KINDS = 4 };

static void random_pose(limb_test_rng *rng, double pose[12])
{
    random_rotation(rng, pose);
    for (int k = 0; k < 3; k++)
        pose[4 * k + 3] = limb_test_uniform(rng, -0.7, 0.7);
}

static double distance_at(const test_shape *a, const double *pose_a, const test_shape *b,
                          const double *pose_b, limb__proximity *near)
{
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    ENSURE(pairs->primitives_distance(&a->c, pose_a, &b->c, pose_b, &memory, HUGE_VAL, near));
    return near->distance;
}

static double apart(limb__vec3 a, limb__vec3 b)
{
    return limb__vec3_length(limb__vec3_subtract(a, b));
}

// Depths can have several directions that are equally good but for rounding; distances have one.
static void check_world(const test_shape *a, const double *pose_a, const test_shape *b,
                        const double *pose_b)
{
    double inverse[12], pose[12];
    limb__proximity world, local, other;
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    limb_pose_inverse(pose_a, inverse);
    limb_pose_multiply(inverse, pose_b, pose);
    const limb__convex_pair pair = {&a->c, &b->c, pose};
    const double d = distance_at(a, pose_a, b, pose_b, &world);
    ENSURE(pairs->convex_distance(&pair, &memory, HUGE_VAL, &local));
    ENSURE_NEAR(d, local.distance, 1e-10);
    ENSURE_NEAR(d, distance_at(b, pose_b, a, pose_a, &other), 1e-10);
    for (int k = 0; k < 3; k++)
        ENSURE_NEAR(world.point[1][k], world.point[0][k] + d * world.normal[k], 1e-12);
    if (d > 1e-3) {
        const limb__vec3 n = limb__vec3_rotate(pose_a, limb__vec3_load(local.normal));
        const limb__vec3 on_a = limb__vec3_transform(pose_a, limb__vec3_load(local.point[0]));
        ENSURE_NEAR(apart(limb__vec3_load(world.normal), n), 0, 1e-7);
        ENSURE_NEAR(apart(limb__vec3_negate(limb__vec3_load(other.normal)), n), 0, 1e-7);
        ENSURE_NEAR(apart(limb__vec3_load(world.point[0]), on_a), 0, 1e-6);
        ENSURE_NEAR(apart(limb__vec3_load(other.point[1]), on_a), 0, 1e-6);
    }
    if (fabs(d) < 1e-9) return;
    memory = (limb__pair_memory){{0, 0, 0}, {0, 0}};
    ENSURE(pairs->primitives_collide(&a->c, pose_a, &b->c, pose_b, &memory) == (d < 0));
    if (d > 0) {
        limb__proximity far;
        ENSURE(!pairs->primitives_distance(&a->c, pose_a, &b->c, pose_b, &memory, 0.9 * d, &far));
        ENSURE(far.distance > 0.9 * d * (1 - 1e-12));
    }
}

TEST(the_frame_and_the_order_do_not_matter)
{
    limb_test_rng rng = {31};
    static test_shape a, b;
    FOR_EACH_ISA(isa)
    for (int round = 0; round < LIMB_TEST_COUNT(300) + 2; round++)
        for (int i = 0; i < PRIMITIVE_KINDS; i++)
            for (int j = 0; j < PRIMITIVE_KINDS; j++) {
                double pose_a[12], pose_b[12];
                random_shape(&rng, i, &a);
                random_shape(&rng, j, &b);
                random_pose(&rng, pose_a);
                random_pose(&rng, pose_b);
                check_world(&a, pose_a, &b, pose_b);
            }
}

//---- a segment and a box -------------------------------------------------------------------------

static double from_box(const double half[3], const double p[3])
{
    double squared = 0;
    for (int k = 0; k < 3; k++) {
        const double over = fmax(fabs(p[k]) - half[k], 0);
        squared += over * over;
    }
    return sqrt(squared);
}

// by halving, as the distance is convex along the segment
static double segment_by_search(const test_shape *segment, const double *pose,
                                const test_shape *box)
{
    double low = -segment->c.half[2], high = segment->c.half[2], best = HUGE_VAL;
    for (int step = 0; step < 200; step++) {
        const double s[2] = {low + (high - low) / 3, high - (high - low) / 3};
        double d[2];
        for (int i = 0; i < 2; i++) {
            const double p[3] = {pose[3] + s[i] * pose[2], pose[7] + s[i] * pose[6],
                                 pose[11] + s[i] * pose[10]};
            d[i] = from_box(box->c.half, p);
            best = fmin(best, d[i]);
        }
        if (d[0] < d[1]) {
            high = s[1];
        } else {
            low = s[0];
        }
    }
    return best;
}

TEST(a_capsule_is_as_far_from_a_box_as_a_search_says)
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    limb_test_rng rng = {32};
    static test_shape capsule, box;
    FOR_EACH_ISA(isa)
    {
        int found = 0;
        for (int round = 0; round < LIMB_TEST_COUNT(4000) + 40; round++) {
            double pose[12];
            random_shape(&rng, 1, &capsule);
            random_shape(&rng, 2, &box);
            random_rotation(&rng, pose);
            // along faces and edges, exactly and but for a little
            if (round % 4) axis_rotation(&rng, pose);
            if (round % 4 == 2) pose[2] += 1e-9 * limb_test_uniform(&rng, -1, 1);
            for (int k = 0; k < 3; k++)
                pose[4 * k + 3] = limb_test_uniform(&rng, -1.5, 1.5);
            // just at the plane of a face
            if (round % 4 == 3) pose[3] = limb_test_below(&rng, 2) ? box.c.half[0] : 0;
            const double wanted = segment_by_search(&capsule, pose, &box);
            if (!(wanted > 1e-6)) continue;
            found++;
            limb__proximity near;
            const double d = distance_at(&box, identity, &capsule, pose, &near);
            ENSURE_NEAR(d + capsule.c.radius, wanted, 1e-12);
            ENSURE_NEAR(from_box(box.c.half, near.point[0]), 0, 1e-12);
            ENSURE_NEAR(distance_at(&capsule, pose, &box, identity, &near), d, 1e-12);
        }
        ENSURE(found > 0);
    }
}

TEST(a_capsule_along_a_face_touches_in_the_middle)
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    // the axis along x, over the face z = 0.5, half beyond its edge
    static const double pose[12] = {0, 0, 1, 1, 0, 1, 0, 0.1, -1, 0, 0, 0.9};
    static test_shape capsule, box;
    capsule.c = (limb__convex){.core = LIMB__CORE_SEGMENT, .radius = 0.1, .half = {0, 0, 0.6}};
    box.c = (limb__convex){.core = LIMB__CORE_BOX, .half = {1, 1, 0.5}};
    FOR_EACH_ISA(isa)
    {
        limb__proximity near;
        ENSURE_NEAR(distance_at(&box, identity, &capsule, pose, &near), 0.3, 1e-15);
        ENSURE_NEAR(near.point[0][0], 0.7, 1e-15);
        ENSURE_NEAR(near.point[0][1], 0.1, 1e-15);
        ENSURE_NEAR(near.normal[2], 1, 1e-15);
    }
}
