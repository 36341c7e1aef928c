// Steps of robots with independent parts: each part moves as it would alone.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/robot.h"
#include "support/motion.h"

#include <math.h>
#include <string.h>

#define BODY                                                                                       \
    "<inertial><origin xyz='0.1 0.2 -0.1'/><mass value='2'/>"                                      \
    "<inertia ixx='0.3' ixy='0' ixz='0' iyy='0.4' iyz='0' izz='0.5'/></inertial>"
#define FLYING                                                                                     \
    "<link name='block'>" BODY "</link><joint name='free' type='floating'>"                        \
    "<parent link='world'/><child link='block'/></joint>"
#define WHEEL                                                                                      \
    "<link name='wheel'>" BODY "</link><joint name='turn' type='continuous'>"                      \
    "<parent link='world'/><child link='wheel'/><axis xyz='0 0 1'/></joint>"

typedef limb_test_motion setup;

// The floating joint comes after others, so its velocities are not the first of the vector.
TEST(a_block_flies_beside_a_wheel_as_alone)
{
    for (int how = LIMB_INTEGRATOR_SEMI_IMPLICIT; how <= LIMB_INTEGRATOR_RK4; how++) {
        setup both = limb_test_motion_build(
            "<robot name='r'><link name='world'/>" WHEEL FLYING "</robot>", NULL);
        setup alone =
            limb_test_motion_build("<robot name='r'><link name='world'/>" FLYING "</robot>", NULL);
        ENSURE_INT(both.model->nv, 7);
        double q[8] = {0.3, 0, 0, 0, 0.1, -0.2, 0.3, 0.9}, v[7] = {5, 3, 4, -2, 0.5, 1, -0.3};
        double q1[7], v1[6];
        limb_clamp_to_limits(both.model, q);
        memcpy(q1, q + 1, sizeof q1);
        memcpy(v1, v + 1, sizeof v1);
        const limb_simulate_opts opts = {.integrator = (limb_integrator)how};
        for (int i = 0; i < 200; i++) {
            ENSURE_INT(limb_simulate_step(both.model, both.work, NULL, 1e-3, &opts, q, v), LIMB_OK);
            ENSURE_INT(limb_simulate_step(alone.model, alone.work, NULL, 1e-3, &opts, q1, v1),
                       LIMB_OK);
        }
        for (int k = 0; k < 7; k++)
            ENSURE_NEAR(q[1 + k], q1[k], 1e-12);
        for (int k = 0; k < 6; k++)
            ENSURE_NEAR(v[1 + k], v1[k], 1e-11);
        limb_test_motion_free(&both);
        limb_test_motion_free(&alone);
    }
}

// Without a force between them, a block leaves a wheel in a straight line, whatever the wheel does.
// Its velocity is expressed in a rotating frame, so each step must rotate its components.
TEST(a_block_leaves_a_turning_wheel)
{
    setup s = limb_test_motion_build("<robot name='r'><link name='world'/>" WHEEL
                                     "<link name='block'>" BODY "</link>"
                                     "<joint name='free' type='floating'><parent link='wheel'/>"
                                     "<child link='block'/></joint></robot>",
                                     NULL);
    const double start[8] = {0.3, 0.5, 0, 0, 0, 0, 0, 1}, rate[7] = {5, 1, -2, 3, 0.5, 1, -0.3};
    double q[2][8], v[2][7];
    for (int how = 0; how < 2; how++) {
        const limb_simulate_opts opts = {.integrator = how == 0 ? LIMB_INTEGRATOR_RK4
                                                                : LIMB_INTEGRATOR_SEMI_IMPLICIT};
        memcpy(q[how], start, sizeof start);
        memcpy(v[how], rate, sizeof rate);
        for (int i = 0; i < 1000; i++)
            ENSURE_INT(limb_simulate_step(s.model, s.work, NULL, 1e-4, &opts, q[how], v[how]),
                       LIMB_OK);
    }
    // the error of the simple steps is proportional to their size
    for (int k = 0; k < 8; k++)
        ENSURE_NEAR(q[1][k], q[0][k], 1e-3);
    for (int k = 0; k < 7; k++)
        ENSURE_NEAR(v[1][k], v[0][k], 1e-2);
    limb_test_motion_free(&s);
}

// Friction that stops a slide within a thousandth of a step is too stiff for the stages of RK4.
TEST(steep_friction_stops_a_slide_and_does_not_shake_it)
{
    setup s = limb_test_motion_build(
        "<robot name='r'><link name='world'/><link name='car'>" BODY "</link>"
        "<joint name='slide' type='prismatic'><parent link='world'/><child link='car'/>"
        "<limit lower='-9' upper='9' effort='1' velocity='1'/>"
        "<dynamics friction='40'/></joint></robot>",
        NULL);
    for (int how = LIMB_INTEGRATOR_SEMI_IMPLICIT; how <= LIMB_INTEGRATOR_RK4; how++) {
        const limb_simulate_opts opts = {.integrator = (limb_integrator)how};
        double q = 0, v = 5e-4;
        for (int i = 0; i < 50; i++) {
            const double before = v;
            ENSURE_INT(limb_simulate_step(s.model, s.work, NULL, 1e-2, &opts, &q, &v), LIMB_OK);
            ENSURE(v >= 0 && v <= before);
        }
        ENSURE(v < 1e-9 && q >= 0 && q < 1e-4);
    }
    limb_test_motion_free(&s);
}
