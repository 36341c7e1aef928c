// Tests of triangle trees: their content and their bounding boxes.
#include "mesh_shapes.h"

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
        mesh_release(&m);
    }
}

// Without deduplication all copies would be compared with each other, for hours.
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
    mesh_build(&m, (double[3]){1, 1, 1});
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
    mesh_release(&m);
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

// Every oriented box contains all corners below it, and most are smaller than the
// axis-aligned boxes.
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
            mesh_release(&m);
        }
    }
}
