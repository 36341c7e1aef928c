// Tests of simulation: order of convergence, damping, momentum in free flight; and robots that can
// be accelerated without force.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/robot.h"
#include "support/motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef limb_test_motion setup;

static setup build(const char *text, bool floating)
{
    const double none[3] = {0};
    return limb_test_motion_build(
        text, &(limb_model_opts){.floating_base = floating, .gravity = floating ? none : NULL});
}

static void run(setup *s, limb_integrator how, double time, int steps, double *q, double *v)
{
    const limb_simulate_opts opts = {.integrator = how};
    for (int i = 0; i < steps; i++)
        ENSURE_INT(limb_simulate_step(s->model, s->work, NULL, time / steps, &opts, q, v), LIMB_OK);
}

enum { MAX = 16 };

// the largest difference of q and v after a time between steps and many more steps
static double error_of(setup *s, limb_integrator how, double time, int steps, const double *q0,
                       const double *v0)
{
    const size_t nq = (size_t)s->model->nq, nv = (size_t)s->model->nv;
    double q[2][MAX], v[2][MAX], way[MAX], largest = 0;
    ENSURE(nq <= MAX && nv <= MAX);
    for (int fine = 0; fine < 2; fine++) {
        memcpy(q[fine], q0, nq * sizeof(double));
        memcpy(v[fine], v0, nv * sizeof(double));
        run(s, how, time, fine ? 64 * steps : steps, q[fine], v[fine]);
    }
    limb_difference(s->model, q[0], q[1], way);
    for (size_t k = 0; k < nv; k++)
        largest = fmax(largest, fmax(fabs(way[k]), fabs(v[0][k] - v[1][k])));
    return largest;
}

static double order_of(setup *s, limb_integrator how, double time, int steps, const double *q,
                       const double *v)
{
    const double coarse = error_of(s, how, time, steps, q, v);
    const double fine = error_of(s, how, time, 2 * steps, q, v);
    printf("errors %.3g and %.3g: order %.2f\n", coarse, fine, log2(coarse / fine));
    ENSURE(coarse > 0 && fine > 0);
    return log2(coarse / fine);
}

static const char wheel[] =
    "<robot name='w'><link name='a'/><link name='b'><inertial><mass value='1'/>"
    "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"
    "</inertial></link><joint name='j' type='continuous'><parent link='a'/>"
    "<child link='b'/><dynamics damping='1'/></joint></robot>";

TEST(damping_is_exact_to_fourth_order)
{
    setup s = build(wheel, false);
    double q = 0, v = 1;
    run(&s, LIMB_INTEGRATOR_RK4, 1, 100, &q, &v);
    ENSURE_NEAR(v, exp(-1), 1e-9);
    ENSURE_NEAR(q, 1 - exp(-1), 1e-9);
    // far too stiff for the step it still only slows down
    q = 0, v = 1;
    run(&s, LIMB_INTEGRATOR_RK4, 5000, 5, &q, &v);
    ENSURE(v >= 0 && v < 0.01);
    limb_test_motion_free(&s);
}

// a tree: a trunk that carries two arms, each with damping, one with friction too
static const char tree[] =
    "<robot name='t'><link name='base'/><link name='trunk'><inertial><origin xyz='0 0 0.3'/>"
    "<mass value='4'/>"
    "<inertia ixx='0.2' ixy='0' ixz='0' iyy='0.25' iyz='0' izz='0.1'/>"
    "</inertial></link>"
    "<link name='left'><inertial><origin xyz='0.2 0 0'/><mass value='1'/>"
    "<inertia ixx='0.02' ixy='0' ixz='0' iyy='0.03' iyz='0' izz='0.025'/>"
    "</inertial></link>"
    "<link name='right'><inertial><origin xyz='-0.2 0.1 0'/>"
    "<mass value='1.5'/>"
    "<inertia ixx='0.03' ixy='0' ixz='0' iyy='0.04' iyz='0' izz='0.02'/>"
    "</inertial></link>"
    "<joint name='t' type='continuous'><parent link='base'/>"
    "<child link='trunk'/><axis xyz='0 1 0'/>"
    "<dynamics damping='0.8'/></joint>"
    "<joint name='l' type='continuous'><parent link='trunk'/>"
    "<child link='left'/><origin xyz='0.1 0 0.5'/>"
    "<axis xyz='0 1 0'/><dynamics damping='0.1'/></joint>"
    "<joint name='r' type='continuous'><parent link='trunk'/>"
    "<child link='right'/><origin xyz='-0.1 0 0.5'/>"
    "<axis xyz='0 0 1'/><dynamics damping='0.05' "
    "friction='0.02'/></joint></robot>";

TEST(trees_with_damping_keep_the_order)
{
    setup s = build(tree, false);
    // the joint with friction turns fast enough not to stop
    const double q[3] = {0.4, -0.7, 1.1}, v[3] = {0.5, -1, 6};
    ENSURE(order_of(&s, LIMB_INTEGRATOR_RK4, 0.4, 40, q, v) > 3.7);
    const double once = order_of(&s, LIMB_INTEGRATOR_SEMI_IMPLICIT, 0.4, 40, q, v);
    ENSURE(once > 0.8 && once < 1.3);
    limb_test_motion_free(&s);
}

static const char block[] = "<robot name='b'><link name='b'><inertial><mass value='1.5'/>"
                            "<inertia ixx='0.02' ixy='0' ixz='0' iyy='0.05' iyz='0' izz='0.035'/>"
                            "</inertial></link></robot>";

TEST(a_tumbling_block_keeps_the_order)
{
    setup s = build(block, true);
    const double q[7] = {0, 0, 0, 0.1, -0.2, 0.3, 0.9}, v[6] = {3, 4, -2, 0.5, 1, -0.3};
    ENSURE(order_of(&s, LIMB_INTEGRATOR_RK4, 1, 50, q, v) > 3.8);
    limb_test_motion_free(&s);
}

static void ensure_momentum(setup *s, double dt, int steps, double *q, double *v, double tolerance)
{
    double before[6], after[6], center[3], moved[3];
    const double mass = limb_model_mass(s->model);
    limb_momentum(s->model, s->work, q, v, before);
    limb_fk(s->model, s->work, q);
    limb_center_of_mass(s->model, s->work, center);
    run(s, LIMB_INTEGRATOR_SEMI_IMPLICIT, dt * steps, steps, q, v);
    limb_momentum(s->model, s->work, q, v, after);
    limb_fk(s->model, s->work, q);
    limb_center_of_mass(s->model, s->work, moved);
    for (int k = 0; k < 6; k++)
        ENSURE_NEAR(after[k], before[k], tolerance);
    for (int k = 0; k < 3; k++)
        ENSURE_NEAR(moved[k], center[k] + dt * steps * before[3 + k] / mass, 10 * tolerance);
}

TEST(semi_implicit_steps_keep_momentum_in_free_flight)
{
    // spinning at 10 rad/s and moving at 1 m/s it is 10 m away after 10 s
    setup s = build(block, true);
    double q[7] = {0, 0, 0, 0, 0, 0, 1}, v[6] = {0, 0, 10, 1, 0, 0};
    const double energy = limb_kinetic_energy(s.model, s.work, q, v);
    ensure_momentum(&s, 1e-3, 10000, q, v, 1e-11);
    ENSURE_NEAR(q[0], 10, 1e-9);
    ENSURE_NEAR(limb_kinetic_energy(s.model, s.work, q, v), energy, 1e-10);
    double tumbling[6] = {3, 4, -2, 0.5, 1, -0.3};
    ensure_momentum(&s, 1e-3, 2000, q, tumbling, 1e-11);
    limb_test_motion_free(&s);
    // arms that swing move the trunk, not the center of mass
    s = build(tree, true);
    double place[10] = {0.3, -1, 2, 0.1, 0.2, -0.1, 0.9, 0.4, -0.7, 1.1};
    double rate[9] = {0.5, 1, -0.4, 0.2, 0.1, 0.3, 2, -3, 1};
    ensure_momentum(&s, 1e-3, 1000, place, rate, 1e-10);
    limb_test_motion_free(&s);
}

TEST(gravity_and_wrenches_change_momentum_by_their_impulse)
{
    setup s = build(tree, true);
    limb_model *m = s.model;
    m->gravity[2] = -9.81;
    double q[10] = {0, 0, 0, 0, 0, 0, 1, 0.4, -0.7, 1.1}, v[9] = {0.5, 1, -0.4};
    const limb_external_wrench push = {
        .link = limb_model_find_link(m, "left"), .point = {0.1, 0, 0}, .force = {1, 2, -3}};
    const limb_simulate_opts opts = {.wrench = &push, .nwrench = 1};
    double before[6], after[6];
    const double dt = 1e-3, mass = limb_model_mass(m);
    limb_momentum(m, s.work, q, v, before);
    for (int i = 0; i < 500; i++)
        ENSURE_INT(limb_simulate_step(m, s.work, NULL, dt, &opts, q, v), LIMB_OK);
    limb_momentum(m, s.work, q, v, after);
    for (int k = 0; k < 3; k++) {
        const double force = push.force[k] + mass * m->gravity[k];
        ENSURE_NEAR(after[3 + k], before[3 + k] + 500 * dt * force, 1e-10);
    }
    limb_test_motion_free(&s);
}

// a cart of cart_mass on a rail of rail_mass
static setup rail_and_cart(const char *rail_mass)
{
    char text[1024];
    snprintf(text, sizeof text,
             "<robot name='r'><link name='rail'>%s</link><link name='cart'><inertial>"
             "<mass value='3'/>"
             "<inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.1'/>"
             "</inertial></link>"
             "<joint name='j' type='prismatic'><parent link='rail'/>"
             "<child link='cart'/><axis xyz='0.6 0.8 0'/>"
             "<limit effort='1' velocity='1' lower='-1' upper='1'/>"
             "</joint></robot>",
             rail_mass);
    return build(text, true);
}

TEST(a_massless_rail_in_free_flight_is_singular)
{
    setup s = rail_and_cart("");
    ENSURE_INT(s.model->nv, 7);
    double q[8] = {0.1, 0.2, 0.3, 0.2, -0.1, 0.3, 0.9, 0.4}, v[7] = {0}, a[7], mass[49];
    double by_q[49], by_v[49];
    const double tau[7] = {0.1, 0.2, 0.3, 1, 2, 3, 0.5};
    ENSURE_INT(limb_forward_dynamics(s.model, s.work, q, v, tau, NULL, 0, a), LIMB_ERROR_NUMERIC);
    ENSURE_INT(limb_forward_dynamics_dense(s.model, s.work, q, v, tau, NULL, 0, mass, a),
               LIMB_ERROR_NUMERIC);
    ENSURE_INT(limb_forward_dynamics_derivatives(s.model, s.work, q, v, tau, a, by_q, by_v, mass),
               LIMB_ERROR_NUMERIC);
    limb_test_motion_free(&s);
    // a light rail is not such a case
    s = rail_and_cart("<inertial><mass value='1e-6'/>"
                      "<inertia ixx='1e-9' ixy='0' ixz='0' iyy='1e-9' iyz='0' izz='1e-9'/>"
                      "</inertial>");
    double dense[7];
    ENSURE_INT(limb_forward_dynamics(s.model, s.work, q, v, tau, NULL, 0, a), LIMB_OK);
    ENSURE_INT(limb_forward_dynamics_dense(s.model, s.work, q, v, tau, NULL, 0, mass, dense),
               LIMB_OK);
    for (int k = 0; k < 7; k++)
        ENSURE_NEAR(a[k], dense[k], 1e-5 * (1 + fabs(a[k])));
    limb_test_motion_free(&s);
}

// Three ways to the same verdict.
static void ensure_singular(const setup *s, const double *q)
{
    enum { MAX_NV = 8 };
    double v[MAX_NV] = {0.3, -0.2, 0.1}, tau[MAX_NV] = {1, 2, -1, 0.5}, a[MAX_NV];
    double by_q[MAX_NV * MAX_NV], by_v[MAX_NV * MAX_NV], mass[MAX_NV * MAX_NV];
    const limb_model *m = s->model;
    ENSURE(m->nv <= MAX_NV);
    ENSURE_INT(limb_forward_dynamics(m, s->work, q, v, tau, NULL, 0, a), LIMB_ERROR_NUMERIC);
    ENSURE_INT(limb_forward_dynamics_dense(m, s->work, q, v, tau, NULL, 0, mass, a),
               LIMB_ERROR_NUMERIC);
    ENSURE_INT(limb_forward_dynamics_derivatives(m, s->work, q, v, tau, a, by_q, by_v, mass),
               LIMB_ERROR_NUMERIC);
}

// Dividing by the tip's zero inertia made the joints between the tip and the base NaN, and the
// smallest pivot, which would have shown it, was overwritten by a branch that followed.
TEST(a_massless_tip_is_found_beside_another_branch)
{
#define SOLID                                                                                      \
    "<inertial><mass value='2'/>"                                                                  \
    "<inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.1'/></inertial>"
#define SLIDE(parent, child, axis)                                                                 \
    "<joint name='" child "' type='prismatic'><parent link='" parent "'/><child link='" child      \
    "'/><axis xyz='" axis "'/><limit effort='1' velocity='1' lower='-1' upper='1'/></joint>"
    setup s = build("<robot name='r'><link name='base'/><link name='side'>" SOLID
                    "</link><link name='arm'>" SOLID
                    "</link><link name='tip'/>" SLIDE("base", "side", "1 0 0")
                        SLIDE("base", "arm", "0 1 0") SLIDE("arm", "tip", "0 0 1") "</robot>",
                    false);
    const double q[3] = {0.1, 0.2, 0.3};
    ensure_singular(&s, q);
    limb_test_motion_free(&s);
}

// Rotating the hub against the wheel moves no mass. If the axis is nearly parallel to one
// coordinate axis, the pivot of another coordinate is small and magnifies the rounding of
// the following ones.
TEST(a_massless_hub_in_free_flight_is_singular)
{
    limb_test_rng rng = {4};
    for (int i = 0; i < 2000; i++) {
        char text[1024];
        double n[9];
        for (int k = 0; k < 9; k++)
            n[k] = limb_test_uniform(&rng, -1, 1);
        snprintf(text, sizeof text,
                 "<robot name='r'><link name='hub'/><link name='wheel'><inertial>"
                 "<origin xyz='%g %g %g'/><mass value='6'/>"
                 "<inertia ixx='0.4' ixy='0' ixz='0' iyy='0.5' iyz='0' izz='0.6'/></inertial>"
                 "</link><joint name='j' type='continuous'><parent link='hub'/>"
                 "<child link='wheel'/><origin xyz='%g %g %g' rpy='%g %g %g'/>"
                 "<axis xyz='1 0 0'/></joint></robot>",
                 n[0] / 3, n[1] / 3, n[2] / 3, n[3] / 2, n[4] / 2, n[5] / 2, 3 * n[6], 3 * n[7],
                 3 * n[8]);
        setup s = build(text, true);
        double q[8];
        for (int k = 0; k < 8; k++)
            q[k] = limb_test_uniform(&rng, -1, 1);
        ensure_singular(&s, q);
        limb_test_motion_free(&s);
    }
}

TEST(a_massless_robot_has_no_momentum)
{
    setup s = build("<robot name='r'><link name='a'/><link name='b'/><joint name='j' "
                    "type='continuous'><parent link='a'/><child link='b'/></joint></robot>",
                    false);
    const double q = 0.3, v = 2;
    double momentum[6];
    limb_momentum(s.model, s.work, &q, &v, momentum);
    for (int k = 0; k < 6; k++)
        ENSURE(momentum[k] == 0);
    limb_test_motion_free(&s);
}

TEST(limits_that_mean_none_are_not_sampled)
{
    setup s = build("<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
                    "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
                    "<limit effort='1' velocity='1' lower='-1e16' upper='1e16'/></joint>"
                    "<joint name='k' type='prismatic'><parent link='b'/><child link='c'/>"
                    "<limit effort='1' velocity='1' lower='0.5' upper='1e16'/></joint></robot>",
                    false);
    uint64_t seed = 1;
    for (int i = 0; i < 1000; i++) {
        double q[2];
        limb_random_configuration(s.model, &seed, q);
        ENSURE(fabs(q[0]) <= 3.1416 && q[1] >= 0.5 && q[1] <= 2.5);
    }
    limb_test_motion_free(&s);
}
