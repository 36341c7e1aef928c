// NULL names and negative counts give an error status, -1 or false, and never a crash.
#include "harness.h"
#include "limb/bindings.h"
#include "limb/limb.h"

#include <math.h>
#include <string.h>

static const char text[] =
    "<robot name='arm'><link name='base'/><link name='hand'/>"
    "<joint name='turn' type='revolute'><parent link='base'/><child link='hand'/>"
    "<axis xyz='0 0 1'/><limit lower='-1' upper='2' effort='1' velocity='1'/></joint></robot>";

static limb_robot *parse(void)
{
    limb_robot *robot = NULL;
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), NULL), LIMB_OK);
    return robot;
}

TEST(searching_for_no_name_finds_nothing)
{
    limb_robot *robot = parse();
    limb_model *model = NULL;
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_find_link(robot, NULL), -1);
    ENSURE_INT(limb_robot_find_joint(robot, NULL), -1);
    ENSURE_INT(limb_robot_find_material(robot, NULL), -1);
    ENSURE_INT(limb_model_find_link(model, NULL), -1);
    ENSURE_INT(limb_model_find_joint(model, NULL), -1);
    ENSURE(limb_rule_find(NULL) == NULL);
    limb_model_free(model);
    limb_robot_free(robot);
}

TEST(words_and_numbers_that_are_null_are_refused)
{
    static const char *const word[] = {"base", "hand"};
    double value = 7;
    ENSURE(!limb_number_parse(NULL, &value));
    ENSURE_INT(limb_nearest(NULL, word, 2), -1);
    ENSURE_INT(limb_nearest("bse", word, -1), -1);
    ENSURE_INT(limb_nearest("bse", NULL, 0), -1);
    ENSURE(limb_rule_at(-1) == NULL && limb_rule_at(limb_rule_count()) == NULL);
    ENSURE(limb_status_text((limb_status)99) != NULL);
}

TEST(nodes_and_attributes_that_are_not_there_give_nothing)
{
    limb_robot *robot = parse();
    const limb_document *doc = robot->document;
    double value;
    static const int wrong[] = {-1, -1000, 1 << 20};
    ENSURE(limb_node_attribute_raw(doc, robot->node, NULL).data == NULL);
    ENSURE_INT(limb_node_attribute(doc, robot->node, NULL, NULL, 0), -1);
    ENSURE(!limb_node_numbers(doc, robot->node, NULL, &value, 1));
    ENSURE(!limb_node_numbers(doc, robot->node, "name", &value, -1));
    for (int i = 0; i < 3; i++) {
        ENSURE_INT(limb_node_parent(doc, wrong[i]), -1);
        ENSURE_INT(limb_node_first_child(doc, wrong[i]), -1);
        ENSURE_INT(limb_node_next(doc, wrong[i]), -1);
        ENSURE_INT(limb_node_find(doc, wrong[i], "link"), -1);
        ENSURE_INT(limb_node_find_next(doc, wrong[i], "link"), -1);
        ENSURE_INT(limb_node_attribute_count(doc, wrong[i]), 0);
        ENSURE_INT(limb_node_name(doc, wrong[i]).size, 0);
        ENSURE_INT(limb_node_source(doc, wrong[i]).size, 0);
        ENSURE_INT(limb_node_text(doc, wrong[i], NULL, 0), 0);
        ENSURE(limb_node_path(doc, wrong[i], NULL, 0) <= 0);
        ENSURE_INT(limb_node_attribute(doc, wrong[i], "name", NULL, 0), -1);
        ENSURE_INT(limb_node_attribute_name(doc, robot->node, wrong[i]).size, 0);
    }
    limb_robot_free(robot);
}

TEST(files_without_a_name_are_refused)
{
    limb_robot *robot = NULL;
    limb_mesh *mesh = NULL;
    limb_target *target = NULL;
    const char *reason = NULL;
    ENSURE_INT(limb_robot_load(&robot, NULL, NULL), LIMB_ERROR_IO);
    ENSURE_INT(limb_robot_parse(&robot, NULL, 0, NULL), LIMB_ERROR_INPUT);
    ENSURE(robot == NULL);
    ENSURE_INT(limb_mesh_load(&mesh, NULL, NULL), LIMB_ERROR_IO);
    ENSURE_INT(limb_mesh_parse(&mesh, NULL, 0, NULL), LIMB_ERROR_INPUT);
    ENSURE(mesh == NULL);
    ENSURE_INT(limb_target_urdfdom(&target, NULL, 0, NULL), LIMB_OK);
    ENSURE_INT(target->verdict, LIMB_VERDICT_REFUSES);
    limb_target_free(target);
    ENSURE_INT(limb_file_replace(NULL, "", 0, &reason), LIMB_ERROR_IO);
    ENSURE(reason != NULL);
    robot = parse();
    ENSURE_INT(limb_robot_save(robot, NULL), LIMB_ERROR_IO);
    limb_robot_free(robot);
}

TEST(edits_without_a_name_or_text_are_refused_and_say_so)
{
    limb_robot *robot = parse();
    limb_edit *edit = NULL;
    ENSURE_INT(limb_edit_begin(&edit, robot), LIMB_OK);
    const int node = robot->node;
    const double value[1] = {1};
    ENSURE_INT(limb_edit_set_attribute(edit, node, NULL, "x"), LIMB_ERROR_INPUT);
    ENSURE(limb_edit_message(edit)[0] != 0);
    ENSURE_INT(limb_edit_set_numbers(edit, node, NULL, value, 1), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_numbers(edit, node, "x", value, -1), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_add(edit, node, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_replace(edit, robot->link[0].node, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_link(edit, 0, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_joint(edit, 0, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_link(edit, -1, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_joint(edit, 99, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_remove(edit, -1), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_attribute(edit, 1 << 20, "a", "b"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_reparent(edit, -1, 0, false), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_reparent(edit, 0, 99, false), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    limb_edit_free(edit);
    ENSURE_INT(limb_robot_find_link(robot, "hand"), 1);
    limb_robot_free(robot);
}

TEST(addresses_that_are_null_are_malformed)
{
    limb_resolver *resolver = NULL;
    limb_resolution found;
    ENSURE_INT(limb_resolver_create(&resolver, NULL, NULL), LIMB_OK);
    ENSURE_INT(limb_resolve(resolver, NULL, &found), LIMB_OK);
    ENSURE_INT(found.result, LIMB_RESOLVE_MALFORMED);
    limb_resolver_free(resolver);
}

TEST(negative_counts_are_refused)
{
    limb_mesh *mesh = NULL;
    int dimension = 7;
    const float point[3] = {0, 0, 0};
    ENSURE_INT(limb_hull_build(&mesh, point, -1, NULL, &dimension), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_mesh_copy(&mesh, &(limb_mesh){.nvertex = -1}, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_mesh_copy(&mesh, &(limb_mesh){.ntriangle = -1}, NULL), LIMB_ERROR_INPUT);

    limb_robot *robot = parse();
    limb_model *model = NULL;
    limb_work *work = NULL;
    ENSURE_INT(limb_model_build(&model, robot, &(limb_model_opts){.nlock = -1}), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
    double q[1] = {0}, pose[12] = {0};
    limb_pose_identity(pose);
    limb_ik_result result;
    ENSURE_INT(limb_ik_many(model, work, 1, pose, NULL, -1, q, &result), 0);
    ENSURE_INT(limb_ik_many(model, work, 1, pose, NULL, 0, q, &result), 0);
    char memory[100000];
    limb_batch *batch = limb_batch_init(model, 1, memory, sizeof memory);
    ENSURE(batch != NULL);
    limb_fk_batch(model, batch, NULL, q, -5, NULL, 0, pose);
    ENSURE(isfinite(pose[0]));
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
}

TEST(scenes_answer_for_objects_that_are_not_there)
{
    limb_scene *scene = NULL;
    limb_query *query = NULL;
    limb_sphere_set *set = NULL;
    const limb_collider ball = {.kind = LIMB_COLLIDER_SPHERE, .radius = 1};
    const limb_scene_object two[2] = {{.name = "a", .ncollider = 1, .collider = &ball},
                                      {.name = "b", .ncollider = 1, .collider = &ball}};
    ENSURE_INT(limb_scene_create(&scene, two, -1, NULL, 0, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_scene_create(&scene, two, 2, NULL, -1, NULL), LIMB_ERROR_INPUT);
    ENSURE(scene == NULL);
    ENSURE_INT(limb_scene_create(&scene, two, 2, NULL, 0, NULL), LIMB_OK);
    ENSURE_INT(limb_query_create(&query, scene, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_find_object(scene, NULL), -1);
    static const int wrong[] = {-1, 2, 1 << 20};
    for (int i = 0; i < 3; i++) {
        limb_contact contact;
        int a = 7, b = 7;
        ENSURE(limb_scene_object_name(scene, wrong[i]) == NULL);
        ENSURE_INT(limb_scene_shape_count(scene, wrong[i]), 0);
        limb_scene_pair(scene, wrong[i], &a, &b);
        ENSURE(a == -1 && b == -1);
        ENSURE(!limb_collide_pair(query, 0, wrong[i]) && !limb_collide_pair(query, wrong[i], 1));
        ENSURE(!limb_distance_pair(query, 0, wrong[i], 10, &contact));
    }
    double pose[36] = {0};
    ENSURE_INT(limb_query_place_objects(query, pose, -1), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_query_place_objects(query, pose, 3), LIMB_ERROR_INPUT);
    ENSURE(limb_collide_pair(query, 0, 1)); // still where they were
    limb_query_free(query);
    limb_scene_free(scene);

    limb_robot *robot = parse();
    limb_model *model = NULL;
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_sphere_set_build(&set, model, NULL, -1, NULL), LIMB_ERROR_INPUT);
    limb_model_free(model);
    limb_robot_free(robot);
}

TEST(xacro_and_engine_refuse_what_has_no_name)
{
    limb_xacro *xacro = NULL;
    ENSURE_INT(limb_xacro_load(&xacro, NULL, NULL), LIMB_ERROR_IO);
    ENSURE_INT(limb_xacro_expand(&xacro, NULL, 5, NULL), LIMB_ERROR_INPUT);
    ENSURE(xacro == NULL && !limb_robot_file_is_xacro(NULL));
    ENSURE_INT(limb_mesh_format_written(NULL), LIMB_MESH_FORMAT_UNKNOWN);

    limb_engine *engine = limb_engine_create(NULL);
    ENSURE(engine != NULL);
    ENSURE_INT(limb_engine_load(engine, NULL), LIMB_ERROR_IO);
    ENSURE_INT(limb_engine_parse(engine, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(limb_engine_add_package(engine, NULL, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_add_package(engine, "x", NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_add_argument(engine, NULL, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_add_mesh(engine, NULL, NULL, 0, NULL, 0), LIMB_ERROR_INPUT);
    ENSURE(limb_engine_message(engine)[0] != 0);
    ENSURE(limb_engine_write_mesh(engine, NULL, NULL) != LIMB_OK);
    ENSURE(limb_engine_write_mesh(engine, NULL, "stl") != LIMB_OK);
    ENSURE_INT(limb_engine_rename_link(engine, NULL, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_rename_link(engine, "hand", NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_reparent(engine, "turn", NULL, false), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_link_node(engine, NULL), -1);
    ENSURE_INT(limb_engine_find_node(engine, NULL), -1);
    ENSURE_INT(limb_engine_find_link(engine, NULL), -1);
    ENSURE(limb_engine_link_name(engine, -1) == NULL);
    limb_engine_free(engine);
}
