// Compares rays with brute force: the first triangle of a mesh, the surface of a convex shape.
#include "mesh_shapes.h"

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
            mesh_release(&m);
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
