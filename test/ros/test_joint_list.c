// Tests of the published joints: order, limits, zeros, followers.
#include "harness.h"
#include "limb/kinematics.h"
#include "limb/ros.h"
#include "support/corpus.h"
#include "support/robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
    "<robot name='r'><link name='l0'/><link name='l1'/><link name='l2'/><link name='l3'/>"
    "<link name='l4'/><link name='l5'/><link name='l6'/><link name='l7'/>"
    "<joint name='follows' type='revolute'><parent link='l0'/><child link='l1'/>"
    "<limit lower='-9' upper='9' effort='1' velocity='1'/>"
    "<mimic joint='leads' multiplier='2' offset='1'/></joint>"
    "<joint name='leads' type='revolute'><parent link='l1'/><child link='l2'/>"
    "<limit lower='-1' upper='2' effort='1' velocity='1'/>"
    "<safety_controller soft_lower_limit='0.5' soft_upper_limit='7' k_velocity='1'/></joint>"
    "<joint name='round' type='continuous'><parent link='l2'/><child link='l3'/></joint>"
    "<joint name='below' type='prismatic'><parent link='l3'/><child link='l4'/>"
    "<limit lower='-3' upper='-1' effort='1' velocity='1'/></joint>"
    "<joint name='last' type='revolute'><parent link='l4'/><child link='l5'/>"
    "<limit lower='-9' upper='9' effort='1' velocity='1'/>"
    "<mimic joint='follows' multiplier='-1'/></joint>"
    "<joint name='still' type='fixed'><parent link='l5'/><child link='l6'/></joint>"
    "<joint name='free' type='floating'><parent link='l6'/><child link='l7'/></joint></robot>";

TEST(joints_come_in_document_order_with_their_ranges)
{
    limb_robot *robot = limb_test_parse(text);
    limb_joint_list *list;
    ENSURE(limb_joint_list_build(&list, robot) == LIMB_OK);
    limb_robot_free(robot); // names are copies
    static const char *const name[] = {"follows", "leads", "round", "below", "last"};
    ENSURE_INT(list->count, 5);
    ENSURE_INT(list->nleft_out, 0);
    for (int i = 0; i < list->count; i++) {
        ENSURE_TEXT(list->name[i], name[i]);
        ENSURE_INT(limb_joint_list_find(list, name[i]), i);
    }
    ENSURE_INT(limb_joint_list_find(list, "free"), -1);
    ENSURE_NEAR(list->min[1], 0.5, 0);
    ENSURE_NEAR(list->max[1], 2, 0);
    ENSURE_NEAR(list->zero[1], 1.25, 0);
    ENSURE_NEAR(list->max[2], acos(-1.0), 1e-15);
    ENSURE_NEAR(list->zero[3], -2, 0);
    // zeros of followers are where their sources take them, through the chain
    ENSURE_NEAR(list->zero[0], 3.5, 0);
    ENSURE_NEAR(list->zero[4], -3.5, 0);
    limb_joint_list_free(list);
}

TEST(a_zero_that_is_given_takes_its_followers_along)
{
    limb_robot *robot = limb_test_parse(text);
    limb_joint_list *list;
    ENSURE(limb_joint_list_build(&list, robot) == LIMB_OK);
    ENSURE(limb_joint_list_set_zero(list, "leads", 0.75));
    ENSURE_NEAR(list->zero[1], 0.75, 0);
    ENSURE_NEAR(list->zero[0], 2.5, 0);
    ENSURE_NEAR(list->zero[4], -2.5, 0);
    ENSURE(!limb_joint_list_set_zero(list, "follows", 1));
    ENSURE(!limb_joint_list_set_zero(list, "nobody", 1));
    ENSURE(!limb_joint_list_set_zero(list, "round", (double)NAN));
    ENSURE_NEAR(list->zero[2], 0, 0);
    limb_joint_list_free(list);
    limb_robot_free(robot);
}

// The pose that page, picture and command show first, under the rule of joint_state_publisher.
static int compare_with_neutral(const limb_robot *robot)
{
    limb_model *model;
    limb_joint_list *list;
    if (limb_model_build(&model, robot, NULL) != LIMB_OK) return 0;
    ENSURE(limb_joint_list_build(&list, robot) == LIMB_OK);
    double *q = calloc((size_t)model->nq + 1, sizeof *q);
    limb_neutral(model, q);
    int moved = 0;
    for (int k = 0; k < model->nq; k++) {
        const int at = limb_joint_list_find(list, model->q_name[k]);
        if (at < 0) continue;
        if (fabs(q[k] - list->zero[at]) > 1e-15 * fabs(q[k]))
            limb_test_fail(__FILE__, __LINE__, "joint %s: %g in the neutral pose, %g published",
                           list->name[at], q[k], list->zero[at]);
        moved += q[k] != 0;
    }
    free(q);
    limb_joint_list_free(list);
    limb_model_free(model);
    return moved;
}

TEST(zeros_are_the_neutral_pose)
{
    limb_robot *robot = limb_test_parse(text);
    ENSURE_INT(compare_with_neutral(robot), 2);
    limb_robot_free(robot);
    limb_test_robots it = {0};
    int nrobot = 0, moved = 0;
    for (; limb_test_next_robot(&it); nrobot++) {
        if (limb_robot_load(&robot, it.path, NULL) != LIMB_OK) continue;
        moved += compare_with_neutral(robot);
        limb_robot_free(robot);
    }
    printf("%d robots beside the project, %d joints whose range is without zero\n", nrobot, moved);
    ENSURE(nrobot == 0 || moved > 10);
}

TEST(values_are_brought_into_limits_and_followers_follow)
{
    limb_robot *robot = limb_test_parse(text);
    limb_joint_list *list;
    ENSURE(limb_joint_list_build(&list, robot) == LIMB_OK);
    double position[] = {99, 99, -99, 0, 99};
    limb_joint_list_settle(list, position);
    ENSURE_NEAR(position[1], 2, 0);
    ENSURE_NEAR(position[0], 5, 0);
    ENSURE_NEAR(position[4], -5, 0);
    ENSURE_NEAR(position[2], -acos(-1.0), 1e-15);
    ENSURE_NEAR(position[3], -1, 0);
    limb_joint_list_free(list);
    limb_robot_free(robot);
}

TEST(joints_without_limits_are_left_out_and_circles_follow_nobody)
{
    limb_robot *robot = limb_test_parse_broken(
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
        "<joint name='none' type='revolute'><parent link='a'/><child link='b'/></joint>"
        "<joint name='x' type='revolute'><parent link='b'/><child link='c'/>"
        "<limit lower='-1' upper='1' effort='1' velocity='1'/><mimic joint='y'/></joint>"
        "<joint name='y' type='revolute'><parent link='c'/><child link='d'/>"
        "<limit lower='-1' upper='1' effort='1' velocity='1'/><mimic joint='x'/></joint></robot>");
    limb_joint_list *list;
    ENSURE(limb_joint_list_build(&list, robot) == LIMB_OK);
    ENSURE_INT(list->count, 2);
    ENSURE_INT(list->nleft_out, 1);
    ENSURE_INT(list->source[0], -1);
    ENSURE_INT(list->source[1], -1);
    limb_joint_list_free(list);
    limb_robot_free(robot);
}
