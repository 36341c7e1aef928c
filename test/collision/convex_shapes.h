// Random convex shapes and poses, with brute-force references: membership, and for polytopes the
// signed distance by trying every pair of features.
#ifndef LIMB_TEST_CONVEX_SHAPES_H
#define LIMB_TEST_CONVEX_SHAPES_H

#include "harness.h"
#include "limb/limb.h"
#include "numbers/narrowphase/convex.h"
#include "numbers/narrowphase/hull_arrays.h"
#include "numbers/narrowphase/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPE_KINDS = 8, MAX_CORNER = 64 };
// sphere, capsule, box, cylinder, triangle, small hull, large hull, flat hull

// The table under test: for each instruction set of this build and processor in turn.
static const limb__pairs *pairs;
#define FOR_EACH_ISA(isa)                                                                          \
    for (limb_isa isa = LIMB_ISA_PORTABLE; isa <= LIMB_ISA_NEON; isa = (limb_isa)(isa + 1))        \
        if (limb__isa_choose(isa) == isa && (pairs = limb__pairs_of(isa)))

typedef struct test_shape {
    limb__convex c;
    double vertex[3 * 272];
    _Alignas(32) float coarse[3 * 272];
    double packed[4 * 256];
    int first[257];
    int neighbor[3 * 512];
    double triangle[9];
} test_shape;

static inline double random_size(limb_test_rng *rng)
{
    return exp(limb_test_uniform(rng, log(0.05), log(1)));
}

static inline void random_rotation(limb_test_rng *rng, double pose[12])
{
    double q[4], n = 0;
    do {
        n = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = limb_test_uniform(rng, -1, 1);
            n += q[k] * q[k];
        }
    } while (n < 0.1 || n > 1);
    for (int k = 0; k < 4; k++)
        q[k] /= sqrt(n);
    const double zero[3] = {0, 0, 0};
    limb_pose_from_quat(zero, q, pose);
}

// One of the 24 rotations that keep the axes: families with parallel faces and edges.
static inline void axis_rotation(limb_test_rng *rng, double pose[12])
{
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const int *o = order[limb_test_below(rng, 3)];
    const double s0 = limb_test_below(rng, 2) ? 1 : -1, s1 = limb_test_below(rng, 2) ? 1 : -1;
    memset(pose, 0, 12 * sizeof(double));
    pose[o[0]] = s0;
    pose[4 + o[1]] = s1;
    pose[8 + o[2]] = s0 * s1;
}

static inline void random_hull(limb_test_rng *rng, int npoint, bool flat, test_shape *out)
{
    float point[3 * 256];
    for (int i = 0; i < npoint; i++) {
        double p[3], n = 0;
        for (int k = 0; k < 3; k++) {
            p[k] = limb_test_uniform(rng, -1, 1);
            n += p[k] * p[k];
        }
        for (int k = 0; k < 3; k++)
            point[3 * i + k] = (float)(0.4 * p[k] / sqrt(n));
        if (flat) point[3 * i + 2] = 0;
    }
    limb_mesh *hull;
    int dimension;
    ENSURE(limb_hull_build(&hull, point, npoint, NULL, &dimension) == LIMB_OK);
    const limb__hull_surface surface = {hull->nvertex, hull->position, hull->ntriangle,
                                        hull->index};
    const limb__hull_plan plan = limb__hull_measure(&surface);
    ENSURE(plan.nvertex <= 256 && plan.nneighbor <= 3 * 512);
    const double one[3] = {1, 1, 1};
    const limb__hull_room room = {out->vertex, out->coarse, out->packed, out->first, out->neighbor};
    limb__hull_fill(&surface, one, NULL, &plan, &room, &out->c);
    limb_mesh_free(hull);
}

static inline void random_shape(limb_test_rng *rng, int kind, test_shape *out)
{
    const double r = random_size(rng), h = random_size(rng);
    switch (kind) {
    case 0:
        out->c = (limb__convex){.core = LIMB__CORE_POINT, .radius = r};
        break;
    case 1:
        out->c = (limb__convex){.core = LIMB__CORE_SEGMENT, .radius = r, .half = {0, 0, h}};
        break;
    case 2:
        out->c = (limb__convex){.core = LIMB__CORE_BOX, .half = {r, h, random_size(rng)}};
        out->c.inner_radius = fmin(r, fmin(h, out->c.half[2]));
        break;
    case 3:
        out->c = (limb__convex){.core = LIMB__CORE_CYLINDER, .half = {r, r, h}};
        out->c.inner_radius = fmin(r, h);
        break;
    case 4:
        for (int k = 0; k < 9; k++)
            out->triangle[k] = limb_test_uniform(rng, -0.5, 0.5);
        out->c = (limb__convex){.core = LIMB__CORE_TRIANGLE, .nvertex = 3, .vertex = out->triangle};
        break;
    case 5:
        random_hull(rng, 8 + limb_test_below(rng, 8), false, out);
        break;
    case 6:
        random_hull(rng, 60 + limb_test_below(rng, 90), false, out);
        break;
    default:
        random_hull(rng, 6 + limb_test_below(rng, 30), true, out);
        break;
    }
}

//---- truths --------------------------------------------------------------------------------------

// How far the shape reaches along d (unit) from its origin.
static inline double reach(const limb__convex *c, limb__vec3 d)
{
    double best = -HUGE_VAL;
    switch (c->core) {
    case LIMB__CORE_POINT:
        best = 0;
        break;
    case LIMB__CORE_SEGMENT:
        best = fabs(d.z) * c->half[2];
        break;
    case LIMB__CORE_BOX:
        best = fabs(d.x) * c->half[0] + fabs(d.y) * c->half[1] + fabs(d.z) * c->half[2];
        break;
    case LIMB__CORE_CYLINDER:
        best = sqrt(d.x * d.x + d.y * d.y) * c->half[0] + fabs(d.z) * c->half[2];
        break;
    case LIMB__CORE_TRIANGLE:
        for (int i = 0; i < 3; i++)
            best = fmax(best, limb__vec3_dot(limb__vec3_load(c->vertex + 3 * i), d));
        break;
    case LIMB__CORE_HULL:
        for (int i = 0; i < c->nvertex; i++)
            best = fmax(best, limb__vec3_dot(limb__hull_vertex(c, i), d));
        break;
    }
    return best + c->radius;
}

// The gap between the two along d (unit, in a's frame): positive proves that they are apart.
static inline double gap_along(const limb__convex_pair *p, limb__vec3 d)
{
    const limb__vec3 back = limb__vec3_rotate_back(p->pose, limb__vec3_negate(d));
    return limb__vec3_dot(limb__vec3_origin(p->pose), d) - reach(p->a, d) - reach(p->b, back);
}

// Corners of a polytope core; 0 when it is a cylinder.
static inline int corners(const limb__convex *c, limb__vec3 *out)
{
    int n = 0;
    const double *h = c->half;
    switch (c->core) {
    case LIMB__CORE_POINT:
        out[n++] = (limb__vec3){0, 0, 0};
        break;
    case LIMB__CORE_SEGMENT:
        out[n++] = (limb__vec3){0, 0, h[2]};
        out[n++] = (limb__vec3){0, 0, -h[2]};
        break;
    case LIMB__CORE_BOX:
        for (int i = 0; i < 8; i++)
            out[n++] =
                (limb__vec3){i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]};
        break;
    case LIMB__CORE_TRIANGLE:
        for (int i = 0; i < 3; i++)
            out[n++] = limb__vec3_load(c->vertex + 3 * i);
        break;
    case LIMB__CORE_HULL:
        for (int i = 0; i < c->nvertex && i < MAX_CORNER; i++)
            out[n++] = limb__hull_vertex(c, i);
        break;
    case LIMB__CORE_CYLINDER:
        break;
    }
    return n;
}

#endif
