// Tests the verbs on small robots: the exact text that they write, the inputs that they refuse, and
// that they change nothing when memory is exhausted.
#include "edit/edit_fixture.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <stdio.h>

static const char arm[] =
    "<robot name=\"r\">\n"
    "  <link name=\"base\">\n"
    "    <inertial><mass value=\"1\"/>"
    "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>\n"
    "  </link>\n"
    "  <link name=\"left_arm\">\n"
    "    <visual>\n"
    "      <origin xyz=\"1 2 3\" rpy=\"0.1 0.2 0.3\"/>\n"
    "      <geometry><mesh filename=\"a.stl\"/></geometry>\n"
    "    </visual>\n"
    "  </link>\n"
    "  <link name=\"tip\">\n"
    "    <!-- kept -->\n"
    "    <collision><geometry><sphere radius=\"1\"/></geometry></collision>\n"
    "  </link>\n"
    "  <joint name=\"left_turn\" type=\"revolute\">\n"
    "    <origin xyz=\"0 1 0\"/>\n"
    "    <parent link=\"base\"/>\n"
    "    <child link=\"left_arm\"/>\n"
    "    <axis xyz=\"0 0 1\"/>\n"
    "    <limit lower=\"-1\" upper=\"2\" effort=\"1\" velocity=\"1\"/>\n"
    "  </joint>\n"
    "  <joint name=\"mount\" type=\"fixed\">\n"
    "    <origin xyz=\"0 0 0.5\"/>\n"
    "    <parent link=\"left_arm\"/>\n"
    "    <child link=\"tip\"/>\n"
    "  </joint>\n"
    "  <transmission name=\"t\"><type>x</type><joint name=\"left_turn\"/></transmission>\n"
    "  <gazebo reference=\"base\"/>\n"
    "</robot>\n";

static void expect_refusal(limb_status status, const char *why)
{
    ENSURE_INT(status, LIMB_ERROR_INPUT);
    ENSURE_TEXT(limb_edit_message(edit), why);
    ENSURE_TEXT(limb_test_source(robot), arm);
}

static void expect_holds(const char *text)
{
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    if (!strstr(limb_test_source(robot), text)) ENSURE_TEXT(limb_test_source(robot), text);
    end();
}

TEST(a_mirror_turns_around_what_it_must)
{
    begin(arm);
    ENSURE_INT(limb_edit_mirror(edit, 1, "left", "right"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    const char *text = limb_test_source(robot);
    ENSURE(strstr(text, "<link name=\"right_arm\">"));
    ENSURE(strstr(text, "<origin xyz=\"1 -2 3\" rpy=\"-0.1 0.2 -0.3\"/>"));
    ENSURE(strstr(text, "<mesh filename=\"a.stl\" scale=\"1 -1 1\"/>"));
    ENSURE(strstr(text, "<origin xyz=\"0 -1 0\"/>"));
    ENSURE(strstr(text, "<axis xyz=\"0 0 -1\"/>"));
    ENSURE(strstr(text, "<joint name=\"right_turn\"/></transmission>"));
    end();
}

TEST(two_mirrors_give_the_same_bytes)
{
    begin(arm);
    ENSURE_INT(limb_edit_mirror(edit, 0, "left", "right"), LIMB_OK);
    ENSURE_INT(limb_edit_mirror(edit, 0, "left", "right"), LIMB_OK);
    expect(arm);
}

TEST(a_folded_link_leaves_its_content_and_comments)
{
    begin(arm);
    ENSURE_INT(limb_edit_lump(edit), LIMB_OK);
    ENSURE_TEXT(limb_edit_message(edit), "1 link folded");
    expect_holds("    </visual>\n"
                 "    <!-- kept -->\n"
                 "    <collision><origin xyz=\"0 0 0.5\"/><geometry><sphere radius=\"1\"/>"
                 "</geometry></collision>\n"
                 "  </link>\n"
                 "  <joint name=\"left_turn\"");
}

TEST(a_locked_joint_loses_what_drives_it)
{
    begin(arm);
    ENSURE_INT(limb_edit_lock_joint(edit, 0, 0), LIMB_OK);
    expect_holds("  <joint name=\"left_turn\" type=\"fixed\">\n"
                 "    <origin xyz=\"0 1 0\"/>\n"
                 "    <parent link=\"base\"/>\n"
                 "    <child link=\"left_arm\"/>\n"
                 "  </joint>\n"
                 "  <joint name=\"mount\" type=\"fixed\">\n"
                 "    <origin xyz=\"0 0 0.5\"/>\n"
                 "    <parent link=\"left_arm\"/>\n"
                 "    <child link=\"tip\"/>\n"
                 "  </joint>\n"
                 "  <gazebo reference=\"base\"/>\n");
}

TEST(a_part_takes_along_what_belongs_to_it)
{
    begin(arm);
    ENSURE_INT(limb_edit_extract(edit, 1, -1), LIMB_OK);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    const char *text = limb_test_source(robot);
    ENSURE(!strstr(text, "transmission") && !strstr(text, "gazebo"));
    ENSURE_INT(robot->nlink, 2);
    end();
}

TEST(steps_are_dropped_together)
{
    begin(arm);
    ENSURE_INT(limb_edit_add_prefix(edit, "x_"), LIMB_OK);
    ENSURE_TEXT(limb_edit_robot(edit)->link[0].name, "x_base");
    ENSURE_TEXT(robot->link[0].name, "base");
    ENSURE_TEXT(limb_test_source(robot), arm);
    end();
}

TEST(what_makes_no_sense_is_refused_with_a_reason)
{
    begin(arm);
    expect_refusal(limb_edit_scale(edit, 0, false), "the factor must be a number above 0");
    expect_refusal(limb_edit_scale(edit, -1, false), "the factor must be a number above 0");
    expect_refusal(limb_edit_set_root(edit, 7), "no link 7");
    expect_refusal(limb_edit_lock_joint(edit, 1, 0), "joint \"mount\" is fixed already");
    expect_refusal(limb_edit_extract(edit, 2, 0), "link \"base\" is not below link \"tip\"");
    expect_refusal(limb_edit_remove_tree(edit, 0),
                   "link \"base\" is the root: nothing would be left");
    expect_refusal(limb_edit_mirror(edit, 3, NULL, NULL), "no axis 3");
    expect_refusal(limb_edit_mirror(edit, 0, "a", "a"), "names are changed by two different words");
    expect_refusal(limb_edit_add_prefix(edit, ""), "the prefix is empty");
    const limb_join_opts opts = {.at = 2};
    expect_refusal(limb_edit_join(edit, robot, &opts),
                   "both robots have a link \"base\"; give a prefix");
    end();
}

TEST(a_path_of_names_finds_an_element)
{
    begin(arm);
    ENSURE_INT(limb_robot_find_node(robot, "joint/left_turn/limit"), robot->joint[0].limit->node);
    ENSURE_INT(limb_robot_find_node(robot, "link/left_arm/visual/origin"),
               robot->link[1].visual[0].origin.node);
    ENSURE_INT(limb_robot_find_node(robot, "link/left_arm/visual[2]"), -1);
    ENSURE_INT(limb_robot_find_node(robot, "link/left_arm/visual[x]"), -1);
    ENSURE_INT(limb_robot_find_node(robot, "link/nobody"), -1);
    ENSURE_INT(limb_robot_find_node(robot, "gazebo/base"), robot->extension[1].node);
    ENSURE_INT(limb_robot_find_node(robot, "robot"), robot->node);
    ENSURE_INT(limb_robot_find_node(robot, "link"), -1);
    ENSURE_INT(limb_robot_find_node(robot, ""), -1);
    end();
}

TEST(a_robot_from_nothing)
{
    limb_robot *made;
    ENSURE_INT(limb_robot_create(&made, "a & b", "base", NULL), LIMB_OK);
    ENSURE_TEXT(made->name, "a & b");
    ENSURE_TEXT(limb_test_source(made), "<?xml version=\"1.0\"?>\n<robot name=\"a &amp; b\">\n"
                                        "  <link name=\"base\"/>\n</robot>\n");
    limb_robot_free(made);
}

// every verb, one after the other
static limb_status all_verbs(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    const limb_load_opts opts = {.memory = memory};
    limb_robot *made = NULL;
    limb_edit *change = NULL;
    limb_status status = limb_robot_parse(&made, arm, strlen(arm), &opts);
    if (status == LIMB_OK) status = limb_edit_begin(&change, made);
    if (status == LIMB_OK) status = limb_edit_add_prefix(change, "x_");
    if (status == LIMB_OK) status = limb_edit_mirror(change, 1, "left", "right");
    if (status == LIMB_OK) status = limb_edit_scale(change, 2, true);
    if (status == LIMB_OK) status = limb_edit_set_root(change, 1);
    const limb_join_opts join = {.at = 0, .prefix = "tool_"};
    if (status == LIMB_OK) status = limb_edit_join(change, made, &join);
    if (status == LIMB_OK) status = limb_edit_lump(change);
    if (status == LIMB_OK) status = limb_edit_lock_joint(change, 0, 0.5);
    if (status == LIMB_OK) status = limb_edit_strip(change, LIMB_STRIP_GAZEBO);
    if (status == LIMB_OK) status = limb_edit_extract(change, 0, -1);
    if (status == LIMB_OK) status = limb_edit_apply(change, NULL);
    if (status != LIMB_OK && made) ENSURE_TEXT(limb_test_source(made), arm);
    limb_edit_free(change);
    limb_robot_free(made);
    return status;
}

static limb_status lump(limb_edit *change)
{
    return limb_edit_lump(change);
}

static limb_status move_shape(limb_edit *change)
{
    const limb_robot *before = limb_edit_robot(change);
    return limb_edit_move_shape(change, before->link[1].visual[0].node, 0);
}

// A step of several stages that runs out of memory in one of them adds nothing to the edit: what
// was changed before it, and only that, is applied.
static void expect_step_whole(limb_status (*step)(limb_edit *change))
{
    int nfailed = 0;
    for (long at = 0;; at++) {
        limb_test_memory memory;
        limb_test_memory_init(&memory);
        limb_robot *made = NULL;
        limb_edit *change = NULL;
        const limb_load_opts opts = {.memory = &memory.allocator};
        ENSURE_INT(limb_robot_parse(&made, arm, strlen(arm), &opts), LIMB_OK);
        ENSURE_INT(limb_edit_begin(&change, made), LIMB_OK);
        ENSURE_INT(limb_edit_rename_link(change, 2, "TIP"), LIMB_OK);
        ENSURE_INT(limb_edit_stage(change, NULL), LIMB_OK);
        char before[4000];
        snprintf(before, sizeof before, "%s", limb_test_source(limb_edit_robot(change)));
        memory.fail_at = memory.ncall + at;
        const limb_status status = step(change);
        memory.fail_at = -1;
        ENSURE_INT(limb_edit_apply(change, NULL), LIMB_OK);
        if (status != LIMB_OK) {
            ENSURE_INT(status, LIMB_ERROR_MEMORY);
            ENSURE_TEXT(limb_test_source(made), before);
            nfailed++;
        } else {
            ENSURE(strcmp(limb_test_source(made), before) != 0);
        }
        limb_edit_free(change);
        limb_robot_free(made);
        ENSURE_INT(memory.in_use, 0);
        if (status == LIMB_OK && !memory.failed) break;
    }
    ENSURE(nfailed > 10);
}

TEST(steps_of_several_stages_are_whole_or_nothing)
{
    expect_step_whole(lump);
    expect_step_whole(move_shape);
}

TEST(nothing_changes_when_memory_runs_out)
{
    limb_test_every_failure(LIMB_OK, all_verbs, NULL);
}
