// Tests of semantic differences: seeded random edits of every example and of corpus robots are
// reported exactly; layout and order make no difference; renamed links and joints are recognized.
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
    expect_after("0.5</mu1>", "0.6</mu1>", "~ gazebo/b/mu1  0.5>0.6");
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

// Both visuals changed and swapped positions, so only their names identify them.
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

// Two siblings that are both renamed can be distinguished only by their content. The second element
// of a name used to be reported as removed and added, even if a file was compared with itself.
TEST(elements_of_one_name_are_paired_in_order)
{
    static const char text[] =
        "<robot name='r'><link name='a'/><link name='b'/><link name='b'/><link/><link/>"
        "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
        "<joint name='j' type='%s'><parent link='a'/><child link='b'/></joint></robot>";
    char old_text[500], new_text[500];
    const size_t old_size = (size_t)snprintf(old_text, sizeof old_text, text, "fixed");
    const size_t new_size = (size_t)snprintf(new_text, sizeof new_text, text, "floating");
    const limb_load_opts opts = {.keep_broken = true};
    limb_robot *a, *b;
    ENSURE_INT(limb_robot_parse(&a, old_text, old_size, &opts), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_robot_parse(&b, new_text, new_size, &opts), LIMB_ERROR_INPUT);
    expect_changes(a, a, NULL, 0);
    static const char *const expected[] = {"~ joint/j type fixed>floating"};
    expect_changes(a, b, expected, 1);
    limb_robot_free(a);
    limb_robot_free(b);
}

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
    // the gazebo element follows the name, which does not count again
    const char *const expected[] = {"= link/b name b>tool", "= joint/j name j>wrist"};
    expect_changes(a, b, expected, 2);
    limb_robot_free(a);
    limb_robot_free(b);
}

#define DRIVEN(link, joint, rest)                                                                  \
    "<robot name='r'><link name='a'/><link name='" link "'/><joint name='" joint                   \
    "' type='continuous'><parent link='a'/><child link='" link "'/></joint>" rest "</robot>"

// References to a renamed link or joint in elements of other programs are compared by the new name.
// If a link and a joint share a name, the element or attribute determines which one is meant.
TEST(names_in_other_elements_follow)
{
    static const char *const renamed[] = {"= joint/b name b>c"};
    expect_between(
        DRIVEN("b", "b",
               "<transmission name='t'><joint name='b'/></transmission><gazebo reference='b'/>"
               "<group links='a b' tip_joint='b'/>"),
        DRIVEN("b", "c",
               "<transmission name='t'><joint name='c'/></transmission><gazebo reference='b'/>"
               "<group links='a b' tip_joint='c'/>"),
        renamed, 1);
    static const char *const moved[] = {"~ transmission/t/joint name b>x"};
    expect_between(DRIVEN("b", "b", "<transmission name='t'><joint name='b'/></transmission>"),
                   DRIVEN("b", "b", "<transmission name='t'><joint name='x'/></transmission>"),
                   moved, 1);
}

#define DRIVE(content)                                                                             \
    "<robot name='r'><link name='a'/><transmission name='t'>" content "</transmission></robot>"

TEST(elements_of_other_programs_are_compared_value_by_value)
{
    static const char before[] =
        DRIVE("<type>simple</type><motor name='m' gear='50'/><motor name='n'>1 2</motor><old/>");
    static const char *const expected[] = {"- transmission/t/old  >",
                                           "+ transmission/t/new  >",
                                           "~ transmission/t/type  simple>double",
                                           "~ transmission/t/motor[1] gear 50>",
                                           "~ transmission/t/motor[1] ratio >50",
                                           "~ transmission/t/motor[2]  1 2>1.0 3"};
    expect_between(
        before,
        DRIVE(
            "<motor name='n'> 1.0 3</motor><new/><motor ratio='50' name='m'/><type>double</type>"),
        expected, 6);
    // the same in another order
    expect_between(before,
                   DRIVE("<old/><motor name='n'>1 2.0 </motor><!-- --><motor gear='5e1' name='m'/>"
                         "<type> simple </type>"),
                   NULL, 0);
}

// The shapes are in another order, and so are their children.
TEST(shapes_are_paired_by_what_they_say)
{
    expect_between(
        "<robot name='r'><link name='a'>"
        "<visual><origin xyz='1 0 0'/><geometry><sphere radius='1'/></geometry></visual>"
        "<visual><origin xyz='2 0 0'/><geometry><sphere radius='2'/></geometry></visual>"
        "</link></robot>",
        "<robot name='r'><link name='a'>"
        "<visual><geometry><sphere radius='2.0'/></geometry><origin xyz='2 0 0'/></visual>"
        "<visual><geometry><sphere radius='1'/></geometry><origin xyz='1 0 0'/></visual>"
        "</link></robot>",
        NULL, 0);
}

//---- seeded edits of whole robots ----------------------------------------------------------------

static int nrobot;

// The children of <robot> in random order; their first names count, so those must be unique.
static limb_robot *shuffled(const limb_robot *robot, limb_test_rng *rng)
{
    const limb_document *doc = robot->document;
    const limb_text source = limb_document_source(doc);
    const int capacity = limb_document_node_count(doc);
    limb_text *piece = calloc((size_t)capacity + 1, sizeof *piece);
    char *text = malloc(source.size + 1);
    int count = 0;
    ENSURE(piece && text);
    // each with the white space before it
    size_t used = 0, end = 0;
    for (int node = limb_node_first_child(doc, robot->node); node >= 0;
         node = limb_node_next(doc, node)) {
        const limb_span span = limb_node_span(doc, node);
        if (count == 0) used = end = span.offset;
        piece[count++] = (limb_text){source.data + end, span.offset + span.size - end};
        end = span.offset + span.size;
    }
    memcpy(text, source.data, used);
    for (int left = count; left > 0; left--) {
        const int pick = limb_test_below(rng, left);
        memcpy(text + used, piece[pick].data, piece[pick].size);
        used += piece[pick].size;
        piece[pick] = piece[left - 1];
    }
    ENSURE_INT(used, end);
    memcpy(text + end, source.data + end, source.size - end);
    limb_robot *made;
    ENSURE_INT(limb_robot_parse(&made, text, source.size, NULL), LIMB_OK);
    free(piece);
    free(text);
    return made;
}

static bool has_unique_names(const limb_robot *robot)
{
    for (int i = 0; i < robot->nlink; i++)
        if (limb_robot_find_link(robot, robot->link[i].name) != i) return false;
    for (int i = 0; i < robot->njoint; i++)
        if (limb_robot_find_joint(robot, robot->joint[i].name) != i) return false;
    for (int i = 0; i < robot->nmaterial; i++)
        if (limb_robot_find_material(robot, robot->material[i].name) != i) return false;
    return true;
}

// One link and one joint of the robot get other names, with all that refers to them.
static void try_renames(const char *path, limb_test_rng *rng)
{
    limb_robot *a, *b;
    if (limb_robot_load(&a, path, NULL) != LIMB_OK) return;
    if (!has_unique_names(a) || a->njoint == 0) {
        limb_robot_free(a);
        return;
    }
    ENSURE_INT(limb_robot_load(&b, path, NULL), LIMB_OK);
    const int link = limb_test_below(rng, a->nlink), joint = limb_test_below(rng, a->njoint);
    limb_edit *edit;
    ENSURE_INT(limb_edit_begin(&edit, b), LIMB_OK);
    ENSURE_INT(limb_edit_rename_link(edit, link, "quite_new_link"), LIMB_OK);
    ENSURE_INT(limb_edit_rename_joint(edit, joint, "quite_new_joint"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    limb_edit_free(edit);
    char expected[2][300];
    snprintf(expected[0], sizeof *expected, "= link/%s name %s>quite_new_link", a->link[link].name,
             a->link[link].name);
    snprintf(expected[1], sizeof *expected, "= joint/%s name %s>quite_new_joint",
             a->joint[joint].name, a->joint[joint].name);
    const char *const line[] = {expected[0], expected[1]};
    expect_changes(a, b, line, 2);
    limb_robot *other = shuffled(b, rng);
    expect_changes(a, other, line, 2);
    limb_robot_free(other);
    limb_robot_free(a);
    limb_robot_free(b);
    nrobot++;
}

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

static void on_robots(void (*try_robot)(const char *path, limb_test_rng *rng))
{
    static const char *const own[] = {"arm.urdf", "quadruped.urdf", "rover.urdf",
                                      "every_feature.urdf"};
    limb_test_rng rng = {7};
    char path[1400];
    nrobot = 0;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        snprintf(path, sizeof path, "%s/examples/%s", LIMB_SOURCE_DIR, own[i]);
        try_robot(path, &rng);
    }
    ENSURE(nrobot >= 3);
    limb_test_robots it = {0};
    while (limb_test_next_robot(&it))
        try_robot(it.path, &rng);
}

TEST(seeded_edits_are_named_exactly)
{
    on_robots(try_edits);
}

TEST(renames_are_all_that_renames_change)
{
    on_robots(try_renames);
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

// A robot with many elements of other programs, which refer to links from first on.
static limb_robot *many_elements(int count, int first)
{
    char *text = malloc((size_t)count * 64 + 256);
    ENSURE(text);
    size_t size = (size_t)sprintf(text, "<robot name=\"r\"><link name=\"a\"><sensors>");
    for (int i = 0; i < count; i++)
        size += (size_t)sprintf(text + size, "<s at=\"%d\"/>", first + i);
    size += (size_t)sprintf(text + size, "</sensors></link>");
    for (int i = 0; i < count; i++)
        size += (size_t)sprintf(text + size, "<gazebo reference=\"l%d\"/>", first + i);
    sprintf(text + size, "</robot>");
    limb_robot *robot = limb_test_parse(text);
    free(text);
    return robot;
}

// All elements used to be compared with each other, which took minutes for twenty
// thousand different ones.
TEST(many_elements_that_differ_are_paired_by_sorting)
{
    enum { COUNT = 60000 };
    limb_robot *a = many_elements(COUNT, 0);
    limb_robot *b = many_elements(COUNT, COUNT);
    limb_diff *diff;
    ENSURE_INT(limb_diff_build(&diff, a, b, NULL), LIMB_OK);
    // sensors have a tag in common, gazebo's elements are one for each link
    ENSURE_INT(diff->nchange, COUNT + 2 * COUNT);
    ENSURE_TEXT(diff->change[COUNT - 1].path, "link/a/sensors/s[60000]");
    ENSURE_TEXT(diff->change[COUNT - 1].old_value, "59999");
    ENSURE_TEXT(diff->change[COUNT - 1].new_value, "119999");
    limb_diff_free(diff);
    limb_robot_free(a);
    limb_robot_free(b);
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
