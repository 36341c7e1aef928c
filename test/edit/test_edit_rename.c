// Tests renaming of links and joints: all references change, and nothing else.
#include "edit/edit_fixture.h"

static const char everything[] =
    "<robot name=\"r\">\n"
    "  <!-- base hip -->\n"
    "  <link name=\"base\">\n"
    "    <visual name=\"base\"><geometry><sphere radius=\"1\"/></geometry></visual>\n"
    "  </link>\n"
    "  <link name='arm'/>\n"
    "  <link name=\"hand\"/>\n"
    "  <joint name=\"hip\" type=\"continuous\">\n"
    "    <parent link=\"base\"/>\n"
    "    <child link='arm'/>\n"
    "  </joint>\n"
    "  <joint name=\"wrist\" type=\"continuous\">\n"
    "    <parent link=\"arm\"/>\n"
    "    <child link=\"hand\"/>\n"
    "    <mimic joint=\"hip\"/>\n"
    "  </joint>\n"
    "  <transmission name=\"hip\">\n"
    "    <type>simple</type>\n"
    "    <joint name=\"hip\"><hardwareInterface>x</hardwareInterface></joint>\n"
    "    <actuator name=\"hip\"/>\n"
    "  </transmission>\n"
    "  <transmission name=\"pr2\" type=\"w\">\n"
    "    <rollJoint name=\"hip\"/><flexJoint name=\"hip\"/><gap_joint name=\"hip\"/>\n"
    "    <passive_joint name=\"hip\"/>\n"
    "  </transmission>\n"
    "  <gazebo reference=\"hip\"/>\n"
    "  <gazebo reference=\"base\"><plugin frame=\"base\"><body>base</body></plugin></gazebo>\n"
    "  <sensor name=\"s\"><parent link=\"base\"/></sensor>\n"
    "  <ros2_control name=\"c\" type=\"system\">\n"
    "    <joint name=\"hip\"><param name=\"mimic\"> hip </param><param "
    "name=\"x\">hip</param></joint>\n"
    "    <transmission name=\"t\"><joint name=\"hip\" role=\"hip\"/></transmission>\n"
    "  </ros2_control>\n"
    "</robot>\n";

// The text with every marked place (in order of the text) of a word replaced by another.
static void expect_words(const char *word, const char *other, const char *places)
{
    char expected[4096] = "";
    const char *at = everything;
    char *out = expected;
    for (; *at;) {
        if (strncmp(at, word, strlen(word)) == 0 && *places) {
            const char *copied = *places++ == '1' ? other : word;
            out += strlen(strcpy(out, copied));
            at += strlen(word);
        } else {
            *out++ = *at++;
        }
    }
    ENSURE_TEXT(places, "");
    *out = 0;
    ENSURE_TEXT(limb_test_source(robot), expected);
}

TEST(a_link_takes_its_references_along)
{
    begin(everything);
    ENSURE_INT(limb_edit_rename_link(edit, limb_robot_find_link(robot, "base"), "torso & co"),
               LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit),
                "2 other places in extensions still say \"base\", the first is "
                "/robot/gazebo[2]/plugin");
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    // comment, link, visual, parent, gazebo, plugin frame, body, sensor
    expect_words("base", "torso &amp; co", "01011001");
    ENSURE_TEXT(robot->link[0].name, "torso & co");
    ENSURE_INT(robot->joint[0].parent, 0);
    end();
}

TEST(a_joint_takes_its_references_along)
{
    begin(everything);
    ENSURE_INT(limb_edit_rename_joint(edit, limb_robot_find_joint(robot, "hip"), "knee"), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit),
                "4 other places in extensions still say \"hip\", the first "
                "is /robot/transmission[1]");
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    // comment, joint, mimic, transmission name, joint, actuator, roll, flex, gap, passive, gazebo,
    // control joint, mimic parameter, other parameter, its transmission's joint, role
    expect_words("hip", "knee", "0110101111111010");
    ENSURE_INT(robot->joint[1].mimic->joint, 0);
    end();
}

TEST(renaming_back_gives_the_same_bytes)
{
    begin(everything);
    for (int i = 0; i < robot->nlink; i++) {
        char old[64];
        strcpy(old, robot->link[i].name);
        ENSURE_INT(limb_edit_rename_link(edit, i, "something else"), LIMB_OK);
        ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
        ENSURE(strcmp(limb_test_source(robot), everything) != 0);
        ENSURE_INT(limb_edit_rename_link(edit, i, old), LIMB_OK);
        ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
        ENSURE_TEXT(limb_test_source(robot), everything);
    }
    for (int i = 0; i < robot->njoint; i++) {
        char old[64];
        strcpy(old, robot->joint[i].name);
        ENSURE_INT(limb_edit_rename_joint(edit, i, "something else"), LIMB_OK);
        ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
        ENSURE_INT(limb_edit_rename_joint(edit, i, old), LIMB_OK);
        ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
        ENSURE_TEXT(limb_test_source(robot), everything);
    }
    end();
}

TEST(elements_of_a_program_name_links_by_their_attributes)
{
    begin("<robot name=\"r\"><link name=\"a\"><self_check link=\"b\" note=\"b\"/></link><link "
          "name=\"b\"/><joint name=\"b\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/>"
          "<rig joint=\"b\"/></joint><collision_checking><source link=\"b\"/><pair link1=\"a\" "
          "link2=\"b\" tip_link='b' linkage=\"b\" joint=\"b\"/></collision_checking></robot>");
    ENSURE_INT(limb_edit_rename_link(edit, 1, "c"), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit),
                "4 other places in extensions still say \"b\", the first is "
                "/robot/link[1]/self_check");
    expect("<robot name=\"r\"><link name=\"a\"><self_check link=\"c\" note=\"b\"/></link><link "
           "name=\"c\"/><joint name=\"b\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/>"
           "<rig joint=\"b\"/></joint><collision_checking><source link=\"c\"/><pair link1=\"a\" "
           "link2=\"c\" tip_link='c' linkage=\"b\" joint=\"b\"/></collision_checking></robot>");
    begin(
        "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"b\" "
        "type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/><rig joint=\"b\"/></joint></robot>");
    ENSURE_INT(limb_edit_rename_joint(edit, 0, "j"), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit), "");
    expect(
        "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" "
        "type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/><rig joint=\"j\"/></joint></robot>");
}

TEST(names_can_be_exchanged_in_one_edit)
{
    begin("<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"fixed\">"
          "<parent link=\"a\"/><child link=\"b\"/></joint></robot>");
    ENSURE_INT(limb_edit_rename_link(edit, 0, "c"), LIMB_OK);
    ENSURE_INT(limb_edit_rename_link(edit, 1, "d"), LIMB_OK);
    ENSURE_INT(limb_edit_rename_joint(edit, 0, "k"), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"c\"/><link name=\"d\"/><joint name=\"k\" type=\"fixed\">"
           "<parent link=\"c\"/><child link=\"d\"/></joint></robot>");
}

TEST(references_written_with_entities_are_found)
{
    begin("<robot name=\"r\"><link name=\"a&amp;b\"/><link name=\"b\"/><joint name=\"j\" "
          "type=\"fixed\"><parent link='a&#38;b'/><child link=\"b\"/></joint></robot>");
    ENSURE_INT(limb_edit_rename_link(edit, 0, "a'b"), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"a'b\"/><link name=\"b\"/><joint name=\"j\" "
           "type=\"fixed\"><parent link='a&apos;b'/><child link=\"b\"/></joint></robot>");
}

TEST(gazebo_means_the_link_where_a_joint_has_the_same_name)
{
    const char *before = "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/>"
                         "<joint name=\"b\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/>"
                         "</joint><gazebo reference=\"b\"/></robot>";
    begin(before);
    ENSURE_INT(limb_edit_rename_joint(edit, 0, "j"), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit),
                "1 other place in extensions still says \"b\", the first is /robot/gazebo");
    expect("<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/>"
           "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/>"
           "</joint><gazebo reference=\"b\"/></robot>");
    begin(before);
    ENSURE_INT(limb_edit_rename_link(edit, 1, "c"), LIMB_OK);
    expect("<robot name=\"r\"><link name=\"a\"/><link name=\"c\"/>"
           "<joint name=\"b\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/>"
           "</joint><gazebo reference=\"c\"/></robot>");
}

TEST(only_the_first_of_two_links_with_one_name_is_referred_to)
{
    robot = limb_test_parse_broken(
        "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><link name=\"b\"/>"
        "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint></robot>");
    ENSURE_INT(limb_edit_begin(&edit, robot), LIMB_OK);
    ENSURE_INT(limb_edit_rename_link(edit, 2, "c"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    ENSURE_TEXT(limb_test_source(robot),
                "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>"
                "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>"
                "</robot>");
    end();
}

TEST(names_that_cannot_be)
{
    begin(everything);
    ENSURE_INT(limb_edit_rename_link(edit, 0, "arm"), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "there is a link \"arm\" already");
    ENSURE_INT(limb_edit_rename_joint(edit, 0, "wrist"), LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), "there is a joint \"wrist\" already");
    ENSURE_INT(limb_edit_rename_link(edit, 0, ""), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_link(edit, 3, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_link(edit, -1, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_joint(edit, 2, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_link(edit, 0, "base"), LIMB_OK);
    // a change already made is in the way: then nothing of the renaming is kept
    ENSURE_INT(limb_edit_set_attribute(edit, node("sensor/parent"), "link", "arm"), LIMB_OK);
    ENSURE_INT(limb_edit_rename_link(edit, 0, "x"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    expect_words("base", "arm", "00000001");
    end();
}
