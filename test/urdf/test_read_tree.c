// Tests the reading findings about names, joints and the tree, with their places
// marked; near misses.
#include "urdf/finding_texts.h"

#include <stdio.h>

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
                   "no link named \"bsae\"; did you mean \"base\"?");
    EXPECT_FINDING("joint-child",
                   ROBOT(LINKS "<joint name=\"j\" type=\"fixed\">"
                               "<parent link=\"base\"/><child link=\"[[wheel]]\"/>"
                               "</joint>"),
                   "joint \"j\": no link named \"wheel\"; no joint names link \"arm\": was it "
                   "renamed?");
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
    // a second link of one name does not count as a tree
    EXPECT_FINDING("tree-several-roots",
                   ROBOT("<link name=\"a\"/><link name=\"b\"/><link name=\"a\"/>\n"
                         "<link name=\"[[c]]\"/>" J("ab", "a", "b")),
                   "2 separate trees, with the roots \"a\" (2 links), \"c\" (1 link)");
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

// Whether a finding's sentence or one of its notes holds the text.
static void ensure_said(const char *text, const char *said, bool expected)
{
    limb_report *report;
    limb_robot *robot = NULL;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .keep_broken = true};
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), &opts), LIMB_ERROR_INPUT);
    bool found = false;
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        found |= strstr(finding->message, said) != NULL;
        for (int k = 0; k < finding->nnote; k++)
            found |= strstr(finding->note[k].message, said) != NULL;
    }
    if (found != expected)
        limb_test_fail(__FILE__, __LINE__, "\"%s\" in the findings of %s", said, text);
    limb_robot_free(robot);
    limb_report_free(report);
}

// The renamed link is the only one that no joint refers to; if there are several,
// none is suggested.
TEST(a_renamed_link_is_suggested)
{
    static const char links[] = "<link name=\"base\"/><link name=\"tool\"/><link name=\"tip\"/>\n";
    char text[600];
    snprintf(text, sizeof text, "<robot name=\"r\">%s%s%s</robot>", links,
             J("one", "base", "[[elbow]]"), J("two", "base", "tip"));
    EXPECT_FINDING("joint-child", text, "no joint names link \"tool\": was it renamed?");
    snprintf(text, sizeof text, "<robot name=\"r\">%s%s</robot>", links, J("one", "base", "elbow"));
    ensure_said(text, "was it renamed?", false);
    snprintf(text, sizeof text, "<robot name=\"r\">%s%s%s</robot>", links,
             J("one", "base", "elbow"), J("two", "hip", "tip"));
    ensure_said(text, "was it renamed?", false);
}

TEST(notes_say_what_connects_the_trees)
{
    static const char swapped[] = ROBOT(
        "<link name=\"base\"/><link name=\"arm\"/><link name=\"hand\"/>\n" J("one", "base", "arm")
            J("two", "hand", "arm"));
    ensure_said(swapped,
                "with parent and child of joint \"two\" swapped, the links would form one tree",
                true);
    // turned around, the second joint would close a loop
    ensure_said(ROBOT("<link name=\"base\"/><link name=\"arm\"/><link name=\"hand\"/>"
                      "<link name=\"tip\"/>\n" J("one", "tip", "arm") J("two", "hand", "arm")
                          J("three", "hand", "tip")),
                "swapped", false);
    ensure_said(
        ROBOT("<link name=\"base\"/>\n<link name=\"arm\">\n" J("one", "base", "arm") "</link>"),
        "this <joint> is inside <link>, so it is not read", true);
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

TEST(roots_that_follow_from_a_duplicate_link_are_not_reported)
{
    static const char twice[] =
        ROBOT("<link name=\"a\"/><link name=\"b\"/><link name=\"b\"/>"
              "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>");
    EXPECT_NONE("tree-several-roots", twice);
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
                   "no link named \"world\"; add <link name=\"world\"/>");
}

// A defect that only urdfdom refuses is an error, but the robot loads unless strict is set.
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
