// Compares meshes with brute force over all their triangles: touching and distance, with other
// meshes, with convex shapes and as point clouds.
#include "mesh_shapes.h"

TEST(meshes_touch_where_their_triangles_do)
{
    FOR_EACH_ISA(isa)
    {
        limb_test_rng rng = {2};
        int hits = 0, misses = 0;
        for (int round = 0; round < LIMB_TEST_COUNT(48); round++) {
            test_mesh a, b;
            random_mesh(&rng, 4 + round % 3, 9, round % 4 == 3, &a);
            random_mesh(&rng, 5, 8 + round % 5, round % 8 > 5, &b);
            for (int i = 0; i < 6; i++) {
                double pose[12];
                random_pose(&rng, i < 3 ? 0.45 : 0.9, pose);
                const double truth = brute_mesh_distance(&a, &b, pose);
                const limb__mesh_pair pair = {&a.bvh, &b.bvh, pose};
                limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
                limb__proximity near;
                if (fabs(truth) > 1e-9)
                    for (int warm = 0; warm < 2; warm++)
                        ENSURE(pairs->mesh_collide(&pair, &memory) == (truth < 0));
                if (truth > 1e-9) {
                    for (int warm = 0; warm < 2; warm++) {
                        ENSURE(pairs->mesh_distance(&pair, &memory, HUGE_VAL, &near));
                        ENSURE_NEAR(near.distance, truth, 1e-9 * truth + 1e-13);
                    }
                    ENSURE(!pairs->mesh_distance(&pair, &memory, 0.99 * truth, &near));
                    ENSURE(near.distance <= truth);
                    ENSURE(pairs->mesh_distance(&pair, &memory, 1.01 * truth, &near));
                }
                hits += truth < 0;
                misses += truth > 0;
            }
            mesh_release(&a);
            mesh_release(&b);
        }
        ENSURE(hits > 10 && misses > 10);
    }
}

// The least coordinate of a mesh along a direction.
static double min_along(const test_mesh *m, const double direction[3])
{
    double min = HUGE_VAL;
    for (int i = 0; i < m->nvertex; i++) {
        double along = 0;
        for (int k = 0; k < 3; k++)
            along += (double)m->position[3 * i + k] * direction[k];
        min = fmin(min, along);
    }
    return min;
}

// In floats, all pairs of triangles of two meshes that are far apart have the same distance; for
// flat meshes that face each other, this holds even in doubles. The query then compared every pair,
// which did not finish for large meshes.
TEST(meshes_far_apart_are_not_compared_triangle_by_triangle)
{
    FOR_EACH_ISA(isa)
    {
        limb_test_rng rng = {5};
        test_mesh small, large, flat;
        random_mesh(&rng, 6, 9, false, &small);
        random_mesh(&rng, 200, 400, false, &large);
        random_mesh(&rng, 200, 400, false, &flat);
        for (int i = 0; i < flat.nvertex; i++)
            flat.position[3 * i] = 0;
        free(flat.node);
        free(flat.oriented);
        free(flat.block);
        mesh_build(&flat, (double[3]){1, 1, 1});
        limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
        limb__proximity near;
        for (double far = 1e3; far < 1e16; far *= 1e3) {
            double pose[12];
            random_pose(&rng, 1, pose);
            for (int k = 0; k < 3; k++)
                pose[4 * k + 3] *= far;
            const limb__mesh_pair few = {&small.bvh, &small.bvh, pose};
            const double truth = brute_mesh_distance(&small, &small, pose);
            ENSURE(pairs->mesh_distance(&few, &memory, HUGE_VAL, &near));
            ENSURE_NEAR(near.distance, truth, 1e-9 * truth);

            const double along[12] = {1, 0, 0, 1e2 * far, 0, 1, 0, 0, 0, 0, 1, 0};
            const double ahead =
                min_along(&large, (double[3]){-1, 0, 0}) + min_along(&large, (double[3]){1, 0, 0});
            const limb__mesh_pair many = {&large.bvh, &large.bvh, along};
            const limb__mesh_pair facing = {&flat.bvh, &flat.bvh, along};
            memory = (limb__pair_memory){{0, 0, 0}, {0, 0}};
            ENSURE(pairs->mesh_distance(&many, &memory, HUGE_VAL, &near));
            ENSURE_NEAR(near.distance, 1e2 * far + ahead, 1e-7 * far);
            memory = (limb__pair_memory){{0, 0, 0}, {0, 0}};
            ENSURE(pairs->mesh_distance(&facing, &memory, HUGE_VAL, &near));
            ENSURE_NEAR(near.distance, 1e2 * far, 1e-7 * far);
        }
        mesh_release(&small);
        mesh_release(&large);
        mesh_release(&flat);
    }
}

TEST(meshes_and_convex_shapes_touch_where_triangles_do)
{
    static test_shape shape;
    FOR_EACH_ISA(isa)
    {
        limb_test_rng rng = {3};
        int hits = 0, misses = 0;
        for (int round = 0; round < LIMB_TEST_COUNT(320); round++) {
            test_mesh m;
            random_mesh(&rng, 6, 10, round % 5 == 4, &m);
            const int kind = round % SHAPE_KINDS;
            random_shape(&rng, kind, &shape);
            double pose[12], center[3] = {0, 0, 0}, half[3];
            random_pose(&rng, 1.2, pose);
            for (int k = 0; k < 3; k++) {
                const limb__vec3 up = {k == 0, k == 1, k == 2};
                const double upper = reach(&shape.c, up) - shape.c.radius;
                const double lower = reach(&shape.c, limb__vec3_negate(up)) - shape.c.radius;
                center[k] = (upper - lower) / 2;
                half[k] = (upper + lower) / 2;
            }
            const double truth = brute_distance(&m, &shape.c, pose);
            const limb__mesh_convex pair = {&m.bvh, &shape.c, center, half, pose};
            limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
            limb__proximity near;
            if (fabs(truth) > 2e-9)
                ENSURE(pairs->mesh_convex_collide(&pair, &memory) == (truth < 0));
            if (truth > 1e-9) {
                ENSURE(pairs->mesh_convex_distance(&pair, &memory, HUGE_VAL, &near));
                ENSURE_NEAR(near.distance, truth, 1e-9 * truth + 5e-9);
            }
            hits += truth < 0;
            misses += truth > 0;
            mesh_release(&m);
        }
        ENSURE(hits > 0 && misses > 0);
    }
}

TEST(points_with_a_radius_are_a_cloud)
{
    FOR_EACH_ISA(isa)
    {
        limb_test_rng rng = {4};
        float point[3 * 200];
        for (int i = 0; i < 600; i++)
            point[i] = (float)limb_test_uniform(&rng, -1, 1);
        test_mesh cloud = {.nvertex = 200, .ntriangle = 200, .position = point};
        const double one[3] = {1, 1, 1};
        mesh_build(&cloud, one);
        cloud.bvh.radius = 0.05;
        const limb__convex ball = {.core = LIMB__CORE_POINT, .radius = 0.1};
        int hits = 0;
        for (int round = 0; round < 300; round++) {
            double pose[12], truth = HUGE_VAL, zero[3] = {0, 0, 0};
            random_pose(&rng, 1.2, pose);
            for (int i = 0; i < 200; i++) {
                const double x = pose[3] - (double)point[3 * i],
                             y = pose[7] - (double)point[3 * i + 1],
                             z = pose[11] - (double)point[3 * i + 2];
                const double distance = sqrt(x * x + y * y + z * z) - 0.15;
                if (distance < truth) truth = distance;
            }
            const limb__mesh_convex pair = {&cloud.bvh, &ball, zero, zero, pose};
            limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
            limb__proximity near;
            ENSURE(pairs->mesh_convex_collide(&pair, &memory) == (truth <= 0));
            ENSURE(pairs->mesh_convex_distance(&pair, &memory, HUGE_VAL, &near));
            if (truth > 0) ENSURE_NEAR(near.distance, truth, 1e-12);
            hits += truth <= 0;
        }
        ENSURE(hits > 20 && hits < 280);
        free(cloud.node);
        free(cloud.oriented);
        free(cloud.block);
    }
}
