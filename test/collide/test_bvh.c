// Trees of triangles against brute force over all their triangles: touching, distance, rays; with
// other meshes and with convex shapes; smooth, ragged and degenerate ones.
#include "convex_shapes.h"
#include "narrow/bvh.h"

typedef struct test_mesh {
    int nvertex, ntriangle;
    float *position;
    uint32_t *index;
    limb__bvh bvh;
    limb__bvh_node *node;
    limb__oriented_node *oriented;
    limb__triangle_block *block;
} test_mesh;

static void build(test_mesh *m, const double scale[3])
{
    const limb__triangles in = {
        m->position, m->index, m->ntriangle, {scale[0], scale[1], scale[2]}, NULL};
    limb__bvh_plan plan;
    ENSURE(limb__bvh_plan_build(&plan, &in, NULL) == LIMB_OK);
    m->node = aligned_alloc(64, (size_t)plan.nnode * sizeof *m->node);
    m->oriented = aligned_alloc(32, (size_t)plan.nnode * sizeof *m->oriented);
    m->block = aligned_alloc(64, (size_t)plan.nblock * sizeof *m->block);
    limb__bvh_fill(&plan, m->node, m->block, &m->bvh);
    pairs->mesh_orient(&m->bvh, m->oriented);
    limb__bvh_plan_free(&plan);
}

static void release(test_mesh *m)
{
    free(m->position);
    free(m->index);
    free(m->node);
    free(m->oriented);
    free(m->block);
}

// A bumpy sphere of rings and sectors; ragged: triangles at random instead.
static void random_mesh(limb_test_rng *rng, int rings, int sectors, bool ragged, test_mesh *m)
{
    *m = (test_mesh){0};
    m->nvertex = (rings + 1) * sectors;
    m->ntriangle = 2 * rings * sectors;
    m->position = malloc((size_t)m->nvertex * 3 * sizeof(float));
    m->index = malloc((size_t)m->ntriangle * 3 * sizeof(uint32_t));
    for (int i = 0; i <= rings; i++)
        for (int j = 0; j < sectors; j++) {
            const double u = 3.14159265 * i / rings, v = 6.2831853 * j / sectors;
            const double r = 0.3 * (1 + 0.2 * limb_test_uniform(rng, -1, 1));
            float *p = m->position + 3 * (i * sectors + j);
            p[0] = (float)(r * sin(u) * cos(v));
            p[1] = (float)(r * sin(u) * sin(v));
            p[2] = (float)(r * cos(u));
            if (ragged)
                for (int k = 0; k < 3; k++)
                    p[k] = (float)limb_test_uniform(rng, -0.3, 0.3);
        }
    uint32_t *at = m->index;
    for (int i = 0; i < rings; i++)
        for (int j = 0; j < sectors; j++) {
            const uint32_t a = (uint32_t)(i * sectors + j),
                           b = (uint32_t)(i * sectors + (j + 1) % sectors);
            const uint32_t c = a + (uint32_t)sectors, d = b + (uint32_t)sectors;
            const uint32_t corner[6] = {a, c, b, b, c, d};
            memcpy(at, corner, sizeof corner);
            at += 6;
        }
    // some without area, some only a point
    if (ragged)
        for (int i = 0; i < m->ntriangle; i += 7) {
            m->index[3 * i + 1] = m->index[3 * i];
            if (i % 2) m->index[3 * i + 2] = m->index[3 * i];
        }
    const double one[3] = {1, 1, 1};
    build(m, one);
}

static limb__convex triangle_shape(const test_mesh *m, int i, double corner[9])
{
    for (int k = 0; k < 9; k++)
        corner[k] = (double)m->position[3 * m->index[3 * i + k / 3] + (uint32_t)(k % 3)];
    return (limb__convex){
        .core = LIMB__CORE_TRIANGLE, .radius = m->bvh.radius, .nvertex = 3, .vertex = corner};
}

// Distance of a mesh from a shape, triangle by triangle; negative: the deepest.
static double brute_distance(const test_mesh *m, const limb__convex *c, const double pose[12])
{
    double best = HUGE_VAL;
    for (int i = 0; i < m->ntriangle; i++) {
        double corner[9];
        const limb__convex t = triangle_shape(m, i, corner);
        const limb__convex_pair pair = {&t, c, pose};
        limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
        limb__proximity near;
        if (pairs->convex_distance(&pair, &memory, best, &near)) best = fmin(best, near.distance);
    }
    return best;
}

static double brute_mesh_distance(const test_mesh *a, const test_mesh *b, const double pose[12])
{
    double best = HUGE_VAL;
    for (int i = 0; i < b->ntriangle; i++) {
        double corner[9];
        const limb__convex t = triangle_shape(b, i, corner);
        best = fmin(best, brute_distance(a, &t, pose));
    }
    return best;
}

static void random_pose(limb_test_rng *rng, double spread, double pose[12])
{
    random_rotation(rng, pose);
    for (int k = 0; k < 3; k++)
        pose[4 * k + 3] = limb_test_uniform(rng, -spread, spread);
}

TEST(the_tree_holds_every_triangle_once)
{
    limb_test_rng rng = {1};
    pairs = limb__pairs_of(limb__isa_choose(LIMB_ISA_AUTO));
    for (int n = 1; n < 60; n++) {
        test_mesh m;
        random_mesh(&rng, 1, n, n % 2, &m);
        int *seen = calloc((size_t)m.ntriangle, sizeof *seen);
        for (int i = 0; i < m.bvh.nblock; i++)
            for (int k = 0; k < m.block[i].count; k++)
                seen[m.block[i].triangle[k]]++;
        for (int i = 0; i < m.ntriangle; i++)
            ENSURE_INT(seen[i], 1);
        free(seen);
        release(&m);
    }
}

// Stacks of copies would be compared each with each, for hours.
TEST(copies_of_a_triangle_count_once)
{
    enum { COUNT = 100000 };
    static const float corner[2][3][3] = {{{-1, -1, 0}, {1, 1, 0}, {0, 0, 0.5F}},
                                          {{-1, 1, 0}, {1, -1, 0}, {0, 0, 0.5F}}};
    pairs = limb__pairs_of(limb__isa_choose(LIMB_ISA_AUTO));
    test_mesh m = {.nvertex = 3 * COUNT, .ntriangle = COUNT};
    m.position = malloc((size_t)m.nvertex * 3 * sizeof(float));
    m.index = malloc((size_t)m.ntriangle * 3 * sizeof(uint32_t));
    for (uint32_t i = 0; i < 3 * COUNT; i++) {
        // two triangles with the same box, their corners in every order
        const uint32_t triangle = i / 3, at = i % 3;
        const uint32_t turned = triangle % 2 ? (at + triangle) % 3 : (2 * at + triangle) % 3;
        memcpy(m.position + 3 * (size_t)i, corner[triangle % 5 == 4][turned], sizeof corner[0][0]);
        m.index[i] = i;
    }
    build(&m, (double[3]){1, 1, 1});
    ENSURE_INT(m.bvh.nblock, 1);
    ENSURE_INT(m.block[0].count, 2);
    // beside the one that was first, above the other
    const double pose[12] = {1, 0, 0, 3, 0, 1, 0, -0.5, 0, 0, 1, 0.25};
    const limb__mesh_pair pair = {&m.bvh, &m.bvh, pose};
    limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
    limb__proximity near;
    ENSURE(!pairs->mesh_collide(&pair, &memory));
    ENSURE(pairs->mesh_distance(&pair, &memory, HUGE_VAL, &near));
    test_mesh two = m;
    two.ntriangle = 5;
    ENSURE_NEAR(near.distance, brute_mesh_distance(&two, &two, pose), 1e-9);
    release(&m);
}

// How far a corner of a block is outside of an oriented box.
static double outside_box(const limb__oriented_node *node, int slot,
                          const limb__triangle_block *block, int corner, int lane)
{
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double along = 0;
        for (int i = 0; i < 3; i++)
            along += (double)node->axis[3 * k + i][slot] *
                     (block->corner[3 * corner + i][lane] - (double)node->center[i][slot]);
        most = fmax(most, fabs(along) - (double)node->half[k][slot]);
    }
    return most;
}

static double outside_child(const test_mesh *m, int node, int slot, int child)
{
    double most = 0;
    if (child < 0) {
        for (int i = 0; i < 3 * LIMB__BVH_LEAF; i++)
            most = fmax(most, outside_box(&m->oriented[node], slot, &m->block[-1 - child],
                                          i / LIMB__BVH_LEAF, i % LIMB__BVH_LEAF));
        return most;
    }
    for (int k = 0; k < m->node[child].count; k++)
        most = fmax(most, outside_child(m, node, slot, m->node[child].child[k]));
    return most;
}

// Every box holds all corners below it, and most are smaller than those along the axes.
TEST(oriented_boxes_hold_what_is_below_them)
{
    FOR_EACH_ISA(isa)
    {
        limb_test_rng rng = {11};
        for (int round = 0; round < 6; round++) {
            test_mesh m;
            random_mesh(&rng, 12 + round, 20, round % 3 == 2, &m);
            double volume = 0, straight = 0;
            for (int i = 0; i < m.bvh.nnode; i++)
                for (int k = 0; k < m.node[i].count; k++) {
                    ENSURE(outside_child(&m, i, k, m.node[i].child[k]) <= 0);
                    double own = 1, other = 1;
                    for (int axis = 0; axis < 3; axis++) {
                        own *= 2 * (double)m.oriented[i].half[axis][k];
                        other *=
                            (double)m.node[i].upper[axis][k] - (double)m.node[i].lower[axis][k];
                    }
                    volume += own;
                    straight += other;
                }
            ENSURE(volume < 0.97 * straight);
            release(&m);
        }
    }
}

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
            release(&a);
            release(&b);
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

// In floats all triangles of two meshes that are far apart are at one distance. Comparing
// each with each did not end for large meshes; flat ones that face each other are equally far
// even in doubles.
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
        build(&flat, (double[3]){1, 1, 1});
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
        release(&small);
        release(&large);
        release(&flat);
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
            release(&m);
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
        build(&cloud, one);
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

// The first triangle that the ray meets, one by one.
static double brute_ray(const test_mesh *m, const limb__ray *ray)
{
    double best = ray->reach;
    for (int i = 0; i < m->ntriangle; i++) {
        double c[9];
        triangle_shape(m, i, c);
        const limb__vec3 a = limb__vec3_load(c), b = limb__vec3_load(c + 3),
                         d = limb__vec3_load(c + 6);
        const limb__vec3 n = limb__vec3_cross(limb__vec3_subtract(b, a), limb__vec3_subtract(d, a));
        const limb__vec3 way = limb__vec3_load(ray->direction), from = limb__vec3_load(ray->from);
        const double t = limb__vec3_dot(n, limb__vec3_subtract(a, from)) / limb__vec3_dot(n, way);
        if (!(t >= 0 && t < best)) continue;
        const limb__vec3 p = limb__vec3_add_scaled(from, t, way);
        const limb__vec3 corner[3] = {a, b, d};
        bool inside = true;
        for (int k = 0; k < 3; k++) {
            const limb__vec3 e = limb__vec3_subtract(corner[(k + 1) % 3], corner[k]);
            inside &=
                limb__vec3_dot(n, limb__vec3_cross(e, limb__vec3_subtract(p, corner[k]))) >= 0;
        }
        if (inside) best = t;
    }
    return best;
}

TEST(rays_meet_the_first_triangle)
{
    FOR_EACH_ISA(isa)
    {
        limb_test_rng rng = {5};
        int hits = 0, misses = 0;
        for (int round = 0; round < LIMB_TEST_COUNT(200) + 10; round++) {
            test_mesh m;
            random_mesh(&rng, 6, 10, round % 3 == 2, &m);
            for (int i = 0; i < 10; i++) {
                limb__ray ray = {.reach = i % 2 ? 1 : HUGE_VAL};
                for (int k = 0; k < 3; k++) {
                    ray.from[k] = limb_test_uniform(&rng, -0.8, 0.8);
                    ray.direction[k] = limb_test_uniform(&rng, -0.2, 0.2) - ray.from[k];
                    if (i % 5 == 4 && k < 2) ray.direction[k] = 0;
                }
                limb__ray_hit hit;
                const double truth = brute_ray(&m, &ray);
                const bool found = pairs->mesh_ray(&m.bvh, &ray, &hit);
                ENSURE(found == (truth < ray.reach));
                if (found) ENSURE_NEAR(hit.t, truth, 1e-9);
                hits += found;
                misses += !found;
            }
            release(&m);
        }
        ENSURE(hits > 20 && misses > 20);
    }
}

TEST(rays_meet_convex_shapes)
{
    static test_shape shape;
    FOR_EACH_ISA(isa)
    {
        limb_test_rng rng = {6};
        int hits = 0, misses = 0;
        for (int round = 0; round < LIMB_TEST_COUNT(4000); round++) {
            random_shape(&rng, round % SHAPE_KINDS, &shape);
            limb__ray ray = {.reach = 3};
            for (int k = 0; k < 3; k++) {
                ray.from[k] = limb_test_uniform(&rng, -1.5, 1.5);
                ray.direction[k] = limb_test_uniform(&rng, -0.5, 0.5) - ray.from[k];
            }
            limb__ray_hit hit;
            const bool found = pairs->convex_ray(&shape.c, &ray, &hit);
            // the ray as a thin segment: it touches the shape if and only if the ray meets it
            const limb__vec3 way = limb__vec3_scale(limb__vec3_load(ray.direction), 3);
            double pose[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, ends[9];
            limb__vec3_store(ends, limb__vec3_load(ray.from));
            limb__vec3_store(ends + 3, limb__vec3_add(limb__vec3_load(ray.from), way));
            limb__vec3_store(ends + 6, limb__vec3_load(ray.from));
            const limb__convex segment = {
                .core = LIMB__CORE_TRIANGLE, .nvertex = 3, .vertex = ends};
            const limb__convex_pair pair = {&shape.c, &segment, pose};
            limb__pair_memory memory = {{0, 0, 0}, {0, 0}};
            limb__proximity near;
            pairs->convex_distance(&pair, &memory, HUGE_VAL, &near);
            if (fabs(near.distance) > 1e-8) ENSURE(found == (near.distance < 0));
            hits += found;
            misses += !found;
            if (!found) continue;
            // the point is on the surface, and nothing of the ray before it is inside
            const limb__convex point = {.core = LIMB__CORE_POINT};
            for (int i = 0; i < 8; i++) {
                const double t = hit.t * i / 7.0;
                for (int k = 0; k < 3; k++)
                    pose[4 * k + 3] = ray.from[k] + t * ray.direction[k];
                const limb__convex_pair at = {&shape.c, &point, pose};
                memory = (limb__pair_memory){{0, 0, 0}, {0, 0}};
                pairs->convex_distance(&at, &memory, HUGE_VAL, &near);
                if (i == 7 && hit.t > 0) ENSURE_NEAR(near.distance, 0, 1e-8);
                if (i < 7 && hit.t > 0) ENSURE(near.distance > -1e-8);
            }
        }
        ENSURE(hits > 100 && misses > 30);
    }
}
