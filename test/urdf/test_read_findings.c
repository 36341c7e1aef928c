// Tests each rule of reading: a text that breaks it, with the finding's place marked, and near
// misses. This file covers the robot, elements, attributes and numbers; test_read_tree.c names,
// joints and the tree, test_read_links.c shapes and materials.
#include "urdf/finding_texts.h"

TEST(the_outermost_element_is_robot)
{
    EXPECT_FINDING("robot-element", "<[[Robot]] name=\"r\"><link name=\"a\"/></Robot>", "<Robot>");
    EXPECT_NONE("robot-element", LINK(""));
    // what is surely meant is read on
    EXPECT_FINDING("link-duplicate",
                   "<Robot name=\"r\"><link name=\"a\"/><link name=\"[[a]]\"/></Robot>",
                   "two links");
    EXPECT_NONE("link-none", "<sdf><model name=\"m\"/></sdf>");
    EXPECT_FINDING("robot-element", "<[[sdf]]><model name=\"m\"/></sdf>", "this is SDFormat");
    expect_fix("<Robot name=\"r\"><link name=\"a\"/></Robot>", "robot-element",
               "<robot name=\"r\"><link name=\"a\"/></robot>");
}

TEST(a_robot_has_a_name)
{
    EXPECT_FINDING("robot-name-missing", "<[[robot]]><link name=\"a\"/></robot>", "no name");
    EXPECT_NONE("robot-name-missing", "<robot name=\"\"><link name=\"a\"/></robot>");
}

TEST(a_robot_has_a_known_version)
{
    static const char *const wrong[] = {"[[2.0]]", "[[1.3]]", "[[1]]",    "[[foo]]", "[[1.0.0]]",
                                        "[[1.]]",  "[[.0]]",  "[[-1.0]]", "[[ 1.0]]"};
    static const char *const right[] = {"1.0", "1.1", "1.2", "1.0."};
    char text[200];
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        strcpy(text, "<robot name=\"r\" version=\"");
        strcat(strcat(text, wrong[i]), "\">\n<link name=\"a\"/></robot>");
        EXPECT_FINDING("robot-version", text, "is not a version of URDF");
    }
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        strcpy(text, "<robot name=\"r\" version=\"");
        strcat(strcat(text, right[i]), "\">\n<link name=\"a\"/></robot>");
        EXPECT_NONE("robot-version", text);
    }
}

TEST(a_robot_has_a_link)
{
    EXPECT_FINDING("link-none", "<[[robot]] name=\"r\"/>", "no link");
    EXPECT_NONE("link-none", LINK(""));
}

TEST(unknown_elements_are_reported)
{
    EXPECT_FINDING("element-unknown", LINK("<[[contact]]/>"), "<contact> in <link>");
    EXPECT_FINDING("element-unknown", ROBOT("<[[mujoco]]/><link name=\"a\"/>"), "<mujoco>");
    EXPECT_FINDING("element-unknown",
                   INERTIAL("<mass value=\"1\"><[[note]]/></mass>"
                            "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" "
                            "iyz=\"0\" izz=\"1\"/>"),
                   "<note> in <mass>");
    EXPECT_NONE("element-unknown", ROBOT("<gazebo><anything/></gazebo><transmission/><sensor/>"
                                         "<ros2_control/><link name=\"a\"/>"));
}

TEST(misspelt_elements_are_reported_with_their_fix)
{
    EXPECT_FINDING("element-misspelt", LINK("<[[Visual]]>" BOX "</Visual>"), "<visual>");
    EXPECT_FINDING("element-misspelt", LINK("<[[inertail]]/>"), "<inertial>");
    EXPECT_FINDING("element-misspelt", JOINT("<[[limits]]/>"), "joint \"j\"");
    EXPECT_NONE("element-misspelt", LINK("<contact/>"));
    EXPECT_NONE("element-misspelt", LINK("<drake:visual/>"));
    expect_fix(LINK("<Visual>" BOX "</Visual>"), "element-misspelt",
               LINK("<visual>" BOX "</visual>"));
    expect_fix(JOINT("<orign/>"), "element-misspelt", JOINT("<origin/>"));
    // not certain: there is an origin already
    expect_fix(JOINT("<origin/><orign/>"), "element-misspelt", JOINT("<origin/><orign/>"));
}

// If the names of start and end tag differ, the one that URDF defines is assumed, in either tag.
TEST(the_known_name_of_an_element_is_kept)
{
    expect_fix(LINK("<colision>" BOX "</collision>"), "xml-unclosed",
               LINK("<collision>" BOX "</collision>"));
    expect_fix(LINK("<collision>" BOX "</colision>"), "xml-unclosed",
               LINK("<collision>" BOX "</collision>"));
    expect_fix(ROBOT("<Link name=\"a\"></link>"), "xml-unclosed",
               ROBOT("<link name=\"a\"></link>"));
}

TEST(misplaced_elements_are_reported)
{
    EXPECT_FINDING("element-misplaced", LINK("<[[material]] name=\"m\"/>"),
                   "it belongs in <robot> or <visual>");
    EXPECT_FINDING("collision-material",
                   LINK("<collision>" BOX "<[[material]] name=\"m\"/></collision>"), "not drawn");
    EXPECT_NONE("element-misplaced", LINK("<collision>" BOX "<material name=\"m\"/></collision>"));
    EXPECT_FINDING("element-misplaced", LINK("<[[mass]] value=\"1\"/>"), "belongs in <inertial>");
    EXPECT_FINDING("element-misplaced", ROBOT("<link name=\"a\"/><[[axis]]/>"), "<joint>");
    EXPECT_NONE("element-misplaced",
                VISUAL(BOX "<material name=\"m\"><color rgba=\"1 1 1 1\"/></material>"));
}

TEST(repeated_children_are_reported)
{
    EXPECT_FINDING("element-repeated", JOINT("<origin/><[[origin]]/>"), "only the first");
    EXPECT_FINDING("element-repeated", JOINT("<[[child]] link=\"arm\"/>"), "<child> appears twice");
    EXPECT_NONE("element-repeated", LINK("<visual>" BOX "</visual><visual>" BOX "</visual>"));
}

TEST(required_children_are_reported)
{
    EXPECT_FINDING("element-missing", LINK("<[[inertial]]/>"), "lacks <mass> and <inertia>");
    EXPECT_FINDING("element-missing", LINK("<[[inertial]]><mass value=\"1\"/></inertial>"),
                   "lacks <inertia>");
    EXPECT_NONE("element-missing", LINK(""));
}

TEST(unknown_and_misspelt_attributes_are_reported)
{
    EXPECT_FINDING("attribute-unknown", ROBOT("<link name=\"a\" [[colour]]=\"red\"/>"), "colour");
    EXPECT_FINDING("attribute-misspelt", ORIGIN("[[xzy]]=\"0 0 1\""), "\"xyz\"?");
    EXPECT_FINDING("attribute-misspelt", ROBOT("<link [[Name]]=\"a\"/>"), "\"name\"?");
    EXPECT_FINDING("attribute-misspelt", ORIGIN("[[XYZ]]=\"0 0 1\""), "\"xyz\"?");
    EXPECT_NONE("attribute-unknown", "<robot name=\"r\" xmlns=\"urn:x\" xmlns:xacro=\"urn:y\">"
                                     "<link name=\"a\"/></robot>");
    EXPECT_NONE("attribute-misspelt", ROBOT("<link name=\"a\" colour=\"red\"/>"));
    expect_fix(ORIGIN("xzy=\"0 0 1\""), "attribute-misspelt", ORIGIN("xyz=\"0 0 1\""));
    expect_fix(ORIGIN("XYZ=\"0 0 1\""), "attribute-misspelt", ORIGIN("xyz=\"0 0 1\""));
}

// An unknown attribute is reported for every element, however the element is read.
TEST(every_element_reports_an_unknown_attribute)
{
    static const char text[] =
        "<robot name=\"r\"><material name=\"m\"><color rgba=\"1 0 0 1\"/>"
        "<texture filename=\"t.png\"/></material><link name=\"a\"><inertial>"
        "<origin xyz=\"0 0 0\"/><mass value=\"1\"/>"
        "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"
        "<visual><geometry><box size=\"1 1 1\"/></geometry></visual>"
        "<visual><geometry><mesh filename=\"a.stl\"/></geometry></visual>"
        "<collision><geometry><sphere radius=\"1\"/></geometry></collision>"
        "<collision><geometry><cylinder radius=\"1\" length=\"1\"/></geometry></collision>"
        "</link><link name=\"b\"/><joint name=\"j\" type=\"revolute\"><parent link=\"a\"/>"
        "<child link=\"b\"/><axis xyz=\"1 0 0\"/><calibration rising=\"0\"/>"
        "<dynamics damping=\"1\"/><limit lower=\"0\" upper=\"1\" effort=\"1\" velocity=\"1\"/>"
        "<safety_controller k_velocity=\"1\"/></joint></robot>";
    static const char odd[] = " colour=\"1\"";
    int nelement = 0;
    for (const char *at = strchr(text, '<'); at; at = strchr(at + 1, '<')) {
        if (at[1] == '/') continue;
        const size_t head = (size_t)(at - text) + 1 + strcspn(at + 1, " >/");
        char changed[sizeof text + sizeof odd];
        memcpy(changed, text, head);
        memcpy(changed + head, odd, sizeof odd - 1);
        memcpy(changed + head + sizeof odd - 1, text + head, sizeof text - head);
        limb_report *report;
        limb_robot *robot = NULL;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        ENSURE_INT(
            limb_robot_parse(&robot, changed, strlen(changed), &(limb_load_opts){.report = report}),
            LIMB_OK);
        int nfound = 0;
        for (int i = 0; i < report->nfinding; i++) {
            const limb_finding *finding = &report->finding[i];
            nfound += finding->rule == LIMB_RULE_ATTRIBUTE_UNKNOWN &&
                      finding->span.offset == (uint32_t)head + 1;
        }
        if (nfound != 1) limb_test_fail(__FILE__, __LINE__, "no finding at %.20s", at);
        limb_robot_free(robot);
        limb_report_free(report);
        nelement++;
    }
    ENSURE_INT(nelement, 30);
}

TEST(required_attributes_are_reported)
{
    EXPECT_FINDING("attribute-missing", MOVING("<[[axis]]/>"), "lacks the attribute xyz");
    EXPECT_FINDING("attribute-missing", GEOMETRY("<[[cylinder]]/>"),
                   "link \"a\": <cylinder> lacks the attributes radius and length");
    EXPECT_FINDING("attribute-missing",
                   INERTIAL("<mass value=\"1\"/><[[inertia]] ixx=\"1\" iyy=\"1\" izz=\"1\"/>"),
                   "ixy, ixz and iyz");
    EXPECT_NONE("attribute-missing", JOINT("<origin/>"));
}

TEST(a_required_attribute_that_is_misspelt_is_reported_once)
{
    static const char axis[] = MOVING("<axis xzy=\"0 0 1\"/>");
    EXPECT_FINDING("attribute-missing", MOVING("<axis [[xzy]]=\"0 0 1\"/>"),
                   "<axis> lacks the attribute xyz; is \"xzy\" a misspelling of it?");
    EXPECT_NONE("attribute-misspelt", axis);
    expect_fix(axis, "attribute-missing", MOVING("<axis xyz=\"0 0 1\"/>"));
    // one that is missing is meant rather than one that is there
    EXPECT_FINDING("attribute-missing",
                   INERTIAL("<mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" "
                            "[[izy]]=\"0\" izz=\"1\"/>"),
                   "lacks the attribute iyz");
    // only one of two can be it
    EXPECT_FINDING("attribute-missing", GEOMETRY("<sphere [[raduis]]=\"1\" radus=\"1\"/>"),
                   "\"raduis\"");
    EXPECT_FINDING("attribute-misspelt", GEOMETRY("<sphere raduis=\"1\" [[radus]]=\"1\"/>"),
                   "\"radus\"");
    // words of other formats: one finding, but no fix
    static const char tall[] = GEOMETRY("<cylinder radius=\"1\" height=\"2\"/>");
    EXPECT_FINDING("attribute-missing", GEOMETRY("<cylinder radius=\"1\" [[height]]=\"2\"/>"),
                   "<cylinder> lacks the attribute length; is it meant by \"height\"?");
    EXPECT_NONE("attribute-unknown", tall);
    expect_fix(tall, "attribute-missing", tall);
    EXPECT_FINDING("attribute-unknown",
                   GEOMETRY("<cylinder radius=\"1\" length=\"2\" [[height]]=\"2\"/>"),
                   "\"height\"");
    EXPECT_FINDING("attribute-missing", GEOMETRY("<mesh [[uri]]=\"a.stl\"/>"), "by \"uri\"");
    // what is less than certain is reported by itself
    EXPECT_FINDING("attribute-missing", GEOMETRY("<[[sphere]] raddiuss=\"1\"/>"), "radius");
    EXPECT_FINDING("attribute-misspelt", GEOMETRY("<sphere [[raddiuss]]=\"1\"/>"), "\"radius\"?");
}

TEST(malformed_numbers_are_reported_to_the_token)
{
    EXPECT_FINDING("number-malformed", ORIGIN("xyz=\"0 [[x1]] 0\""), "\"x1\" in xyz");
    EXPECT_FINDING("number-malformed", ORIGIN("xyz=\"0 0.1 [[-1.57.]]\""), "\"-1.57.\"");
    EXPECT_FINDING("number-malformed", ORIGIN("xyz=\"0 [[1.5m]] 0\""), "joint \"j\"");
    EXPECT_FINDING("number-malformed", GEOMETRY("<sphere radius=\"[[0x10]]\"/>"), "0x10");
    EXPECT_FINDING("number-malformed", INERTIAL("<mass value=\"[[5kg]]\"/>"),
                   "is not a number: no units are written, all values are in m, kg, s, N and rad");
    EXPECT_FINDING("number-malformed", ORIGIN("rpy=\"0 [[90Deg]] 0\""), "no units are written");
    EXPECT_FINDING("number-malformed", ORIGIN("rpy=\"0 [[-pi/2]] 0\""),
                   "write the value; only xacro files have expressions");
    EXPECT_FINDING("number-malformed", ORIGIN("rpy=\"0 [[M_PI]] 0\""), "only xacro files");
    EXPECT_FINDING("number-malformed", ORIGIN("rpy=\"0 [[3.14/2]] 0\""), "only xacro files");
    EXPECT_FINDING("number-malformed", ORIGIN("rpy=\"0 [[spin]] 0\""), "is not a number");
    EXPECT_FINDING(
        "number-malformed", GEOMETRY("<sphere radius=\"[[0,5]]\"/>"),
        "\"0,5\" in radius of <sphere> is not a number: the decimal separator is a point");
    EXPECT_FINDING("number-malformed", ORIGIN("xyz=\"0 0 [[-0,25]]\""),
                   "the decimal separator is a point");
    EXPECT_FINDING("number-malformed",
                   ORIGIN("xyz=\"0 0 [[\xe2\x88\x92"
                          "1]]\""),
                   "U+2212");
    EXPECT_FINDING("number-malformed",
                   ORIGIN("xyz=\"0 [[0\xc2\xa0"
                          "1]]\""),
                   "U+00A0");
    EXPECT_FINDING("number-malformed", GEOMETRY("<sphere radius=\"[[--1]]\"/>"), "--1");
    EXPECT_FINDING("number-malformed", GEOMETRY("<sphere radius=\"[[1e]]\"/>"), "1e");
    EXPECT_FINDING("number-malformed", GEOMETRY("<sphere radius=\"[[]]\"/>"),
                   "radius of <sphere> is empty");
    EXPECT_FINDING("number-malformed", ORIGIN("xyz=\"[[ ]]\""), "it needs 3 numbers");
    EXPECT_FINDING("number-malformed", ORIGIN("xyz=\"[[1&#120; 2 3]]\""), "\"1x\"");
    EXPECT_NONE("number-malformed", ORIGIN("xyz=\"  +1. -.5e0   0123 \""));
    EXPECT_NONE("number-malformed", ORIGIN("xyz=\"&#49; 2 3\""));
}

TEST(commas_are_reported_once_with_their_fix)
{
    EXPECT_FINDING("number-malformed", ORIGIN("xyz=\"[[1, 2,3]]\""), "not commas");
    expect_fix(ORIGIN("xyz=\"1, 2,3\""), "number-malformed", ORIGIN("xyz=\"1 2 3\""));
    // a decimal comma or a separator: not certain
    expect_fix(ORIGIN("xyz=\"1,5 2 3\""), "number-malformed", ORIGIN("xyz=\"1,5 2 3\""));
}

TEST(wrong_counts_are_reported)
{
    EXPECT_FINDING("number-count", ORIGIN("xyz=\"[[1 2]]\""), "has 2 numbers, not 3");
    EXPECT_FINDING("number-count", ORIGIN("rpy=\"1 2 3 [[4 5]]\""), "has 5 numbers, not 3");
    EXPECT_FINDING("number-count", GEOMETRY("<sphere radius=\"1 [[2]]\"/>"), "not 1");
    EXPECT_FINDING("number-count",
                   ROBOT("<link name=\"a\"/><material name=\"m\"><color rgba=\"[[1 0 0]]\"/>"
                         "</material>"),
                   "opaque black");
    EXPECT_NONE("number-count", ORIGIN("xyz=\"1 2 3\""));
    expect_fix(
        ROBOT("<link name=\"a\"/><material name=\"m\"><color rgba=\"1 0 0\"/></material>"),
        "number-count",
        ROBOT("<link name=\"a\"/><material name=\"m\"><color rgba=\"1 0 0 1\"/></material>"));
}

TEST(numbers_out_of_range_are_reported)
{
    EXPECT_FINDING("number-range", ORIGIN("xyz=\"0 [[nan]] 0\""), "not a finite number");
    EXPECT_FINDING("number-range", ORIGIN("xyz=\"0 0 [[1e400]]\""), "too large");
    EXPECT_FINDING("number-range", JOINT("<limit upper=\"[[inf]]\" effort=\"1\" velocity=\"1\"/>"),
                   "urdfdom refuses it; write a large number");
    EXPECT_FINDING("number-range", JOINT("<limit effort=\"[[inf]]\" velocity=\"1\"/>"),
                   "leave it out (URDF 1.2)");
    EXPECT_NONE("number-range", ORIGIN("xyz=\"0 0 1e-400\""));
    EXPECT_NONE("number-range", ORIGIN("xyz=\"0 0 1e308\""));
}

TEST(white_space_that_urdfdom_refuses_is_reported)
{
    EXPECT_FINDING("number-separator", ORIGIN("xyz=\"1[[\t]]2 3\""), "only spaces");
    EXPECT_FINDING("number-separator", ORIGIN("xyz=\"1 2[[\n ]]3\""), "urdfdom refuses xyz");
    EXPECT_FINDING("number-separator", ORIGIN("xyz=\"1 2 3[[\n]]\""), "only spaces");
    EXPECT_FINDING("number-separator", ORIGIN("xyz=\"[[\n ]]1 2 3\""), "only spaces");
    EXPECT_FINDING("number-separator", GEOMETRY("<sphere radius=\"1[[ ]]\"/>"),
                   "nothing may follow");
    EXPECT_NONE("number-separator", ORIGIN("xyz=\" 1   2  3  \""));
    EXPECT_NONE("number-separator", ORIGIN("xyz=\"1 2 \n3\""));
    EXPECT_NONE("number-separator", GEOMETRY("<sphere radius=\"\n 1\"/>"));
    expect_fix(ORIGIN("xyz=\"1\t2 3\""), "number-separator", ORIGIN("xyz=\"1 2 3\""));
}

TEST(xacro_is_reported_once)
{
    EXPECT_FINDING("xacro-left-over",
                   ROBOT("<link name=\"[[${prefix}a]]\"/><xacro:wheel r=\"${r}\"/>"
                         "<gazebo reference=\"${x}\"/>"),
                   "3 more places");
    EXPECT_FINDING("xacro-left-over",
                   ROBOT("<[[xacro:arg]] name=\"x\"/>" LINK_A("<sphere radius=\"${x}\"/>")),
                   "1 more place");
    EXPECT_FINDING("xacro-left-over", ROBOT("<link name=\"a\"/><[[xacro:wheel]]/>"),
                   "expand it by limb xacro");
    EXPECT_FINDING("xacro-left-over", GEOMETRY("<sphere radius=\"[[$(arg r)]]\"/>"),
                   "expand it by limb xacro");
    EXPECT_FINDING("xacro-left-over",
                   ROBOT("<!-- $ ${a} ${b} --><link name=\"[[${c}]]\"/><!-- ${d} -->"),
                   "expand it by limb xacro");
    EXPECT_NONE("number-malformed", GEOMETRY("<sphere radius=\"${r}\"/>"));
    EXPECT_NONE("xacro-left-over", "<!-- ${x} $(find y) --><robot name=\"r\">"
                                   "<link name=\"$5\"/></robot>");
    EXPECT_NONE("xacro-left-over", "<robot name=\"r\" xmlns:xacro=\"http://ros.org/wiki/xacro\">"
                                   "<link name=\"a\"/></robot>");
}

TEST(stray_text_is_reported)
{
    EXPECT_FINDING("xml-stray-text", LINK("\n  [[oops here]] \n<inertial/>"), "text in <link>");
    EXPECT_FINDING("xml-stray-text", JOINT("<axis xyz=\"1 0 0\">[[1 0 0]]</axis>"), "<axis>");
    EXPECT_FINDING("xml-stray-text", LINK("[[-->]]"),
                   "\"-->\" does not end a comment here; it is text in <link> and not read");
    EXPECT_FINDING("xml-stray-text", LINK("[[visual name=\"a\"/>]]"),
                   "is \"<\" missing before \"visual\"?");
    EXPECT_FINDING("xml-stray-text", LINK("\n[[>>>>>>> main]]\n"), "a merge conflict");
    EXPECT_NONE("xml-stray-text", ROBOT("<transmission><type>simple</type></transmission>"
                                        "<link name=\"a\"/>"));
}

TEST(one_defect_does_not_hide_another)
{
#define REVOLUTE(limit)                                                                            \
    ROBOT(LINKS "  <joint name=\"j\" type=\"revolute\">" ENDS "<axis xyz=\"0 0 1\"/>" limit        \
                "</joint>")
    EXPECT_FINDING("limit-incomplete", REVOLUTE("[[<limit lower=\"1\" upper=\"-1\"/>]]"),
                   "lacks effort and velocity");
    EXPECT_FINDING("limit-swapped", REVOLUTE("<limit lower=\"[[1]]\" upper=\"-1\"/>"),
                   "above upper limit");
    EXPECT_FINDING("inertia-triangle",
                   INERTIAL("<mass value=\"1,0\"/>[[<inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" "
                            "iyy=\"0.1\" iyz=\"0\" izz=\"0.5\"/>]]"),
                   "no body has these");
    EXPECT_NONE("inertia-zero", INERTIAL("<mass value=\"x\"/><inertia ixx=\"0\" ixy=\"0\" "
                                         "ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\"/>"));
}

TEST(limits_of_numbers_hold)
{
    static const char text[] =
        ROBOT("<link name=\"a\"><visual><geometry><sphere radius=\"0.12345\"/>"
              "</geometry></visual></link>");
    limb_robot *robot;
    ENSURE_INT(
        limb_robot_parse(&robot, text, sizeof text - 1, &(limb_load_opts){.max_number_bytes = 6}),
        LIMB_ERROR_LIMIT);
    ENSURE(robot == NULL);
    ENSURE_INT(
        limb_robot_parse(&robot, text, sizeof text - 1, &(limb_load_opts){.max_number_bytes = 7}),
        LIMB_OK);
    limb_robot_free(robot);
    ENSURE_INT(limb_robot_parse(&robot, text, sizeof text - 1,
                                &(limb_load_opts){.max_bytes = sizeof text - 2}),
               LIMB_ERROR_LIMIT);
    ENSURE_INT(limb_robot_parse(&robot, text, sizeof text - 1,
                                &(limb_load_opts){.max_bytes = sizeof text - 1}),
               LIMB_OK);
    limb_robot_free(robot);
    ENSURE_INT(limb_robot_parse(&robot, text, sizeof text - 1, &(limb_load_opts){.max_depth = 3}),
               LIMB_ERROR_LIMIT);
    ENSURE_INT(limb_robot_parse(&robot, text, sizeof text - 1, &(limb_load_opts){.max_depth = 5}),
               LIMB_OK);
    limb_robot_free(robot);
}

// Paths are requested in any order: while the XML is parsed, while the robot is built,
// and by checks.
TEST(paths_count_siblings_of_the_same_name)
{
    static const char text[] = "<?xml version=\"1.0\"?>\n<robot name=\"r\">&odd;"
                               "<link name=\"a\" colour=\"1\"/><link name=\"b\" colour=\"1\"/>"
                               "<gazebo reference=\"nothing\"/>"
                               "<joint name=\"j\" type=\"fixed\" colour=\"1\"><parent link=\"a\"/>"
                               "<child link=\"b\"/><axis xyz=\"1 0 0\"/></joint>"
                               "<link name=\"c\" colour=\"1\"/><other/><other/>"
                               "<joint name=\"k\" type=\"fixed\" colour=\"1\"><parent link=\"b\"/>"
                               "<child link=\"c\"/></joint><gazebo reference=\"nobody\"/></robot>";
    static const char *const expected[] = {
        "/robot",
        "/robot/link[1]/@colour",
        "/robot/link[2]/@colour",
        "/robot/joint[1]/@colour",
        "/robot/joint[1]/axis",
        "/robot/other[2]",
        "/robot/joint[2]/@colour",
        "/robot/gazebo[1]/@reference",
        "/robot/other[1]",
        "/robot/link[3]/@colour",
        "/robot/gazebo[2]/@reference",
    };
    limb_report *report;
    limb_robot *robot = NULL;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .keep_broken = true};
    const limb_status status = limb_robot_parse(&robot, text, sizeof text - 1, &opts);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_INPUT);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        bool found = false;
        for (int k = 0; k < report->nfinding; k++)
            found = found || strcmp(report->finding[k].path, expected[i]) == 0;
        if (!found) limb_test_fail(__FILE__, __LINE__, "no finding at %s", expected[i]);
    }
    limb_robot_free(robot);
    limb_report_free(report);
}

TEST(a_xacro_definition_that_nothing_uses_is_a_warning)
{
    EXPECT_FINDING("xacro-unused",
                   ROBOT("<[[xacro:property]] name=\"w\" value=\"${1/2}\"/><link name=\"a\"/>"),
                   "nothing uses it");
    EXPECT_NONE("xacro-left-over",
                ROBOT("<xacro:property name=\"w\" value=\"${1/2}\"/><link name=\"a\"/>"));
    EXPECT_FINDING("xacro-left-over",
                   ROBOT("<[[xacro:property]] name=\"w\" value=\"1\"/><link name=\"${w}\"/>"),
                   "expand it by limb xacro");
    EXPECT_FINDING("xacro-left-over", ROBOT("<[[xacro:arm]]/><link name=\"a\"/>"), "expand");
}

TEST(a_robot_inside_something_else_is_named)
{
    EXPECT_FINDING("robot-element", "<[[urdf]]><robot name=\"r\"><link name=\"a\"/></robot></urdf>",
                   "<robot> is inside <urdf>; it has to be the outermost element");
    EXPECT_FINDING("element-misplaced", ROBOT("<[[robot]] name=\"s\"/><link name=\"a\"/>"),
                   "<robot> is not read inside <robot>; it has to be the outermost element");
}
