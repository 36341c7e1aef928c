// Meshes for tests of triangle trees: smooth, ragged and degenerate ones, and brute-force distances
// over all their triangles.
#ifndef LIMB_TEST_COLLIDE_MESH_SHAPES_H
#define LIMB_TEST_COLLIDE_MESH_SHAPES_H

#include "convex_shapes.h"
#include "numbers/narrowphase/bvh.h"

typedef struct test_mesh {
    int nvertex, ntriangle;
    float *position;
    uint32_t *index;
    limb__bvh bvh;
    limb__bvh_node *node;
    limb__oriented_node *oriented;
    limb__triangle_block *block;
} test_mesh;

static inline void mesh_build(test_mesh *m, const double scale[3])
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

static inline void mesh_release(test_mesh *m)
{
    free(m->position);
    free(m->index);
    free(m->node);
    free(m->oriented);
    free(m->block);
}

// A bumpy sphere of rings and sectors; ragged: triangles at random instead.
static inline void random_mesh(limb_test_rng *rng, int rings, int sectors, bool ragged,
                               test_mesh *m)
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
    mesh_build(m, one);
}

static inline limb__convex triangle_shape(const test_mesh *m, int i, double corner[9])
{
    for (int k = 0; k < 9; k++)
        corner[k] = (double)m->position[3 * m->index[3 * i + k / 3] + (uint32_t)(k % 3)];
    return (limb__convex){
        .core = LIMB__CORE_TRIANGLE, .radius = m->bvh.radius, .nvertex = 3, .vertex = corner};
}

// Distance of a mesh from a shape, triangle by triangle; negative: the deepest.
static inline double brute_distance(const test_mesh *m, const limb__convex *c,
                                    const double pose[12])
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

static inline double brute_mesh_distance(const test_mesh *a, const test_mesh *b,
                                         const double pose[12])
{
    double best = HUGE_VAL;
    for (int i = 0; i < b->ntriangle; i++) {
        double corner[9];
        const limb__convex t = triangle_shape(b, i, corner);
        best = fmin(best, brute_distance(a, &t, pose));
    }
    return best;
}

static inline void random_pose(limb_test_rng *rng, double spread, double pose[12])
{
    random_rotation(rng, pose);
    for (int k = 0; k < 3; k++)
        pose[4 * k + 3] = limb_test_uniform(rng, -spread, spread);
}

#endif
