// Tests the engine through its functions alone: reading, findings, edits, motion, scenes, and
// memory exhaustion.
#include "limb/bindings.h"
#include "limb/system.h"

#include "harness.h"
#include "support/hostile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char arm[] =
    "<robot name='arm'><link name='base'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
    "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='a'><inertial><mass value='1'/>"
    "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
    "<visual><geometry><box size='1 2 3'/></geometry></visual></link><link name='tip'/>"
    "<joint name='turn' type='revolute'><parent link='base'/><child link='a'/><axis xyz='0 1 0'/>"
    "<limit lower='-1' upper='2' effort='5' velocity='1'/></joint>"
    "<joint name='end' type='fixed'><parent link='a'/><child link='tip'/><origin xyz='1 0 0'/>"
    "</joint></robot>";

static limb_engine *open_arm(void)
{
    limb_engine *engine = limb_engine_create(NULL);
    ENSURE(engine);
    ENSURE_INT(limb_engine_parse(engine, arm, strlen(arm), "/arm.urdf"), LIMB_OK);
    return engine;
}

TEST(an_engine_without_a_robot_says_so)
{
    limb_engine *engine = limb_engine_create(NULL);
    double q[4];
    ENSURE(!limb_engine_has_robot(engine));
    ENSURE_INT(limb_engine_write_page(engine), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_engine_message(engine), "there is no robot");
    ENSURE_INT(limb_engine_nq(engine), 0);
    ENSURE_INT(limb_engine_neutral(engine, q), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_rename_link(engine, "a", "b"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_link_node(engine, "a"), -1);
    ENSURE_INT(limb_engine_fix(engine), 0);
    ENSURE_INT(limb_engine_load(engine, "/there/is/none.urdf"), LIMB_ERROR_IO);
    ENSURE_INT(limb_engine_write_findings(engine, 1), LIMB_OK);
    ENSURE(strstr(limb_engine_bytes(engine), "none.urdf"));
    limb_engine_free(engine);
}

// Calls that returned a cached result used to leave the message of an earlier call.
TEST(a_message_is_that_of_the_last_call)
{
    limb_engine *engine = open_arm();
    double q[1], pose[36], contact[9], value = 0;
    bool touches;
    ENSURE_INT(limb_engine_neutral(engine, q), LIMB_OK);
    ENSURE(limb_engine_pair_count(engine) >= 0);
    ENSURE_INT(limb_engine_rename_link(engine, "none", "b"), LIMB_ERROR_INPUT);
    ENSURE(*limb_engine_message(engine));
    ENSURE_INT(limb_engine_fk(engine, q, pose), LIMB_OK);
    ENSURE_TEXT(limb_engine_message(engine), "");
    ENSURE_INT(limb_engine_touching_along(engine, q, 1, &value, 1, &touches), -1);
    ENSURE_TEXT(limb_engine_message(engine), "there is no such coordinate");
    ENSURE(limb_engine_pair_count(engine) >= 0);
    ENSURE_TEXT(limb_engine_message(engine), "");
    ENSURE(limb_engine_touching(engine, q, contact, 1) >= 0);
    limb_engine_free(engine);
}

// WebAssembly hosts compare the size of a text with this limit before they copy the text.
TEST(a_text_that_is_too_long_is_refused_for_its_size_alone)
{
    limb_engine *engine = limb_engine_create(NULL);
    ENSURE(engine);
    ENSURE(limb_engine_max_bytes() >= (size_t)1 << 20);
    ENSURE_INT(limb_engine_parse(engine, "<robot/>", limb_engine_max_bytes() + 1, "long.urdf"),
               LIMB_ERROR_LIMIT);
    ENSURE(!limb_engine_has_robot(engine));
    limb_engine_free(engine);
}

TEST(a_xacro_file_is_expanded_with_its_arguments)
{
    static const char text[] =
        "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>"
        "<xacro:arg name='count' default='1'/><link name='base'/>\n"
        "<xacro:macro name='tip' params='i'><link name='tip${i}'/><joint name='j${i}' type='fixed'>"
        "<parent link='base'/><child link='tip${i}'/></joint></xacro:macro>\n"
        "<xacro:if value='${$(arg count) == 2}'><xacro:tip i='2'/></xacro:if></robot>";
    ENSURE(limb_engine_reads_xacro());
    const char path[] = LIMB_BINARY_DIR "/engine_test.urdf.xacro";
    ENSURE_INT(limb_file_replace(path, text, strlen(text), NULL), LIMB_OK);
    limb_engine *engine = limb_engine_create(NULL);
    ENSURE_INT(limb_engine_load(engine, path), LIMB_OK);
    ENSURE_INT(limb_engine_nlink(engine), 1);
    ENSURE_INT(limb_engine_add_argument(engine, "count", "2"), LIMB_OK);
    ENSURE_INT(limb_engine_load(engine, path), LIMB_OK);
    ENSURE_INT(limb_engine_nlink(engine), 2);
    ENSURE(limb_engine_find_link(engine, "tip2") >= 0);
    ENSURE_INT(limb_engine_write_source(engine), LIMB_OK);
    ENSURE(!strstr(limb_engine_bytes(engine), "xacro:"));

    // a name that is taken twice is found where the macro wrote it
    char twice[sizeof text + 64];
    snprintf(twice, sizeof twice, "%s", text);
    memcpy(strstr(twice, "'tip${i}'"), "'base'   ", 9);
    ENSURE_INT(limb_file_replace(path, twice, strlen(twice), NULL), LIMB_OK);
    limb_engine_free(engine);
    engine = limb_engine_create(NULL);
    ENSURE_INT(limb_engine_add_argument(engine, "count", "2"), LIMB_OK);
    ENSURE_INT(limb_engine_load(engine, path), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_write_findings(engine, 0), LIMB_OK);
    ENSURE(strstr(limb_engine_bytes(engine), "engine_test.urdf.xacro:2:"));
    limb_engine_free(engine);
}

TEST(findings_and_texts_are_written)
{
    limb_engine *engine = open_arm();
    ENSURE_INT(limb_engine_check_files(engine), LIMB_OK);
    ENSURE_INT(limb_engine_error_count(engine), 0);
    ENSURE_INT(limb_engine_write_source(engine), LIMB_OK);
    ENSURE_TEXT(limb_engine_bytes(engine), arm);
    ENSURE_INT(limb_engine_size(engine), strlen(arm));
    ENSURE_INT(limb_engine_write_formatted(engine), LIMB_OK);
    ENSURE(strstr(limb_engine_bytes(engine), "\n  <link name=\"base\">"));
    ENSURE_INT(limb_engine_write_page(engine), LIMB_OK);
    ENSURE(strstr(limb_engine_bytes(engine), "\"name\":\"turn\""));
    ENSURE_INT(limb_engine_write_findings(engine, 9), LIMB_ERROR_INPUT);

    const char broken[] = "<robot name='a'><link/></robot>";
    ENSURE_INT(limb_engine_parse(engine, broken, strlen(broken), "/b.urdf"), LIMB_ERROR_INPUT);
    ENSURE(limb_engine_error_count(engine) > 0 && limb_engine_message(engine)[0]);
    limb_engine_free(engine);
}

TEST(motion_is_computed)
{
    limb_engine *engine = open_arm();
    ENSURE_INT(limb_engine_nq(engine), 1);
    ENSURE_INT(limb_engine_nv(engine), 1);
    ENSURE_INT(limb_engine_nlink(engine), 3);
    ENSURE_TEXT(limb_engine_link_name(engine, 2), "tip");
    ENSURE_TEXT(limb_engine_q_name(engine, 0), "turn");
    ENSURE(!limb_engine_q_name(engine, 1));
    ENSURE_TEXT(limb_engine_v_name(engine, 0), "turn");
    ENSURE(!limb_engine_v_name(engine, 1) && !limb_engine_v_name(engine, -1));
    double low, high, pose[36], goal[12], jacobian[6], tau = 0, a = 0, mass, q = 0.5, v = 0;
    ENSURE_INT(limb_engine_limits(engine, &low, &high), LIMB_OK);
    ENSURE(low == -1 && high == 2);
    ENSURE_INT(limb_engine_fk(engine, &q, pose), LIMB_OK);
    ENSURE_NEAR(pose[24 + 3], cos(0.5), 1e-15);
    ENSURE_NEAR(pose[24 + 11], -sin(0.5), 1e-15);
    memcpy(goal, pose + 24, sizeof goal);
    ENSURE_INT(limb_engine_jacobian(engine, &q, 2, jacobian), LIMB_OK);
    ENSURE_NEAR(jacobian[1], 1, 1e-15);
    ENSURE_INT(limb_engine_jacobian(engine, &q, 3, jacobian), LIMB_ERROR_INPUT);

    double found = 0, error[2];
    ENSURE_INT(limb_engine_ik(engine, 2, goal, 1, 0, &found, error), 0);
    ENSURE_NEAR(found, 0.5, 1e-5);
    goal[3] = 9;
    ENSURE(limb_engine_ik(engine, 2, goal, 5, 0, &found, error) > 0);
    ENSURE(error[0] > 1 && limb_engine_message(engine)[0]);
    ENSURE_INT(limb_engine_ik(engine, 7, goal, 5, 0, &found, error), -1);

    ENSURE_INT(limb_engine_mass_matrix(engine, &q, &mass), LIMB_OK);
    ENSURE_NEAR(mass, 1, 1e-15);
    ENSURE_INT(limb_engine_gravity(engine, &q, &tau), LIMB_OK);
    ENSURE_NEAR(tau, 0, 1e-15);
    tau = 3;
    ENSURE_INT(limb_engine_forward_dynamics(engine, &q, &v, &tau, &a), LIMB_OK);
    ENSURE_NEAR(a, 3, 1e-14);
    ENSURE_INT(limb_engine_inverse_dynamics(engine, &q, &v, &a, &tau), LIMB_OK);
    ENSURE_NEAR(tau, 3, 1e-14);
    ENSURE_INT(limb_engine_step(engine, &tau, 0.01, &q, &v), LIMB_OK);
    ENSURE_NEAR(v, 0.03, 1e-14);
    ENSURE_NEAR(q, 0.5003, 1e-14);
    limb_engine_free(engine);
}

TEST(elements_of_one_tag_are_walked)
{
    limb_engine *engine = open_arm();
    int node = limb_engine_child_node(engine, limb_engine_root_node(engine), "link");
    static const char *const name[] = {"base", "a", "tip"};
    for (int i = 0; i < 3; i++) {
        ENSURE_INT(node, limb_engine_link_node(engine, name[i]));
        node = limb_engine_next_node(engine, node, "link");
    }
    ENSURE_INT(node, -1);
    ENSURE_INT(limb_engine_next_node(engine, -1, "link"), -1);
    ENSURE_INT(limb_engine_next_node(engine, 12345, "link"), -1);
    limb_engine_free(engine);
}

TEST(edits_change_the_text_and_what_is_computed)
{
    limb_engine *engine = open_arm();
    ENSURE_INT(limb_engine_rename_link(engine, "tip", "hand"), LIMB_OK);
    ENSURE(limb_engine_find_link(engine, "hand") == 2);
    ENSURE_INT(limb_engine_rename_joint(engine, "none", "b"), LIMB_ERROR_INPUT);
    ENSURE(limb_engine_message(engine)[0]);
    const int origin =
        limb_engine_child_node(engine, limb_engine_joint_node(engine, "end"), "origin");
    ENSURE_INT(limb_engine_set_attribute(engine, origin, "xyz", "2 0 0"), LIMB_OK);
    char value[16];
    const int found = limb_engine_find_node(engine, "joint/end/origin");
    ENSURE_INT(limb_engine_attribute(engine, found, "xyz", value, sizeof value), 5);
    ENSURE_TEXT(value, "2 0 0");
    ENSURE_INT(limb_engine_attribute(engine, found, "rpy", value, sizeof value), -1);
    ENSURE_INT(limb_engine_attribute(engine, -1, "xyz", value, sizeof value), -1);
    ENSURE_INT(limb_engine_find_node(engine, "joint/nobody"), -1);
    double q = 0, pose[36];
    ENSURE_INT(limb_engine_fk(engine, &q, pose), LIMB_OK);
    ENSURE_NEAR(pose[24 + 3], 2, 1e-15);
    ENSURE_INT(limb_engine_set_attribute(engine, 12345, "xyz", "1"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_add(engine, limb_engine_root_node(engine), "<link name='x'/>"),
               LIMB_ERROR_INPUT); // a second root
    ENSURE_INT(limb_engine_reparent(engine, "end", "base", true), LIMB_OK);
    q = 1;
    ENSURE_INT(limb_engine_fk(engine, &q, pose), LIMB_OK);
    ENSURE_NEAR(pose[24 + 3], 2, 1e-15);
    static const double raised[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3};
    ENSURE_INT(limb_engine_set_origin(engine, limb_engine_joint_node(engine, "end"), raised),
               LIMB_OK);
    ENSURE_INT(limb_engine_set_origin(engine, -1, raised), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_fk(engine, &q, pose), LIMB_OK);
    ENSURE(pose[24 + 3] == 0 && pose[24 + 11] == 3);
    ENSURE_INT(limb_engine_remove(engine, limb_engine_joint_node(engine, "nobody")),
               LIMB_ERROR_INPUT);
    limb_engine_free(engine);
}

TEST(certain_fixes_are_made)
{
    const char text[] = "<robot name='a'><link name='base'/><link name='tip'/>"
                        "<joint name='j' type='Fixed'><parent link='base'/><child link='tip'/>"
                        "</joint></robot>";
    limb_engine *engine = limb_engine_create(NULL);
    (void)limb_engine_parse(engine, text, strlen(text), "/a.urdf");
    const int before = limb_engine_error_count(engine) + limb_engine_warning_count(engine);
    ENSURE(before > 0);
    ENSURE(limb_engine_fix(engine) > 0);
    ENSURE(limb_engine_error_count(engine) + limb_engine_warning_count(engine) < before);
    limb_engine_free(engine);
}

TEST(scenes_and_meshes_are_written)
{
    limb_engine *engine = open_arm();
    ENSURE_INT(limb_engine_write_glb(engine, LIMB_ENGINE_VISUAL, NULL), LIMB_OK);
    ENSURE(memcmp(limb_engine_bytes(engine), "glTF", 4) == 0);
    const size_t size = limb_engine_size(engine);
    const double q = 0.5;
    ENSURE_INT(limb_engine_write_glb(engine, LIMB_ENGINE_VISUAL + LIMB_ENGINE_FRAMES, &q), LIMB_OK);
    ENSURE(limb_engine_size(engine) > size);
    const char *mesh = LIMB_SOURCE_DIR "/examples/meshes/flange.stl";
    ENSURE_INT(limb_engine_write_mesh(engine, mesh, "obj"), LIMB_OK);
    ENSURE(memcmp(limb_engine_bytes(engine), "v ", 2) == 0);
    ENSURE_INT(limb_engine_write_mesh(engine, mesh, "doc"), LIMB_ERROR_UNSUPPORTED);
    ENSURE_INT(limb_engine_write_mesh(engine, "/none.stl", "obj"), LIMB_ERROR_IO);
    limb_engine_free(engine);
}

TEST(packages_are_found_where_they_are_said_to_be)
{
    const char text[] = "<robot name='a'><link name='a'><visual><geometry>"
                        "<mesh filename='package://p/flange.stl'/></geometry></visual></link>"
                        "</robot>";
    for (int given = 0; given < 2; given++) {
        limb_engine *engine = limb_engine_create(NULL);
        if (given)
            ENSURE_INT(limb_engine_add_package(engine, "p", LIMB_SOURCE_DIR "/examples/meshes"),
                       LIMB_OK);
        ENSURE_INT(limb_engine_parse(engine, text, strlen(text), "/a.urdf"), LIMB_OK);
        ENSURE_INT(limb_engine_check_files(engine), LIMB_OK);
        ENSURE_INT(limb_engine_error_count(engine) + limb_engine_warning_count(engine) > 0, !given);
        limb_engine_free(engine);
    }
}

static limb_status use(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_engine *engine = limb_engine_create(memory);
    if (!engine) return LIMB_ERROR_MEMORY;
    double q = 0, pose[36];
    limb_status status = limb_engine_add_package(engine, "p", "/p");
    if (status == LIMB_OK) status = limb_engine_parse(engine, arm, strlen(arm), "/arm.urdf");
    if (status == LIMB_OK) status = limb_engine_check_files(engine);
    if (status == LIMB_OK) status = limb_engine_rename_link(engine, "tip", "hand");
    if (status == LIMB_OK) status = limb_engine_fk(engine, &q, pose);
    if (status == LIMB_OK) status = limb_engine_write_glb(engine, LIMB_ENGINE_VISUAL, &q);
    if (status == LIMB_OK) status = limb_engine_write_page(engine);
    limb_engine_free(engine);
    return status;
}

TEST(want_of_memory_is_a_status)
{
    ENSURE(limb_test_every_failure(LIMB_OK, use, NULL) > 20);
}
