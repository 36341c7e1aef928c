// Tests what edits keep, remove and move along. In most files here the order of links differs from
// the tree: the first link of the file is a leaf, and the first joint is the one that is edited.
#include "edit/edit_fixture.h"

static const char upside_down[] =
    "<robot name=\"r\">\n"
    "  <link name=\"tip\">\n"
    "    <visual><geometry><mesh filename=\"a.stl\"/></geometry></visual>\n"
    "  </link>\n"
    "  <link name=\"arm\"/>\n"
    "  <link name=\"base\"/>\n"
    "  <joint name=\"wrist\" type=\"fixed\"><parent link=\"arm\"/><child link=\"tip\"/></joint>\n"
    "  <joint name=\"turn\" type=\"fixed\"><parent link=\"base\"/><child link=\"arm\"/></joint>\n"
    "</robot>\n";

TEST(a_part_keeps_the_joint_of_the_first_link)
{
    begin(upside_down);
    ENSURE_INT(limb_edit_extract(edit, limb_robot_find_link(robot, "arm"), -1), LIMB_OK);
    expect("<robot name=\"r\">\n"
           "  <link name=\"tip\">\n"
           "    <visual><geometry><mesh filename=\"a.stl\"/></geometry></visual>\n"
           "  </link>\n"
           "  <link name=\"arm\"/>\n"
           "  <joint name=\"wrist\" type=\"fixed\"><parent link=\"arm\"/><child link=\"tip\"/>"
           "</joint>\n"
           "</robot>\n");
}

TEST(a_way_between_links_keeps_the_first_link)
{
    begin(upside_down);
    const int base = limb_robot_find_link(robot, "base"), tip = limb_robot_find_link(robot, "tip");
    ENSURE_INT(limb_edit_extract(edit, base, tip), LIMB_OK);
    expect(upside_down);
}

TEST(what_the_first_joint_holds_is_removed)
{
    begin(upside_down);
    ENSURE_INT(limb_edit_remove_tree(edit, 0), LIMB_OK);
    expect("<robot name=\"r\">\n"
           "  <link name=\"arm\"/>\n"
           "  <link name=\"base\"/>\n"
           "  <joint name=\"turn\" type=\"fixed\"><parent link=\"base\"/><child link=\"arm\"/>"
           "</joint>\n"
           "</robot>\n");
}

TEST(a_part_without_mimics_says_nothing_of_them)
{
    begin(upside_down);
    ENSURE_INT(limb_edit_extract(edit, limb_robot_find_link(robot, "arm"), -1), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit), "");
    end();
}

TEST(scaling_reaches_the_shapes_of_the_first_link)
{
    begin(upside_down);
    ENSURE_INT(limb_edit_scale(edit, 2, false), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE(strstr(limb_test_source(robot), "<mesh filename=\"a.stl\" scale=\"2 2 2\"/>"));
    end();
    // by 1 nothing is written
    begin(upside_down);
    ENSURE_INT(limb_edit_scale(edit, 1, false), LIMB_OK);
    expect(upside_down);
}

TEST(a_single_fix_that_would_break_the_robot_is_left_out)
{
    begin(upside_down);
    const uint32_t name = (uint32_t)(strstr(upside_down, "\"arm\"/>") - upside_down) + 1;
    const limb_fix twin = {.title = "", .text = "tip", .offset = name, .size = 3};
    const limb_finding finding = {
        .rule = LIMB_RULE_AXIS_ZERO, .span = {.file = "test.urdf"}, .fix = &twin, .nfix = 1};
    const limb_report report = {.nfinding = 1, .finding = &finding};
    ENSURE_INT(limb_edit_add_fixes(edit, &report), 0);
    expect(upside_down);
}

TEST(a_verb_that_succeeds_takes_back_the_last_message)
{
    begin(upside_down);
    ENSURE_INT(limb_edit_scale(edit, -1, false), LIMB_ERROR_INPUT);
    ENSURE(limb_edit_message(edit)[0] != 0);
    ENSURE_INT(limb_edit_scale(edit, 2, false), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit), "");
    ENSURE_INT(limb_edit_scale(edit, -1, false), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_stage(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit), "");
    ENSURE_INT(limb_edit_scale(edit, -1, false), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_root(edit, limb_robot_find_link(limb_edit_robot(edit), "base")),
               LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit), "");
    end();
}

TEST(blanks_before_an_end_tag_stay_there)
{
    begin("<robot name=\"r\">\n  <link name=\"a\"/>  </robot>\n");
    ENSURE_INT(limb_edit_add(edit, robot->node, "<gazebo/>"), LIMB_OK);
    expect("<robot name=\"r\">\n  <link name=\"a\"/>\n  <gazebo/>  </robot>\n");
}

TEST(a_path_means_the_element_it_names_though_another_has_the_same_name)
{
    begin("<robot name=\"r\"><material name=\"a\"><color rgba=\"1 0 0 1\"/></material>"
          "<link name=\"a\"/></robot>\n");
    ENSURE_INT(limb_robot_find_node(robot, "link/a"), robot->link[0].node);
    ENSURE_INT(limb_robot_find_node(robot, "joint/a"), -1);
    end();
}

TEST(names_of_attributes_may_have_digits_but_not_begin_with_one)
{
    begin(upside_down);
    ENSURE_INT(limb_edit_set_attribute(edit, robot->link[1].node, "x0", "1"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, robot->link[1].node, "x9", "1"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, robot->link[1].node, "0x", "1"), LIMB_ERROR_INPUT);
    end();
}

//---- followers -----------------------------------------------------------------------------------

#define BETWEEN(name)   "<parent link=\"base\"/><child link=\"" name "\"/><axis xyz=\"0 0 1\"/>"
#define JOINT(name)     "<joint name=\"" name "\" type=\"continuous\">" BETWEEN(name) "</joint>"
#define MIMIC(name, of) "<joint name=\"" name "\" type=\"continuous\">" BETWEEN(name) of "</joint>"

static void begin_parts(const char *const *part, size_t count)
{
    char text[2000] = "";
    for (size_t i = 0; i < count; i++) {
        ENSURE(strlen(text) + strlen(part[i]) < sizeof text);
        strcat(text, part[i]);
    }
    begin(text);
}

// One mimic joint comes before its source, which itself mimics a joint; another mimics
// a different joint.
TEST(followers_are_locked_with_their_source_in_any_order)
{
    static const char *const text[] = {
        "<robot name=\"r\"><link name=\"base\"/><link name=\"a\"/><link name=\"b\"/>",
        "<link name=\"c\"/><link name=\"d\"/><link name=\"e\"/>",
        MIMIC("a", "<mimic joint=\"b\" multiplier=\"2\"/>"),
        MIMIC("b", "<mimic joint=\"c\" offset=\"0.5\"/>"),
        JOINT("c"),
        MIMIC("d", "<mimic joint=\"e\"/>"),
        JOINT("e"),
        "</robot>",
    };
    begin_parts(text, sizeof text / sizeof *text);
    ENSURE_INT(limb_edit_lock_joint(edit, limb_robot_find_joint(robot, "c"), 0.25), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit), "2 joints that mimic it locked too");
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    static const double angle[3] = {1.5, 0.75, 0.25};
    for (int i = 0; i < 3; i++) {
        ENSURE_INT(robot->joint[i].type, LIMB_JOINT_FIXED);
        ENSURE(robot->joint[i].mimic == NULL);
        ENSURE_NEAR(robot->joint[i].origin.rpy[2], angle[i], 1e-12);
    }
    ENSURE_INT(robot->joint[3].type, LIMB_JOINT_CONTINUOUS);
    ENSURE(robot->joint[3].mimic != NULL);
    end();
}

TEST(followers_in_a_circle_are_not_locked)
{
    static const char *const text[] = {
        "<robot name=\"r\"><link name=\"base\"/><link name=\"a\"/><link name=\"b\"/>",
        "<link name=\"c\"/><link name=\"d\"/>",
        MIMIC("a", "<mimic joint=\"b\"/>"),
        MIMIC("b", "<mimic joint=\"a\"/>"),
        JOINT("c"),
        MIMIC("d", "<mimic joint=\"c\"/>"),
        "</robot>",
    };
    begin_parts(text, sizeof text / sizeof *text);
    ENSURE_INT(limb_edit_lock_joint(edit, limb_robot_find_joint(robot, "c"), 1), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit), "1 joint that mimics it locked too");
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_INT(robot->joint[0].type, LIMB_JOINT_CONTINUOUS);
    ENSURE_INT(robot->joint[3].type, LIMB_JOINT_FIXED);
    end();
}

//---- materials -----------------------------------------------------------------------------------

#define SPHERE      "<geometry><sphere radius=\"1\"/></geometry>"
#define RED         "<material name=\"red\"><color rgba=\"1 0 0 1\"/></material>"
#define DEFINES_RED "<visual>" SPHERE RED "</visual>"
#define USES_RED    "<visual>" SPHERE "<material name=\"red\"/></visual>"

// The definition moves to the first remaining visual only.
TEST(a_material_outlives_the_visual_that_defines_it)
{
    begin("<robot name=\"r\"><link name=\"base\"/>\n<link name=\"a\">" DEFINES_RED "</link>\n"
          "<link name=\"b\">" USES_RED USES_RED "</link><link name=\"c\">" USES_RED "</link>\n"
          "<joint name=\"a\" type=\"fixed\"><parent link=\"base\"/><child link=\"a\"/></joint>\n"
          "<joint name=\"b\" type=\"fixed\"><parent link=\"base\"/><child link=\"b\"/></joint>\n"
          "<joint name=\"c\" type=\"fixed\"><parent link=\"base\"/><child link=\"c\"/></joint>\n"
          "</robot>\n");
    ENSURE_INT(limb_edit_remove_tree(edit, 1), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"base\"/>\n"
           "<link name=\"b\">" DEFINES_RED USES_RED "</link><link name=\"c\">" USES_RED "</link>\n"
           "<joint name=\"b\" type=\"fixed\"><parent link=\"base\"/><child link=\"b\"/></joint>\n"
           "<joint name=\"c\" type=\"fixed\"><parent link=\"base\"/><child link=\"c\"/></joint>\n"
           "</robot>\n");
}

TEST(a_material_that_stays_defined_is_not_defined_again)
{
    begin("<robot name=\"r\"><link name=\"base\"/>\n<link name=\"a\">" DEFINES_RED "</link>\n"
          "<link name=\"b\">" USES_RED "</link><link name=\"c\">" DEFINES_RED "</link>\n"
          "<joint name=\"a\" type=\"fixed\"><parent link=\"base\"/><child link=\"a\"/></joint>\n"
          "<joint name=\"b\" type=\"fixed\"><parent link=\"base\"/><child link=\"b\"/></joint>\n"
          "<joint name=\"c\" type=\"fixed\"><parent link=\"base\"/><child link=\"c\"/></joint>\n"
          "</robot>\n");
    ENSURE_INT(limb_edit_remove_tree(edit, 1), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"base\"/>\n"
           "<link name=\"b\">" USES_RED "</link><link name=\"c\">" DEFINES_RED "</link>\n"
           "<joint name=\"b\" type=\"fixed\"><parent link=\"base\"/><child link=\"b\"/></joint>\n"
           "<joint name=\"c\" type=\"fixed\"><parent link=\"base\"/><child link=\"c\"/></joint>\n"
           "</robot>\n");
}

// A material used only by the removed part is removed with it; an unused one stays.
TEST(materials_go_with_the_last_visual_that_uses_them)
{
    begin("<robot name=\"r\">" RED "<material name=\"spare\"><color rgba=\"1 1 1 1\"/></material>\n"
          "<link name=\"base\"/><link name=\"a\">" USES_RED "</link>\n"
          "<link name=\"b\">" USES_RED "</link>\n"
          "<joint name=\"a\" type=\"fixed\"><parent link=\"base\"/><child link=\"a\"/></joint>\n"
          "<joint name=\"b\" type=\"fixed\"><parent link=\"base\"/><child link=\"b\"/></joint>\n"
          "</robot>\n");
    ENSURE_INT(limb_edit_remove_tree(edit, 1), LIMB_OK);
    ENSURE_INT(limb_robot_find_material(limb_edit_robot(edit), "red"), 0);
    const int b = limb_robot_find_link(limb_edit_robot(edit), "b");
    ENSURE_INT(limb_edit_remove_tree(edit, b), LIMB_OK);
    ENSURE_INT(limb_robot_find_material(limb_edit_robot(edit), "red"), -1);
    ENSURE_INT(limb_robot_find_material(limb_edit_robot(edit), "spare"), 0);
    end();
}
