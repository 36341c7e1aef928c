// One fault, one finding: unreadable or unknown values cause no further findings.
#include "harness.h"
#include "limb/robot.h"

#include <stdio.h>
#include <string.h>

#define ROBOT(body) "<robot name=\"r\">\n" body "\n</robot>\n"
#define LINKS       "<link name=\"base\"/><link name=\"arm\"/><link name=\"hand\"/>"
#define FIRST(body)                                                                                \
    "<joint name=\"first\" " body "<parent link=\"base\"/><child link=\"arm\"/></joint>"
#define SECOND(body)                                                                               \
    "<joint name=\"second\" " body "<parent link=\"arm\"/><child link=\"hand\"/></joint>"
#define REVOLUTE     "type=\"revolute\"><axis xyz=\"0 0 1\"/>"
#define RATES        "effort=\"1\" velocity=\"1\""
#define LIMIT        "<limit lower=\"-1\" upper=\"1\" " RATES "/>"
#define SECOND_PLAIN SECOND(REVOLUTE LIMIT)
#define ARM(body)    ROBOT(LINKS FIRST(body) SECOND_PLAIN)

// The ids of all findings in the order of places, one blank between; but for those that report
// links without inertia, as all of these are.
static void expect_only(int line, const char *text, const char *ids)
{
    limb_report *report;
    limb_robot *robot = NULL;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .keep_broken = true};
    const limb_status status = limb_robot_parse(&robot, text, strlen(text), &opts);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_INPUT);
    char found[1000] = "";
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->rule == LIMB_RULE_INERTIAL_MISSING) continue;
        const size_t size = strlen(found);
        snprintf(found + size, sizeof found - size, "%s%s", size > 0 ? " " : "", finding->id);
    }
    if (strcmp(found, ids) != 0)
        limb_test_fail(__FILE__, line, "found \"%s\", expected \"%s\"", found, ids);
    limb_robot_free(robot);
    limb_report_free(report);
}
#define EXPECT_ONLY(text, ids) expect_only(__LINE__, (text), (ids))

TEST(a_sound_arm_has_no_findings)
{
    EXPECT_ONLY(ARM(REVOLUTE LIMIT), "");
}

TEST(a_joint_of_unknown_type_is_not_taken_for_a_fixed_one)
{
    EXPECT_ONLY(ARM("type=\"screw\"><axis xyz=\"0 0 1\"/>" LIMIT), "joint-type");
    EXPECT_ONLY(ARM("><axis xyz=\"0 0 1\"/>" LIMIT), "joint-type");
    EXPECT_ONLY(ARM("type=\"\"><axis xyz=\"0 0 1\"/><mimic joint=\"second\"/>" LIMIT),
                "joint-type");
    EXPECT_ONLY(
        ROBOT(LINKS FIRST("type=\"ball\">") SECOND(REVOLUTE LIMIT "<mimic joint=\"first\"/>")),
        "joint-type");
    EXPECT_ONLY(ROBOT(LINKS FIRST("type=\"ball\">") SECOND_PLAIN
                      "<transmission><type>t</type><joint name=\"first\"/>"
                      "<actuator name=\"a\"/></transmission>"),
                "joint-type");
    EXPECT_ONLY(ARM("type=\"fixed\"><axis xyz=\"0 0 1\"/>"), "joint-axis-ignored");
}

TEST(nothing_is_compared_with_a_limit_that_is_broken)
{
    static const char safety[] = "<safety_controller soft_lower_limit=\"-0.9\" "
                                 "soft_upper_limit=\"0.9\" k_position=\"1\" k_velocity=\"1\"/>";
    static const struct {
        const char *limit;
        const char *ids;
    } cases[] = {
        {"<limit lower=\"x\" upper=\"1\" " RATES "/>", "number-malformed"},
        {"<limit lower=\"-1\" upper=\"1,5\" " RATES "/>", "number-malformed"},
        {"<limit lower=\"x\" upper=\"y\" " RATES "/>", "number-malformed number-malformed"},
        {"<limit lower=\"x\" upper=\"-1\" " RATES "/>", "number-malformed"},
        {"<limit lower=\"2\" upper=\"-2\" " RATES "/>", "limit-swapped"},
        {"<limit " RATES "/>", "limit-empty"},
        {LIMIT, ""},
        {"<limit lower=\"0\" upper=\"1\" " RATES "/>", "safety-order calibration-range"},
        // what is absent is 0
        {"<limit upper=\"1\" " RATES "/>", "safety-order calibration-range"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 ROBOT(LINKS FIRST(REVOLUTE "%s%s<calibration rising=\"-0.5\"/>") SECOND_PLAIN),
                 cases[i].limit, safety);
        EXPECT_ONLY(text, cases[i].ids);
    }
}

TEST(a_broken_safety_controller_is_reported_once)
{
    EXPECT_ONLY(ARM(REVOLUTE LIMIT
                    "<safety_controller soft_lower_limit=\"x\" soft_upper_limit=\"0.9\" "
                    "k_position=\"1\" k_velocity=\"1\"/>"),
                "number-malformed");
    EXPECT_ONLY(ARM(REVOLUTE LIMIT
                    "<safety_controller soft_lower_limit=\"-0.9\" soft_upper_limit=\"0.9\" "
                    "k_position=\"x\" k_velocity=\"1\"/>"),
                "number-malformed");
}

TEST(a_broken_multiplier_says_nothing_of_the_range)
{
    EXPECT_ONLY(ROBOT(LINKS FIRST(REVOLUTE "<limit lower=\"-2\" upper=\"2\" " RATES "/>")
                          SECOND(REVOLUTE LIMIT "<mimic joint=\"first\" multiplier=\"x\"/>")),
                "number-malformed");
    EXPECT_ONLY(ROBOT(LINKS FIRST(REVOLUTE "<limit lower=\"-2\" upper=\"x\" " RATES "/>")
                          SECOND(REVOLUTE LIMIT "<mimic joint=\"first\"/>")),
                "number-malformed");
    EXPECT_ONLY(ROBOT(LINKS FIRST(REVOLUTE "<limit lower=\"-2\" upper=\"2\" " RATES "/>")
                          SECOND(REVOLUTE LIMIT "<mimic joint=\"first\"/>")),
                "mimic-range");
}

TEST(a_broken_axis_is_reported_once)
{
    EXPECT_ONLY(ARM("type=\"revolute\"><axis xyz=\"0 a 1\"/>" LIMIT), "number-malformed");
    EXPECT_ONLY(ARM("type=\"revolute\"><axis/>" LIMIT), "attribute-missing");
}

TEST(a_long_axis_has_a_length)
{
    EXPECT_ONLY(ARM("type=\"revolute\"><axis xyz=\"0 3e200 4e200\"/>" LIMIT),
                "joint-axis-not-unit");
}

#define BOX             "<geometry><box size=\"1 1 1\"/></geometry>"
#define VISUAL(body)    "<link name=\"a\"><visual>" BOX body "</visual></link>"
#define BROKEN_MATERIAL "<material name=\"m\"><color rgba=\"red\"/></material>"
#define RED_MATERIAL    "<material name=\"m\"><color rgba=\"1 0 0 1\"/></material>"

TEST(a_broken_color_is_reported_once)
{
    EXPECT_ONLY(ROBOT(BROKEN_MATERIAL VISUAL("<material name=\"m\"/>")), "number-malformed");
    EXPECT_ONLY(ROBOT("<material name=\"m\"><color/></material>" VISUAL("")), "attribute-missing");
    EXPECT_ONLY(ROBOT("<material name=\"m\"><texture/></material>" VISUAL("")),
                "attribute-missing");
    EXPECT_ONLY(ROBOT(VISUAL(BROKEN_MATERIAL)), "number-malformed");
    EXPECT_ONLY(ROBOT(BROKEN_MATERIAL VISUAL(RED_MATERIAL)), "number-malformed");
    EXPECT_ONLY(ROBOT("<material name=\"m\"/>" VISUAL("")), "material-empty");
}

TEST(a_child_of_an_unknown_link_is_not_a_root_with_inertia)
{
    static const char body[] = "<inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" "
                               "ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1.5\"/></inertial>";
    char text[1000];
    snprintf(text, sizeof text,
             ROBOT("<link name=\"arm\">%s</link><joint name=\"j\" type=\"fixed\">"
                   "<parent link=\"base\"/><child link=\"arm\"/></joint>"),
             body);
    EXPECT_ONLY(text, "joint-parent");
    snprintf(text, sizeof text, ROBOT("<link name=\"arm\">%s</link>"), body);
    EXPECT_ONLY(text, "root-inertia");
}

TEST(xacro_is_reported_and_nothing_else)
{
    EXPECT_ONLY(ROBOT("<link name=\"${prefix}a\"><visual><geometry>"
                      "<mesh filename=\"$(find arm)/a.stl\"/></geometry></visual></link>"),
                "xacro-left-over");
}

TEST(a_wrapper_is_not_renamed)
{
    EXPECT_ONLY(ROBOT("<link name=\"base\"/><links><link name=\"a\"/></links>"),
                "element-misspelt");
    limb_report *report;
    limb_robot *robot;
    static const char text[] = ROBOT("<link name=\"base\"/><links><link name=\"a\"/></links>");
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report};
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), &opts), LIMB_OK);
    ENSURE_INT(report->finding[0].nfix, 0);
    limb_robot_free(robot);
    limb_report_free(report);
}

#define PLAIN(name, parent, child)                                                                 \
    "<joint name=\"" name "\" type=\"fixed\"><parent link=\"" parent "\"/><child link=\"" child    \
    "\"/></joint>\n"

TEST(a_joint_from_a_link_to_itself_is_one_finding)
{
    EXPECT_ONLY(ROBOT("<link name=\"a\"/>" PLAIN("j", "a", "a")), "tree-self");
    EXPECT_ONLY(ROBOT(LINKS PLAIN("one", "base", "arm") PLAIN("two", "arm", "arm")), "tree-self");
    // whatever the names are, the joint carries nothing
    EXPECT_ONLY(ROBOT(LINKS PLAIN("two", "base", "arm") PLAIN("one", "arm", "arm")), "tree-self");
}

TEST(a_copy_of_a_joint_is_one_finding)
{
    EXPECT_ONLY(ROBOT(LINKS PLAIN("one", "base", "arm") PLAIN("two", "arm", "hand")
                          PLAIN("two", "arm", "hand")),
                "joint-duplicate");
    EXPECT_ONLY(ROBOT(LINKS PLAIN("one", "base", "arm") PLAIN("two", "arm", "hand")
                          PLAIN("three", "arm", "hand")),
                "tree-two-parents");
}
