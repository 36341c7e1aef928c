// Tests that the solution closest to the rest pose is chosen, weighted by the joints' reluctance.
#include "harness.h"
#include "limb/limb.h"

#include <string.h>

// two slides along x, one on the other: any q with q0 + q1 = x reaches x
static const char rails[] =
    "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
    "<joint name='first' type='prismatic'><parent link='a'/><child link='b'/>"
    "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint>"
    "<joint name='second' type='prismatic'><parent link='b'/><child link='c'/>"
    "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint></robot>";

TEST(the_reluctant_joint_stays_nearer_to_its_rest)
{
    limb_robot *robot;
    limb_model *model;
    limb_work *work;
    ENSURE_INT(limb_robot_parse(&robot, rails, strlen(rails), NULL), LIMB_OK);
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
    static const double weights[3][2] = {{1, 1}, {1, 4}, {9, 1}};
    const double rest[2] = {0.5, -0.25};
    for (int i = 0; i < 3; i++) {
        const double *w = weights[i];
        const limb_ik_opts opts = {
            .goal = LIMB_IK_GOAL_POSITION, .start = rest, .rest = rest, .joint_weight = w};
        const double pose[12] = {1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0};
        double q[2] = {0, 0};
        limb_ik_result result;
        ENSURE_INT(limb_ik(model, work, limb_model_find_link(model, "c"), pose, &opts, q, &result),
                   LIMB_IK_OUTCOME_SOLVED);
        // the least w0 (q0 - r0)^2 + w1 (q1 - r1)^2 with q0 + q1 = 2: the way is shared as 1 / w
        const double way = 2 - rest[0] - rest[1], share = w[1] / (w[0] + w[1]);
        ENSURE_NEAR(q[0], rest[0] + way * share, 1e-3);
        ENSURE_NEAR(q[1], rest[1] + way * (1 - share), 1e-3);
    }
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
}

// The joints of a second arm do not move.
TEST(joints_that_do_not_move_the_link_stay_where_they_are)
{
    static const char arms[] =
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
        "<joint name='other' type='prismatic'><parent link='a'/><child link='d'/>"
        "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint>"
        "<joint name='first' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
        "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
        "<joint name='second' type='revolute'><origin xyz='1 0 0'/><parent link='b'/>"
        "<child link='c'/><axis xyz='0 0 1'/>"
        "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint></robot>";
    limb_robot *robot;
    limb_model *model;
    limb_work *work;
    ENSURE_INT(limb_robot_parse(&robot, arms, strlen(arms), NULL), LIMB_OK);
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
    const double start[3] = {0.7, 0.1, 0.2}, tool[12] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0};
    const limb_ik_opts opts = {.goal = LIMB_IK_GOAL_POSITION, .start = start, .tool = tool};
    const double pose[12] = {1, 0, 0, 0.9, 0, 1, 0, 1.1, 0, 0, 1, 0};
    double q[3] = {9, 9, 9};
    ENSURE_INT(limb_ik(model, work, limb_model_find_link(model, "c"), pose, &opts, q, NULL),
               LIMB_IK_OUTCOME_SOLVED);
    ENSURE_NEAR(q[0], 0.7, 0);
    // and a link that no joint moves has no solutions
    limb_ik_result result;
    ENSURE_INT(limb_ik_many(model, work, 0, pose, &opts, 1, q, &result), 0);
    ENSURE_INT(result.outcome, LIMB_IK_OUTCOME_NO_JOINTS);
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
}
