// Tests edits of attributes and elements: exact texts, in files of several layouts.
#include "edit/edit_fixture.h"

#include "support/hostile.h"
#include "support/memory.h"

#include <math.h>

//---- attributes ----------------------------------------------------------------------------------

TEST(setting_a_value_changes_the_value_alone)
{
    begin("<robot  name = \"r\" >\n <link name='a'  extra=\"1\"/>\n</robot>\n");
    ENSURE_INT(limb_edit_set_attribute(edit, robot->node, "name", "other"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "extra", "2"), LIMB_OK);
    expect("<robot  name = \"other\" >\n <link name='a'  extra=\"2\"/>\n</robot>\n");
}

TEST(values_are_escaped_for_their_quotes)
{
    begin("<robot name=\"r\"><link name='a'/></robot>");
    ENSURE_INT(limb_edit_set_attribute(edit, robot->node, "name", "a<b>&\"c'"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "name", "a<b>&\"c'"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_test_source(robot), "<robot name=\"a&lt;b>&amp;&quot;c'\">"
                                         "<link name='a&lt;b>&amp;\"c&apos;'/></robot>");
    ENSURE_TEXT(robot->name, "a<b>&\"c'");
    ENSURE_TEXT(robot->link[0].name, "a<b>&\"c'");
    end();
}

TEST(a_value_that_is_there_already_changes_nothing)
{
    begin("<robot name=\"r\"><link name=\"a\"/></robot>");
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "name", "a"), LIMB_OK);
    // so another change of it does not overlap
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "name", "b"), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"b\"/></robot>");
}

TEST(a_new_attribute_goes_after_the_last)
{
    begin("<robot name='r'>\n  <link name='a' />\n  <link name=\"b\"></link>\n  <joint name=\"j\"\n"
          "         type=\"fixed\">\n    <origin/>\n    <parent link=\"a\"/>\n"
          "    <child link=\"b\"/>\n  </joint>\n</robot>");
    ENSURE_INT(limb_edit_set_attribute(edit, node("link@a"), "x", "1"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link@a"), "y", "2"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link@b"), "x", "1"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("joint"), "x", "1"), LIMB_OK);
    ENSURE_INT(limb_edit_set_numbers(edit, node("joint/origin"), "xyz",
                                     (double[]){1, 0.1 + 0.2, -1e-7}, 3),
               LIMB_OK);
    expect("<robot name='r'>\n  <link name='a' x='1' y='2' />\n  <link name=\"b\" x=\"1\"></link>\n"
           "  <joint name=\"j\"\n         type=\"fixed\"\n         x=\"1\">\n"
           "    <origin xyz='1 0.30000000000000004 -1e-7'/>\n    <parent link=\"a\"/>\n"
           "    <child link=\"b\"/>\n  </joint>\n</robot>");
}

TEST(removing_takes_the_white_space_before_it)
{
    begin("<robot name=\"r\"><link\tx=\"1\"  name=\"a\"\n y=\"2\" z=\"3\"/></robot>");
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "x", NULL), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "y", NULL), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "absent", NULL), LIMB_OK);
    expect("<robot name=\"r\"><link  name=\"a\" z=\"3\"/></robot>");
}

TEST(removing_does_not_join_what_was_apart)
{
    begin("<robot name=\"r\"><link x=\"1\"name=\"a\"z='2'/></robot>");
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "x", NULL), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "z", NULL), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"a\"/></robot>");
}

TEST(attributes_that_make_no_sense_are_refused)
{
    begin("<robot name=\"r\"><!-- c --><link name=\"a\"/></robot>");
    ENSURE_INT(limb_edit_set_attribute(edit, -1, "x", "1"), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "node -1 is not an element");
    ENSURE_INT(limb_edit_set_attribute(edit, 99, "x", "1"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_attribute(edit, robot->node + 1, "x", "1"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "", "1"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "a b", "1"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "1a", "1"), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "\"1a\" cannot be an attribute's name");
    ENSURE_INT(limb_edit_set_numbers(edit, node("link"), "x", (double[]){NAN}, 1),
               LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "x", "1"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "x", "2"), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "attribute \"x\" was already added; apply that first");
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "xx", "2"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "name", "b"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "name", "c"), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "it overlaps a change already made; apply that one first");
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "z", "2"), LIMB_OK);
    expect("<robot name=\"r\"><!-- c --><link name=\"b\" x=\"1\" xx=\"2\" z=\"2\"/></robot>");
}

//---- adding --------------------------------------------------------------------------------------

TEST(a_child_is_added_after_its_siblings)
{
    begin("<robot name=\"r\">\n\t<link name=\"a\"/> <!-- first -->\n</robot>\n");
    ENSURE_INT(limb_edit_add(edit, robot->node, "<gazebo/>"), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, robot->node, "<!-- c -->\n<gazebo>\n\t<x/>\n</gazebo>\n"),
               LIMB_OK);
    expect("<robot name=\"r\">\n\t<link name=\"a\"/> <!-- first -->\n\t<gazebo/>\n\t<!-- c -->\n"
           "\t<gazebo>\n\t\t<x/>\n\t</gazebo>\n</robot>\n");
}

// The position of each child used to be searched among all its siblings.
TEST(thousands_of_children_are_added_to_thousands)
{
    enum { COUNT = 40000 };
    static char text[COUNT * 7 + 100];
    strcpy(text, "<robot name=\"r\">\n<link name=\"a\"/>\n");
    size_t used = strlen(text);
    for (int i = 0; i < COUNT; i++, used += 5)
        memcpy(text + used, "<u/>\n", 6);
    strcpy(text + used, "</robot>\n");
    begin(text);
    for (int i = 0; i < COUNT; i++)
        ENSURE_INT(limb_edit_add(edit, robot->node, "<v/>"), LIMB_OK);
    // the place is another one after each step
    ENSURE_INT(limb_edit_stage(edit, NULL), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, robot->node, "<w/>"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    const char *source = limb_test_source(robot);
    ENSURE_INT(strlen(source), used + 5 * COUNT + 5 + strlen("</robot>\n"));
    ENSURE_TEXT(source + used + 5 * (COUNT - 1), "<v/>\n<w/>\n</robot>\n");
    end();
}

TEST(blanks_at_a_line_s_end_stay_where_they_are)
{
    begin("<robot name=\"r\">\n  <link name=\"a\"/>  \t\n</robot>\n");
    ENSURE_INT(limb_edit_add(edit, robot->node, "<gazebo/>"), LIMB_OK);
    expect("<robot name=\"r\">\n  <link name=\"a\"/>  \t\n  <gazebo/>\n</robot>\n");
}

TEST(line_ends_are_those_of_the_file)
{
    begin("<robot name=\"r\">\r\n  <link name=\"a\"/>\r\n</robot>\r\n");
    ENSURE_INT(limb_edit_add(edit, robot->node, "<gazebo>\n\n  <x>1\n2</x>\n</gazebo>"), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("link"), "<visual/>\r\n<visual/>"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_test_source(robot),
                "<robot name=\"r\">\r\n  <link name=\"a\">\r\n    <visual/>\r\n    <visual/>\r\n"
                "  </link>\r\n  <gazebo>\r\n\r\n    <x>1\n2</x>\r\n  </gazebo>\r\n</robot>\r\n");
    end();
}

TEST(an_empty_tag_is_opened_once)
{
    begin(
        "<robot name=\"r\">\n  <link name=\"a\" />\n  <gazebo></gazebo>\n  <gazebo>\n  </gazebo>\n"
        "  <gazebo> </gazebo>\n</robot>");
    int gazebo[3];
    gazebo[0] = node("gazebo");
    gazebo[1] = limb_node_find_next(robot->document, gazebo[0], "gazebo");
    gazebo[2] = limb_node_find_next(robot->document, gazebo[1], "gazebo");
    ENSURE_INT(limb_edit_add(edit, node("link"), "<x/>"), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("link"), "<y/>"), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "n", "1"), LIMB_OK);
    for (int i = 0; i < 3; i++) {
        ENSURE_INT(limb_edit_add(edit, gazebo[i], "<x/>"), LIMB_OK);
        ENSURE_INT(limb_edit_add(edit, gazebo[i], "<y/>"), LIMB_OK);
    }
    expect(
        "<robot name=\"r\">\n  <link name=\"a\" n=\"1\">\n    <x/>\n    <y/>\n  </link>\n"
        "  <gazebo>\n    <x/>\n    <y/>\n  </gazebo>\n  <gazebo>\n    <x/>\n    <y/>\n  </gazebo>\n"
        "  <gazebo>\n    <x/>\n    <y/>\n  </gazebo>\n</robot>");
}

TEST(what_is_on_one_line_stays_there)
{
    begin("<robot name=\"r\"><link name=\"a\"/><gazebo><x>1</x></gazebo></robot>");
    ENSURE_INT(limb_edit_add(edit, robot->node, "<gazebo/>"), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("gazebo"), "<y/>"), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("gazebo/x"), "<z/>"), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("link"), "<u/>"), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("link"), "<v/>"), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"a\"><u/><v/></link>"
           "<gazebo><x>1<z/></x><y/></gazebo><gazebo/></robot>");
}

TEST(children_of_neighbors_that_end_together_stay_apart)
{
    begin("<robot name=\"r\"><link name=\"a\"/></robot>");
    ENSURE_INT(limb_edit_add(edit, robot->node, "<link2/>"), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("link"), "<u/>"), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"a\"><u/></link><link2/></robot>");
}

TEST(broken_xml_is_not_added)
{
    const char *before = "<robot name=\"r\"><link name=\"a\"/></robot>";
    begin(before);
    static const char *const broken[] = {"",        "  ",      "<x>",           "</link><link>",
                                         "<x></y>", "<x a=/>", "</limb><limb>", "<!-- "};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        ENSURE_INT(limb_edit_add(edit, node("link"), broken[i]), LIMB_ERROR_INPUT);
        ENSURE(limb_edit_message(edit)[0] != 0);
        ENSURE_INT(limb_edit_replace(edit, node("link"), broken[i]), LIMB_ERROR_INPUT);
    }
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_test_source(robot), before);
    end();
}

//---- removing and replacing ----------------------------------------------------------------------

TEST(an_element_goes_with_its_line)
{
    begin("<robot name=\"r\">\n  <link name=\"a\"/>\n  <gazebo>\n    <x/>\n  </gazebo>  \n"
          "  <gazebo/> <!-- stays -->\n  <!-- goes -->\n  <u/><v/>\n</robot>\n");
    const int first = node("gazebo");
    const int second = limb_node_find_next(robot->document, first, "gazebo");
    ENSURE_INT(limb_edit_remove(edit, first), LIMB_OK);
    ENSURE_INT(limb_edit_remove(edit, second), LIMB_OK);
    ENSURE_INT(limb_edit_remove(edit, second + 2), LIMB_OK); // the comment on its own line
    ENSURE_INT(limb_edit_remove(edit, node("u")), LIMB_OK);
    expect("<robot name=\"r\">\n  <link name=\"a\"/>\n   <!-- stays -->\n  <v/>\n</robot>\n");
}

TEST(an_element_goes_from_its_line_with_crlf)
{
    begin("<robot name=\"r\">\r\n\t<link name=\"a\"/>\r\n\t<gazebo/>\r\n</robot>");
    ENSURE_INT(limb_edit_remove(edit, node("gazebo")), LIMB_OK);
    expect("<robot name=\"r\">\r\n\t<link name=\"a\"/>\r\n</robot>");
}

TEST(removing_leaves_no_two_empty_lines)
{
    begin(
        "<robot name=\"r\">\n  <link name=\"a\"/>\n\n  <u/>\n\n  <v/>\n  <w/>\n\n  <x/>\n</robot>");
    ENSURE_INT(limb_edit_remove(edit, node("u")), LIMB_OK);
    ENSURE_INT(limb_edit_remove(edit, node("v")), LIMB_OK);
    ENSURE_INT(limb_edit_remove(edit, node("x")), LIMB_OK);
    expect("<robot name=\"r\">\n  <link name=\"a\"/>\n\n  <w/>\n</robot>");
    begin("<robot name=\"r\">\r\n  <link name=\"a\"/>\r\n \r\n  <u/>\r\n\r\n  <v/>\r\n</robot>");
    ENSURE_INT(limb_edit_remove(edit, node("u")), LIMB_OK);
    expect("<robot name=\"r\">\r\n  <link name=\"a\"/>\r\n\r\n  <v/>\r\n</robot>");
}

TEST(what_cannot_be_removed)
{
    begin("<robot name=\"r\">\n  <link name=\"a\">\n    <x/>\n  </link>\n  <gazebo/>\n</robot>");
    ENSURE_INT(limb_edit_remove(edit, robot->node), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_remove(edit, 1000), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_remove(edit, node("gazebo")), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("gazebo"), "<x/>"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_attribute(edit, node("gazebo"), "x", "1"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_remove(edit, node("link/x")), LIMB_OK);
    ENSURE_INT(limb_edit_remove(edit, node("link")), LIMB_ERROR_INPUT);
    expect("<robot name=\"r\">\n  <link name=\"a\">\n  </link>\n</robot>");
}

TEST(a_replacement_takes_the_place_and_the_indentation)
{
    begin("<robot name=\"r\">\n    <link name=\"a\"/>\n</robot>");
    ENSURE_INT(limb_edit_replace(edit, node("link"), "<link name=\"b\">\n  <visual/>\n</link>"),
               LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_test_source(robot), "<robot name=\"r\">\n    <link name=\"b\">\n"
                                         "        <visual/>\n    </link>\n</robot>");
    ENSURE_TEXT(robot->link[0].name, "b");
    end();
}

// The copied element comes from a file that is indented by tabs, and more deeply than this one.
TEST(what_is_copied_from_another_robot_is_indented_like_its_surroundings)
{
    begin("<robot name=\"r\">\n  <link name=\"a\">\n    <inertial/>\n  </link>\n</robot>");
    ENSURE_INT(limb_edit_add(edit, node("link"),
                             "<visual>\n\t\t\t<geometry>\n\t\t\t\t<box size=\"1 1 1\"/>\n"
                             "\t\t\t</geometry>\n\t\t</visual>"),
               LIMB_OK);
    expect("<robot name=\"r\">\n  <link name=\"a\">\n    <inertial/>\n"
           "    <visual>\n      <geometry>\n        <box size=\"1 1 1\"/>\n"
           "      </geometry>\n    </visual>\n  </link>\n</robot>");
}

TEST(what_is_put_into_a_line_stays_on_it)
{
    begin("<robot name=\"r\">\n  <link name=\"a\"><inertial/></link>\n</robot>");
    ENSURE_INT(limb_edit_add(edit, node("link"),
                             "<visual>\n  <geometry>\n    <box size=\"1 1 1\"/>\n"
                             "  </geometry>\n</visual>"),
               LIMB_OK);
    expect("<robot name=\"r\">\n  <link name=\"a\"><inertial/>"
           "<visual><geometry><box size=\"1 1 1\"/></geometry></visual></link>\n</robot>");
}

//---- applying ------------------------------------------------------------------------------------

TEST(a_change_that_breaks_the_robot_changes_nothing)
{
    begin(two_links);
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_robot before = *robot;
    ENSURE_INT(limb_edit_remove(edit, node("joint/child")), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, robot->node, "name", "other"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, report), LIMB_ERROR_INPUT);
    ENSURE(report->nerror > 0);
    ENSURE_TEXT(limb_edit_message(edit), "the changed file would be refused");
    ENSURE(memcmp(&before, robot, sizeof before) == 0);
    ENSURE_TEXT(limb_test_source(robot), two_links);
    // it can be given up, or repaired
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_add(edit, node("joint"), "<child link=\"b\"/>"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(robot->name, "other");
    limb_report_free(report);
    end();
}

TEST(characters_that_xml_forbids_are_refused)
{
    begin(two_links);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "x", "\xff"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_attribute(edit, node("link"), "name", "\x01"), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "the new text holds a character that XML forbids");
    ENSURE_INT(limb_edit_add(edit, node("link"), "<x a=\"\xc3\"/>"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_link(edit, 0, "\x7f\xfe"), LIMB_ERROR_INPUT);
    expect(two_links);
}

TEST(an_edit_can_be_used_again)
{
    begin(two_links);
    for (int i = 0; i < 3; i++) {
        ENSURE_INT(limb_edit_add(edit, robot->node, "<gazebo/>"), LIMB_OK);
        ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
        ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
        ENSURE_INT(robot->nextension, i + 1);
    }
    ENSURE_INT(robot->document == NULL, 0);
    ENSURE_INT(limb_robot_find_link(robot, "b"), 1);
    end();
}

TEST(a_broken_robot_can_be_repaired_step_by_step)
{
    // two defects that refuse it: a joint without a child, a joint without a type
    robot =
        limb_test_parse_broken("<robot name=\"r\">\n  <link name=\"a\"/>\n  <link name=\"b\"/>\n"
                               "  <joint name=\"j\">\n    <parent link=\"a\"/>\n"
                               "  </joint>\n</robot>\n");
    ENSURE_INT(limb_edit_begin(&edit, robot), LIMB_OK);
    ENSURE_INT(limb_edit_add(edit, node("joint"), "<child link=\"b\"/>"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_INT(limb_edit_set_attribute(edit, node("joint"), "type", "fixed"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_test_source(robot), two_links);
    // whole now: it is not let break again
    ENSURE_INT(limb_edit_set_attribute(edit, node("joint"), "type", NULL), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_ERROR_INPUT);
    end();
}

static limb_status edit_everything(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_robot *made = NULL;
    limb_edit *change = NULL;
    limb_status status =
        limb_robot_parse(&made, two_links, strlen(two_links), &(limb_load_opts){.memory = memory});
    if (status != LIMB_OK) return status;
    const double pose[12] = {0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3};
    const int link = made->link[0].node;
    status = limb_edit_begin(&change, made);
    if (status == LIMB_OK) status = limb_edit_set_attribute(change, link, "x", "a long value <&>");
    if (status == LIMB_OK) status = limb_edit_add(change, link, "<visual>\n</visual>");
    if (status == LIMB_OK) status = limb_edit_rename_link(change, 1, "a name that is longer");
    if (status == LIMB_OK) status = limb_edit_rename_joint(change, 0, "another name");
    if (status == LIMB_OK) status = limb_edit_set_origin(change, made->joint[0].node, pose);
    if (status == LIMB_OK) status = limb_edit_apply(change, NULL);
    if (status == LIMB_OK) {
        ENSURE_TEXT(made->joint[0].child_name, "a name that is longer");
    } else {
        ENSURE_TEXT(limb_test_source(made), two_links);
    }
    limb_edit_free(change);
    limb_robot_free(made);
    return status;
}

TEST(a_lack_of_memory_leaves_the_robot_as_it_was)
{
    ENSURE(limb_test_every_failure(LIMB_OK, edit_everything, NULL) > 10);
}
