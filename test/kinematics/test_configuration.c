// Tests of configurations: integration and difference are inverse, limits hold, the safety
// controller's formulas.
#include "harness.h"
#include "limb/kinematics.h"
#include "limb/robot.h"
#include "support/random_robot.h"

#include <math.h>
#include <string.h>

enum { MAX = 256 };

TEST(difference_undoes_integration)
{
    for (uint64_t seed = 0; seed < 500; seed++) {
        limb_robot *robot = limb_test_robot(seed, NULL);
        limb_model *m;
        ENSURE_INT(limb_model_build(&m, robot, &(limb_model_opts){.floating_base = true}), LIMB_OK);
        double a[MAX], b[MAX], v[MAX], back[MAX], half[MAX], way[MAX];
        limb_test_rng rng = {seed};
        limb_test_random_q(&rng, m, a);
        for (int k = 0; k < m->nv; k++)
            v[k] = limb_test_uniform(&rng, -1.5, 1.5);
        limb_integrate(m, a, v, 1, b);
        limb_difference(m, a, b, back);
        for (int k = 0; k < m->nv; k++)
            ENSURE_NEAR(back[k], v[k], 1e-12);
        // halfway there, halfway left
        limb_interpolate(m, a, b, 0.5, half);
        limb_difference(m, a, half, way);
        for (int k = 0; k < m->nv; k++)
            ENSURE_NEAR(way[k], 0.5 * v[k], 1e-12);
        limb_interpolate(m, a, b, 1, half);
        limb_difference(m, half, b, way);
        for (int k = 0; k < m->nv; k++)
            ENSURE_NEAR(way[k], 0, 1e-12);
        limb_model_free(m);
        limb_test_robot_free(robot);
    }
}

static limb_model *build(const char *text)
{
    limb_robot *robot;
    limb_model *m;
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), NULL), LIMB_OK);
    ENSURE_INT(limb_model_build(&m, robot, NULL), LIMB_OK);
    limb_robot_free(robot);
    return m;
}

static const char three[] =
    "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
    "<joint name='wheel' type='continuous'><parent link='a'/><child link='b'/>"
    "<limit effort='7' velocity='4'/>"
    "<safety_controller soft_lower_limit='0' soft_upper_limit='0' k_position='1' k_velocity='3'/>"
    "</joint>"
    "<joint name='elbow' type='revolute'><parent link='b'/><child link='c'/>"
    "<limit lower='1' upper='2' effort='10' velocity='5'/>"
    "<safety_controller soft_lower_limit='1.1' soft_upper_limit='1.9' k_position='20' "
    "k_velocity='4'/></joint>"
    "<joint name='slide' type='prismatic'><parent link='c'/><child link='d'/>"
    "<limit lower='-0.5' upper='0.5' effort='100' velocity='1'/></joint></robot>";

TEST(continuous_joints_take_the_shorter_way)
{
    limb_model *m = build(three);
    const double a[3] = {3, 1, 0}, b[3] = {-3, 2, 0.2};
    double way[3], half[3];
    limb_difference(m, a, b, way);
    ENSURE_NEAR(way[0], 6.283185307179586 - 6, 1e-14);
    ENSURE_NEAR(way[1], 1, 0);
    limb_interpolate(m, a, b, 0.5, half);
    ENSURE_NEAR(half[0], 3.141592653589793, 1e-14);
    limb_model_free(m);
}

TEST(limits_are_kept)
{
    limb_model *m = build(three);
    double q[3], margin[3];
    int nearest;
    limb_neutral(m, q);
    ENSURE(q[0] == 0 && q[1] == 1.5 && q[2] == 0); // the middle where 0 is outside
    q[1] = 2.5;
    q[2] = -0.7;
    q[0] = 100;
    ENSURE_NEAR(limb_limit_margin(m, q, margin, &nearest), -0.5, 1e-15);
    ENSURE_INT(nearest, 1);
    ENSURE(isinf(margin[0]));
    ENSURE_INT(limb_clamp_to_limits(m, q), 2);
    ENSURE(q[0] == 100 && q[1] == 2 && q[2] == -0.5);
    ENSURE_INT(limb_clamp_to_limits(m, q), 0);
    // samples fill the range evenly
    uint64_t seed = 1, again = 1;
    double sum[3] = {0}, other[3];
    enum { COUNT = 20000 };
    for (int i = 0; i < COUNT; i++) {
        limb_random_configuration(m, &seed, q);
        limb_random_configuration(m, &again, other);
        ENSURE(memcmp(q, other, sizeof q) == 0);
        ENSURE(limb_limit_margin(m, q, NULL, NULL) >= 0);
        ENSURE(fabs(q[0]) <= 3.1416);
        for (int k = 0; k < 3; k++)
            sum[k] += q[k] / COUNT;
    }
    ENSURE_NEAR(sum[0], 0, 0.06);
    ENSURE_NEAR(sum[1], 1.5, 0.01);
    ENSURE_NEAR(sum[2], 0, 0.01);
    limb_model_free(m);
}

TEST(the_safety_controller_holds_back)
{
    limb_model *m = build(three);
    double low[3], high[3], q[3] = {50, 1.85, 0}, v[3] = {0, 0.5, 0};
    limb_safety_velocity(m, q, low, high);
    ENSURE(low[0] == -4 && high[0] == 4);           // no position limits
    ENSURE_NEAR(high[1], 20 * (1.9 - 1.85), 1e-13); // slows towards the soft limit
    ENSURE(low[1] == -5);                           // far from the other: full speed
    ENSURE(low[2] == -1 && high[2] == 1);           // no safety controller
    limb_safety_effort(m, q, v, low, high);
    ENSURE_NEAR(high[1], -4 * (0.5 - 1.0), 1e-12);
    ENSURE(low[1] == -10);
    ENSURE(low[2] == -100 && high[2] == 100);
    ENSURE_NEAR(high[0], 7, 0); // 3 * 4 = 12, cut at the effort
    double tau[3] = {1, 9, -200};
    ENSURE_INT(limb_safety_limit_effort(m, q, v, tau), 2);
    ENSURE_NEAR(tau[1], 2, 1e-12);
    ENSURE(tau[0] == 1 && tau[2] == -100);
    double command[3] = {9, 3, 0.5};
    ENSURE_INT(limb_safety_limit_velocity(m, q, v, 0.01, command), 2);
    ENSURE(command[0] == 4 && command[2] == 0.5);
    ENSURE_NEAR(command[1], 1, 1e-13);
    double position[3] = {50.5, 1.99, 0.001};
    ENSURE_INT(limb_safety_limit_position(m, q, 0.01, position), 2);
    ENSURE_NEAR(position[0], 50.04, 1e-12);
    ENSURE_NEAR(position[1], 1.85 + 0.01, 1e-13);
    // beyond the soft limit it drives back
    q[1] = 1.95;
    limb_safety_velocity(m, q, low, high);
    ENSURE(high[1] < 0);
    limb_model_free(m);
}

TEST(commands_keep_the_acceleration_limit)
{
    limb_model *m = build(
        "<robot name='r' version='1.2'><link name='a'/><link name='b'/>"
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
        "<limit lower='-1' upper='1' effort='1' velocity='5' acceleration='2'/></joint></robot>");
    ENSURE(m->a_max[0] == 2);
    const double q = 0, v = 1, dt = 0.1;
    double faster = 3, slower = -3, near = 1.15;
    ENSURE_INT(limb_safety_limit_velocity(m, &q, &v, dt, &faster), 1);
    ENSURE_NEAR(faster, 1.2, 1e-15);
    ENSURE_INT(limb_safety_limit_velocity(m, &q, &v, dt, &slower), 1);
    ENSURE_NEAR(slower, 0.8, 1e-15);
    ENSURE_INT(limb_safety_limit_velocity(m, &q, &v, dt, &near), 0);
    ENSURE(near == 1.15);
    limb_model_free(m);
}

// Compares moments with those of the unit sphere in four dimensions: E x^2 = 1/4, E x^4 = 1/8,
// E x^2 y^2 = 1/24, E x y = 0.
TEST(random_rotations_are_uniform)
{
    limb_robot *robot;
    limb_model *m;
    const char text[] = "<robot name='r'><link name='a'/></robot>";
    ENSURE_INT(limb_robot_parse(&robot, text, sizeof text - 1, NULL), LIMB_OK);
    ENSURE_INT(limb_model_build(&m, robot, &(limb_model_opts){.floating_base = true}), LIMB_OK);
    limb_robot_free(robot);
    enum { COUNT = 40000 };
    double second[4][4] = {{0}}, fourth[4][4] = {{0}};
    uint64_t seed = 3;
    for (int i = 0; i < COUNT; i++) {
        double q[7];
        limb_random_configuration(m, &seed, q);
        const double *x = q + 3;
        ENSURE_NEAR(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3], 1, 1e-14);
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < 4; b++) {
                second[a][b] += x[a] * x[b] / COUNT;
                fourth[a][b] += x[a] * x[a] * x[b] * x[b] / COUNT;
            }
        }
    }
    // within five standard deviations
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            ENSURE_NEAR(second[a][b], a == b ? 0.25 : 0, 0.006);
            ENSURE_NEAR(fourth[a][b], a == b ? 0.125 : 1.0 / 24, 0.005);
        }
    }
    limb_model_free(m);
}
