// Full turns of a joint: the closest value to a target within the limits, or the closest
// to the limits.
#include "harness.h"
#include "limb/kinematics.h"
#include "limb/robot.h"
#include "numbers/kinematics/ik_search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double TURN = 6.28318530717958647693;

// a chain of one joint
static limb_model *build(double low, double high)
{
    char text[400];
    snprintf(text, sizeof text,
             "<robot name='one'><link name='a'/><link name='b'/>"
             "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
             "<axis xyz='0 0 1'/><limit lower='%.17g' upper='%.17g' effort='1' velocity='1'/>"
             "</joint></robot>",
             low, high);
    limb_robot *robot;
    limb_model *model;
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    limb_robot_free(robot);
    return model;
}

static double wind(const limb_model *model, double at, double near)
{
    int joint = 0, column = 0, coordinate = 0;
    const limb__ik_search s = {.ik = {.m = model,
                                      .njoint = 1,
                                      .joint = &joint,
                                      .column = &column,
                                      .ncolumn = 1,
                                      .coordinate = &coordinate}};
    limb__ik_wind(&s, &near, false, &at);
    return at;
}

// by trying all turns that can matter
static double expected(double at, double near, double low, double high)
{
    double best = at, outside = HUGE_VAL;
    for (int k = -8; k <= 8; k++) {
        const double here = at + TURN * k;
        const double away = fmax(fmax(low - here, here - high), 0);
        if (away > outside + 1e-9) continue;
        if (away > outside - 1e-9 && fabs(here - near) >= fabs(best - near)) continue;
        outside = away;
        best = here;
    }
    return best;
}

TEST(a_joint_is_wound_to_the_nearest_turn_within_its_limits)
{
    limb_test_rng rng = {5};
    int nturned = 0, noutside = 0;
    for (int i = 0; i < 300; i++) {
        const double low = limb_test_uniform(&rng, -9, 3);
        const double high = low + limb_test_uniform(&rng, 0.5, 14);
        limb_model *model = build(low, high);
        for (int k = 0; k < 20; k++) {
            const double at = limb_test_uniform(&rng, -12, 12);
            const double near = limb_test_uniform(&rng, low, high);
            const double wanted = expected(at, near, low, high);
            ENSURE_NEAR(wind(model, at, near), wanted, 1e-12);
            nturned += fabs(wanted - at) > 1;
            noutside += wanted < low || wanted > high;
        }
        limb_model_free(model);
    }
    ENSURE(nturned > 1000 && noutside > 100);
}

TEST(a_solution_comes_as_near_to_the_start_as_the_limits_allow)
{
    // the near turn, 0.9, is outside: what is left is one turn further
    limb_model *model = build(1, 7.5);
    limb_work *work;
    ENSURE_INT(limb_work_create(&work, model, NULL), LIMB_OK);
    double q = 0.9, pose[12];
    const double start = 1.2;
    limb_fk(model, work, &q);
    memcpy(pose, limb_link_pose(model, work, 1), sizeof pose);
    const limb_ik_opts opts = {.start = &start};
    ENSURE_INT(limb_ik(model, work, 1, pose, &opts, &q, NULL), LIMB_IK_OUTCOME_SOLVED);
    ENSURE_NEAR(q, 0.9 + TURN, 1e-5);
    limb_work_free(work);
    limb_model_free(model);
}
