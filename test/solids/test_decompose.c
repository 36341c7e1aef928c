// Tests of convex decomposition: every part is convex, together they cover the mesh, and known
// shapes are split at the expected places.
#include "limb/mesh.h"
#include "limb/shapes.h"
#include "mesh/shapes.h"
#include "support/corpus.h"
#include "support/hostile.h"
#include "support/robot.h"

#include <stdio.h>
#include <string.h>

// A prism over a simple polygon (counter-clockwise), its caps as a fan around corner 0, which sees
// all the others.
static limb_mesh *make_prism(const float (*outline)[2], int n, float height)
{
    float position[64 * 3];
    uint32_t index[64 * 12];
    int count = 0;
    ENSURE(n <= 32);
    for (int i = 0; i < 2 * n; i++) {
        position[3 * i] = outline[i % n][0];
        position[3 * i + 1] = outline[i % n][1];
        position[3 * i + 2] = i < n ? 0 : height;
    }
    for (int i = 0; i < n; i++) {
        const uint32_t a = (uint32_t)i, b = (uint32_t)((i + 1) % n), up = (uint32_t)n;
        const uint32_t side[6] = {a, b, a + up, b, b + up, a + up};
        memcpy(index + count, side, sizeof side);
        count += 6;
        if (i == 0 || i == n - 1) continue;
        const uint32_t cap[6] = {0, b, a, up, up + a, up + b};
        memcpy(index + count, cap, sizeof cap);
        count += 6;
    }
    const limb_mesh source = {
        .nvertex = 2 * n, .position = position, .ntriangle = count / 3, .index = index, .unit = 1};
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    return mesh;
}

static double size_of(const limb_mesh *mesh)
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, (double)mesh->upper[k] - (double)mesh->lower[k]);
    return size;
}

// How far a point is outside a convex mesh, over its faces' planes.
static double outside(const limb_mesh *part, const double p[3])
{
    double most = -INFINITY;
    for (int t = 0; t < part->ntriangle; t++) {
        const float *c[3];
        double u[3], v[3], n[3], d = 0;
        for (int i = 0; i < 3; i++)
            c[i] = part->position + 3 * (size_t)part->index[3 * t + i];
        for (int k = 0; k < 3; k++) {
            u[k] = (double)c[1][k] - (double)c[0][k];
            v[k] = (double)c[2][k] - (double)c[0][k];
        }
        for (int k = 0; k < 3; k++)
            n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        // the plane of a triangle that is thin beside the part is known to the hull's grid only
        double longest = 0;
        for (int k = 0; k < 3; k++)
            longest = fmax(longest, fmax(fabs(u[k]), fabs(v[k])));
        if (!(length > 1e-3 * size_of(part) * longest)) continue;
        for (int k = 0; k < 3; k++)
            d += n[k] / length * (p[k] - (double)c[0][k]);
        most = fmax(most, d);
    }
    return most;
}

static void ensure_convex(const limb_mesh *part, double size)
{
    limb_mesh_topology topology;
    ENSURE_INT(limb_mesh_compute_topology(&topology, part, NULL), LIMB_OK);
    ENSURE(topology.watertight && topology.ncomponent == 1);
    for (int i = 0; i < part->nvertex; i++) {
        const float *v = part->position + 3 * (size_t)i;
        const double p[3] = {(double)v[0], (double)v[1], (double)v[2]};
        ENSURE(outside(part, p) <= 1e-5 * size);
    }
}

// Random points of the surface are inside some part.
static void ensure_covered(const limb_mesh *mesh, const limb_parts *parts, int count)
{
    limb_test_rng rng = {5};
    const double tolerance = 1e-5 * size_of(mesh);
    for (int i = 0; i < count; i++) {
        const int t = limb_test_below(&rng, mesh->ntriangle);
        double a = limb_test_uniform(&rng, 0, 1), b = limb_test_uniform(&rng, 0, 1), p[3];
        if (a + b > 1) {
            a = 1 - a;
            b = 1 - b;
        }
        const uint32_t *c = mesh->index + 3 * (size_t)t;
        for (int k = 0; k < 3; k++) {
            const double x = (double)mesh->position[3 * c[0] + (uint32_t)k];
            const double y = (double)mesh->position[3 * c[1] + (uint32_t)k];
            const double z = (double)mesh->position[3 * c[2] + (uint32_t)k];
            p[k] = x + a * (y - x) + b * (z - x);
        }
        double least = INFINITY;
        for (int k = 0; k < parts->npart && least > tolerance; k++)
            least = fmin(least, outside(parts->part[k], p));
        if (least > tolerance)
            limb_test_fail(__FILE__, __LINE__, "a point of the surface is %g outside all parts",
                           least);
    }
}

static limb_parts *decompose(const limb_mesh *mesh, const limb_decompose_opts *opts)
{
    limb_parts *parts;
    ENSURE_INT(limb_mesh_decompose(&parts, mesh, opts), LIMB_OK);
    ENSURE(parts->npart >= 1);
    double volume = 0;
    for (int i = 0; i < parts->npart; i++) {
        ensure_convex(parts->part[i], size_of(mesh));
        volume += limb_mesh_volume(parts->part[i]);
    }
    ENSURE_NEAR(parts->volume / volume, 1, 1e-6);
    ensure_covered(mesh, parts, 2000 / LIMB_TEST_SHARE);
    return parts;
}

TEST(convex_meshes_stay_whole)
{
    limb_mesh *mesh[] = {make_box(2, 1, 0.5), make_sphere(20, 40)};
    for (int i = 0; i < 2; i++) {
        limb_parts *parts = decompose(mesh[i], NULL);
        ENSURE_INT(parts->npart, 1);
        ENSURE_NEAR(parts->volume / parts->solid, 1, i == 0 ? 1e-9 : 0.05);
        limb_parts_free(parts);
        limb_mesh_free(mesh[i]);
    }
}

TEST(an_l_falls_into_two_boxes_and_a_cross_into_three)
{
    // the corner that sees all others is the inner one
    static const float l[][2] = {{0.3f, 0.4f}, {0.3f, 2}, {0, 2}, {0, 0}, {1.7f, 0}, {1.7f, 0.4f}};
    limb_mesh *mesh = make_prism(l, 6, 0.7f);
    limb_parts *parts = decompose(mesh, &(limb_decompose_opts){.max_error = 1e-3});
    ENSURE_INT(parts->npart, 2);
    ENSURE_NEAR(parts->volume / parts->solid, 1, 1e-5);
    ENSURE_NEAR(parts->solid, (0.3 * 2 + 1.4 * 0.4) * 0.7, 1e-6);
    limb_parts_free(parts);
    limb_mesh_free(mesh);

    static const float plus[][2] = {{1, 1}, {1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2},
                                    {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}};
    mesh = make_prism(plus, 12, 1);
    parts = decompose(mesh, &(limb_decompose_opts){.max_error = 1e-3});
    ENSURE_INT(parts->npart, 3);
    ENSURE_NEAR(parts->volume / parts->solid, 1, 1e-5);
    limb_parts_free(parts);
    limb_mesh_free(mesh);
}

TEST(a_ring_is_divided_although_no_first_cut_gains)
{
    limb_mesh *torus = make_torus(24, 48);
    limb_parts *parts = decompose(torus, &(limb_decompose_opts){.max_error = 0.25});
    ENSURE(parts->npart >= 4 && parts->npart <= 16);
    ENSURE(parts->volume <= 1.25 * parts->solid);
    limb_parts_free(parts);
    // fewer parts than the error needs: as many as allowed
    parts = decompose(torus, &(limb_decompose_opts){.max_error = 0.01, .max_parts = 5});
    ENSURE_INT(parts->npart, 5);
    limb_parts_free(parts);
    limb_mesh_free(torus);
}

// An inner part may contain no surface of the solid: its corners are inside, where three cuts meet.
TEST(the_middle_of_a_solid_is_covered)
{
    limb_mesh *torus = make_torus(16, 32);
    limb_parts *parts = decompose(torus, &(limb_decompose_opts){.max_error = 0.02});
    limb_test_rng rng = {6};
    int inside = 0;
    for (int i = 0; i < 4000; i++) {
        const double around = limb_test_uniform(&rng, 0, 2 * pi);
        const double radius = 0.45 * sqrt(limb_test_uniform(&rng, 0, 1));
        const double turn = limb_test_uniform(&rng, 0, 2 * pi);
        const double p[3] = {(2 + radius * cos(turn)) * cos(around),
                             (2 + radius * cos(turn)) * sin(around), radius * sin(turn)};
        bool covered = false;
        for (int k = 0; k < parts->npart && !covered; k++)
            covered = outside(parts->part[k], p) <= 1e-5;
        ENSURE(covered);
        inside++;
    }
    ENSURE_INT(inside, 4000);
    limb_parts_free(parts);
    limb_mesh_free(torus);
}

TEST(open_and_non_manifold_meshes_are_covered)
{
    // a box without its lid, then with one face twice
    limb_mesh *box = make_box(2, 1, 0.5);
    limb_mesh open = *box;
    open.ntriangle -= 2;
    open.part = NULL;
    open.npart = 0;
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_copy(&mesh, &open, NULL), LIMB_OK);
    limb_parts *parts = decompose(mesh, NULL);
    ENSURE(!parts->is_closed);
    limb_parts_free(parts);
    limb_mesh_free(mesh);

    uint32_t index[42];
    memcpy(index, box->index, 36 * sizeof *index);
    memcpy(index + 36, box->index, 6 * sizeof *index);
    open.index = index;
    open.ntriangle = 14;
    ENSURE_INT(limb_mesh_copy(&mesh, &open, NULL), LIMB_OK);
    parts = decompose(mesh, NULL);
    ENSURE_INT(parts->npart, 1);
    limb_parts_free(parts);
    limb_mesh_free(mesh);
    limb_mesh_free(box);
}

TEST(meshes_without_volume_are_refused)
{
    limb_parts *parts;
    const limb_mesh empty = {.unit = 1};
    ENSURE_INT(limb_mesh_decompose(&parts, &empty, NULL), LIMB_ERROR_INPUT);
    float position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, NAN, 0, 0};
    uint32_t index[] = {0, 1, 2, 0, 1, 3};
    const limb_mesh flat = {
        .nvertex = 3, .position = position, .ntriangle = 1, .index = index, .unit = 1};
    ENSURE_INT(limb_mesh_decompose(&parts, &flat, NULL), LIMB_ERROR_NUMERIC);
    ENSURE(parts == NULL);
    limb_mesh wrong = flat;
    wrong.nvertex = 4;
    wrong.ntriangle = 2;
    ENSURE_INT(limb_mesh_decompose(&parts, &wrong, NULL), LIMB_ERROR_INPUT);
    // a line and a point
    index[2] = 1;
    ENSURE_INT(limb_mesh_decompose(&parts, &flat, NULL), LIMB_ERROR_NUMERIC);
    limb_parts_free(NULL);
}

static bool stop_soon(void *ctx)
{
    return --*(int *)ctx < 0;
}

TEST(a_caller_can_stop_it_and_the_same_mesh_gives_the_same_parts)
{
    limb_mesh *torus = make_torus(12, 24);
    limb_parts *parts = NULL;
    for (int after = 0; after < 6; after++) {
        int left = after;
        const limb_decompose_opts opts = {
            .max_error = 0.01, .stop = stop_soon, .stop_ctx = &left, .resolution = 16};
        ENSURE_INT(limb_mesh_decompose(&parts, torus, &opts), LIMB_ERROR_LIMIT);
        ENSURE(parts == NULL);
    }
    const limb_decompose_opts opts = {.max_parts = 6, .resolution = 24};
    limb_parts *one = decompose(torus, &opts), *two = decompose(torus, &opts);
    ENSURE_INT(one->npart, two->npart);
    for (int i = 0; i < one->npart; i++) {
        ENSURE_INT(one->part[i]->nvertex, two->part[i]->nvertex);
        ENSURE(memcmp(one->part[i]->position, two->part[i]->position,
                      (size_t)one->part[i]->nvertex * 12) == 0);
    }
    limb_parts_free(one);
    limb_parts_free(two);
    limb_mesh_free(torus);
}

static limb_status decompose_with(const limb_allocator *memory, void *ctx)
{
    limb_parts *parts;
    const limb_decompose_opts opts = {.memory = memory, .max_error = 0.01, .resolution = 8};
    const limb_status status = limb_mesh_decompose(&parts, ctx, &opts);
    if (status == LIMB_OK) limb_parts_free(parts);
    return status;
}

TEST(every_allocation_may_fail)
{
    static const float l[][2] = {{0.3f, 0.4f}, {0.3f, 2}, {0, 2}, {0, 0}, {1.7f, 0}, {1.7f, 0.4f}};
    limb_mesh *mesh = make_prism(l, 6, 0.7f);
    ENSURE(limb_test_every_failure(LIMB_OK, decompose_with, mesh) > 50);
    limb_mesh_free(mesh);
}

TEST(parts_cover_the_meshes_of_real_robots)
{
    limb_test_robots it = {0};
    int nmesh = 0, nrobot = 0, nless = 0;
    while (limb_test_next_robot(&it)) {
        // a few of each robot, of some robots
        if (nrobot++ % (2 * LIMB_TEST_SHARE) != 0) continue;
        limb_robot *robot;
        if (limb_robot_load(&robot, it.path, NULL) != LIMB_OK) continue;
        limb_robot_meshes *meshes = limb_test_collision_meshes(robot);
        for (int i = 0; i < meshes->nmesh; i += 3) {
            const limb_mesh *mesh = meshes->mesh[i].mesh;
            if (!mesh || mesh->ntriangle == 0 || mesh->ntriangle > 40000 / LIMB_TEST_SHARE)
                continue;
            limb_solid_volume volume;
            ENSURE_INT(limb_mesh_solid_volume(&volume, mesh, NULL, NULL), LIMB_OK);
            if (!(volume.hull > 0)) continue;
            limb_parts *parts = decompose(mesh, &(limb_decompose_opts){.max_parts = 8});
            nless += parts->npart > 1;
            ENSURE(parts->npart <= 8);
            nmesh++;
            limb_parts_free(parts);
        }
        limb_robot_meshes_free(meshes);
        limb_robot_free(robot);
    }
    if (!limb_test_corpus()) return;
    printf("%d meshes of real robots, %d of them in several parts\n", nmesh, nless);
    ENSURE(nmesh > 5 && nless > 1);
}
