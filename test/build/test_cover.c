// Tests of sphere covers: the shapes are covered completely, and no sphere sticks out
// farther than reported.
#include "harness.h"
#include "limb/load.h"
#include "limb/model.h"
#include "limb/shapes.h"
#include "support/corpus.h"
#include "support/hostile.h"
#include "support/memory.h"
#include "support/robot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { IS_SHARED = LIMB_TEST_SHARE > 1 }; // slow builds take fewer cases

static const char shapes[] =
    "<robot name=\"r\" version=\"1.1\">"
    "<link name=\"box\"><collision><origin xyz=\"1 2 3\" rpy=\"0.3 0.2 0.1\"/><geometry>"
    "<box size=\"0.4 0.2 0.1\"/></geometry></collision></link>"
    "<link name=\"cylinder\"><collision><geometry><cylinder radius=\"0.1\" length=\"0.6\"/>"
    "</geometry></collision></link>"
    "<link name=\"capsule\"><collision><geometry><capsule radius=\"0.05\" length=\"0.3\"/>"
    "</geometry></collision></link>"
    "<link name=\"ball\"><collision><origin xyz=\"0 0 1\"/><geometry><sphere radius=\"0.2\"/>"
    "</geometry></collision></link>"
    "<link name=\"two\"><collision><geometry><box size=\"0.2 0.2 0.2\"/></geometry></collision>"
    "<collision><origin xyz=\"0.5 0 0\"/><geometry><sphere radius=\"0.1\"/></geometry></collision>"
    "</link>"
    "<link name=\"none\"/>"
    "<joint name=\"a\" type=\"fixed\"><parent link=\"box\"/><child link=\"cylinder\"/></joint>"
    "<joint name=\"b\" type=\"fixed\"><parent link=\"box\"/><child link=\"capsule\"/></joint>"
    "<joint name=\"c\" type=\"fixed\"><parent link=\"box\"/><child link=\"ball\"/></joint>"
    "<joint name=\"d\" type=\"fixed\"><parent link=\"box\"/><child link=\"two\"/></joint>"
    "<joint name=\"e\" type=\"fixed\"><parent link=\"box\"/><child link=\"none\"/></joint>"
    "</robot>";

// How far a point is outside a primitive of the link; 0 inside.
static double shape_distance(const limb_link_shape *shape, const double point[3])
{
    const limb_shape *g = &shape->geometry;
    double pose[12], inverse[12], p[3], d[3];
    limb_origin_pose(&shape->origin, pose);
    limb_pose_inverse(pose, inverse);
    limb_pose_apply(inverse, point, p);
    const double across = hypot(p[0], p[1]), up = fmax(fabs(p[2]) - g->length / 2, 0);
    switch (g->type) {
    case LIMB_SHAPE_BOX:
        for (int k = 0; k < 3; k++)
            d[k] = fmax(fabs(p[k]) - g->size[k] / 2, 0);
        return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    case LIMB_SHAPE_CYLINDER:
        return hypot(fmax(across - g->radius, 0), up);
    case LIMB_SHAPE_CAPSULE:
        return fmax(hypot(across, up) - g->radius, 0);
    default:
        return fmax(hypot(across, p[2]) - g->radius, 0);
    }
}

static double link_distance(const limb_link *link, const double point[3])
{
    double least = INFINITY;
    for (int i = 0; i < link->ncollision; i++)
        least = fmin(least, shape_distance(&link->collision[i], point));
    return least;
}

static bool is_covered(const limb_link_cover *cover, const double point[3], double tolerance)
{
    for (int i = 0; i < cover->nsphere; i++) {
        const limb_sphere *s = &cover->sphere[i];
        double square = 0;
        for (int k = 0; k < 3; k++)
            square += (point[k] - s->center[k]) * (point[k] - s->center[k]);
        if (sqrt(square) <= s->radius + tolerance) return true;
    }
    return false;
}

static void random_in_ball(limb_test_rng *rng, const limb_sphere *s, double point[3])
{
    double d[3], square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            d[k] = limb_test_uniform(rng, -1, 1);
            square += d[k] * d[k];
        }
    } while (square > 1 || square < 1e-6);
    // mostly on the sphere itself
    const double scale = limb_test_below(rng, 4) > 0 ? 1 / sqrt(square) : 1;
    for (int k = 0; k < 3; k++)
        point[k] = s->center[k] + s->radius * scale * d[k];
}

// Random points of the shapes are covered; random points of the spheres stick out no farther.
static double ensure_cover(const limb_link *link, const limb_link_cover *cover, uint64_t seed)
{
    limb_test_rng rng = {seed};
    ENSURE(cover->reason == NULL && cover->nsphere > 0);
    int ninside = 0;
    for (int i = 0; i < link->ncollision; i++) {
        const limb_shape *g = &link->collision[i].geometry;
        double pose[12];
        limb_origin_pose(&link->collision[i].origin, pose);
        for (int t = 0; t < 20000 / LIMB_TEST_SHARE; t++) {
            double local[3], point[3];
            const double reach = g->type == LIMB_SHAPE_BOX ? 0 : g->radius;
            for (int k = 0; k < 3; k++) {
                const double half = g->type == LIMB_SHAPE_BOX
                                        ? g->size[k] / 2
                                        : (k == 2 ? g->length / 2 + reach : reach);
                // corners and sides are met exactly
                const int side = limb_test_below(&rng, 6);
                local[k] = side == 0   ? half
                           : side == 1 ? -half
                                       : limb_test_uniform(&rng, -half, half);
            }
            limb_pose_apply(pose, local, point);
            if (shape_distance(&link->collision[i], point) > 1e-12) continue;
            ENSURE(is_covered(cover, point, 1e-9));
            ninside++;
        }
    }
    ENSURE(ninside > 100);
    double worst = 0;
    for (int i = 0; i < cover->nsphere; i++) {
        for (int t = 0; t < 2000 / LIMB_TEST_SHARE; t++) {
            double point[3];
            random_in_ball(&rng, &cover->sphere[i], point);
            worst = fmax(worst, link_distance(link, point));
        }
    }
    ENSURE(worst <= cover->overshoot + 1e-9);
    return worst;
}

TEST(primitives_are_covered_and_the_bound_holds)
{
    limb_robot *robot = limb_test_parse(shapes);
    static const int count[] = {1, 2, 5, 8};
    for (int link = 0; link < 5; link += IS_SHARED ? 4 : 1) {
        double last = INFINITY;
        for (int i = 0; i < (IS_SHARED ? 2 : 4); i++) {
            limb_link_cover *cover;
            const limb_cover_opts opts = {.count = count[i]};
            ENSURE_INT(limb_link_cover_build(&cover, robot, link, &opts), LIMB_OK);
            ENSURE(cover->nsphere <= count[i] + 1);
            const double worst = ensure_cover(&robot->link[link], cover, 3);
            // what sampling finds comes close to the bound, and more spheres are never worse
            if (link != 4) ENSURE(cover->overshoot <= 1.1 * worst + 0.007);
            ENSURE(cover->overshoot <= last);
            last = cover->overshoot;
            limb_link_cover_free(cover);
        }
    }
    limb_robot_free(robot);
}

TEST(spheres_of_the_file_stay_and_links_without_shapes_say_so)
{
    limb_robot *robot = limb_test_parse(shapes);
    limb_link_cover *cover;
    ENSURE_INT(limb_link_cover_build(&cover, robot, 3, NULL), LIMB_OK);
    ENSURE_INT(cover->nsphere, 1);
    ENSURE_NEAR(cover->sphere[0].radius, 0.2, 0);
    ENSURE_NEAR(cover->sphere[0].center[2], 1, 0);
    ENSURE_NEAR(cover->overshoot, 0, 0);
    limb_link_cover_free(cover);
    ENSURE_INT(limb_link_cover_build(&cover, robot, 5, NULL), LIMB_OK);
    ENSURE_TEXT(cover->reason, "the link has no collision");
    ENSURE_INT(cover->nsphere, 0);
    limb_link_cover_free(cover);
    ENSURE_INT(limb_link_cover_build(&cover, robot, 6, NULL), LIMB_ERROR_INPUT);
    limb_link_cover_free(NULL);
    limb_robot_free(robot);
}

TEST(an_overshoot_is_aimed_at)
{
    limb_robot *robot = limb_test_parse(shapes);
    for (int link = IS_SHARED ? 2 : 0; link < 3; link++) {
        limb_link_cover *cover;
        const limb_cover_opts opts = {.overshoot = 0.03};
        ENSURE_INT(limb_link_cover_build(&cover, robot, link, &opts), LIMB_OK);
        ensure_cover(&robot->link[link], cover, 4);
        ENSURE(cover->overshoot <= 0.03);
        ENSURE(cover->nsphere <= 150);
        limb_link_cover_free(cover);
    }
    limb_robot_free(robot);
}

static limb_status cover_with(const limb_allocator *memory, void *ctx)
{
    limb_link_cover *cover;
    const limb_cover_opts opts = {.memory = memory, .overshoot = 0.2};
    const limb_status status = limb_link_cover_build(&cover, ctx, 4, &opts);
    if (status == LIMB_OK) limb_link_cover_free(cover);
    return status;
}

static bool always(void *ctx)
{
    (void)ctx;
    return true;
}

TEST(allocations_may_fail_and_a_caller_may_stop)
{
    limb_robot *robot = limb_test_parse(shapes);
    ENSURE(limb_test_every_failure(LIMB_OK, cover_with, robot) > 10);
    limb_link_cover *cover;
    ENSURE_INT(limb_link_cover_build(&cover, robot, 0, &(limb_cover_opts){.stop = always}),
               LIMB_ERROR_LIMIT);
    limb_robot_free(robot);
}

//---- lists ---------------------------------------------------------------------------------------

static limb_status parse_list(const char *text, const limb_robot *robot, const char **reason)
{
    limb_sphere_list *list;
    size_t offset;
    const limb_status status =
        limb_sphere_list_parse(&list, text, strlen(text), robot, NULL, reason, &offset);
    ENSURE(offset <= strlen(text));
    limb_sphere_list_free(list);
    return status;
}

// Cells beyond a maximum number are not filled, because each large triangle lies in thousands.
TEST(many_shapes_in_one_place_take_little_memory)
{
    enum { COUNT = 100 };
    static char text[COUNT * 100 + 100] = "<robot name='r'><link name='l'>";
    for (int i = 0; i < COUNT; i++)
        strcat(text, "<collision><geometry><box size='1 1 1'/></geometry></collision>");
    strcat(text, "</link></robot>");
    limb_robot *robot = NULL;
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(robot->link[0].ncollision, COUNT);
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    const limb_cover_opts opts = {.memory = &memory.allocator, .count = 1};
    limb_link_cover *cover = NULL;
    ENSURE_INT(limb_link_cover_build(&cover, robot, 0, &opts), LIMB_OK);
    ENSURE_INT(cover->nsphere, 1);
    ENSURE(memory.peak < (size_t)64 << 20);
    limb_link_cover_free(cover);
    limb_robot_free(robot);
}

TEST(lists_of_spheres_are_read)
{
    limb_robot *robot = limb_test_parse(shapes);
    static const char good[] = "{\"collision_spheres\": {\"box\": [{\"center\": [1, 2, 3], "
                               "\"radius\": 0.5}, {\"center\": [0,0,0], \"radius\": 0}], "
                               "\"ball\": []}}";
    limb_sphere_list *list;
    ENSURE_INT(limb_sphere_list_parse(&list, good, strlen(good), robot, NULL, NULL, NULL), LIMB_OK);
    ENSURE_INT(list->count, 2);
    ENSURE_INT(list->sphere[1].link, 0);
    ENSURE_NEAR(list->sphere[0].center[2], 3, 0);
    ENSURE_NEAR(list->sphere[0].radius, 0.5, 0);
    limb_sphere_list_free(list);
    const char *reason;
    ENSURE_INT(parse_list("{\"ball\": [{\"center\": [1, 2, 3], \"radius\": 1}]}", robot, &reason),
               LIMB_OK);
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"[]", "expected an object of links with their spheres"},
        {"{\"nobody\": []}", "the robot has no such link"},
        {"{\"ball\": 3}", "expected an array of spheres"},
        {"{\"ball\": [3]}", "a sphere needs a center of three numbers"},
        {"{\"ball\": [{\"center\": [1, 2], \"radius\": 1}]}",
         "a sphere needs a center of three numbers"},
        {"{\"ball\": [{\"center\": [1, 2, 1e400], \"radius\": 1}]}",
         "a sphere needs a center of three numbers"},
        {"{\"ball\": [{\"center\": [1, 2, 3], \"radius\": -1}]}",
         "a sphere needs a radius of 0 or more"},
        {"{\"ball\": [{\"center\": [1, 2, 3]}]}", "a sphere needs a radius of 0 or more"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ENSURE_INT(parse_list(bad[i].text, robot, &reason), LIMB_ERROR_INPUT);
        ENSURE_TEXT(reason, bad[i].reason);
    }
    ENSURE_INT(parse_list("{\"ball\": [", robot, &reason), LIMB_ERROR_INPUT);
    limb_robot_free(robot);
}

//---- real robots ---------------------------------------------------------------------------------

// Points of the meshes' triangles are in spheres; the bound is held against the scene's distances.
static void cover_robot(const limb_robot *robot, limb_robot_meshes *meshes, int *ncovered)
{
    limb_test_rng rng = {17};
    const limb_cover_opts opts = {
        .find_mesh = limb_robot_meshes_find, .find_ctx = meshes, .count = 4};
    for (int link = 0; link < robot->nlink; link += IS_SHARED ? 5 : 3) {
        limb_link_cover *cover;
        ENSURE_INT(limb_link_cover_build(&cover, robot, link, &opts), LIMB_OK);
        const limb_link *of = &robot->link[link];
        for (int i = 0; i < of->ncollision && !cover->reason; i++) {
            const limb_shape *g = &of->collision[i].geometry;
            const char *reason;
            const limb_mesh *mesh = g->type == LIMB_SHAPE_MESH
                                        ? limb_robot_meshes_find(meshes, g->filename, &reason)
                                        : NULL;
            double pose[12];
            limb_origin_pose(&of->collision[i].origin, pose);
            for (int t = 0; mesh && t < 3000 / LIMB_TEST_SHARE; t++) {
                const uint32_t *c =
                    mesh->index + 3 * (size_t)limb_test_below(&rng, mesh->ntriangle);
                double a = limb_test_uniform(&rng, 0, 1), b = limb_test_uniform(&rng, 0, 1), p[3];
                if (a + b > 1) a = b = 0;
                for (int k = 0; k < 3; k++) {
                    const double x = (double)mesh->position[3 * c[0] + (uint32_t)k];
                    const double y = (double)mesh->position[3 * c[1] + (uint32_t)k];
                    const double z = (double)mesh->position[3 * c[2] + (uint32_t)k];
                    p[k] = (x + a * (y - x) + b * (z - x)) * g->scale[k];
                }
                limb_pose_apply(pose, p, p);
                ENSURE(is_covered(cover, p, 1e-9));
                (*ncovered)++;
            }
        }
        limb_link_cover_free(cover);
    }
}

TEST(real_robots_are_covered)
{
    limb_test_robots it = {0};
    int nrobot = 0, npoint = 0;
    while (limb_test_next_robot(&it)) {
        if (nrobot++ % (12 * LIMB_TEST_SHARE) != 1) continue;
        limb_robot *robot;
        if (limb_robot_load(&robot, it.path, NULL) != LIMB_OK) continue;
        limb_robot_meshes *meshes = limb_test_collision_meshes(robot);
        cover_robot(robot, meshes, &npoint);
        limb_robot_meshes_free(meshes);
        limb_robot_free(robot);
    }
    if (!limb_test_corpus()) return;
    printf("%d points of real meshes\n", npoint);
    ENSURE(npoint > 300);
}
