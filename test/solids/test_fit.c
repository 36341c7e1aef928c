// Tests of primitives fitted to points: they contain all points, known shapes are recovered, and
// many random trials find no much smaller ones.
#include "limb/mesh.h"
#include "limb/model.h"
#include "limb/shapes.h"
#include "mesh/shapes.h"
#include "support/corpus.h"
#include "support/hostile.h"
#include "support/robot.h"

#include <stdio.h>
#include <string.h>

enum { MAX_POINTS = 2000 };

typedef struct cloud {
    float point[MAX_POINTS * 3];
    int count;
} cloud;

// How far a point is outside a fit, in m; 0 inside.
static double outside(const limb_fit *fit, const float *point, const double *scale)
{
    double p[3], inverse[12], local[3];
    for (int k = 0; k < 3; k++)
        p[k] = (double)point[k] * (scale ? scale[k] : 1);
    limb_pose_inverse(fit->pose, inverse);
    limb_pose_apply(inverse, p, local);
    const double across = hypot(local[0], local[1]), up = fabs(local[2]) - fit->length / 2;
    switch (fit->kind) {
    case LIMB_FIT_BOX: {
        double most = 0;
        for (int k = 0; k < 3; k++)
            most = fmax(most, fabs(local[k]) - fit->size[k] / 2);
        return most;
    }
    case LIMB_FIT_CYLINDER:
        return fmax(fmax(across - fit->radius, up), 0);
    case LIMB_FIT_SPHERE:
        return fmax(hypot(across, local[2]) - fit->radius, 0);
    case LIMB_FIT_CAPSULE:
        return fmax(hypot(across, fmax(up, 0)) - fit->radius, 0);
    }
    return INFINITY;
}

static double extent(const float *point, int count, const double *scale)
{
    double most = 0;
    for (int i = 0; i < 3 * count; i++) {
        const double size = fabs((double)point[i] * (scale ? scale[i % 3] : 1));
        if (size > most) most = size;
    }
    return most;
}

static void ensure_contains(const limb_fit *fit, const float *point, int count, const double *scale)
{
    const double size = extent(point, count, scale);
    for (int i = 0; i < count; i++) {
        const double out = outside(fit, point + 3 * (size_t)i, scale);
        if (!(out <= 1e-9 * size))
            limb_test_fail(__FILE__, __LINE__, "%s leaves a point %g outside (size %g)",
                           limb_fit_kind_name(fit->kind), out, size);
    }
}

static limb_fit fit_of(limb_fit_kind kind, const cloud *c)
{
    limb_fit fit;
    ENSURE_INT(limb_fit_points(&fit, kind, c->point, c->count, NULL, NULL), LIMB_OK);
    ensure_contains(&fit, c->point, c->count, NULL);
    return fit;
}

static void random_pose(limb_test_rng *rng, double pose[12])
{
    double xyz[3], quat[4];
    for (int k = 0; k < 3; k++)
        xyz[k] = limb_test_uniform(rng, -1, 1);
    for (int k = 0; k < 4; k++)
        quat[k] = limb_test_uniform(rng, -1, 1);
    limb_pose_from_quat(xyz, quat, pose);
}

static void add(cloud *c, const double pose[12], double x, double y, double z)
{
    const double local[3] = {x, y, z};
    double p[3];
    limb_pose_apply(pose, local, p);
    ENSURE(c->count < MAX_POINTS);
    for (int k = 0; k < 3; k++)
        c->point[3 * c->count + k] = (float)p[k];
    c->count++;
}

//---- known shapes --------------------------------------------------------------------------------

TEST(boxes_of_any_orientation_are_found_again)
{
    limb_test_rng rng = {7};
    for (int trial = 0; trial < 200 / LIMB_TEST_SHARE; trial++) {
        double pose[12], half[3];
        random_pose(&rng, pose);
        cloud c = {.count = 0};
        for (int k = 0; k < 3; k++)
            half[k] = limb_test_uniform(&rng, 0.05, 1);
        for (int i = 0; i < 8; i++)
            add(&c, pose, i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                i & 4 ? half[2] : -half[2]);
        for (int i = 0; i < 100; i++)
            add(&c, pose, limb_test_uniform(&rng, -half[0], half[0]),
                limb_test_uniform(&rng, -half[1], half[1]),
                limb_test_uniform(&rng, -half[2], half[2]));
        const limb_fit fit = fit_of(LIMB_FIT_BOX, &c);
        ENSURE_NEAR(limb_fit_volume(&fit) / (8 * half[0] * half[1] * half[2]), 1, 1e-4);
    }
}

TEST(cylinders_and_capsules_are_found_again)
{
    limb_test_rng rng = {8};
    enum { AROUND = 48 };
    for (int trial = 0; trial < 24 / LIMB_TEST_SHARE; trial++) {
        double pose[12];
        random_pose(&rng, pose);
        const double radius = limb_test_uniform(&rng, 0.1, 1);
        const double length = limb_test_uniform(&rng, 0.3, 3);
        cloud cylinder = {.count = 0}, capsule = {.count = 0};
        for (int i = 0; i < AROUND; i++) {
            const double x = radius * cos(2 * pi * i / AROUND),
                         y = radius * sin(2 * pi * i / AROUND);
            for (int side = -1; side <= 1; side += 2) {
                add(&cylinder, pose, x, y, side * length / 2);
                for (int ring = 0; ring < 8; ring++) {
                    const double up = ring * pi / 16;
                    add(&capsule, pose, x * cos(up), y * cos(up),
                        side * (length / 2 + radius * sin(up)));
                }
            }
        }
        for (int side = -1; side <= 1; side += 2)
            add(&capsule, pose, 0, 0, side * (length / 2 + radius));
        const limb_fit a = fit_of(LIMB_FIT_CYLINDER, &cylinder);
        ENSURE_NEAR(limb_fit_volume(&a) / (pi * radius * radius * length), 1, 2e-3);
        const limb_fit b = fit_of(LIMB_FIT_CAPSULE, &capsule);
        ENSURE_NEAR(limb_fit_volume(&b) / (pi * radius * radius * (length + radius * 4 / 3)), 1,
                    5e-3);
        // a capsule around a ball is that ball
        const limb_fit ball = fit_of(LIMB_FIT_SPHERE, &capsule);
        ENSURE_NEAR(ball.radius, length / 2 + radius, 1e-6);
    }
}

TEST(shapes_along_the_frame_are_not_turned)
{
    limb_mesh *box = make_box(2, 1, 0.5);
    limb_fit fit;
    ENSURE_INT(limb_fit_points(&fit, LIMB_FIT_BOX, box->position, box->nvertex, NULL, NULL),
               LIMB_OK);
    static const double expected[12] = {1, 0, 0, 1, 0, 1, 0, 0.5, 0, 0, 1, 0.25};
    for (int k = 0; k < 12; k++)
        ENSURE_NEAR(fit.pose[k], expected[k], 1e-12);
    ENSURE_NEAR(limb_fit_volume(&fit), 1, 1e-9);
    // mirrored and stretched, the box is where its points are
    const double scale[3] = {-1, 2, 4};
    ENSURE_INT(limb_fit_points(&fit, LIMB_FIT_BOX, box->position, box->nvertex, scale, NULL),
               LIMB_OK);
    ENSURE_NEAR(fit.pose[3], -1, 1e-12);
    ENSURE_NEAR(fit.pose[7], 1, 1e-12);
    ENSURE_NEAR(limb_fit_volume(&fit), 8, 1e-8);
    limb_mesh_free(box);
}

//---- against brute force -------------------------------------------------------------------------

// Points on a random blob: some directions stretched, some points drawn in.
static void make_blob(limb_test_rng *rng, cloud *c, int count)
{
    double pose[12], half[3];
    random_pose(rng, pose);
    for (int k = 0; k < 3; k++)
        half[k] = limb_test_uniform(rng, 0.1, 1);
    c->count = 0;
    for (int i = 0; i < count; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = half[k] * limb_test_uniform(rng, -1, 1);
        add(c, pose, p[0], p[1], p[2]);
    }
}

static bool ball_of_four(const cloud *c, const int *index, int n, double center[3], double *radius)
{
    // the center by a few thousand steps toward the farthest (Badoiu and Clarkson)
    for (int k = 0; k < 3; k++)
        center[k] = (double)c->point[3 * index[0] + k];
    for (int step = 1; step < 4000; step++) {
        int far = 0;
        double most = -1;
        for (int i = 0; i < n; i++) {
            double square = 0;
            for (int k = 0; k < 3; k++)
                square += pow((double)c->point[3 * index[i] + k] - center[k], 2);
            if (square > most) {
                most = square;
                far = index[i];
            }
        }
        for (int k = 0; k < 3; k++)
            center[k] += ((double)c->point[3 * far + k] - center[k]) / (step + 1);
        *radius = sqrt(most);
    }
    return true;
}

TEST(no_ball_is_smaller_than_the_sphere)
{
    limb_test_rng rng = {9};
    for (int trial = 0; trial < 100 / LIMB_TEST_SHARE; trial++) {
        cloud c;
        make_blob(&rng, &c, 60);
        const limb_fit fit = fit_of(LIMB_FIT_SPHERE, &c);
        int index[60];
        for (int i = 0; i < 60; i++)
            index[i] = i;
        double center[3], radius = 0;
        ENSURE(ball_of_four(&c, index, 60, center, &radius));
        // the iteration comes near the smallest radius from above
        ENSURE(fit.radius <= radius * (1 + 1e-9));
        ENSURE(fit.radius >= radius * 0.98);
    }
}

// The best of many random orientations, each refined: what the fits are compared with.
static double best_by_chance(limb_test_rng *rng, const cloud *c, limb_fit_kind kind, int ntry)
{
    double best = INFINITY;
    for (int t = 0; t < ntry; t++) {
        double quat[4], least = INFINITY, step = 0.3;
        for (int k = 0; k < 4; k++)
            quat[k] = limb_test_uniform(rng, -1, 1);
        for (int i = 0; i < 250; i++, step *= 0.97) {
            double tried[4], pose[12], origin[3] = {0};
            for (int k = 0; k < 4; k++)
                tried[k] = quat[k] + (i > 0 ? step * limb_test_uniform(rng, -1, 1) : 0);
            limb_pose_from_quat(origin, tried, pose);
            double low[3] = {INFINITY, INFINITY, INFINITY};
            double high[3] = {-INFINITY, -INFINITY, -INFINITY};
            for (int p = 0; p < c->count; p++) {
                for (int k = 0; k < 3; k++) {
                    double x = 0;
                    for (int j = 0; j < 3; j++)
                        x += pose[4 * j + k] * (double)c->point[3 * p + j];
                    low[k] = x < low[k] ? x : low[k];
                    high[k] = x > high[k] ? x : high[k];
                }
            }
            double volume = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
            if (kind == LIMB_FIT_CYLINDER) {
                // at least the circle over the longer side
                const double radius = fmax(high[0] - low[0], high[1] - low[1]) / 2;
                volume = pi * radius * radius * (high[2] - low[2]);
            }
            if (volume < least) {
                least = volume;
                memcpy(quat, tried, sizeof quat);
            }
        }
        best = fmin(best, least);
    }
    return best;
}

TEST(no_box_that_chance_finds_is_much_smaller)
{
    limb_test_rng rng = {10};
    double worst = 0;
    for (int trial = 0; trial < 24 / LIMB_TEST_SHARE; trial++) {
        cloud c;
        make_blob(&rng, &c, 12 + 10 * (trial % 4));
        const limb_fit fit = fit_of(LIMB_FIT_BOX, &c);
        worst = fmax(worst, limb_fit_volume(&fit) / best_by_chance(&rng, &c, LIMB_FIT_BOX, 24));
    }
    printf("largest box over the best by chance: %.4f\n", worst);
    ENSURE(worst > 0 && worst <= 1.01);
}

//---- degenerate and wrong ------------------------------------------------------------------------

TEST(flat_thin_and_single_points_have_fits)
{
    static const float flat[] = {0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0};
    static const float line[] = {0, 0, 0, 1, 1, 1, 3, 3, 3};
    static const float one[] = {1, 2, 3};
    static const struct {
        const float *point;
        int count;
    } family[] = {{flat, 4}, {line, 3}, {one, 1}};
    for (int f = 0; f < 3; f++) {
        for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
            limb_fit fit;
            ENSURE_INT(limb_fit_points(&fit, (limb_fit_kind)kind, family[f].point, family[f].count,
                                       NULL, NULL),
                       LIMB_OK);
            ensure_contains(&fit, family[f].point, family[f].count, NULL);
            ENSURE(isfinite(limb_fit_volume(&fit)) && limb_fit_volume(&fit) >= 0);
        }
    }
    limb_fit fit;
    ENSURE_INT(limb_fit_points(&fit, LIMB_FIT_BOX, flat, 4, NULL, NULL), LIMB_OK);
    ENSURE_NEAR(fit.size[0] * fit.size[1] + fit.size[2], 2, 1e-6);
    ENSURE_INT(limb_fit_points(&fit, LIMB_FIT_CAPSULE, line, 3, NULL, NULL), LIMB_OK);
    ENSURE(fit.radius < 1e-6 && fabs(fit.length - sqrt(27)) < 1e-5);
    ENSURE_INT(limb_fit_points(&fit, LIMB_FIT_SPHERE, one, 1, NULL, NULL), LIMB_OK);
    ENSURE(fit.radius < 1e-9);
}

TEST(wrong_points_are_refused)
{
    limb_fit fit;
    const float bad[][3] = {{NAN, 0, 0}, {0, INFINITY, 0}};
    const double huge[3] = {1e300, 1e300, 1e300};
    const float far[] = {3e38f, 0, 0};
    for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
        const limb_fit_kind k = (limb_fit_kind)kind;
        ENSURE_INT(limb_fit_points(&fit, k, NULL, 0, NULL, NULL), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_fit_points(&fit, k, bad[0], 1, NULL, NULL), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_fit_points(&fit, k, bad[1], 1, NULL, NULL), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_fit_points(&fit, k, far, 1, huge, NULL), LIMB_ERROR_INPUT);
    }
    const float one[3] = {0, 0, 0};
    ENSURE_INT(limb_fit_points(&fit, (limb_fit_kind)17, one, 1, NULL, NULL), LIMB_ERROR_INPUT);
    ENSURE(limb_fit_kind_name((limb_fit_kind)-1) == NULL);
    // what cannot grow stays
    ENSURE_INT(limb_fit_points(&fit, LIMB_FIT_SPHERE, one, 1, NULL, NULL), LIMB_OK);
    const limb_fit before = fit;
    ENSURE_INT(limb_fit_grow(&fit, bad[0], 1, NULL), LIMB_ERROR_INPUT);
    ENSURE(memcmp(&fit, &before, sizeof fit) == 0);
}

TEST(huge_and_tiny_points_fit_alike)
{
    limb_test_rng rng = {11};
    cloud c, big;
    make_blob(&rng, &c, 40);
    for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
        const limb_fit unit = fit_of((limb_fit_kind)kind, &c);
        static const float factor[] = {0x1p-40f, 0x1p40f, 0x1p100f};
        for (int f = 0; f < 3; f++) {
            big.count = c.count;
            for (int i = 0; i < 3 * c.count; i++)
                big.point[i] = c.point[i] * factor[f];
            const limb_fit fit = fit_of((limb_fit_kind)kind, &big);
            const double cube = pow((double)factor[f], 3);
            ENSURE_NEAR(limb_fit_volume(&fit) / cube / limb_fit_volume(&unit), 1, 1e-6);
        }
    }
}

TEST(growing_takes_a_rounded_pose)
{
    limb_test_rng rng = {12};
    for (int trial = 0; trial < 24 / LIMB_TEST_SHARE; trial++) {
        cloud c;
        make_blob(&rng, &c, 50);
        limb_fit fit = fit_of((limb_fit_kind)(trial % LIMB_FIT_KIND_COUNT), &c);
        const double before = limb_fit_volume(&fit);
        for (int k = 3; k < 12; k += 4)
            fit.pose[k] += limb_test_uniform(&rng, -1e-3, 1e-3);
        ENSURE_INT(limb_fit_grow(&fit, c.point, c.count, NULL), LIMB_OK);
        ensure_contains(&fit, c.point, c.count, NULL);
        ENSURE(limb_fit_volume(&fit) <= before * 1.1);
    }
}

//---- memory and the corpus -----------------------------------------------------------------------

static limb_status fit_all(const limb_allocator *memory, void *ctx)
{
    const cloud *c = ctx;
    for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
        limb_fit fit;
        const limb_status status =
            limb_fit_points(&fit, (limb_fit_kind)kind, c->point, c->count, NULL, memory);
        if (status != LIMB_OK) return status;
    }
    return LIMB_OK;
}

TEST(every_allocation_may_fail)
{
    limb_test_rng rng = {13};
    cloud c;
    make_blob(&rng, &c, 30);
    ENSURE(limb_test_every_failure(LIMB_OK, fit_all, &c) > 5);
}

static void fit_mesh(const limb_mesh *mesh)
{
    limb_solid_volume volume;
    ENSURE_INT(limb_mesh_solid_volume(&volume, mesh, NULL, NULL), LIMB_OK);
    ENSURE(volume.solid <= volume.hull);
    for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
        limb_fit fit, again;
        ENSURE_INT(
            limb_fit_points(&fit, (limb_fit_kind)kind, mesh->position, mesh->nvertex, NULL, NULL),
            LIMB_OK);
        ensure_contains(&fit, mesh->position, mesh->nvertex, NULL);
        ENSURE(limb_fit_volume(&fit) >= volume.hull * (1 - 1e-6));
        if (kind != LIMB_FIT_BOX) continue;
        ENSURE_INT(limb_fit_points(&again, LIMB_FIT_BOX, mesh->position, mesh->nvertex, NULL, NULL),
                   LIMB_OK);
        ENSURE(memcmp(&fit, &again, sizeof fit) == 0);
        double aligned = 1;
        for (int k = 0; k < 3; k++)
            aligned *= (double)mesh->upper[k] - (double)mesh->lower[k];
        ENSURE(limb_fit_volume(&fit) <= aligned * (1 + 1e-6));
    }
}

TEST(fits_contain_every_mesh_of_real_robots)
{
    limb_test_robots it = {0};
    int nmesh = 0, nseen = 0;
    while (limb_test_next_robot(&it)) {
        if (nseen++ % (LIMB_TEST_SHARE > 1 ? 12 : 3) != 0) continue;
        limb_robot *robot;
        if (limb_robot_load(&robot, it.path, &(limb_load_opts){.keep_broken = true}) != LIMB_OK) {
            limb_robot_free(robot);
            continue;
        }
        limb_robot_meshes *meshes = limb_test_collision_meshes(robot);
        for (int i = 0; i < meshes->nmesh; i++) {
            const limb_mesh *mesh = meshes->mesh[i].mesh;
            if (!mesh || mesh->nvertex == 0) continue;
            fit_mesh(mesh);
            nmesh++;
        }
        limb_robot_meshes_free(meshes);
        limb_robot_free(robot);
    }
    if (!limb_test_corpus()) return;
    printf("%d meshes of real robots\n", nmesh);
    ENSURE(nmesh > 20);
}
