// Tests the content of a robot after reading: every element and attribute, absent
// ones, tree, materials.
#include "harness.h"
#include "limb/robot.h"
#include "support/robot.h"

#include <math.h>
#include <string.h>

static limb_robot *load_every_feature(void)
{
    limb_robot *robot;
    ENSURE_INT(limb_robot_load(&robot, LIMB_SOURCE_DIR "/examples/every_feature.urdf", NULL),
               LIMB_OK);
    return robot;
}

static const limb_link *link_of(const limb_robot *robot, const char *name)
{
    const int index = limb_robot_find_link(robot, name);
    ENSURE(index >= 0);
    return &robot->link[index];
}

static const limb_joint *joint_of(const limb_robot *robot, const char *name)
{
    const int index = limb_robot_find_joint(robot, name);
    ENSURE(index >= 0);
    return &robot->joint[index];
}

static void ensure_vector(const double *actual, int count, const double *expected)
{
    for (int i = 0; i < count; i++)
        ENSURE_NEAR(actual[i], expected[i], 0);
}

TEST(the_robot_itself)
{
    limb_robot *robot = load_every_feature();
    ENSURE_TEXT(robot->name, "every_feature");
    ENSURE(robot->has_name && robot->has_version);
    ENSURE_INT(robot->version_major, 1);
    ENSURE_INT(robot->version_minor, 2);
    ENSURE_INT(robot->nlink, 8);
    ENSURE_INT(robot->njoint, 7);
    ENSURE_INT(robot->nmaterial, 3);
    ENSURE_TEXT(robot->link[robot->root].name, "world");
    ENSURE_INT(robot->norder, 8);
    ENSURE(strstr(robot->file, "every_feature.urdf") != NULL);
    ENSURE(robot->memory > 0 && robot->document != NULL);

    // document order, and names found by hash
    ENSURE_TEXT(robot->link[0].name, "world");
    ENSURE_TEXT(robot->link[7].name, "drone");
    ENSURE_TEXT(robot->joint[6].name, "fly");
    ENSURE_INT(limb_robot_find_link(robot, "turn"), -1);
    ENSURE_INT(limb_robot_find_joint(robot, "turn"), 2);
    ENSURE_INT(limb_robot_find_material(robot, "tinted"), 2);
    ENSURE_INT(limb_robot_find_material(robot, "graphite"), -1); // inline, not at robot level
    limb_robot_free(robot);
}

TEST(inertials_are_read_as_written)
{
    limb_robot *robot = load_every_feature();
    const limb_inertial *base = link_of(robot, "base")->inertial;
    ENSURE(base->has_mass && base->has_inertia && base->origin.has_xyz && base->origin.has_rpy);
    ENSURE_NEAR(base->mass, 8, 0);
    ensure_vector(base->inertia, 6, (double[]){0.06, 0.001, -0.002, 0.07, 0.0005, 0.1});
    ENSURE_NEAR(base->origin.xyz[2], 0.05, 0);
    const limb_inertial *slider = link_of(robot, "slider")->inertial;
    ENSURE_INT(slider->origin.node, -1);
    ENSURE(!slider->origin.has_xyz && !slider->origin.has_rpy && !slider->origin.has_quat);
    ENSURE(link_of(robot, "world")->inertial == NULL);
    limb_robot_free(robot);
}

TEST(shapes_are_read_as_written)
{
    limb_robot *robot = load_every_feature();
    const limb_link *base = link_of(robot, "base");
    ENSURE_INT(base->nvisual, 2);
    ENSURE_INT(base->ncollision, 1);
    ENSURE_TEXT(base->visual[0].name, "plate");
    ENSURE(base->visual[0].has_name && !base->visual[1].has_name);
    ENSURE_TEXT(base->visual[1].name, "");
    ENSURE_INT(base->visual[0].geometry.type, LIMB_SHAPE_BOX);
    ensure_vector(base->visual[0].geometry.size, 3, (double[]){0.3, 0.25, 0.05});
    ENSURE_INT(base->visual[1].geometry.type, LIMB_SHAPE_CYLINDER);
    ENSURE_NEAR(base->visual[1].geometry.radius, 0.08, 0);
    ENSURE_NEAR(base->visual[1].geometry.length, 0.1, 0);
    ENSURE_TEXT(base->collision[0].name, "hull");

    const limb_shape *capsule = &link_of(robot, "slider")->visual[0].geometry;
    ENSURE_INT(capsule->type, LIMB_SHAPE_CAPSULE);
    ENSURE_NEAR(capsule->radius, 0.03, 0);
    ENSURE_NEAR(capsule->length, 0.12, 0);
    ENSURE_INT(link_of(robot, "arm")->collision[1].geometry.type, LIMB_SHAPE_SPHERE);

    const limb_link *wheel = link_of(robot, "wheel");
    ENSURE_TEXT(wheel->visual[0].geometry.filename, "meshes/half_wheel.stl");
    ENSURE(!wheel->visual[0].geometry.has_scale && wheel->visual[1].geometry.has_scale);
    ensure_vector(wheel->visual[0].geometry.scale, 3, (double[]){1, 1, 1});
    ensure_vector(wheel->visual[1].geometry.scale, 3, (double[]){1, -1, 1});
    ENSURE(capsule->filename == NULL);
    limb_robot_free(robot);
}

TEST(joints_of_all_types)
{
    limb_robot *robot = load_every_feature();
    static const char *const name[] = {"turn", "roll", "slide", "mount", "fly", "glide"};
    for (int type = LIMB_JOINT_REVOLUTE; type <= LIMB_JOINT_PLANAR; type++)
        ENSURE_INT(joint_of(robot, name[type])->type, type);
    ENSURE_TEXT(limb_joint_type_name(LIMB_JOINT_PLANAR), "planar");

    const limb_joint *slide = joint_of(robot, "slide");
    ENSURE_TEXT(slide->parent_name, "base");
    ENSURE_TEXT(robot->link[slide->parent].name, "base");
    ENSURE_TEXT(robot->link[slide->child].name, "slider");
    ENSURE(slide->has_axis && slide->axis_node >= 0);
    ENSURE_NEAR(slide->limit->lower, -0.1, 0);
    ENSURE_NEAR(slide->limit->upper, 0.1, 0);
    ENSURE_NEAR(slide->limit->effort, 200, 0);
    ENSURE_NEAR(slide->limit->velocity, 0.5, 0);
    ENSURE_NEAR(slide->limit->acceleration, 2, 0);
    ENSURE_NEAR(slide->limit->deceleration, 4, 0);
    ENSURE_NEAR(slide->limit->jerk, 20, 0);
    ENSURE(slide->limit->has_acceleration && slide->limit->has_deceleration);
    ENSURE_NEAR(slide->dynamics->damping, 12, 0);
    ENSURE_NEAR(slide->dynamics->friction, 3, 0);
    ENSURE(slide->calibration->has_rising && !slide->calibration->has_falling);
    ENSURE(slide->safety == NULL && slide->mimic == NULL);

    const limb_joint *turn = joint_of(robot, "turn");
    ENSURE_NEAR(turn->safety->soft_lower, -1.9, 0);
    ENSURE_NEAR(turn->safety->soft_upper, 1.9, 0);
    ENSURE_NEAR(turn->safety->k_position, 50, 0);
    ENSURE_NEAR(turn->safety->k_velocity, 5, 0);
    ENSURE_NEAR(turn->calibration->rising, 0.2, 0);
    ENSURE_NEAR(turn->calibration->falling, -0.2, 0);

    const limb_joint *follow = joint_of(robot, "follow");
    ENSURE_TEXT(follow->mimic->joint_name, "turn");
    ENSURE_INT(follow->mimic->joint, limb_robot_find_joint(robot, "turn"));
    ENSURE_NEAR(follow->mimic->multiplier, 0.5, 0);
    ENSURE_NEAR(follow->mimic->offset, 0.1, 0);

    const limb_joint *mount = joint_of(robot, "mount");
    ENSURE(!mount->has_axis && mount->axis_node == -1 && mount->limit == NULL);
    ensure_vector(mount->axis, 3, (double[]){1, 0, 0});
    limb_robot_free(robot);
}

TEST(extensions_are_kept_and_reached)
{
    limb_robot *robot = load_every_feature();
    static const char *const tag[] = {"transmission", "gazebo", "gazebo", "sensor", "ros2_control"};
    ENSURE_INT(robot->nextension, 5);
    for (int i = 0; i < 5; i++)
        ENSURE_TEXT(robot->extension[i].tag, tag[i]);
    ENSURE_TEXT(robot->extension[0].name, "turn_transmission");
    ENSURE_TEXT(robot->extension[1].reference, "wheel");
    ENSURE_TEXT(robot->extension[2].reference, "");
    char text[16];
    const int mu = limb_node_find(robot->document, robot->extension[1].node, "mu1");
    ENSURE_INT(limb_node_text(robot->document, mu, text, sizeof text), 3);
    ENSURE_TEXT(text, "1.0");
    limb_robot_free(robot);
}

TEST(a_program_finds_its_own_elements)
{
    limb_robot *robot = limb_test_parse(
        "<robot name=\"r\"><link name=\"a\"><collision_checking padding=\"0.01\"/></link></robot>");
    const int own = limb_node_find(robot->document, robot->link[0].node, "collision_checking");
    double padding = 0;
    ENSURE(own >= 0 && limb_node_numbers(robot->document, own, "padding", &padding, 1));
    ENSURE_NEAR(padding, 0.01, 0);
    limb_robot_free(robot);
}

#define PAIR "<link name=\"a\"/><link name=\"b\"/>"
#define ENDS "<parent link=\"a\"/><child link=\"b\"/>"

TEST(limits_fall_back_by_version)
{
    limb_robot *robot =
        limb_test_parse("<robot name=\"r\">" PAIR "<joint name=\"j\" type=\"continuous\">" ENDS
                        "<limit effort=\"1\" velocity=\"2\"/></joint></robot>");
    const limb_limit *limit = robot->joint[0].limit;
    ENSURE(!limit->has_lower && !limit->has_upper && limit->has_effort);
    ENSURE_NEAR(limit->lower, 0, 0);
    ENSURE_NEAR(limit->upper, 0, 0);
    ENSURE(isinf(limit->acceleration) && isinf(limit->deceleration) && isinf(limit->jerk));
    limb_robot_free(robot);

    robot = limb_test_parse("<robot name=\"r\" version=\"1.2\">" PAIR
                            "<joint name=\"j\" type=\"continuous\">" ENDS
                            "<limit acceleration=\"3\"/></joint></robot>");
    limit = robot->joint[0].limit;
    ENSURE(isinf(limit->lower) && limit->lower < 0 && isinf(limit->upper));
    ENSURE(isinf(limit->effort) && isinf(limit->velocity));
    ENSURE_NEAR(limit->deceleration, 3, 0);
    ENSURE(limit->has_acceleration && !limit->has_deceleration);
    limb_robot_free(robot);

    // before 1.2 the rates are not read
    robot = limb_test_parse("<robot name=\"r\">" PAIR "<joint name=\"j\" type=\"continuous\">" ENDS
                            "<limit effort=\"1\" velocity=\"2\" jerk=\"3\"/></joint></robot>");
    ENSURE(!robot->joint[0].limit->has_jerk && isinf(robot->joint[0].limit->jerk));
    limb_robot_free(robot);
}

TEST(broken_values_leave_their_default)
{
    limb_robot *robot = limb_test_parse_broken(
        "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"x\"/>"
        "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"q\" izz=\"1\"/></inertial>"
        "<visual><geometry><sphere radius=\"z\"/></geometry></visual>"
        "<visual name=\"good\"><origin xyz=\"1 2\" rpy=\"0 0 1\"/>"
        "<geometry><sphere radius=\"2\"/></geometry></visual></link><link name=\"b\"/>"
        "<joint name=\"j\" type=\"Revolute\">" ENDS "<axis xyz=\"0 0\"/>"
        "<limit upper=\"inf\" effort=\"nan\" velocity=\"1\"/></joint></robot>");
    const limb_link *link = &robot->link[0];
    ENSURE(!link->inertial->has_mass && !link->inertial->has_inertia);
    ENSURE_NEAR(link->inertial->mass, 0, 0);
    // the broken visual is left out, its sibling stays
    ENSURE_INT(link->nvisual, 1);
    ENSURE_TEXT(link->visual[0].name, "good");
    ENSURE(!link->visual[0].origin.has_xyz && link->visual[0].origin.has_rpy);
    ENSURE_NEAR(link->visual[0].origin.xyz[0], 0, 0);
    const limb_joint *joint = &robot->joint[0];
    ENSURE_INT(joint->type, LIMB_JOINT_REVOLUTE); // by case alone: what is meant is clear
    ENSURE(!joint->has_axis && joint->axis_node >= 0);
    ensure_vector(joint->axis, 3, (double[]){1, 0, 0});
    ENSURE(joint->limit->has_upper && isinf(joint->limit->upper));
    ENSURE(!joint->limit->has_effort && joint->limit->effort == 0);
    limb_robot_free(robot);
}

TEST(names_are_decoded)
{
    limb_robot *robot = limb_test_parse(
        "<robot name=\"&lt;r&gt;\"><link name=\"a&amp;b\"/><link name=\"&#x4e2d;\"/>"
        "<joint name=\"j\" type=\"fixed\"><parent link=\"a&#38;b\"/><child link=\"中\"/></joint>"
        "</robot>");
    ENSURE_TEXT(robot->name, "<r>");
    ENSURE_TEXT(robot->link[0].name, "a&b");
    ENSURE_INT(robot->joint[0].parent, 0);
    ENSURE_INT(robot->joint[0].child, 1);
    ENSURE_INT(limb_robot_find_link(robot, "中"), 1);
    limb_robot_free(robot);
}

TEST(namespaces_hide_nothing)
{
    limb_robot *robot = limb_test_parse("<robot name=\"r\" xmlns=\"urn:robot\">"
                                        "<link name=\"a\"/><x:link name=\"b\"/></robot>");
    ENSURE_INT(robot->nlink, 1);
    ENSURE_INT(robot->nextension, 1);
    ENSURE_TEXT(robot->extension[0].tag, "x:link");
    limb_robot_free(robot);
}

TEST(origins_become_poses)
{
    limb_robot *robot = load_every_feature();
    double pose[12];
    limb_origin_pose(&link_of(robot, "base")->visual[1].origin, pose);
    const double half = sqrt(0.5);
    const double turned[12] = {half, -half, 0, 0, half, half, 0, 0, 0, 0, 1, 0.1};
    for (int i = 0; i < 12; i++)
        ENSURE_NEAR(pose[i], turned[i], 1e-15);

    // a quaternion: z becomes x
    limb_origin_pose(&link_of(robot, "slider")->visual[0].origin, pose);
    const double lying[12] = {0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0};
    for (int i = 0; i < 12; i++)
        ENSURE_NEAR(pose[i], lying[i], 1e-15);
    limb_origin_pose(&link_of(robot, "slider")->inertial->origin, pose);
    const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    for (int i = 0; i < 12; i++)
        ENSURE_NEAR(pose[i], identity[i], 0);
    limb_robot_free(robot);
}

#define LEAF(name) "<link name=\"" name "\"/>"
#define J(name, parent, child)                                                                     \
    "<joint name=\"" name "\" type=\"fixed\"><parent link=\"" parent "\"/><child link=\"" child    \
    "\"/></joint>"

TEST(the_tree_is_walked_parents_first)
{
    limb_robot *robot = limb_test_parse("<robot name=\"r\">" J("cd", "c", "d") LEAF("d") LEAF("b")
                                            LEAF("a") LEAF("c") LEAF("e") J("ab", "a", "b")
                                                J("ac", "a", "c") J("be", "b", "e") "</robot>");
    static const char *const order[] = {"a", "b", "e", "c", "d"};
    ENSURE_TEXT(robot->link[robot->root].name, "a");
    ENSURE_INT(robot->norder, 5);
    for (int i = 0; i < 5; i++)
        ENSURE_TEXT(robot->link[robot->link_order[i]].name, order[i]);
    const limb_link *a = link_of(robot, "a");
    ENSURE_INT(a->parent_joint, -1);
    ENSURE_INT(a->nchild_joint, 2);
    ENSURE_TEXT(robot->joint[a->child_joint[0]].name, "ab");
    ENSURE_TEXT(robot->joint[a->child_joint[1]].name, "ac");
    ENSURE_TEXT(robot->joint[link_of(robot, "d")->parent_joint].name, "cd");
    limb_robot_free(robot);
}

TEST(the_last_name_wins_a_child_of_two)
{
    limb_robot *robot = limb_test_parse("<robot name=\"r\">" LEAF("a") LEAF("b") LEAF("c") J(
        "z", "a", "c") J("m", "a", "b") J("k", "b", "c") "</robot>");
    ENSURE_TEXT(robot->joint[link_of(robot, "c")->parent_joint].name, "z");
    ENSURE_INT(robot->norder, 3);
    ENSURE_INT(link_of(robot, "b")->nchild_joint, 1); // listed all the same
    limb_robot_free(robot);
}

// Of joints with the same name the first is used, whether its links come before or after it.
TEST(the_first_of_equal_names_wins_a_child)
{
    limb_robot *robot = limb_test_parse_broken("<robot name=\"r\">" J("z", "a", "c") LEAF("a") LEAF(
        "b") LEAF("c") J("z", "b", "c") J("y", "a", "b") "</robot>");
    ENSURE_INT(link_of(robot, "c")->parent_joint, 0);
    limb_robot_free(robot);
    robot = limb_test_parse_broken("<robot name=\"r\">" LEAF("a") LEAF("b") LEAF("c") J(
        "y", "a", "b") J("z", "a", "c") J("x", "b", "d") J("z", "b", "c") LEAF("d") "</robot>");
    ENSURE_INT(link_of(robot, "c")->parent_joint, 1);
    ENSURE_INT(link_of(robot, "d")->parent_joint, 2);
    ENSURE_INT(link_of(robot, "b")->nchild_joint, 2);
    limb_robot_free(robot);
}

#define BOX          "<geometry><box size=\"1 1 1\"/></geometry>"
#define SHOWN(inner) "<visual>" BOX inner "</visual>"
#define RED          "<color rgba=\"1 0 0 1\"/>"
#define BLUE         "<color rgba=\"0 0 1 1\"/>"

TEST(materials_in_both_readings)
{
    limb_robot *robot = limb_test_parse_broken(
        "<robot name=\"r\"><material name=\"red\">" RED
        "</material><link name=\"a\">" SHOWN("<material name=\"red\"/>") // 0: by name
        SHOWN("<material name=\"red\">" BLUE "</material>")   // 1: a global beats the inline one
        SHOWN("<material name=\"later\"/>")                   // 2: defined after
        SHOWN("<material name=\"later\">" BLUE "</material>") // 3: becomes known here
        SHOWN("<material name=\"later\"/>")                   // 4: known now
        SHOWN("<material name=\"\">" BLUE "</material>")      // 5: private
        SHOWN("<material name=\"nowhere\"/>")                 // 6: undefined
        SHOWN("<material>" BLUE "</material>")                // 7: no name
        SHOWN("")                                             // 8: none
        SHOWN("<material name=\"later\">" RED "</material>")  // 9: the first inline one wins
        "</link></robot>");
    const limb_link_shape *v = robot->link[0].visual;
    ENSURE_INT(robot->link[0].nvisual, 10);
    ENSURE(v[0].material == &robot->material[0] && v[0].urdfdom_material == v[0].material);
    ENSURE(v[1].material == v[1].inline_material && v[1].urdfdom_material == &robot->material[0]);
    ENSURE(v[2].material == v[3].inline_material && v[2].urdfdom_material == NULL);
    ENSURE(v[3].material == v[3].inline_material && v[3].urdfdom_material == v[3].material);
    ENSURE(v[4].material == v[3].inline_material && v[4].urdfdom_material == v[4].material);
    ENSURE(v[5].material == v[5].inline_material && v[5].urdfdom_material == v[5].material);
    ENSURE(v[6].material == NULL && v[6].urdfdom_material == NULL && v[6].inline_material);
    ENSURE(v[7].material == v[7].inline_material && v[7].urdfdom_material == NULL);
    ENSURE(v[8].material == NULL && v[8].inline_material == NULL);
    ENSURE(v[9].material == v[9].inline_material && v[9].urdfdom_material == v[3].material);
    ENSURE_NEAR(v[9].material->rgba[0], 1, 0);

    // the first definition is shown by default, the visual's own on request; where urdfdom has
    // none, the visual's own either way
    ENSURE(limb_visual_material(&v[1], false) == &robot->material[0]);
    ENSURE(limb_visual_material(&v[1], true) == v[1].inline_material);
    ENSURE(limb_visual_material(&v[2], false) == v[3].inline_material);
    ENSURE(limb_visual_material(&v[8], false) == NULL);
    limb_robot_free(robot);
}

TEST(refusal_follows_the_rules)
{
    static const char text[] = "<robot name=\"r\"><link/></robot>";
    limb_robot *robot = (limb_robot *)1;
    ENSURE_INT(limb_robot_parse(&robot, text, sizeof text - 1, NULL), LIMB_ERROR_INPUT);
    ENSURE(robot == NULL);
    const limb_load_opts keep = {.keep_broken = true};
    ENSURE_INT(limb_robot_parse(&robot, text, sizeof text - 1, &keep), LIMB_ERROR_INPUT);
    ENSURE(robot != NULL);
    ENSURE_TEXT(robot->link[0].name, "");
    limb_robot_free(robot);

    // a warning refuses only when asked for
    static const char odd[] = "<robot name=\"r\"><link name=\"a\"><mass/></link></robot>";
    ENSURE_INT(limb_robot_parse(&robot, odd, sizeof odd - 1, NULL), LIMB_OK);
    limb_robot_free(robot);
    const limb_load_opts strict = {.strict = true};
    ENSURE_INT(limb_robot_parse(&robot, odd, sizeof odd - 1, &strict), LIMB_ERROR_INPUT);

    // malformed XML gives nothing, whatever is asked
    static const char cut[] = "<robot name=\"r\"><link";
    ENSURE_INT(limb_robot_parse(&robot, cut, sizeof cut - 1, &keep), LIMB_ERROR_INPUT);
    ENSURE(robot == NULL);
    ENSURE_INT(limb_robot_load(&robot, "/no/such/file.urdf", NULL), LIMB_ERROR_IO);
    ENSURE(robot == NULL);
}
