// Tests edits of origins and parents: the text written, and that poses are kept.
#include "edit/edit_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
// a quarter turn about z, at 1 2 3
static const double quarter[12] = {0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3};

// A file of two links; the joint between them begins with the given origin.
static char *with(const char *version, const char *origin)
{
    static char text[2][1024];
    static int turn;
    turn = !turn;
    snprintf(text[turn], sizeof text[turn],
             "<robot name=\"r\"%s>\n"
             "  <link name=\"a\"/>\n  <link name=\"b\"/>\n"
             "  <joint name=\"j\" type=\"fixed\">\n%s"
             "    <parent link=\"a\"/>\n    <child link=\"b\"/>\n  </joint>\n</robot>\n",
             version, origin);
    return text[turn];
}

static void expect_pose(const double pose[12])
{
    double read[12];
    limb_origin_pose(&robot->joint[0].origin, read);
    for (int i = 0; i < 12; i++)
        ENSURE_NEAR(read[i], pose[i], 1e-15);
}

static void set_and_expect(const char *version, const char *before, const double pose[12],
                           const char *after)
{
    begin(with(version, before));
    ENSURE_INT(limb_edit_set_origin(edit, node("joint"), pose), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_test_source(robot), with(version, after));
    expect_pose(pose);
    end();
}

TEST(an_origin_is_made_where_there_is_none)
{
    set_and_expect("", "", quarter, "    <origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\"/>\n");
    set_and_expect("", "", identity, "");
    static const double moved[12] = {1, 0, 0, 0.25, 0, 1, 0, 0, 0, 0, 1, 0};
    set_and_expect("", "", moved, "    <origin xyz=\"0.25 0 0\"/>\n");
    set_and_expect("", "    <!-- c -->\n", moved,
                   "    <origin xyz=\"0.25 0 0\"/>\n    <!-- c -->\n");
}

TEST(only_what_differs_is_written)
{
    set_and_expect("", "    <origin rpy='0 0 1.5707963267948966' xyz = '1.0 2.0 3.0'/>\n", quarter,
                   "    <origin rpy='0 0 1.5707963267948966' xyz = '1.0 2.0 3.0'/>\n");
    set_and_expect("", "    <origin rpy='0 0 1.5707963267948966' xyz='0 0 0'/>\n", quarter,
                   "    <origin rpy='0 0 1.5707963267948966' xyz='1 2 3'/>\n");
    set_and_expect("", "    <origin xyz=\"1 2 3\"/>\n", quarter,
                   "    <origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\"/>\n");
    set_and_expect("", "    <origin xyz=\"1 2 3\" rpy=\"1 2 3\"/>\n", identity,
                   "    <origin xyz=\"0 0 0\" rpy=\"0 0 0\"/>\n");
    set_and_expect("", "    <origin/>\n", identity, "    <origin/>\n");
    set_and_expect("", "    <origin />\n", quarter,
                   "    <origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\" />\n");
}

TEST(a_quaternion_stays_a_quaternion)
{
    set_and_expect(" version=\"1.1\"", "    <origin xyz=\"1 2 3\" quat_xyzw=\"0 0 0 1\"/>\n",
                   quarter,
                   "    <origin xyz=\"1 2 3\" quat_xyzw=\"0 0 0.7071067811865475 "
                   "0.7071067811865475\"/>\n");
    // in a file of version 1.0 it means nothing
    set_and_expect("", "    <origin xyz=\"1 2 3\" quat_xyzw=\"0 0 0 1\"/>\n", quarter,
                   "    <origin xyz=\"1 2 3\" quat_xyzw=\"0 0 0 1\" rpy=\"0 0 "
                   "1.5707963267948966\"/>\n");
}

TEST(a_quaternion_is_written_as_given)
{
    const double xyz[3] = {0, 0, 1};
    const double quat[4] = {0.6, 0, 0, -0.8};
    begin(with(" version=\"1.2\"", "    <origin quat_xyzw=\"0 0 0 1\"/>\n"));
    ENSURE_INT(limb_edit_set_origin_quat(edit, node("joint"), xyz, quat), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(
        limb_test_source(robot),
        with(" version=\"1.2\"", "    <origin quat_xyzw=\"0.6 0 0 -0.8\" xyz=\"0 0 1\"/>\n"));
    end();
    begin(with("", ""));
    ENSURE_INT(limb_edit_set_origin_quat(edit, node("joint"), xyz, quat), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_NEAR(robot->joint[0].origin.rpy[0], -2 * atan2(0.6, 0.8), 1e-15);
    end();
}

TEST(an_origin_goes_into_visuals_and_the_like_in_their_layout)
{
    begin(
        "<robot name='r'>\r\n\t<link name='a'>\r\n\t\t<visual><geometry><box size='1 1 1'/>"
        "</geometry></visual>\r\n\t\t<collision>\r\n\t\t\t<geometry><box size='1 1 1'/></geometry>"
        "\r\n\t\t</collision>\r\n\t</link>\r\n</robot>");
    ENSURE_INT(limb_edit_set_origin(edit, node("link/visual"), quarter), LIMB_OK);
    ENSURE_INT(limb_edit_set_origin(edit, node("link/collision"), quarter), LIMB_OK);
    ENSURE_INT(limb_edit_set_origin(edit, node("link/collision"), quarter), LIMB_ERROR_INPUT);
    expect("<robot name='r'>\r\n\t<link name='a'>\r\n\t\t<visual><origin xyz='1 2 3' "
           "rpy='0 0 1.5707963267948966'/><geometry><box size='1 1 1'/>"
           "</geometry></visual>\r\n\t\t<collision>\r\n\t\t\t<origin xyz='1 2 3' rpy='0 0 "
           "1.5707963267948966'/>\r\n\t\t\t<geometry><box size='1 1 1'/></geometry>"
           "\r\n\t\t</collision>\r\n\t</link>\r\n</robot>");
}

TEST(what_is_not_a_pose_is_refused)
{
    begin(with("", ""));
    double pose[12];
    for (int i = 0; i < 12; i++) {
        memcpy(pose, quarter, sizeof pose);
        pose[i] = NAN;
        ENSURE_INT(limb_edit_set_origin(edit, node("joint"), pose), LIMB_ERROR_INPUT);
        pose[i] = INFINITY;
        ENSURE_INT(limb_edit_set_origin(edit, node("joint"), pose), LIMB_ERROR_INPUT);
    }
    const double mirror[12] = {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    ENSURE_INT(limb_edit_set_origin(edit, node("joint"), mirror), LIMB_ERROR_INPUT);
    const double scaled[12] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0};
    ENSURE_INT(limb_edit_set_origin(edit, node("joint"), scaled), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "the matrix is not a pose");
    const double zero[4] = {0, 0, 0, 0};
    ENSURE_INT(limb_edit_set_origin_quat(edit, node("joint"), zero, zero), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_origin(edit, node("link"), identity), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "<link> has no origin");
    expect(with("", ""));
}

//---- parents -------------------------------------------------------------------------------------

static const char tree[] =
    "<robot name=\"r\">\n"
    "  <link name=\"root\"/>\n"
    "  <link name=\"left\"/>\n"
    "  <link name=\"right\"/>\n"
    "  <link name=\"leaf\"/>\n"
    "  <joint name=\"l\" type=\"fixed\">\n"
    "    <parent link=\"root\"/><child link=\"left\"/><origin xyz=\"1 0 0\" rpy=\"0 0 "
    "1.5707963267948966\"/>\n"
    "  </joint>\n"
    "  <joint name=\"r\" type=\"fixed\">\n"
    "    <parent link=\"root\"/><child link=\"right\"/><origin xyz=\"0 2 0\"/>\n"
    "  </joint>\n"
    "  <joint name=\"f\" type=\"fixed\">\n"
    "    <parent link=\"left\"/> <!-- here -->\n"
    "    <child link=\"leaf\"/>\n"
    "    <origin xyz=\"0.1 0.2 0.3\"/>\n"
    "  </joint>\n"
    "</robot>\n";

static void expect_joint(const char *joint)
{
    const int at = limb_test_node(robot, "joint@f");
    char text[400];
    const limb_text source = limb_node_source(robot->document, at);
    snprintf(text, sizeof text, "%.*s", (int)source.size, source.data);
    ENSURE_TEXT(text, joint);
}

TEST(a_joint_moves_to_another_link)
{
    begin(tree);
    const int joint = limb_robot_find_joint(robot, "f");
    ENSURE_INT(limb_edit_reparent(edit, joint, limb_robot_find_link(robot, "right"), false),
               LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    expect_joint("<joint name=\"f\" type=\"fixed\">\n    <parent link=\"right\"/> <!-- here -->\n"
                 "    <child link=\"leaf\"/>\n    <origin xyz=\"0.1 0.2 0.3\"/>\n  </joint>");
    end();
}

TEST(a_joint_moves_and_its_child_stays_in_place)
{
    begin(tree);
    const int joint = limb_robot_find_joint(robot, "f");
    ENSURE_INT(limb_edit_reparent(edit, joint, limb_robot_find_link(robot, "right"), true),
               LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    // left is turned by a quarter: leaf is at (1 - 0.2, 0.1, 0.3) of root
    expect_joint("<joint name=\"f\" type=\"fixed\">\n    <parent link=\"right\"/> <!-- here -->\n"
                 "    <child link=\"leaf\"/>\n    <origin xyz=\"0.8 -1.9 0.3\" rpy=\"0 0 "
                 "1.5707963267948966\"/>\n  </joint>");
    ENSURE_INT(limb_edit_reparent(edit, joint, limb_robot_find_link(robot, "left"), true), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    expect_joint("<joint name=\"f\" type=\"fixed\">\n    <parent link=\"left\"/> <!-- here -->\n"
                 "    <child link=\"leaf\"/>\n    <origin xyz=\"0.1 0.2 0.3\" rpy=\"0 0 0\"/>\n  "
                 "</joint>");
    end();
}

TEST(a_joint_cannot_be_attached_to_its_own_child)
{
    begin(tree);
    const int l = limb_robot_find_joint(robot, "l");
    ENSURE_INT(limb_edit_reparent(edit, l, limb_robot_find_link(robot, "left"), false),
               LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_reparent(edit, l, limb_robot_find_link(robot, "leaf"), true),
               LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "link \"leaf\" is a descendant of joint \"l\"");
    ENSURE_INT(limb_edit_reparent(edit, l, -1, true), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_reparent(edit, 3, 0, true), LIMB_ERROR_INPUT);
    expect(tree);
}

static void world_pose(int link, double pose[12])
{
    memcpy(pose, identity, sizeof identity);
    while (robot->link[link].parent_joint >= 0) {
        const limb_joint *joint = &robot->joint[robot->link[link].parent_joint];
        double origin[12];
        limb_origin_pose(&joint->origin, origin);
        limb_pose_multiply(origin, pose, pose);
        link = joint->parent;
    }
}

// In random trees, every link keeps its pose after any sequence of moves.
TEST(poses_are_kept_through_many_moves)
{
    enum { LINKS = 30, MOVES = 40 };
    static char text[LINKS * 300];
    limb_test_rng rng = {11};
    int nmove = 0;
    for (int round = 0; round < 20; round++) {
        char *out = text;
        out += sprintf(out, "<robot name=\"r\">\n<link name=\"l0\"/>\n");
        for (int i = 1; i < LINKS; i++) {
            out += sprintf(out,
                           "<link name=\"l%d\"/>\n<joint name=\"j%d\" type=\"fixed\"><parent "
                           "link=\"l%d\"/><child link=\"l%d\"/><origin xyz=\"%.3f %.3f %.3f\" "
                           "rpy=\"%.4f %.4f %.4f\"/></joint>\n",
                           i, i, limb_test_below(&rng, i), i, limb_test_uniform(&rng, -1, 1),
                           limb_test_uniform(&rng, -1, 1), limb_test_uniform(&rng, -1, 1),
                           limb_test_uniform(&rng, -3, 3),
                           limb_test_below(&rng, 2) ? 1.5708 : limb_test_uniform(&rng, -1.5, 1.5),
                           limb_test_uniform(&rng, -3, 3));
        }
        strcpy(out, "</robot>");
        begin(text);
        double before[LINKS][12];
        for (int i = 0; i < LINKS; i++)
            world_pose(i, before[i]);
        for (int k = 0; k < MOVES; k++) {
            const limb_status status = limb_edit_reparent(edit, limb_test_below(&rng, LINKS - 1),
                                                          limb_test_below(&rng, LINKS), true);
            if (status == LIMB_OK) nmove++;
            ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
        }
        for (int i = 0; i < LINKS; i++) {
            double after[12];
            world_pose(i, after);
            for (int k = 0; k < 12; k++)
                ENSURE_NEAR(after[k], before[i][k], 1e-13);
        }
        end();
    }
    ENSURE(nmove > 300);
}
