// Collision of hulls and meshes compared with FCL, libccd and Bullet, and building the tree
// of a mesh.
#include "bench.h"
#include "limb/limb.h"
#include "numbers/narrowphase/bvh.h"
#include "numbers/narrowphase/pairs.h"
#include "pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct ball {
    float *vertex;
    unsigned *index;
    bench_body body; // with these
} ball;

// A bumpy ball of rings and sectors.
static ball bumpy(int rings, int sectors, uint64_t seed)
{
    bench_body m = {
        .kind = BENCH_MESH, .nvertex = (rings + 1) * sectors, .ntriangle = 2 * rings * sectors};
    float *vertex = malloc((size_t)m.nvertex * 3 * sizeof *vertex);
    unsigned *index = malloc((size_t)m.ntriangle * 3 * sizeof *index), *at = index;
    for (int i = 0; i <= rings; i++)
        for (int j = 0; j < sectors; j++) {
            const double u = 3.14159265358979 * i / rings, v = 6.28318530717959 * j / sectors;
            const double r = 0.3 * (1 + 0.1 * sin(3 * u + (double)seed) * cos(4 * v));
            float *p = vertex + 3 * (i * sectors + j);
            p[0] = (float)(r * sin(u) * cos(v));
            p[1] = (float)(r * sin(u) * sin(v));
            p[2] = (float)(1.5 * r * cos(u));
        }
    for (int i = 0; i < rings; i++)
        for (int j = 0; j < sectors; j++) {
            const unsigned a = (unsigned)(i * sectors + j),
                           b = (unsigned)(i * sectors + (j + 1) % sectors);
            const unsigned corner[6] = {a, a + (unsigned)sectors, b,
                                        b, a + (unsigned)sectors, b + (unsigned)sectors};
            memcpy(at, corner, sizeof corner);
            at += 6;
        }
    m.vertex = vertex;
    m.index = index;
    return (ball){vertex, index, m};
}

static void ball_free(ball *b)
{
    free(b->vertex);
    free(b->index);
}

// A hull of random points on a ball.
static limb_mesh *random_hull(int npoint, uint64_t seed)
{
    float *point = malloc((size_t)npoint * 3 * sizeof *point);
    for (int i = 0; i < npoint; i++) {
        double p[3], n = 0;
        for (int k = 0; k < 3; k++) {
            p[k] = bench_uniform(&seed, -1, 1);
            n += p[k] * p[k];
        }
        for (int k = 0; k < 3; k++)
            point[3 * i + k] = (float)((k == 2 ? 0.45 : 0.3) * p[k] / sqrt(n));
    }
    limb_mesh *hull = NULL;
    if (limb_hull_build(&hull, point, npoint, NULL, NULL) != LIMB_OK) hull = NULL;
    free(point);
    return hull;
}

static void ours_build(void *ctx)
{
    const bench_body *body = ctx;
    const limb__triangles in = {body->vertex, body->index, body->ntriangle, {1, 1, 1}, NULL};
    limb__bvh_plan plan;
    if (limb__bvh_plan_build(&plan, &in, NULL) != LIMB_OK) return;
    limb__bvh_node *node = aligned_alloc(64, (size_t)plan.nnode * sizeof *node);
    limb__oriented_node *oriented = aligned_alloc(32, (size_t)plan.nnode * sizeof *oriented);
    limb__triangle_block *block = aligned_alloc(64, (size_t)plan.nblock * sizeof *block);
    limb__bvh tree;
    limb__bvh_fill(&plan, node, block, &tree);
    limb__pairs_of(limb__isa_choose(LIMB_ISA_AUTO))->mesh_orient(&tree, oriented);
    limb_bench_keep(tree.half[0]);
    limb__bvh_plan_free(&plan);
    free(node);
    free(oriented);
    free(block);
}

#ifdef LIMB_BENCH_FCL
static const char *const builder = "FCL";

static void peer_build(void *ctx)
{
    bench_fcl.build(ctx);
}
#else
static const char *const builder = NULL;
static limb_bench_fn *const peer_build = NULL;
#endif

BENCH(collide_mesh, "collide")
{
    if (!limb_bench_wanted("collide/")) return;
    limb_mesh *hull[2] = {random_hull(152, 1), random_hull(102, 2)};
    if (hull[0] && hull[1]) {
        bench_body body[2];
        for (int i = 0; i < 2; i++)
            body[i] = (bench_body){.kind = BENCH_HULL,
                                   .vertex = hull[i]->position,
                                   .nvertex = hull[i]->nvertex,
                                   .index = hull[i]->index,
                                   .ntriangle = hull[i]->ntriangle};
        bench_pair_run("hull-hull", body, 0.4, 512);
    }
    limb_mesh_free(hull[0]);
    limb_mesh_free(hull[1]);
    ball small[2] = {bumpy(21, 25, 1), bumpy(21, 28, 2)};
    bench_pair_run("mesh-1k", (bench_body[2]){small[0].body, small[1].body}, 0.4, 64);
    ball large[2] = {bumpy(140, 200, 1), bumpy(100, 170, 2)};
    bench_pair_run("mesh-50k", (bench_body[2]){large[0].body, large[1].body}, 0.4, 32);
    limb_bench_run(&(limb_bench_case){"collide/mesh-50k/build", ours_build, builder, peer_build,
                                      &large[0].body, 1});
    for (int i = 0; i < 2; i++) {
        ball_free(&small[i]);
        ball_free(&large[i]);
    }
}
