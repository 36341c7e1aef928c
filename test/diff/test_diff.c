// Differences by meaning: seeded random edits of every example and of corpus robots are named
// exactly; layout and order are no difference; renamed links and joints are recognised.
#include "harness.h"
#include "limb/limb.h"
#include "support/corpus.h"
#include "support/hostile.h"
#include "support/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_changes(const limb_robot *a, const limb_robot *b, const char *const *expected,
                           int count)
{
    limb_diff *diff;
    ENSURE_INT(limb_diff_build(&diff, a, b, NULL), LIMB_OK);
    char text[1024];
    for (int i = 0; i < diff->nchange; i++) {
        static const char mark[] = "+-~=";
        const limb_change *c = &diff->change[i];
        snprintf(text, sizeof text, "%c %s %s %s>%s", mark[c->kind], c->path, c->attribute,
                 c->old_value, c->new_value);
        ENSURE_TEXT(text, i < count ? expected[i] : "");
    }
    ENSURE_INT(diff->nchange, count);
    limb_diff_free(diff);
}

static const char base[] =
    "<robot name=\"r\">\n"
    "  <material name=\"red\"><color rgba=\"1 0 0 1\"/></material>\n"
    "  <link name=\"a\">\n"
    "    <inertial><mass value=\"1\"/>"
    "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>\n"
    "    <visual><geometry><box size=\"1 2 3\"/></geometry><material name=\"red\"/></visual>\n"
    "    <visual name=\"v\"><geometry><sphere radius=\"1\"/></geometry></visual>\n"
    "  </link>\n"
    "  <link name=\"b\"/>\n"
    "  <joint name=\"j\" type=\"revolute\">\n"
    "    <origin xyz=\"0 0 1\"/><parent link=\"a\"/><child link=\"b\"/><axis xyz=\"0 0 1\"/>\n"
    "    <limit lower=\"-1\" upper=\"1\" effort=\"5\" velocity=\"2\"/>\n"
    "  </joint>\n"
    "  <gazebo reference=\"b\"><mu1>0.5</mu1></gazebo>\n"
    "</robot>\n";

TEST(order_layout_and_form_of_numbers_are_no_change)
{
    limb_robot *a = limb_test_parse(base);
    limb_robot *b = limb_test_parse(
        "<?xml version='1.0'?><robot name='r'><gazebo reference='b'> <!-- more --> "
        "<mu1> 0.50 </mu1></gazebo>"
        "<joint type='revolute' name='j'><limit velocity='2.0' effort='5' upper='1e0' "
        "lower='-1.0'/>"
        "<child link='b'/><parent link='a'/><axis xyz='0 0 1.0'/><origin rpy='0 0 0' xyz='0 0 1'/>"
        "</joint><link name='b'/><link name='a'>"
        "<visual name='v'><geometry><sphere radius='1.0'/></geometry></visual>"
        "<visual><geometry><box size='1 2 3'/></geometry><material name='red'/></visual>"
        "<inertial><origin xyz='0 0 0'/><mass value='1'/>"
        "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
        "<material name='red'><color rgba='1 0 0 1'/></material></robot>");
    expect_changes(a, b, NULL, 0);
    limb_robot_free(a);
    limb_robot_free(b);
}

static void expect_after(const char *from, const char *to, const char *expected)
{
    char text[4096];
    const char *at = strstr(base, from);
    ENSURE(at != NULL);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - base), base, to, at + strlen(from));
    limb_robot *a = limb_test_parse(base), *b = limb_test_parse(text);
    expect_changes(a, b, &expected, 1);
    limb_robot_free(a);
    limb_robot_free(b);
}

TEST(each_value_that_changes_is_named)
{
    expect_after("name=\"r\"", "name=\"s\"", "~ robot name r>s");
    expect_after("1 2 3", "1 2 4", "~ link/a/visual[1]/geometry/box size 1 2 3>1 2 4");
    expect_after("radius=\"1\"", "radius=\"2\"", "~ link/a/visual[2]/geometry/sphere radius 1>2");
    expect_after("<mass value=\"1\"/>", "<mass value=\"2\"/>", "~ link/a/inertial/mass value 1>2");
    expect_after("izz=\"1\"", "izz=\"1.5\"", "~ link/a/inertial/inertia izz 1>1.5");
    expect_after("xyz=\"0 0 1\"/><parent", "xyz=\"0 0 2\"/><parent",
                 "~ joint/j/origin xyz 0 0 1>0 0 2");
    expect_after("<axis xyz=\"0 0 1\"", "<axis xyz=\"0 1 0\"", "~ joint/j/axis xyz 0 0 1>0 1 0");
    expect_after("upper=\"1\"", "upper=\"1.5\"", "~ joint/j/limit upper 1>1.5");
    expect_after("1 0 0 1\"/></material>", "0 1 0 1\"/></material>",
                 "~ material/red/color rgba 1 0 0 1>0 1 0 1");
    expect_after("0.5</mu1>", "0.6</mu1>", "~ gazebo/b  >");
    expect_after("<axis", "<dynamics damping=\"1\"/><axis", "+ joint/j/dynamics  >");
    expect_after("  <link name=\"b\"/>", "  <link name=\"b\"><unknown/></link>",
                 "+ link/b/unknown  >");
    expect_after("type=\"revolute\"", "type=\"prismatic\"", "~ joint/j type revolute>prismatic");
}

static void expect_between(const char *before, const char *after, const char *const *expected,
                           int count)
{
    limb_robot *a = limb_test_parse(before), *b = limb_test_parse(after);
    expect_changes(a, b, expected, count);
    limb_robot_free(a);
    limb_robot_free(b);
}

#define TURNED(origin)                                                                             \
    "<robot name='r' version='1.1'><link name='a'/><link name='b'/><joint name='j' type='fixed'>"  \
    "<parent link='a'/><child link='b'/>" origin "</joint></robot>"

TEST(rotations_are_compared_by_meaning)
{
    static const char quarter[] = TURNED("<origin rpy='0 0 1.5707963267948966'/>");
    static const char same[] =
        TURNED("<origin quat_xyzw='0 0 0.7071067811865476 0.7071067811865476'/>");
    static const char half[] = TURNED("<origin quat_xyzw='0 0 1 0'/>");
    static const char turn[] = TURNED("<origin rpy='0 0 6.283185307179586'/>");
    static const char about_y[] = TURNED("<origin rpy='0 0.5 0'/>");
    expect_between(quarter, same, NULL, 0);
    expect_between(turn, TURNED(""), NULL, 0);
    expect_between(quarter, about_y,
                   (const char *const[]){"~ joint/j/origin rpy 0 0 1.5707963267948966>0 0.5 0"}, 1);
    expect_between(half, TURNED("<origin quat_xyzw='0 1 0 0'/>"),
                   (const char *const[]){"~ joint/j/origin quat_xyzw 0 0 1 0>0 1 0 0"}, 1);
    // of one form each: as angles
    expect_between(about_y, half,
                   (const char *const[]){"~ joint/j/origin rpy 0 0.5 0>0 0 3.141592653589793"}, 1);
}

#define BALL(name, radius)                                                                         \
    "<visual name='" name "'><geometry><sphere radius='" radius "'/></geometry></visual>"

// Both changed and changed places: the name says which is which.
TEST(visuals_are_paired_by_name)
{
    expect_between(
        "<robot name='r'><link name='a'>" BALL("x", "1") BALL("y", "2") "</link></robot>",
        "<robot name='r'><link name='a'>" BALL("y", "3") BALL("x", "4") "</link></robot>",
        (const char *const[]){"~ link/a/visual[1]/geometry/sphere radius 1>4",
                              "~ link/a/visual[2]/geometry/sphere radius 2>3"},
        2);
}

#define LEAF(link, radius)                                                                         \
    "<link name='" link "'><visual><geometry><sphere radius='" radius "'/></geometry></visual>"    \
    "</link><joint name='to_" link "' type='fixed'><parent link='a'/><child link='" link           \
    "'/></joint>"

// Two siblings that are renamed at once look alike from above; their content tells them apart.
TEST(renamed_siblings_are_known_by_their_content)
{
    expect_between("<robot name='r'><link name='a'/>" LEAF("b", "1") LEAF("c", "2") "</robot>",
                   "<robot name='r'><link name='a'/>" LEAF("y", "2") LEAF("x", "1") "</robot>",
                   (const char *const[]){"= link/b name b>x", "= link/c name c>y",
                                         "= joint/to_b name to_b>to_x",
                                         "= joint/to_c name to_c>to_y"},
                   4);
}

TEST(a_renamed_link_is_one_change)
{
    limb_robot *a = limb_test_parse(base), *b = limb_test_parse(base);
    limb_edit *edit;
    ENSURE_INT(limb_edit_begin(&edit, b), LIMB_OK);
    ENSURE_INT(limb_edit_rename_link(edit, 1, "tool"), LIMB_OK);
    ENSURE_INT(limb_edit_rename_joint(edit, 0, "wrist"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    limb_edit_free(edit);
    // the gazebo element is another program's: that it follows the name is its own difference
    const char *const expected[] = {"= link/b name b>tool", "= joint/j name j>wrist",
                                    "- gazebo/b  >", "+ gazebo/tool  >"};
    expect_changes(a, b, expected, 4);
    limb_robot_free(a);
    limb_robot_free(b);
}

//---- seeded edits of whole robots ----------------------------------------------------------------

static int nrobot;

// Sets limits and masses to new values; each must be named once, and nothing else.
static void try_edits(const char *path, limb_test_rng *rng)
{
    limb_robot *a, *b;
    if (limb_robot_load(&a, path, NULL) != LIMB_OK) return;
    ENSURE_INT(limb_robot_load(&b, path, NULL), LIMB_OK);
    limb_edit *edit;
    ENSURE_INT(limb_edit_begin(&edit, b), LIMB_OK);
    char expected[16][300];
    const char *line[16];
    int count = 0;
    for (int i = 0; i < a->nlink && count < 8; i++) {
        const limb_link *link = &a->link[i];
        if (limb_robot_find_link(a, link->name) != i) continue;
        if (!link->inertial || !link->inertial->has_mass || limb_test_below(rng, 3) > 0) continue;
        const double mass = 0.5 + limb_test_uniform(rng, 0, 1);
        const int node = limb_node_find(a->document, link->inertial->node, "mass");
        ENSURE_INT(limb_edit_set_numbers(edit, node, "value", &mass, 1), LIMB_OK);
        char before[LIMB_NUMBER_SIZE], after[LIMB_NUMBER_SIZE];
        limb_number_print(before, link->inertial->mass);
        limb_number_print(after, mass);
        snprintf(expected[count], sizeof *expected, "~ link/%s/inertial/mass value %s>%s",
                 link->name, before, after);
        line[count] = expected[count];
        count++;
    }
    for (int i = 0; i < a->njoint && count < 16; i++) {
        const limb_joint *joint = &a->joint[i];
        if (limb_robot_find_joint(a, joint->name) != i) continue;
        if (!joint->limit || !joint->limit->has_effort || limb_test_below(rng, 3) > 0) continue;
        const double effort = 1 + limb_test_uniform(rng, 0, 1);
        ENSURE_INT(limb_edit_set_numbers(edit, joint->limit->node, "effort", &effort, 1), LIMB_OK);
        char before[LIMB_NUMBER_SIZE], after[LIMB_NUMBER_SIZE];
        limb_number_print(before, joint->limit->effort);
        limb_number_print(after, effort);
        snprintf(expected[count], sizeof *expected, "~ joint/%s/limit effort %s>%s", joint->name,
                 before, after);
        line[count] = expected[count];
        count++;
    }
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    expect_changes(a, b, line, count);

    // in canonical layout, too
    char *formatted = limb_test_format(b, NULL);
    limb_robot *again;
    ENSURE_INT(limb_robot_parse(&again, formatted, strlen(formatted), NULL), LIMB_OK);
    expect_changes(a, again, line, count);
    expect_changes(b, again, NULL, 0);
    free(formatted);
    limb_robot_free(again);
    limb_edit_free(edit);
    limb_robot_free(a);
    limb_robot_free(b);
    nrobot += count > 0;
}

TEST(seeded_edits_are_named_exactly)
{
    static const char *const own[] = {"arm.urdf", "quadruped.urdf", "rover.urdf",
                                      "every_feature.urdf"};
    limb_test_rng rng = {7};
    char path[1400];
    nrobot = 0;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        snprintf(path, sizeof path, "%s/examples/%s", LIMB_SOURCE_DIR, own[i]);
        try_edits(path, &rng);
    }
    ENSURE(nrobot >= 3);
    limb_test_robots it = {0};
    while (limb_test_next_robot(&it))
        try_edits(it.path, &rng);
}

static limb_status diff_with(const limb_allocator *memory, void *ctx)
{
    limb_robot **robots = ctx;
    limb_diff *diff;
    const limb_status status = limb_diff_build(&diff, robots[0], robots[1], memory);
    if (status == LIMB_OK) ENSURE_INT(diff->nchange, 1);
    limb_diff_free(diff);
    return status;
}

TEST(memory_that_runs_out_is_reported)
{
    char text[4096];
    snprintf(text, sizeof text, "%s", base);
    memcpy(strstr(text, "upper=\"1\""), "upper=\"9\"", 9);
    limb_robot *robots[2] = {limb_test_parse(base), limb_test_parse(text)};
    limb_test_every_failure(LIMB_OK, diff_with, robots);
    limb_robot_free(robots[0]);
    limb_robot_free(robots[1]);
}
