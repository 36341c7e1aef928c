// Each rule of reading: a text that breaks it, marked where the finding must point,
// and near misses.
#include "harness.h"
#include "limb/robot.h"
#include "support/marked.h"

#include <stdlib.h>
#include <string.h>

#define ROBOT(body)      "<robot name=\"r\">\n" body "\n</robot>\n"
#define LINK(body)       ROBOT("  <link name=\"a\">" body "</link>")
#define LINK_A(shape)    "<link name=\"a\"><visual><geometry>" shape "</geometry></visual></link>"
#define INERTIAL(body)   LINK("\n    <inertial>" body "</inertial>")
#define VISUAL(body)     LINK("\n    <visual>" body "</visual>")
#define GEOMETRY(body)   VISUAL("<geometry>" body "</geometry>")
#define BOX              "<geometry><box size=\"1 1 1\"/></geometry>"
#define LINKS            "  <link name=\"base\"/>\n  <link name=\"arm\"/>\n"
#define ENDS             "<parent link=\"base\"/><child link=\"arm\"/>"
#define JOINT(body)      ROBOT(LINKS "  <joint name=\"j\" type=\"fixed\">" ENDS body "</joint>")
#define MOVING(body)     ROBOT(LINKS "  <joint name=\"j\" type=\"continuous\">" ENDS body "</joint>")
#define ORIGIN(attrs)    JOINT("<origin " attrs "/>")
#define VERSION(n, body) "<robot name=\"r\" version=\"" n "\">\n" body "\n</robot>\n"

static void expect_fix(const char *text, const char *id, const char *fixed)
{
    char *actual = limb_test_fixed(text, id);
    ENSURE_TEXT(actual, fixed);
    free(actual);
}

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

// Whatever way an element is read, an attribute that it does not have is reported.
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

TEST(links_and_joints_have_names)
{
    EXPECT_FINDING("link-name-missing", ROBOT("<link name=\"a\"/><[[link]]/>"), "no name");
    EXPECT_NONE("link-name-missing", ROBOT("<link name=\"\"/>"));
    EXPECT_FINDING("joint-name-missing", ROBOT(LINKS "<[[joint]] type=\"fixed\">" ENDS "</joint>"),
                   "no name");
    EXPECT_NONE("joint-name-missing", JOINT(""));
}

TEST(names_are_not_taken_twice)
{
    EXPECT_FINDING("link-duplicate", ROBOT("<link name=\"a\"/>\n<link name=\"[[a]]\"/>"),
                   "two links called \"a\"");
    EXPECT_NONE("link-duplicate", ROBOT("<link name=\"a\"/><link name=\"A\"/>"));
    EXPECT_FINDING("joint-duplicate",
                   ROBOT("<link name=\"base\"/><link name=\"arm\"/><link name=\"hand\"/>"
                         "<joint name=\"j\" type=\"fixed\">" ENDS "</joint>"
                         "<joint name=\"[[j]]\" type=\"fixed\"><parent link=\"arm\"/>"
                         "<child link=\"hand\"/></joint>"),
                   "two joints called \"j\"");
    // a link and a joint may share a name
    EXPECT_NONE("joint-duplicate", ROBOT("<link name=\"base\"/><link name=\"arm\"/>"
                                         "<joint name=\"arm\" type=\"fixed\">" ENDS "</joint>"));
}

TEST(joint_types_are_known)
{
    EXPECT_FINDING("joint-type",
                   ROBOT(LINKS "<joint name=\"j\" type=\"[[Fixed]]\">" ENDS "</joint>"),
                   "\"Fixed\" is not a joint type");
    EXPECT_FINDING("joint-type", ROBOT(LINKS "<joint name=\"[[j]]\">" ENDS "</joint>"),
                   "the type is missing");
    EXPECT_FINDING("joint-type",
                   ROBOT(LINKS "<joint name=\"j\" type=\"[[ball]]\">" ENDS "</joint>"), "ball");
    EXPECT_NONE("joint-type", JOINT(""));
    EXPECT_FINDING("joint-type",
                   ROBOT(LINKS "<joint name=\"j\" type=\"[[fxied]]\">" ENDS "</joint>"),
                   "did you mean \"fixed\"?");
    expect_fix(ROBOT(LINKS "<joint name=\"j\" type=\"Fixed\">" ENDS "</joint>"), "joint-type",
               ROBOT(LINKS "<joint name=\"j\" type=\"fixed\">" ENDS "</joint>"));
}

TEST(joints_name_their_links)
{
    EXPECT_FINDING("joint-parent",
                   ROBOT(LINKS "<joint name=\"[[j]]\" type=\"fixed\">"
                               "<child link=\"arm\"/></joint>"),
                   "<parent link=\"...\"/> is missing");
    EXPECT_FINDING("joint-parent",
                   ROBOT(LINKS "<joint name=\"j\" type=\"fixed\"><[[parent]]/>"
                               "<child link=\"arm\"/></joint>"),
                   "needs the attribute link");
    EXPECT_FINDING("joint-parent",
                   ROBOT(LINKS "<joint name=\"j\" type=\"fixed\">"
                               "<parent link=\"[[bsae]]\"/><child link=\"arm\"/>"
                               "</joint>"),
                   "no link \"bsae\"; did you mean \"base\"?");
    EXPECT_FINDING("joint-child",
                   ROBOT(LINKS "<joint name=\"j\" type=\"fixed\">"
                               "<parent link=\"base\"/><child link=\"[[wheel]]\"/>"
                               "</joint>"),
                   "joint \"j\": there is no link \"wheel\"");
    EXPECT_NONE("joint-parent", JOINT(""));
    EXPECT_NONE("joint-child", JOINT(""));
}

TEST(what_makes_urdfdom_refuse_a_joint_is_reported)
{
    EXPECT_FINDING("joint-broken", JOINT("<[[dynamics]]/>"), "neither damping nor friction");
    EXPECT_FINDING("joint-broken", JOINT("<[[mimic]]/>"), "which joint");
    EXPECT_FINDING("joint-broken", JOINT("<[[safety_controller]]/>"), "k_velocity");
    EXPECT_NONE("joint-broken", JOINT("<dynamics damping=\"1\"/><calibration/>"
                                      "<safety_controller k_velocity=\"1\"/>"));
}

#define J(name, parent, child)                                                                     \
    "<joint name=\"" name "\" type=\"fixed\"><parent link=\"" parent "\"/><child link=\"" child    \
    "\"/></joint>\n"

TEST(several_roots_are_listed)
{
    EXPECT_FINDING(
        "tree-several-roots",
        ROBOT("<link name=\"a\"/><link name=\"b\"/><link name=\"[[c]]\"/>\n"
              "<link name=\"d\"/>" J("ab", "a", "b")),
        "3 separate trees, with the roots \"a\" (2 links), \"c\" (1 link), \"d\" (1 link)");
    EXPECT_NONE("tree-several-roots", JOINT(""));
    // these have a finding of their own
    EXPECT_NONE("tree-several-roots", ROBOT(LINKS J("j", "bse", "arm")));
    EXPECT_NONE("tree-several-roots", ROBOT(LINKS J("j", "base", "amr")));
    EXPECT_NONE("tree-several-roots", ROBOT("<link name=\"a\"/><link name=\"a\"/>"));
}

TEST(cycles_are_printed)
{
    EXPECT_FINDING("tree-no-root",
                   ROBOT("<link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>\n" J(
                       "ab", "a", "b") J("bc", "b", "c") J("ca", "c", "[[a]]")),
                   "a → b → c → a");
    EXPECT_FINDING("tree-cycle",
                   ROBOT("<link name=\"root\"/><link name=\"a\"/><link name=\"b\"/>\n" J(
                       "ab", "a", "b") J("ba", "b", "[[a]]")),
                   "a → b → a");
    EXPECT_NONE("tree-no-root",
                ROBOT("<link name=\"root\"/><link name=\"a\"/><link name=\"b\"/>\n" J(
                    "ab", "a", "b") J("ba", "b", "a")));
    EXPECT_NONE("tree-cycle", JOINT(""));
}

TEST(odd_connections_are_reported)
{
    EXPECT_FINDING("tree-two-parents",
                   ROBOT("<link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>\n" J(
                       "ab", "a", "b") J("zc", "a", "c") J("bc", "b", "[[c]]")),
                   "attached to \"zc\"");
    EXPECT_NONE("tree-two-parents", JOINT(""));
    EXPECT_FINDING("tree-self", ROBOT("<link name=\"a\"/><link name=\"b\"/>" J("j", "b", "[[b]]")),
                   "joint \"j\": parent and child are both link");
    EXPECT_NONE("tree-cycle", ROBOT("<link name=\"a\"/><link name=\"b\"/>" J("j", "b", "b")));
    EXPECT_NONE("tree-self", JOINT(""));
}

TEST(geometry_holds_one_shape)
{
    EXPECT_FINDING("geometry-missing", LINK("<[[visual]]/>"), "no <geometry>");
    EXPECT_FINDING("geometry-missing", LINK("<collision><[[geometry]]/></collision>"),
                   "the <collision> around it is left out");
    EXPECT_NONE("geometry-missing", GEOMETRY("<cone/>"));
    EXPECT_FINDING("geometry-several", GEOMETRY("<sphere radius=\"1\"/><[[box]] size=\"1 1 1\"/>"),
                   "this <box> is ignored");
    EXPECT_NONE("geometry-several", GEOMETRY("<sphere radius=\"1\"/>"));
    EXPECT_FINDING("geometry-unknown", GEOMETRY("<[[cone]] radius=\"1\"/>"), "<cone>");
    EXPECT_NONE("geometry-unknown", GEOMETRY("<sphere radius=\"1\"/>"));
    EXPECT_FINDING("geometry-unknown", GEOMETRY("<[[shpere]] radius=\"1\"/>"),
                   "did you mean <sphere>?");
    expect_fix(GEOMETRY("<Sphere radius=\"1\"></Sphere>"), "geometry-unknown",
               GEOMETRY("<sphere radius=\"1\"></sphere>"));
    // not certain beside another shape
    expect_fix(GEOMETRY("<Sphere radius=\"1\"/><box size=\"1 1 1\"/>"), "geometry-unknown",
               GEOMETRY("<Sphere radius=\"1\"/><box size=\"1 1 1\"/>"));
    EXPECT_FINDING("element-misplaced", GEOMETRY("<sphere radius=\"1\"/><[[material]] name=\"\"/>"),
                   "not read inside <geometry>");
    EXPECT_FINDING("mesh-scale-count", GEOMETRY("<mesh filename=\"m.stl\" scale=\"[[0.001]]\"/>"),
                   "1 number, not 3");
    EXPECT_NONE("mesh-scale-count", GEOMETRY("<mesh filename=\"m.stl\" scale=\"1 1 1\"/>"));
    expect_fix(GEOMETRY("<mesh filename=\"m.stl\" scale=\"0.001\"/>"), "mesh-scale-count",
               GEOMETRY("<mesh filename=\"m.stl\" scale=\"0.001 0.001 0.001\"/>"));
}

#define RED  "<color rgba=\"1 0 0 1\"/>"
#define BLUE "<color rgba=\"0 0 1 1\"/>"

TEST(materials_are_defined_once_and_named)
{
    EXPECT_FINDING("material-name-missing", VISUAL(BOX "<[[material]]>" RED "</material>"),
                   "urdfdom drops the visual");
    EXPECT_FINDING("material-name-missing",
                   ROBOT("<[[material]]>" RED "</material><link name=\"a\"/>"),
                   "nothing can refer to it");
    EXPECT_NONE("material-name-missing", VISUAL(BOX "<material name=\"\">" RED "</material>"));
    EXPECT_FINDING("material-duplicate",
                   ROBOT("<material name=\"m\">" RED "</material>"
                         "<material name=\"[[m]]\"><color rgba=\"0 1 0 1\"/></material>"
                         "<link name=\"a\"/>"),
                   "two robot-level materials");
    EXPECT_FINDING("material-repeated",
                   ROBOT("<material name=\"m\">" RED "</material>"
                         "<material name=\"[[m]]\">" RED "</material><link name=\"a\"/>"),
                   "both times alike");
    EXPECT_NONE("material-duplicate",
                ROBOT("<material name=\"m\">" RED "</material><link name=\"a\"><visual>" BOX
                      "<material name=\"m\">" RED "</material></visual></link>"));
    EXPECT_FINDING("material-empty", ROBOT("<material name=\"[[m]]\"/><link name=\"a\"/>"),
                   "black");
    EXPECT_NONE("material-empty", VISUAL(BOX "<material name=\"m\"/>"));
    EXPECT_FINDING("color-range",
                   VISUAL(BOX "<material name=\"m\"><color rgba=\"[[255]] 0 0 1\"/>"
                              "</material>"),
                   "from 0 to 1");
    EXPECT_FINDING("color-range",
                   VISUAL(BOX "<material name=\"m\"><color rgba=\" 0 [[-1  0 2]]\"/></material>"),
                   "from 0 to 1");
    EXPECT_NONE("color-range", VISUAL(BOX "<material name=\"m\">" RED "</material>"));
}

TEST(materials_that_a_visual_names_exist)
{
    EXPECT_FINDING("material-undefined", VISUAL(BOX "<material name=\"[[m]]\"/>"),
                   "link \"a\": material \"m\" is not defined");
    EXPECT_FINDING("material-undefined",
                   ROBOT("<material name=\"steel\">" RED "</material><link name=\"a\"><visual>" BOX
                         "<material name=\"[[stel]]\"/></visual></link>"),
                   "did you mean \"steel\"?");
    EXPECT_FINDING("material-undefined",
                   LINK("<visual>" BOX "<material name=\"[[stel]]\"/></visual>\n"
                        "<visual>" BOX "<material name=\"steel\">" RED "</material></visual>"),
                   "did you mean \"steel\"?");
    EXPECT_FINDING("material-undefined",
                   LINK("<visual>" BOX "<material name=\"[[m]]\"/></visual>\n"
                        "<visual>" BOX "<material name=\"m\">" RED "</material></visual>"),
                   "only defined further down");
    EXPECT_NONE("material-undefined",
                LINK("<visual>" BOX "<material name=\"m\">" RED "</material></visual>\n"
                     "<visual>" BOX "<material name=\"m\"/></visual>"));
    // also when there are visuals that have to be left out
    EXPECT_FINDING("material-undefined",
                   LINK("<visual><geometry/><material name=\"[[m]]\"/></visual>"),
                   "link \"a\": material \"m\" is not defined");
    EXPECT_NONE("material-undefined",
                LINK("<visual><geometry/><material name=\"m\">" RED "</material></visual>\n"
                     "<visual>" BOX "<material name=\"m\"/></visual>"));
    EXPECT_NONE("material-undefined",
                ROBOT("<link name=\"a\"><visual>" BOX "<material name=\"m\"/></visual></link>"
                      "<material name=\"m\">" RED "</material>"));
    EXPECT_FINDING("material-conflict",
                   LINK("<visual>" BOX "<material name=\"m\">" RED "</material></visual>\n"
                        "<visual>" BOX "<material name=\"[[m]]\">" BLUE "</material></visual>"),
                   "urdfdom uses that one");
    EXPECT_NONE("material-conflict",
                LINK("<visual>" BOX "<material name=\"\">" RED "</material></visual>\n"
                     "<visual>" BOX "<material name=\"\">" BLUE "</material></visual>"));
}

TEST(features_need_their_version)
{
    EXPECT_FINDING("version-feature", GEOMETRY("<[[capsule]] radius=\"1\" length=\"1\"/>"), "1.1");
    EXPECT_FINDING("version-feature", ORIGIN("[[quat_xyzw]]=\"0 0 0 1\""), "1.1");
    EXPECT_FINDING("version-feature", JOINT("<limit effort=\"1\" velocity=\"1\" [[jerk]]=\"1\"/>"),
                   "1.2");
    EXPECT_NONE("version-feature",
                VERSION("1.1", "<link name=\"a\"><visual><geometry>"
                               "<capsule radius=\"1\" length=\"1\"/></geometry></visual></link>"));
    EXPECT_NONE("version-feature",
                VERSION("1.2", LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                     "<limit effort=\"1\" velocity=\"1\" jerk=\"1\"/></joint>"));
}

TEST(an_origin_has_one_rotation)
{
    EXPECT_FINDING("origin-rpy-and-quat",
                   VERSION("1.1",
                           LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                 "<origin rpy=\"0 0 1\" quat_xyzw=\"[[0 0 0 1]]\"/></joint>"),
                   "both");
    EXPECT_FINDING("quaternion-zero",
                   VERSION("1.1", LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                        "<origin quat_xyzw=\"[[0 0 0 0]]\"/></joint>"),
                   "no rotation");
    EXPECT_NONE("origin-rpy-and-quat",
                VERSION("1.1", LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                     "<origin quat_xyzw=\"0 0 0 2\"/></joint>"));
    EXPECT_NONE("quaternion-zero", VERSION("1.1", LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                                        "<origin quat_xyzw=\"0 0 0 2\"/></joint>"));
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
                   "with xacro first");
    EXPECT_FINDING("xacro-left-over", GEOMETRY("<sphere radius=\"[[$(arg r)]]\"/>"),
                   "with xacro first");
    EXPECT_FINDING("xacro-left-over",
                   ROBOT("<!-- $ ${a} ${b} --><link name=\"[[${c}]]\"/><!-- ${d} -->"),
                   "with xacro first");
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

// Asked for in any order: while the XML is read, when the robot is, and again by the checks.
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

TEST(an_axis_that_is_not_read_is_at_most_a_warning)
{
    EXPECT_FINDING("attribute-misspelt", JOINT("<axis [[xzy]]=\"0 0 1\"/>"), "did you mean");
    EXPECT_NONE("attribute-missing", JOINT("<axis xzy=\"0 0 1\"/>"));
    EXPECT_NONE("attribute-missing", JOINT("<axis/>"));
    EXPECT_NONE("number-malformed", JOINT("<axis xyz=\"up\"/>"));
    // of a joint whose type is not known, an axis may be needed
    EXPECT_FINDING(
        "number-malformed",
        ROBOT(LINKS "<joint name=\"j\" type=\"screw\">" ENDS "<axis xyz=\"[[up]] 0 0\"/></joint>"),
        "\"up\" in xyz of <axis> is not a number");
}

TEST(an_empty_texture_beside_a_colour_is_a_warning)
{
    EXPECT_FINDING("texture-empty",
                   VISUAL(BOX "<material name=\"m\">" RED "<[[texture]]/></material>"),
                   "the colour is used");
    EXPECT_NONE("attribute-missing",
                VISUAL(BOX "<material name=\"m\">" RED "<texture/></material>"));
    EXPECT_FINDING("attribute-missing",
                   VISUAL(BOX "<material name=\"m\"><[[texture]]/></material>"), "filename");
}

#define TENSOR(more)                                                                               \
    INERTIAL("<mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0.1\" ixz=\"0\" iyy=\"1\" iyz=\"0\" "    \
             "izz=\"1.5\"" more "/>")

TEST(entries_below_the_diagonal_are_redundant)
{
    EXPECT_FINDING("inertia-redundant", TENSOR(" [[iyx]]=\"0.1\""), "and ixy says the same");
    EXPECT_FINDING("inertia-redundant", TENSOR(" [[izx]]=\"0.1\""), "differs from ixz");
    EXPECT_NONE("attribute-unknown", TENSOR(" izy=\"0\""));
    EXPECT_NONE("attribute-misspelt", TENSOR(" izy=\"0\""));
    expect_fix(TENSOR(" iyx=\"0.10\" izx=\"1\""), "inertia-redundant", TENSOR(" izx=\"1\""));
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
                   "expand the file with xacro");
    EXPECT_FINDING("xacro-left-over", ROBOT("<[[xacro:arm]]/><link name=\"a\"/>"), "expand");
}

TEST(a_second_material_gives_one_finding)
{
    static const char twice[] =
        VISUAL(BOX "<material name=\"m\"/><material name=\"m\">" RED "</material>");
    EXPECT_FINDING("element-repeated",
                   VISUAL(BOX "<material name=\"m\"/><[[material]] name=\"m\">" RED "</material>"),
                   "only the first is read");
    EXPECT_NONE("material-undefined", twice);
}

TEST(roots_that_follow_from_a_duplicate_link_are_not_reported)
{
    static const char twice[] =
        ROBOT("<link name=\"a\"/><link name=\"b\"/><link name=\"b\"/>"
              "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>");
    EXPECT_NONE("tree-several-roots", twice);
}

TEST(a_robot_inside_something_else_is_named)
{
    EXPECT_FINDING("robot-element", "<[[urdf]]><robot name=\"r\"><link name=\"a\"/></robot></urdf>",
                   "<robot> is inside <urdf>; it has to be the outermost element");
    EXPECT_FINDING("element-misplaced", ROBOT("<[[robot]] name=\"s\"/><link name=\"a\"/>"),
                   "<robot> is not read inside <robot>; it has to be the outermost element");
}

TEST(what_has_no_name_is_not_called_by_an_empty_one)
{
    static const char unnamed[] =
        ROBOT("<link name=\"a\"/><joint type=\"revolute\"><parent link=\"a\"/></joint>");
    EXPECT_FINDING("joint-child",
                   ROBOT("<link name=\"a\"/><[[joint]] type=\"revolute\"><parent link=\"a\"/>"
                         "</joint>"),
                   "a joint without a name: <child");
    limb_report *report;
    limb_robot *robot;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .keep_broken = true};
    ENSURE_INT(limb_robot_parse(&robot, unnamed, strlen(unnamed), &opts), LIMB_ERROR_INPUT);
    ENSURE(report->nfinding >= 3);
    for (int i = 0; i < report->nfinding; i++)
        ENSURE(!strstr(report->finding[i].message, "\"\""));
    limb_robot_free(robot);
    limb_report_free(report);
}

TEST(a_missing_world_is_suggested)
{
    EXPECT_FINDING("joint-parent",
                   ROBOT("<link name=\"a\"/><joint name=\"j\" type=\"fixed\">"
                         "<parent link=\"[[world]]\"/><child link=\"a\"/></joint>"),
                   "there is no link \"world\"; add <link name=\"world\"/>");
}

// What only urdfdom refuses is an error, and loads; strict refuses it.
TEST(what_only_urdfdom_refuses_loads)
{
    static const char *const text[] = {
        ROBOT(LINKS "<joint name=\"j\" type=\"revolute\">" ENDS
                    "<limit lower=\"-1\" upper=\"1\"/></joint>"),
        ROBOT(LINKS "<joint name=\"j\" type=\"revolute\">" ENDS "</joint>"),
        MOVING("<safety_controller k_position=\"1\"/>"),
        MOVING("<dynamics/>"),
        MOVING("<mimic/>"),
        ROBOT("<material name=\"m\">" RED "</material>"
              "<material name=\"m\"><color rgba=\"0 1 0 1\"/></material><link name=\"a\"/>"),
        "<robot><link name=\"a\"/></robot>",
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        limb_report *report;
        limb_robot *robot;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        ENSURE_INT(
            limb_robot_parse(&robot, text[i], strlen(text[i]), &(limb_load_opts){.report = report}),
            LIMB_OK);
        ENSURE(robot && report->nerror > 0);
        limb_robot_free(robot);
        ENSURE_INT(
            limb_robot_parse(&robot, text[i], strlen(text[i]), &(limb_load_opts){.strict = true}),
            LIMB_ERROR_INPUT);
        ENSURE(!robot);
        limb_report_free(report);
    }
}
