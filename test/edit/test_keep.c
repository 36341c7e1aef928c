// Edits of files whose links come in another order than the tree: the first link of the file is a
// leaf, and the first joint is the one that is edited.
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
