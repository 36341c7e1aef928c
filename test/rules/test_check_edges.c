// Tests of the thresholds of rules: values on either side of each.
#include "harness.h"
#include "limb/limb.h"

#include <stdio.h>
#include <string.h>

#define LINK(body) "<robot name=\"r\">\n<link name=\"l\">\n" body "\n</link>\n</robot>\n"
#define BOX(size)                                                                                  \
    "<collision><origin xyz=\"0.3 0 0\"/><geometry><box size=\"" size "\"/></geometry></"          \
    "collision>"

static int count_of(const char *text, const char *id)
{
    limb_report *report;
    limb_robot *robot = NULL;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .file = "test.urdf"};
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), &opts), LIMB_OK);
    ENSURE_INT(limb_robot_suppress(robot, report), LIMB_OK);
    int count = 0;
    for (int i = 0; i < report->nfinding; i++)
        count += strcmp(report->finding[i].id, id) == 0;
    limb_robot_free(robot);
    limb_report_free(report);
    return count;
}

// A rod about its end. As a tensor about the center it is that of a longer body, unless the link's
// shapes are as long.
#define ROD                                                                                        \
    "<inertial><origin xyz=\"0.3 0 0\"/><mass value=\"1\"/>"                                       \
    "<inertia ixx=\"0.001\" ixy=\"0\" ixz=\"0\" iyy=\"0.12\" iyz=\"0\" izz=\"0.12\"/></inertial>"

TEST(a_tensor_that_the_shapes_explain_is_not_about_the_origin)
{
    ENSURE_INT(count_of(LINK(ROD), "inertia-about-origin"), 1);
    ENSURE_INT(count_of(LINK(ROD BOX("0.6 0.1 0.1")), "inertia-about-origin"), 1);
    ENSURE_INT(count_of(LINK(ROD BOX("1 0.1 0.1")), "inertia-about-origin"), 0);
    // just as far as the radius of gyration, sqrt(0.12) m
    ENSURE_INT(count_of(LINK(ROD BOX("0.69 0.05 0.047")), "inertia-about-origin"), 0);
    ENSURE_INT(count_of(LINK(ROD BOX("0.68 0.05 0.047")), "inertia-about-origin"), 1);
}

TEST(a_placeholder_of_an_inertia_is_one_finding)
{
    const char *text = LINK("<inertial><mass value=\"0.01\"/><inertia ixx=\"1\" ixy=\"0\" "
                            "ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>" BOX("1 1 1"));
    ENSURE_INT(count_of(text, "inertia-identity"), 1);
    ENSURE_INT(count_of(text, "inertia-scale"), 0);
}

TEST(an_angle_at_the_bound_is_not_beyond_it)
{
#define TURNED(angle)                                                                              \
    LINK("<visual><origin rpy=\"0 0 " angle                                                        \
         "\"/><geometry><box size=\"1 1 1\"/></geometry></visual>")
    ENSURE_INT(count_of(TURNED("6.3"), "angle-degrees"), 0);
    ENSURE_INT(count_of(TURNED("6.4"), "angle-degrees"), 1);
    ENSURE_INT(count_of(TURNED("720"), "angle-degrees"), 1);
    ENSURE_INT(count_of(TURNED("721"), "angle-degrees"), 0);
}

TEST(a_comment_accepts_the_next_line_and_no_other)
{
#define SPOTS(first, second)                                                                       \
    LINK(first "<visual><origin rpy=\"0 0 90\"/><geometry><box size=\"1 1 1\"/></geometry>"        \
               "</visual>\n" second                                                                \
               "<visual><origin rpy=\"0 0 90\"/><geometry><box size=\"1 1 1\"/></geometry>"        \
               "</visual>")
#define NEXT "<!-- limb: off-next-line angle-degrees it is meant -->\n"
    ENSURE_INT(count_of(SPOTS("", ""), "angle-degrees"), 2);
    ENSURE_INT(count_of(SPOTS(NEXT, ""), "angle-degrees"), 1);
    ENSURE_INT(count_of(SPOTS(NEXT, NEXT), "angle-degrees"), 0);
    const char *whole = "<!-- limb: off angle-degrees it is meant -->";
    char text[1000];
    snprintf(text, sizeof text,
             LINK("%s"
                  "<visual><origin rpy=\"0 0 90\"/><geometry>"
                  "<box size=\"1 1 1\"/></geometry></visual>"),
             whole);
    ENSURE_INT(count_of(text, "angle-degrees"), 0);
}

// A joint may have a range of many turns only if it moves nothing that can be seen or touched.
TEST(bounds_of_many_turns_are_reported_where_there_is_a_body)
{
#define SHAPE(kind) "<" kind "><geometry><box size=\"1 1 1\"/></geometry></" kind ">"
#define WOUND(shapes)                                                                              \
    "<robot name=\"r\"><link name=\"a\"/><link name=\"b\">" shapes                                 \
    "</link><joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/>"           \
    "<axis xyz=\"0 0 1\"/><limit lower=\"-90\" upper=\"90\" effort=\"1\" velocity=\"1\"/></joint>" \
    "</robot>"
    ENSURE_INT(count_of(WOUND(""), "angle-degrees"), 0);
    ENSURE_INT(count_of(WOUND(SHAPE("visual")), "angle-degrees"), 1);
    ENSURE_INT(count_of(WOUND(SHAPE("visual") SHAPE("collision")), "angle-degrees"), 1);
}

TEST(a_million_is_in_place_of_infinity)
{
#define EFFORT(value)                                                                              \
    "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"revolute\">"   \
    "<parent link=\"a\"/><child link=\"b\"/><axis xyz=\"0 0 1\"/>"                                 \
    "<limit lower=\"-1\" upper=\"1\" effort=\"" value "\" velocity=\"1\"/></joint></robot>"
    ENSURE_INT(count_of(EFFORT("999999"), "limit-huge"), 0);
    ENSURE_INT(count_of(EFFORT("1e6"), "limit-huge"), 1);
    ENSURE_INT(count_of(EFFORT("2e6"), "limit-huge"), 1);
}

TEST(a_parameter_for_mimic_joints_is_reported)
{
#define CONTROL(param)                                                                             \
    "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"fixed\">"      \
    "<parent link=\"a\"/><child link=\"b\"/></joint><ros2_control><joint name=\"j\">"              \
    "<param name=\"mimic\">" param "</param></joint></ros2_control></robot>"
    ENSURE_INT(count_of(CONTROL(" j "), "ros2-control-mimic-param"), 1);
    ENSURE_INT(count_of(CONTROL(""), "ros2-control-mimic-param"), 1);
}

// The extent of a shape along each axis is its position plus its size.
TEST(a_shape_far_from_the_center_explains_a_large_tensor)
{
#define FAR(place)                                                                                 \
    LINK("<inertial><mass value=\"1\"/><inertia ixx=\"2\" ixy=\"0\" ixz=\"0\" iyy=\"2.1\" "        \
         "iyz=\"0\" izz=\"2.2\"/></inertial><visual><origin xyz=\"" place                          \
         "\"/><geometry><sphere radius=\"0.1\"/></geometry></visual>")
    ENSURE_INT(count_of(FAR("0 0 0"), "inertia-scale"), 1);
    ENSURE_INT(count_of(FAR("1 0 0"), "inertia-scale"), 0);
    ENSURE_INT(count_of(FAR("0 1 0"), "inertia-scale"), 0);
    ENSURE_INT(count_of(FAR("0 0 1"), "inertia-scale"), 0);
}
