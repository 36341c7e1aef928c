// Tests of scenes and queries: objects with several shapes, obstacles of every kind, pairs,
// distances, rays, bad input and memory.
#include "harness.h"
#include "limb/limb.h"
#include "support/memory.h"
#include "support/robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

static void at(double pose[12], double x, double y, double z)
{
    memcpy(pose, identity, sizeof identity);
    pose[3] = x;
    pose[7] = y;
    pose[11] = z;
}

// a dumb-bell: two balls one meter apart
static const double left[12] = {1, 0, 0, -0.5, 0, 1, 0, 0, 0, 0, 1, 0};
static const double right[12] = {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0};
static const limb_collider balls[2] = {
    {.kind = LIMB_COLLIDER_SPHERE, .pose = left, .radius = 0.1},
    {.kind = LIMB_COLLIDER_SPHERE, .pose = right, .radius = 0.1},
};
static const limb_collider ball = {.kind = LIMB_COLLIDER_SPHERE, .radius = 0.25};

// Whether hulls touch and how far apart they are is computed by different algorithms. They must
// agree at random poses, with and without the cached state of the previous query.
TEST(hulls_touch_where_their_distance_is_not_positive)
{
    enum { POINTS = 40 };
    limb_test_rng rng = {23};
    int ntouching = 0, napart = 0;
    for (int round = 0; round < LIMB_TEST_COUNT(80); round++) {
        float point[2][3 * POINTS];
        limb_collider hull[2];
        limb_scene_object object[2];
        for (int i = 0; i < 2; i++) {
            const double size = limb_test_uniform(&rng, 0.2, 1),
                         off = limb_test_uniform(&rng, 0, 1);
            for (int k = 0; k < 3 * POINTS; k++)
                point[i][k] = (float)(off + limb_test_uniform(&rng, -size, size));
            hull[i] = (limb_collider){
                .kind = LIMB_COLLIDER_HULL, .point = point[i], .npoint = POINTS - 30 * (round % 2)};
            object[i] = (limb_scene_object){.ncollider = 1, .collider = &hull[i]};
        }
        limb_scene *scene;
        limb_query *query;
        ENSURE(limb_scene_create(&scene, object, 2, NULL, 0, NULL) == LIMB_OK);
        ENSURE(limb_query_create(&query, scene, NULL) == LIMB_OK);
        for (int i = 0; i < 30; i++) {
            double pose[24], origin[3], quat[4];
            for (int body = 0; body < 2; body++) {
                for (int k = 0; k < 3; k++)
                    origin[k] = limb_test_uniform(&rng, -0.9, 0.9);
                double square = 0;
                for (int k = 0; k < 4; k++) {
                    quat[k] = limb_test_uniform(&rng, -1, 1);
                    square += quat[k] * quat[k];
                }
                for (int k = 0; k < 4; k++)
                    quat[k] /= sqrt(square);
                limb_pose_from_quat(origin, quat, pose + 12 * body);
            }
            if (i % 3 == 2) limb_query_reset(query);
            ENSURE(limb_query_place_objects(query, pose, 2) == LIMB_OK);
            limb_contact near;
            const bool touches = limb_collide(query, NULL);
            ENSURE(limb_distance_pair(query, 0, 1, HUGE_VAL, &near));
            if (fabs(near.distance) > 1e-9) ENSURE(touches == (near.distance < 0));
            ntouching += touches;
            napart += !touches;
        }
        limb_query_free(query);
        limb_scene_free(scene);
    }
    ENSURE(ntouching > 50 && napart > 50);
}

TEST(the_union_of_shapes_counts)
{
    const limb_scene_object object[2] = {{.name = "bell", .ncollider = 2, .collider = balls},
                                         {.name = "ball", .ncollider = 1, .collider = &ball}};
    limb_scene *scene;
    limb_query *query;
    ENSURE(limb_scene_create(&scene, object, 2, NULL, 0, NULL) == LIMB_OK);
    ENSURE(limb_query_create(&query, scene, NULL) == LIMB_OK);
    ENSURE_INT(limb_scene_pair_count(scene), 1);
    ENSURE_INT(limb_scene_find_object(scene, "ball"), 1);
    double pose[24];
    limb_contact near;
    at(pose, 0, 0, 0);
    // between the two it touches neither
    at(pose + 12, 0, 0, 0);
    ENSURE(limb_query_place_objects(query, pose, 2) == LIMB_OK);
    ENSURE(!limb_collide(query, NULL));
    ENSURE(limb_distance(query, HUGE_VAL, &near));
    ENSURE_NEAR(near.distance, 0.15, 1e-12);
    ENSURE(!limb_distance(query, 0.1, &near));
    at(pose + 12, 0.3, 0, 0);
    ENSURE(limb_query_place_objects(query, pose, 2) == LIMB_OK);
    int pair[2];
    ENSURE(limb_collide(query, pair));
    ENSURE(pair[0] == 0 && pair[1] == 1);
    limb_contact contact[4];
    ENSURE_INT(limb_collide_all(query, contact, 4), 1);
    ENSURE_NEAR(contact[0].distance, -0.15, 1e-12);
    ENSURE_NEAR(contact[0].normal[0], -1, 1e-12);
    ENSURE_NEAR(contact[0].point[0], 0.475, 1e-12);
    limb_query_free(query);
    limb_scene_free(scene);
}

TEST(obstacles_of_every_kind)
{
    const float cube[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    limb_mesh *mesh;
    ENSURE(limb_hull_build(&mesh, cube, 8, NULL, NULL) == LIMB_OK);
    double where[12];
    at(where, 2, -0.5, -0.5);
    const limb_collider kinds[] = {
        {.kind = LIMB_COLLIDER_BOX,
         .size = {1, 1, 1},
         .pose = (double[12]){1, 0, 0, 2.5, 0, 1, 0, 0, 0, 0, 1, 0}},
        {.kind = LIMB_COLLIDER_CYLINDER,
         .radius = 0.5,
         .length = 2,
         .pose = (double[12]){1, 0, 0, 2.5, 0, 1, 0, 0, 0, 0, 1, 0}},
        {.kind = LIMB_COLLIDER_CAPSULE,
         .radius = 0.5,
         .length = 2,
         .pose = (double[12]){1, 0, 0, 2.5, 0, 1, 0, 0, 0, 0, 1, 0}},
        {.kind = LIMB_COLLIDER_SPHERE,
         .radius = 0.5,
         .pose = (double[12]){1, 0, 0, 2.5, 0, 1, 0, 0, 0, 0, 1, 0}},
        {.kind = LIMB_COLLIDER_HULL, .mesh = mesh, .pose = where},
        {.kind = LIMB_COLLIDER_HULL, .point = cube, .npoint = 8, .pose = where},
        {.kind = LIMB_COLLIDER_MESH, .mesh = mesh, .pose = where},
        {.kind = LIMB_COLLIDER_POINTS, .point = (float[3]){2.5f, 0, 0}, .npoint = 1, .radius = 0.5},
        // turned so that their normals are -x
        {.kind = LIMB_COLLIDER_PLANE, .pose = (double[12]){0, 0, -1, 2, 0, 1, 0, 0, 1, 0, 0, 0}},
        {.kind = LIMB_COLLIDER_HALF_SPACE,
         .pose = (double[12]){0, 0, -1, 2, 0, 1, 0, 0, 1, 0, 0, 0}},
    };
    const int nkind = (int)(sizeof kinds / sizeof kinds[0]);
    for (int i = 0; i < nkind; i++) {
        const limb_scene_object moving = {.ncollider = 1, .collider = &ball};
        const limb_scene_object obstacle = {.name = "thing", .ncollider = 1, .collider = &kinds[i]};
        limb_scene *scene;
        limb_query *query;
        ENSURE(limb_scene_create(&scene, &moving, 1, NULL, 0,
                                 &(limb_scene_opts){.obstacle = &obstacle, .nobstacle = 1}) ==
               LIMB_OK);
        ENSURE_INT(limb_scene_missing_count(scene), 0);
        ENSURE(limb_query_create(&query, scene, NULL) == LIMB_OK);
        // every one of them begins at x = 2
        double pose[12];
        limb_contact near;
        at(pose, 1, 0, 0);
        ENSURE(limb_query_place_objects(query, pose, 1) == LIMB_OK);
        ENSURE(!limb_collide(query, NULL));
        ENSURE(limb_distance(query, HUGE_VAL, &near));
        ENSURE_NEAR(near.distance, 0.75, 1e-9);
        ENSURE_NEAR(near.normal[0], 1, 1e-9);
        ENSURE_NEAR(near.point_a[0], 1.25, 1e-9);
        ENSURE_NEAR(near.point_b[0], 2, 1e-9);
        at(pose, 1.8, 0, 0);
        ENSURE(limb_query_place_objects(query, pose, 1) == LIMB_OK);
        ENSURE(limb_collide(query, NULL));
        ENSURE(limb_distance(query, HUGE_VAL, &near));
        ENSURE(near.distance < 0);
        // a ray along x meets the ball, then the thing
        limb_ray_result hit;
        const double from[3] = {0, 0, 0}, beside[3] = {0, 0, 0.4}, x[3] = {2, 0, 0};
        ENSURE(limb_ray_cast(query, from, x, 10, &hit));
        ENSURE_INT(hit.object, 0);
        ENSURE_NEAR(hit.t, 1.55 / 2, 1e-9);
        ENSURE(limb_ray_cast(query, beside, x, 10, &hit));
        ENSURE_INT(hit.object, 1);
        ENSURE(hit.point[0] > 1.99 && hit.point[0] < 2.3);
        ENSURE(hit.normal[0] < -0.3);
        ENSURE(!limb_ray_cast(query, beside, x, 0.5, &hit));
        // what is not finite meets nothing
        const double nowhere[3] = {NAN, 0, 0}, endless[3] = {INFINITY, 0, 0};
        ENSURE(!limb_ray_cast(query, nowhere, x, 10, &hit));
        ENSURE(!limb_ray_cast(query, from, nowhere, 10, &hit));
        ENSURE(!limb_ray_cast(query, from, endless, 10, &hit));
        limb_query_free(query);
        limb_scene_free(scene);
    }
    limb_mesh_free(mesh);
}

TEST(poses_and_sizes_that_are_not_finite_are_refused)
{
    limb_scene *scene;
    limb_query *query;
    const limb_collider bad = {.kind = LIMB_COLLIDER_SPHERE, .radius = NAN};
    const limb_scene_object refused = {.ncollider = 1, .collider = &bad};
    ENSURE(limb_scene_create(&scene, &refused, 1, NULL, 0, NULL) == LIMB_ERROR_INPUT);
    ENSURE(!scene);
    const limb_scene_object object[2] = {{.ncollider = 2, .collider = balls},
                                         {.ncollider = 1, .collider = &ball}};
    ENSURE(limb_scene_create(&scene, object, 2, NULL, 0, NULL) == LIMB_OK);
    ENSURE(limb_query_create(&query, scene, NULL) == LIMB_OK);
    double pose[24];
    at(pose, 0, 0, 0);
    at(pose + 12, 0.5, 0, 0);
    for (int k = 0; k < 24; k++) {
        const double kept = pose[k];
        pose[k] = k % 2 ? NAN : INFINITY;
        ENSURE(limb_query_place_objects(query, pose, 2) == LIMB_ERROR_NUMERIC);
        ENSURE(!limb_collide(query, NULL));
        pose[k] = kept;
    }
    ENSURE(limb_query_place_objects(query, pose, 2) == LIMB_OK);
    ENSURE(limb_collide(query, NULL));
    limb_query_free(query);
    limb_scene_free(scene);
}

TEST(meshes_without_triangles_or_numbers_are_left_out_and_counted)
{
    const float wrong[9] = {0, 0, 0, 1, 0, 0, NAN, 1, 0};
    const uint32_t index[3] = {0, 1, 2};
    const limb_mesh none = {.nvertex = 0},
                    broken = {.nvertex = 3, .position = wrong, .ntriangle = 1, .index = index};
    const limb_collider kinds[3] = {{.kind = LIMB_COLLIDER_MESH, .mesh = &none},
                                    {.kind = LIMB_COLLIDER_MESH, .mesh = &broken},
                                    {.kind = LIMB_COLLIDER_HULL, .mesh = &broken}};
    const limb_scene_object object[2] = {{.ncollider = 3, .collider = kinds},
                                         {.ncollider = 1, .collider = &ball}};
    limb_scene *scene;
    ENSURE(limb_scene_create(&scene, object, 2, NULL, 0, NULL) == LIMB_OK);
    ENSURE_INT(limb_scene_missing_count(scene), 3);
    ENSURE_INT(limb_scene_pair_count(scene), 0);
    limb_scene_free(scene);
}

static const char arm[] =
    "<robot name='r'>"
    "<link name='a'><collision><geometry><box size='0.2 0.2 1'/></geometry></collision></link>"
    "<link name='b'><collision><origin xyz='0 0 0.5'/><geometry><cylinder radius='0.1' "
    "length='1'/></geometry></collision></link>"
    "<link name='c'><collision><origin xyz='0 0 0.5'/><geometry><capsule radius='0.1' "
    "length='0.8'/></geometry></collision></link>"
    "<joint name='ab' type='revolute'><parent link='a'/><child link='b'/><origin xyz='0 0 "
    "0.6'/><axis xyz='0 1 0'/>"
    "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='bc' type='revolute'><parent link='b'/><child link='c'/><origin xyz='0 0 "
    "1.1'/><axis xyz='0 1 0'/>"
    "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint></robot>";

TEST(a_robot_folds_onto_itself)
{
    limb_robot *robot = limb_test_parse(arm);
    limb_scene *scene;
    limb_query *query;
    limb_model *model;
    limb_work *work;
    ENSURE(limb_scene_build(&scene, robot, NULL) == LIMB_OK);
    ENSURE_INT(limb_scene_pair_count(scene), 1); // a and c
    ENSURE(limb_query_create(&query, scene, NULL) == LIMB_OK);
    ENSURE(limb_model_build(&model, robot, NULL) == LIMB_OK);
    ENSURE(limb_work_create(&work, model, NULL) == LIMB_OK);
    double q[2] = {0, 0};
    limb_fk(model, work, q);
    ENSURE(limb_query_place(query, model, work) == LIMB_OK);
    ENSURE(!limb_collide(query, NULL));
    q[1] = 3;
    limb_fk(model, work, q);
    ENSURE(limb_query_place(query, model, work) == LIMB_OK);
    ENSURE(!limb_collide(query, NULL));
    q[0] = 0.5, q[1] = 2.9;
    limb_fk(model, work, q);
    ENSURE(limb_query_place(query, model, work) == LIMB_OK);
    limb_contact near;
    ENSURE(limb_distance(query, HUGE_VAL, &near));
    ENSURE(limb_collide(query, NULL) == (near.distance <= 0));
    limb_query_free(query);
    limb_scene_free(scene);
    // with all pairs the neighbors are compared, too
    ENSURE(limb_scene_build(&scene, robot, &(limb_scene_opts){.all_pairs = true}) == LIMB_OK);
    ENSURE_INT(limb_scene_pair_count(scene), 3);
    limb_scene_free(scene);
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
}

// A shape that was left out was not checked: if the scene did not count it, the robot would be
// reported as free of contact.
TEST(shapes_that_cannot_be_compared_are_counted)
{
    static const char *const geometry[] = {
        "<torus radius='1'/>",     "<box size='1 2 x'/>",     "",
        "<sphere radius='-1'/>",   "<box size='1e300 1 1'/>", "<cylinder radius='1'/>",
        "<mesh filename='m.stl'/>"};
    for (size_t i = 0; i < sizeof geometry / sizeof geometry[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "<robot name='r'><link name='a'><collision><geometry>%s</geometry></collision>"
                 "<visual><geometry><box size='1 1 1'/></geometry></visual>"
                 "<collision><geometry><box size='1 1 1'/></geometry></collision></link></robot>",
                 geometry[i]);
        limb_robot *robot = limb_test_parse(text);
        limb_scene *scene;
        ENSURE(limb_scene_build(&scene, robot, NULL) == LIMB_OK);
        ENSURE_INT(limb_scene_missing_count(scene), 1);
        ENSURE_INT(limb_scene_shape_count(scene, 0), 1);
        limb_scene_free(scene);
        ENSURE(limb_scene_build(&scene, robot, &(limb_scene_opts){.from_visual = true}) == LIMB_OK);
        ENSURE_INT(limb_scene_missing_count(scene), 0);
        limb_scene_free(scene);
        limb_link_cover *cover;
        ENSURE_INT(limb_link_cover_build(&cover, robot, 0, NULL), LIMB_OK);
        if (i != 4) ENSURE_INT(cover->nmissing, 1); // so large a box is covered
        limb_link_cover_free(cover);
        limb_robot_free(robot);
    }
}

static limb_status append(void *ctx, const void *bytes, size_t size)
{
    strncat(ctx, bytes, size);
    return LIMB_OK;
}

TEST(srdf_pairs_are_skipped_and_survive_writing)
{
    const char text[] = "<robot name='r &amp; s'><group name='g'/>"
                        "<disable_collisions link1='c' link2='a' reason='Never'/></robot>";
    limb_srdf *srdf;
    ENSURE(limb_srdf_parse(&srdf, text, sizeof text - 1, NULL) == LIMB_OK);
    ENSURE_INT(srdf->npair, 1);
    ENSURE_TEXT(srdf->robot, "r & s");
    ENSURE_TEXT(srdf->pair[0].reason, "Never");
    ENSURE(limb_srdf_disables(srdf, "a", "c") && limb_srdf_disables(srdf, "c", "a"));
    ENSURE(!limb_srdf_disables(srdf, "a", "b"));
    limb_robot *robot = limb_test_parse(arm);
    limb_scene *scene;
    ENSURE(limb_scene_build(&scene, robot, &(limb_scene_opts){.srdf = srdf}) == LIMB_OK);
    ENSURE_INT(limb_scene_pair_count(scene), 0);
    limb_scene_free(scene);
    limb_srdf_free(srdf);
    const char defaults[] = "<robot><disable_default_collisions link='a'/>"
                            "<enable_collisions link1='a' link2='c'/></robot>";
    ENSURE(limb_srdf_parse(&srdf, defaults, sizeof defaults - 1, NULL) == LIMB_OK);
    ENSURE(limb_srdf_disables(srdf, "b", "a") && !limb_srdf_disables(srdf, "a", "c"));
    limb_srdf_free(srdf);
    ENSURE(limb_srdf_parse(&srdf, "<model/>", 8, NULL) == LIMB_ERROR_INPUT);
    ENSURE(limb_srdf_parse(&srdf, "<robot", 6, NULL) == LIMB_ERROR_INPUT);
    limb_robot_free(robot);
}

// A missing link was read as "": <disable_collisions link1="a"/> disabled every pair of a, and an
// <enable_collisions> without link2 was written as <disable_default_collisions>.
TEST(srdf_elements_that_lack_a_link_have_no_effect)
{
    static const char text[] = "<robot name='r'>\n"
                               "  <disable_collisions link1='a'/>\n"
                               "  <disable_collisions link1='a' lnik2='c'/>\n"
                               "  <disable_collisions link2='a'/>\n"
                               "  <disable_default_collisions/>\n"
                               "  <enable_collisions link1='c' link2=''/>\n"
                               "</robot>";
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_srdf *srdf;
    const limb_srdf_opts opts = {.report = report, .file = "a.srdf"};
    ENSURE_INT(limb_srdf_parse(&srdf, text, sizeof text - 1, &opts), LIMB_OK);
    ENSURE_INT(srdf->npair, 0);
    ENSURE(!limb_srdf_disables(srdf, "a", "c") && !limb_srdf_disables(srdf, "c", "a"));
    limb_robot *robot = limb_test_parse(arm);
    limb_scene *plain, *scene;
    ENSURE_INT(limb_scene_build(&plain, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_build(&scene, robot, &(limb_scene_opts){.srdf = srdf}), LIMB_OK);
    ENSURE(limb_scene_pair_count(plain) > 0);
    ENSURE_INT(limb_scene_pair_count(scene), limb_scene_pair_count(plain));
    limb_scene_free(scene);
    limb_scene_free(plain);
    limb_srdf_free(srdf);

    ENSURE_INT(report->nfinding, 5);
    static const char *const missing[5] = {"link2", "link2", "link1", "has no link:", "link2"};
    for (int i = 0; i < 5; i++) {
        ENSURE_INT(report->finding[i].rule, LIMB_RULE_ATTRIBUTE_MISSING);
        ENSURE_INT(report->finding[i].span.line, i + 2);
        ENSURE(strstr(report->finding[i].message, missing[i]) != NULL);
    }
    limb_report_free(report);

    // the same out of a caller's hand: neither disables nor is written as something that does
    static const limb_srdf_pair half = {.link1 = "c", .link2 = "", .reason = "", .enables = true};
    const limb_srdf given = {.robot = "r", .npair = 1, .pair = &half};
    ENSURE(!limb_srdf_disables(&given, "c", "a"));
    ENSURE_INT(limb_scene_build(&scene, robot, &(limb_scene_opts){.srdf = &given}), LIMB_OK);
    ENSURE(limb_scene_pair_count(scene) > 0);
    limb_scene_free(scene);
    limb_robot_free(robot);
    char written[256] = "";
    ENSURE_INT(limb_srdf_write(&given, append, written), LIMB_OK);
    ENSURE(strstr(written, "<enable_collisions link1=\"c\"/>") != NULL);
    ENSURE(!strstr(written, "disable"));
}

TEST(a_scene_and_a_query_survive_every_failed_allocation)
{
    limb_robot *robot = limb_test_parse(arm);
    const float cube[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    limb_mesh *mesh;
    ENSURE(limb_hull_build(&mesh, cube, 8, NULL, NULL) == LIMB_OK);
    const limb_collider kinds[2] = {{.kind = LIMB_COLLIDER_HULL, .mesh = mesh},
                                    {.kind = LIMB_COLLIDER_MESH, .mesh = mesh}};
    const limb_scene_object obstacle = {.name = "o", .ncollider = 2, .collider = kinds};
    int failures = 0;
    for (int n = 0;; n++) {
        limb_test_memory memory;
        limb_test_memory_init(&memory);
        memory.fail_at = n;
        limb_scene *scene;
        const limb_scene_opts opts = {
            .memory = &memory.allocator, .obstacle = &obstacle, .nobstacle = 1};
        const limb_status status = limb_scene_build(&scene, robot, &opts);
        limb_query *query = NULL;
        limb_status second = LIMB_ERROR_MEMORY;
        if (status == LIMB_OK) {
            second = limb_query_create(&query, scene, &memory.allocator);
            limb_query_free(query);
            limb_scene_free(scene);
        } else {
            ENSURE(status == LIMB_ERROR_MEMORY && !scene);
        }
        ENSURE_INT(memory.in_use, 0);
        failures += second != LIMB_OK;
        if (second == LIMB_OK) break;
    }
    ENSURE(failures > 5);
    limb_mesh_free(mesh);
    limb_robot_free(robot);
}

// The scene stores a list of pairs, so their number must neither overflow nor exhaust memory.
TEST(too_many_pairs_of_shapes_are_refused)
{
    enum { SHAPES = 8193 };
    limb_collider *many = malloc(SHAPES * sizeof *many);
    ENSURE(many != NULL);
    for (int i = 0; i < SHAPES; i++)
        many[i] = ball;
    limb_scene_object object[2] = {{.name = "a", .ncollider = SHAPES, .collider = many},
                                   {.name = "b", .ncollider = SHAPES, .collider = many}};
    limb_scene *scene;
    ENSURE_INT(limb_scene_create(&scene, object, 2, NULL, 0, NULL), LIMB_ERROR_LIMIT);
    ENSURE(scene == NULL);
    ENSURE_INT(limb_scene_create(&scene, object, 2, (int[]){1, 0}, 1, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_pair_count(scene), 0);
    limb_scene_free(scene);
    object[0].ncollider = object[1].ncollider = SHAPES - 1;
    ENSURE_INT(limb_scene_create(&scene, object, 2, NULL, 0, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_pair_count(scene), 1);
    limb_scene_free(scene);
    free(many);
}

// Objects without shapes cost nothing, however many there are.
TEST(objects_without_shapes_are_in_no_pair)
{
    enum { OBJECTS = 200000 };
    limb_scene_object *object = malloc(OBJECTS * sizeof *object);
    ENSURE(object != NULL);
    for (int i = 0; i < OBJECTS; i++)
        object[i] = (limb_scene_object){.name = "empty"};
    object[7] = object[OBJECTS - 1] =
        (limb_scene_object){.name = "ball", .ncollider = 1, .collider = &ball};
    limb_scene *scene;
    ENSURE_INT(limb_scene_create(&scene, object, OBJECTS, NULL, 0, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_pair_count(scene), 1);
    int a, b;
    limb_scene_pair(scene, 0, &a, &b);
    ENSURE(a == 7 && b == OBJECTS - 1);
    limb_scene_free(scene);
    free(object);
}
