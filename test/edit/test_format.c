// Tests of the canonical layout: exact texts for each rule.
#include "harness.h"
#include "support/files.h"
#include "support/hostile.h"
#include "support/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_with(const limb_format_opts *opts, const char *before, const char *after)
{
    limb_robot *robot = limb_test_parse_broken(before);
    char *formatted = limb_test_format(robot, opts);
    ENSURE_TEXT(formatted, after);
    limb_robot *again = limb_test_parse_broken(formatted);
    char *twice = limb_test_format(again, opts);
    ENSURE_TEXT(twice, after);
    char why[200] = "";
    if (!limb_test_same_robot(robot, again, why, sizeof why)) {
        limb_test_fail(__FILE__, __LINE__, "%s", why);
    }
    free(formatted);
    free(twice);
    limb_robot_free(robot);
    limb_robot_free(again);
}

static void expect(const char *before, const char *after)
{
    expect_with(NULL, before, after);
}

TEST(one_element_per_line)
{
    expect("<robot name='r'><link name='a'><visual><geometry><sphere radius='1'/></geometry>"
           "</visual></link></robot>",
           "<robot name=\"r\">\n"
           "  <link name=\"a\">\n"
           "    <visual>\n"
           "      <geometry>\n"
           "        <sphere radius=\"1\"/>\n"
           "      </geometry>\n"
           "    </visual>\n"
           "  </link>\n"
           "</robot>\n");
    expect(
        "\xef\xbb\xbf<robot\r\n\tname = \"r\" >\r\n\t<link name=\"a\"   ></link  >\r\n\r\n\r\n\r\n"
        "\t<gazebo\t/>\r\n\r\n</robot>\r\n\r\n",
        "<robot name=\"r\">\n"
        "  <link name=\"a\"/>\n"
        "\n"
        "  <gazebo/>\n"
        "</robot>\n");
}

TEST(declarations_and_what_is_outside)
{
    expect(
        "  <?xml  version = '1.0'\n encoding='utf-8' ?>\n\n\n<!-- c --><?pi  x?>"
        "<!DOCTYPE robot><robot name=\"r\"><link name=\"a\"/></robot><!-- end --> <!-- more -->\n"
        "<!-- last -->",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "\n"
        "<!-- c -->\n"
        "<?pi  x?>\n"
        "<!DOCTYPE robot>\n"
        "<robot name=\"r\">\n"
        "  <link name=\"a\"/>\n"
        "</robot> <!-- end --> <!-- more -->\n"
        "<!-- last -->\n");
    expect("<?xml version=\"1.0\" odd?><robot name=\"r\"><link name=\"a\"/></robot>",
           "<?xml version=\"1.0\" odd?>\n<robot name=\"r\">\n  <link name=\"a\"/>\n</robot>\n");
}

TEST(attributes_in_order_with_double_quotes)
{
    expect(
        "<robot version=\"1.1\" xmlns:x='u' name='say \"hi\" &amp; &apos;go&apos;'>"
        "<link b='2' name=\"a\" a='1'/></robot>",
        "<robot name=\"say &quot;hi&quot; &amp; &apos;go&apos;\" version=\"1.1\" xmlns:x=\"u\">\n"
        "  <link name=\"a\" b=\"2\" a=\"1\"/>\n"
        "</robot>\n");
}

TEST(numbers_in_shortest_form)
{
    expect(
        "<robot name=\"1.0\"><link name=\"2.0\"><inertial><mass value=\" 1.50 \"/>"
        "<inertia ixx=\"1.0e-3\" ixy=\"0.000\" ixz=\"-0.0\" iyy=\"+1\" iyz=\".5\" "
        "izz=\"100000000000000000000000\"/>"
        "</inertial><visual><origin xyz=\"1\t2\n3\" rpy=\"0  0 3.14159265358979312\"/>"
        "<geometry><mesh filename=\"1.0\" scale=\"1.0 1.0 1.0\"/></geometry></visual></link>"
        "</robot>",
        "<robot name=\"1.0\">\n"
        "  <link name=\"2.0\">\n"
        "    <inertial>\n"
        "      <mass value=\"1.5\"/>\n"
        "      <inertia ixx=\"0.001\" ixy=\"0\" ixz=\"-0\" iyy=\"1\" iyz=\"0.5\" izz=\"1e+23\"/>\n"
        "    </inertial>\n"
        "    <visual>\n"
        "      <origin xyz=\"1 2 3\" rpy=\"0 0 3.141592653589793\"/>\n"
        "      <geometry>\n"
        "        <mesh filename=\"1.0\" scale=\"1 1 1\"/>\n"
        "      </geometry>\n"
        "    </visual>\n"
        "  </link>\n"
        "</robot>\n");
}

TEST(what_is_not_plainly_a_number_stays)
{
    expect(
        "<robot name=\"r\"><link name=\"a\"><visual><origin xyz=\"1.0,2.0,3.0\" rpy=\"1.0 x 2\"/>"
        "<geometry><box size=\"1.0 1e999 1.0\"/></geometry></visual><my_tag size=\"1.0\"/></link>"
        "</robot>",
        "<robot name=\"r\">\n"
        "  <link name=\"a\">\n"
        "    <visual>\n"
        "      <origin xyz=\"1.0,2.0,3.0\" rpy=\"1.0 x 2\"/>\n"
        "      <geometry>\n"
        "        <box size=\"1.0 1e999 1.0\"/>\n"
        "      </geometry>\n"
        "    </visual>\n"
        "    <my_tag size=\"1.0\"/>\n"
        "  </link>\n"
        "</robot>\n");
}

TEST(children_in_order_and_the_robot_as_written)
{
    expect(
        "<robot name=\"r\"><joint type=\"revolute\" name=\"j\">"
        "<limit velocity=\"1\" effort=\"1\" upper=\"1\" lower=\"0\"/>"
        "<other/><safety_controller k_velocity=\"1\"/><mimic joint=\"j\"/><axis xyz=\"1 0 0\"/>"
        "<child link=\"b\"/><parent link=\"a\"/><calibration/><dynamics damping=\"1\"/><origin/>"
        "</joint><link name=\"b\"><collision name=\"1\"/><visual name=\"2\"><material name=\"m\">"
        "<texture filename=\"t\"/><color rgba=\"1 1 1 1\"/></material><geometry/><origin/></visual>"
        "<x/><collision name=\"3\"/><inertial/><visual name=\"4\"/></link>"
        "<material name=\"n\"/><link name=\"a\"/></robot>",
        "<robot name=\"r\">\n"
        "  <joint name=\"j\" type=\"revolute\">\n"
        "    <origin/>\n"
        "    <parent link=\"a\"/>\n"
        "    <child link=\"b\"/>\n"
        "    <axis xyz=\"1 0 0\"/>\n"
        "    <limit lower=\"0\" upper=\"1\" effort=\"1\" velocity=\"1\"/>\n"
        "    <dynamics damping=\"1\"/>\n"
        "    <mimic joint=\"j\"/>\n"
        "    <safety_controller k_velocity=\"1\"/>\n"
        "    <calibration/>\n"
        "    <other/>\n"
        "  </joint>\n"
        "  <link name=\"b\">\n"
        "    <inertial/>\n"
        "    <visual name=\"2\">\n"
        "      <origin/>\n"
        "      <geometry/>\n"
        "      <material name=\"m\">\n"
        "        <color rgba=\"1 1 1 1\"/>\n"
        "        <texture filename=\"t\"/>\n"
        "      </material>\n"
        "    </visual>\n"
        "    <visual name=\"4\"/>\n"
        "    <collision name=\"1\"/>\n"
        "    <collision name=\"3\"/>\n"
        "    <x/>\n"
        "  </link>\n"
        "  <material name=\"n\"/>\n"
        "  <link name=\"a\"/>\n"
        "</robot>\n");
}

TEST(the_first_of_several_stays_the_first)
{
    // only the first counts, in a geometry whatever its shape
    expect("<robot name=\"r\"><link name=\"a\"><visual><geometry><sphere radius=\"1\"/>"
           "<box size=\"1 1 1\"/></geometry><origin xyz=\"1 0 0\"/><origin xyz=\"2 0 0\"/></visual>"
           "</link></robot>",
           "<robot name=\"r\">\n"
           "  <link name=\"a\">\n"
           "    <visual>\n"
           "      <origin xyz=\"1 0 0\"/>\n"
           "      <origin xyz=\"2 0 0\"/>\n"
           "      <geometry>\n"
           "        <sphere radius=\"1\"/>\n"
           "        <box size=\"1 1 1\"/>\n"
           "      </geometry>\n"
           "    </visual>\n"
           "  </link>\n"
           "</robot>\n");
}

TEST(comments_stay_with_their_elements)
{
    expect("<robot name=\"r\"> <!-- head -->\n"
           "  <link name=\"a\"> <!-- also head -->\n"
           "\n"
           "    <!-- of the collision -->\n"
           "    <!-- two lines\n"
           "         of it -->\n"
           "    <collision/> <!-- trails --> <!-- too -->\n"
           "    <!-- of the visual --><visual/>\n"
           "\n"
           "    <!-- tail -->\n"
           "  </link><!-- end of a -->\n"
           "  <link name=\"b\"><!-- alone --></link>\n"
           "</robot>\n",
           "<robot name=\"r\"> <!-- head -->\n"
           "  <link name=\"a\"> <!-- also head -->\n"
           "    <!-- of the visual -->\n"
           "    <visual/>\n"
           "\n"
           "    <!-- of the collision -->\n"
           "    <!-- two lines\n"
           "         of it -->\n"
           "    <collision/> <!-- trails --> <!-- too -->\n"
           "\n"
           "    <!-- tail -->\n"
           "  </link> <!-- end of a -->\n"
           "  <link name=\"b\">\n"
           "    <!-- alone -->\n"
           "  </link>\n"
           "</robot>\n");
}

TEST(the_lines_of_a_comment_move_together)
{
    expect("<robot name=\"r\">\n"
           "\t\t<!--\n"
           "\t\t\t<link name=\"x\"/>\n"
           "\n"
           "\t\t-->\n"
           "\t<!-- not\n"
           " aligned -->\n"
           "<link name=\"a\"/>\n"
           "</robot>\n",
           "<robot name=\"r\">\n"
           "  <!--\n"
           "  \t<link name=\"x\"/>\n"
           "\n"
           "  -->\n"
           "  <!-- not\n"
           " aligned -->\n"
           "  <link name=\"a\"/>\n"
           "</robot>\n");
}

TEST(text_is_data_in_elements_that_are_not_ours)
{
    expect("<robot name=\"r\"><link name=\"a\"/><gazebo   reference='a'>\n"
           "<mu1> 0.20 </mu1><empty>\r\n</empty><blank>  </blank><t></t>\n"
           "<mixed  a='1' >some <b  c='2'/>\n      text</mixed><p><![CDATA[ <x> \n ]]></p>\n"
           "<keep xml:space='preserve'> <b  /> </keep><u b='1' a='2'><v/><!-- c --></u></gazebo>"
           "</robot>",
           "<robot name=\"r\">\n"
           "  <link name=\"a\"/>\n"
           "  <gazebo reference=\"a\">\n"
           "    <mu1> 0.20 </mu1>\n"
           "    <empty/>\n"
           "    <blank>  </blank>\n"
           "    <t/>\n"
           "    <mixed  a='1' >some <b  c='2'/>\n"
           "      text</mixed>\n"
           "    <p><![CDATA[ <x> \n"
           " ]]></p>\n"
           "    <keep xml:space='preserve'> <b  /> </keep>\n"
           "    <u b=\"1\" a=\"2\">\n"
           "      <v/> <!-- c -->\n"
           "    </u>\n"
           "  </gazebo>\n"
           "</robot>\n");
}

TEST(stray_text_in_ours_gets_a_line)
{
    expect("<robot name=\"r\">stray\n<link name=\"a\"/> > <link name=\"b\">only</link></robot>",
           "<robot name=\"r\">\n"
           "  stray\n"
           "  <link name=\"a\"/>\n"
           "  >\n"
           "  <link name=\"b\">only</link>\n"
           "</robot>\n");
}

TEST(long_tags_are_wrapped_under_the_first_attribute)
{
    expect("<robot name=\"r\"><link name=\"a\"><inertial><inertia ixx=\"0.123456789012345\" "
           "ixy=\"0.123456789012345\" ixz=\"0.123456789012345\" iyy=\"0.123456789012345\" "
           "iyz=\"0.123456789012345\" izz=\"0.123456789012345\"/></inertial></link></robot>",
           "<robot name=\"r\">\n"
           "  <link name=\"a\">\n"
           "    <inertial>\n"
           "      <inertia ixx=\"0.123456789012345\" ixy=\"0.123456789012345\" "
           "ixz=\"0.123456789012345\"\n"
           "               iyy=\"0.123456789012345\" iyz=\"0.123456789012345\" "
           "izz=\"0.123456789012345\"/>\n"
           "    </inertial>\n"
           "  </link>\n"
           "</robot>\n");
    // 100 columns fit, 101 do not
    char before[300], after[300], value[100];
    for (int extra = 0; extra < 2; extra++) {
        memset(value, 'x', sizeof value);
        value[100 - 23 + extra] = 0; // "  <link name="a" x=""/>" has 23 columns
        snprintf(before, sizeof before, "<robot name=\"r\"><link name=\"a\" x=\"%s\"/></robot>",
                 value);
        snprintf(after, sizeof after,
                 "<robot name=\"r\">\n  <link name=\"a\"%sx=\"%s\"/>\n</robot>\n",
                 extra ? "\n        " : " ", value);
        expect(before, after);
    }
}

TEST(options_keep_numbers_and_order)
{
    const char *before = "<robot version=\"1.0\" name=\"r\"><link name=\"a\"><collision><origin "
                         "rpy=\"0 0 0.0\" xyz=\"1.0 0  0\"/></collision><visual/></link></robot>";
    expect_with(&(limb_format_opts){.indent = 4, .keep_numbers = true}, before,
                "<robot name=\"r\" version=\"1.0\">\n"
                "    <link name=\"a\">\n"
                "        <visual/>\n"
                "        <collision>\n"
                "            <origin xyz=\"1.0 0  0\" rpy=\"0 0 0.0\"/>\n"
                "        </collision>\n"
                "    </link>\n"
                "</robot>\n");
    expect_with(&(limb_format_opts){.indent = 1, .keep_order = true}, before,
                "<robot version=\"1.0\" name=\"r\">\n"
                " <link name=\"a\">\n"
                "  <collision>\n"
                "   <origin rpy=\"0 0 0\" xyz=\"1 0 0\"/>\n"
                "  </collision>\n"
                "  <visual/>\n"
                " </link>\n"
                "</robot>\n");
}
