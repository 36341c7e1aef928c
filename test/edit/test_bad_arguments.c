// NULL names, negative counts and nonexistent nodes give an error status, false or -1 in every
// function of the file rooms, and never a crash.
#include "harness.h"
#include "limb/bindings.h"
#include "limb/check.h"
#include "limb/edit.h"
#include "limb/robot.h"

#include <limits.h>
#include <string.h>

static const char arm[] = "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"1\"/>"
                          "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1.5\"/>"
                          "</inertial></link></robot>";
static const int bad_node[] = {-1, INT_MIN, INT_MAX, 1000};

static limb_robot *load(void)
{
    limb_robot *robot;
    ENSURE_INT(limb_robot_parse(&robot, arm, sizeof arm - 1, NULL), LIMB_OK);
    return robot;
}

TEST(names_that_are_null_are_not_found)
{
    limb_robot *robot = load();
    ENSURE_INT(limb_robot_find_link(robot, NULL), -1);
    ENSURE_INT(limb_robot_find_joint(robot, NULL), -1);
    ENSURE_INT(limb_robot_find_material(robot, NULL), -1);
    ENSURE(limb_rule_find(NULL) == NULL);
    ENSURE(limb_rule_at(-1) == NULL && limb_rule_at(INT_MAX) == NULL);
    ENSURE(limb_rule_of((limb_rule)-1) == NULL);
    ENSURE_TEXT(limb_joint_type_name((limb_joint_type)-1), "unknown");
    ENSURE(limb_joint_info_of((limb_joint_type)99) == NULL);
    ENSURE(limb_shape_info_of((limb_shape_type)-1) == NULL);
    limb_robot_free(robot);
}

TEST(texts_that_are_null_are_empty_or_refused)
{
    limb_robot *robot = (limb_robot *)1;
    ENSURE_INT(limb_robot_load(&robot, NULL, NULL), LIMB_ERROR_IO);
    ENSURE(robot == NULL);
    ENSURE_INT(limb_robot_parse(&robot, NULL, 17, NULL), LIMB_ERROR_INPUT);
    ENSURE(robot == NULL);
    limb_target *target;
    ENSURE_INT(limb_target_urdfdom(&target, NULL, 0, NULL), LIMB_OK);
    ENSURE_INT(target->verdict, LIMB_VERDICT_REFUSES);
    limb_target_free(target);
    limb_robot_free(NULL);
    limb_report_free(NULL);
    limb_edit_free(NULL);
    limb_target_free(NULL);
}

TEST(nodes_that_do_not_exist_have_nothing)
{
    limb_robot *robot = load();
    const limb_document *doc = robot->document;
    char buffer[16];
    double number[3];
    for (size_t i = 0; i < sizeof bad_node / sizeof *bad_node; i++) {
        const int node = bad_node[i];
        ENSURE_INT(limb_node_parent(doc, node), -1);
        ENSURE_INT(limb_node_first_child(doc, node), -1);
        ENSURE_INT(limb_node_next(doc, node), -1);
        ENSURE_INT((int)limb_node_name(doc, node).size, 0);
        ENSURE_INT((int)limb_node_source(doc, node).size, 0);
        ENSURE_INT((int)limb_node_span(doc, node).line, 0);
        ENSURE_INT(limb_node_find(doc, node, "link"), -1);
        ENSURE_INT(limb_node_attribute_count(doc, node), 0);
        ENSURE(limb_node_attribute_name(doc, node, 0).data == NULL);
        ENSURE(limb_node_attribute_raw(doc, node, "name").data == NULL);
        ENSURE_INT(limb_node_attribute(doc, node, "name", buffer, sizeof buffer), -1);
        ENSURE_INT(limb_node_text(doc, node, buffer, sizeof buffer), 0);
        ENSURE_INT(limb_node_path(doc, node, buffer, sizeof buffer), 0);
        ENSURE(!limb_node_numbers(doc, node, "xyz", number, 3));
    }
    const int root = limb_document_root(doc);
    ENSURE(limb_node_attribute_raw(doc, root, NULL).data == NULL);
    ENSURE_INT(limb_node_attribute(doc, root, NULL, buffer, sizeof buffer), -1);
    ENSURE(limb_node_attribute_name(doc, root, -1).data == NULL);
    ENSURE(limb_node_attribute_name(doc, root, INT_MAX).data == NULL);
    ENSURE(!limb_node_numbers(doc, root, NULL, number, 3));
    ENSURE(!limb_node_numbers(doc, root, "name", number, -3));
    ENSURE(!limb_node_numbers(doc, root, "name", NULL, 1));
    limb_robot_free(robot);
}

TEST(edits_of_nothing_are_refused)
{
    limb_robot *robot = load();
    limb_edit *edit;
    const double pose[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    ENSURE_INT(limb_edit_begin(&edit, robot), LIMB_OK);
    const int link = robot->link[0].node;
    for (size_t i = 0; i < sizeof bad_node / sizeof *bad_node; i++) {
        const int node = bad_node[i];
        ENSURE_INT(limb_edit_set_attribute(edit, node, "name", "b"), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_set_numbers(edit, node, "xyz", pose, 3), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_add(edit, node, "<a/>"), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_remove(edit, node), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_replace(edit, node, "<a/>"), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_set_origin(edit, node, pose), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_rename_link(edit, node, "b"), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_rename_joint(edit, node, "b"), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_reparent(edit, node, 0, true), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_set_root(edit, node), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_lock_joint(edit, node, 0), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_remove_tree(edit, node), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_move_shape(edit, node, 0), LIMB_ERROR_INPUT);
        ENSURE_INT(limb_edit_mirror(edit, node, NULL, NULL), LIMB_ERROR_INPUT);
    }
    ENSURE_INT(limb_edit_set_attribute(edit, link, NULL, "b"), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_numbers(edit, link, NULL, pose, 3), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_numbers(edit, link, "xyz", pose, -3), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_numbers(edit, link, "xyz", NULL, 3), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_add(edit, link, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_replace(edit, link, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_rename_link(edit, 0, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_add_prefix(edit, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_join(edit, NULL, NULL), LIMB_ERROR_INPUT);
    ENSURE(limb_edit_message(edit)[0] != 0);
    const int inertial = robot->link[0].inertial->node;
    ENSURE_INT(limb_edit_set_origin(edit, inertial, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_origin_quat(edit, inertial, NULL, pose), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_set_origin_quat(edit, inertial, pose, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    limb_edit_free(edit);
    limb_robot_free(robot);
}

TEST(reports_take_counts_below_zero_for_none)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, &(limb_report_opts){.nmuted = -5}), LIMB_OK);
    ENSURE_INT(limb_report_drop_idle_fixes(NULL, NULL, NULL, 0), LIMB_OK);
    ENSURE_INT(limb_report_drop_idle_fixes(report, "a", NULL, 0), LIMB_OK);
    ENSURE(limb_report_finding_rule(report, -1) == NULL);
    limb_report_free(report);
}
