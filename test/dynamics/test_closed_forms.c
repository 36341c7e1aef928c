// Motions with closed forms: pendulum, double pendulum, planar arm of two links, free fall, top.
#include "harness.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/robot.h"
#include "support/motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81;

typedef limb_test_motion setup;

// a point of 2 kg at 0.7 m below a hinge about y
static const char pendulum[] =
    "<robot name='p'><link name='a'/><link name='b'><inertial><origin xyz='0 0 -0.7'/>"
    "<mass value='2'/><inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial></link>"
    "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 1 0'/>"
    "<dynamics damping='0.5' friction='0.25'/></joint></robot>";

TEST(a_pendulum_swings_as_it_should)
{
    setup s = limb_test_motion_build(pendulum, NULL);
    const double m = 2, l = 0.7;
    for (double q = -3; q < 3; q += 0.37) {
        const double v = 1.3, tau = 0.4;
        double a, torque, mass;
        ENSURE_INT(limb_forward_dynamics(s.model, s.work, &q, &v, &tau, NULL, 0, &a), LIMB_OK);
        ENSURE_NEAR(a, tau / (m * l * l) - G / l * sin(q), 1e-12);
        limb_inverse_dynamics(s.model, s.work, &q, &v, &a, NULL, 0, &torque);
        ENSURE_NEAR(torque, tau, 1e-12);
        limb_mass_matrix(s.model, s.work, &q, &mass);
        ENSURE_NEAR(mass, m * l * l, 1e-12);
        ENSURE_NEAR(limb_potential_energy(s.model, s.work, &q), -m * G * l * cos(q), 1e-12);
        ENSURE_NEAR(limb_kinetic_energy(s.model, s.work, &q, &v), 0.5 * m * l * l * v * v, 1e-12);
    }
    // the period of small swings
    double q = 1e-3, v = 0, t = 0;
    const limb_simulate_opts opts = {.integrator = LIMB_INTEGRATOR_RK4, .no_resistance = true};
    const double dt = 1e-3;
    while (!(q < 0)) {
        ENSURE_INT(limb_simulate_step(s.model, s.work, NULL, dt, &opts, &q, &v), LIMB_OK);
        t += dt;
    }
    const double quarter = t + q / -v; // back along the line to the crossing
    ENSURE_NEAR(quarter, 1.5707963267948966 * sqrt(l / G), 1e-6);
    limb_test_motion_free(&s);
}

TEST(semi_implicit_steps_do_not_run_away)
{
    setup s = limb_test_motion_build(pendulum, NULL);
    const limb_simulate_opts opts = {.no_resistance = true};
    double q = 2, v = 0, most = 0;
    const double before = limb_potential_energy(s.model, s.work, &q);
    for (int i = 0; i < 100000; i++) {
        ENSURE_INT(limb_simulate_step(s.model, s.work, NULL, 1e-3, &opts, &q, &v), LIMB_OK);
        const double now = limb_potential_energy(s.model, s.work, &q) +
                           limb_kinetic_energy(s.model, s.work, &q, &v);
        most = fmax(most, fabs(now - before));
    }
    ENSURE(most < 0.1);
    limb_test_motion_free(&s);
}

TEST(resistance_is_damping_and_friction)
{
    setup s = limb_test_motion_build(pendulum, NULL);
    double tau;
    const double fast = 2, slow = -0.005, still = 0;
    limb_resistance(s.model, &fast, 0, &tau);
    ENSURE_NEAR(tau, 0.5 * 2 + 0.25, 1e-15);
    limb_resistance(s.model, &slow, 0.01, &tau);
    ENSURE_NEAR(tau, -0.5 * 0.005 - 0.125, 1e-15);
    limb_resistance(s.model, &still, 0, &tau);
    ENSURE(tau == 0);
    // swinging with resistance comes to rest
    double q = 1, v = 0;
    for (int i = 0; i < 20000; i++)
        ENSURE_INT(limb_simulate_step(s.model, s.work, NULL, 1e-3, NULL, &q, &v), LIMB_OK);
    ENSURE(fabs(v) < 1e-3);
    limb_test_motion_free(&s);
}

// 2 kg on a level slide whose friction is 3 N
static const char slider[] =
    "<robot name='s'><link name='a'/><link name='b'><inertial><mass value='2'/>"
    "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
    "<joint name='j' type='prismatic'><parent link='a'/><child link='b'/><axis xyz='1 0 0'/>"
    "<limit effort='100' velocity='100' lower='-100' upper='100'/>"
    "<dynamics friction='3'/></joint></robot>";

static void slide(setup *s, double push, double dt, double time, limb_integrator how, double *q,
                  double *v)
{
    const limb_simulate_opts opts = {.integrator = how};
    const int steps = (int)lround(time / dt);
    for (int i = 0; i < steps; i++)
        ENSURE_INT(limb_simulate_step(s->model, s->work, &push, dt, &opts, q, v), LIMB_OK);
}

TEST(friction_holds_until_it_is_overcome)
{
    setup s = limb_test_motion_build(slider, NULL);
    const double creep = 0.001; // the speed below which friction grows in proportion
    for (int how = LIMB_INTEGRATOR_SEMI_IMPLICIT; how <= LIMB_INTEGRATOR_RK4; how++) {
        // pushed by less it stays: it never creeps faster than the share of that speed
        double q = 0, v = 0;
        for (int i = 0; i < 1000; i++) {
            slide(&s, 2.4, 1e-3, 1e-3, (limb_integrator)how, &q, &v);
            ENSURE(v >= 0 && v <= 0.8 * creep * (1 + 1e-9));
        }
        ENSURE_NEAR(v, 0.8 * creep, 1e-9);
        ENSURE(q <= 0.8 * creep * 1.001);
        // let go it stops
        slide(&s, 0, 1e-3, 0.1, (limb_integrator)how, &q, &v);
        ENSURE(fabs(v) < 1e-9);
        // pushed by more it is accelerated by the rest, the other way too
        for (int sign = -1; sign <= 1; sign += 2) {
            q = v = 0;
            slide(&s, sign * 5.0, 1e-4, 1, (limb_integrator)how, &q, &v);
            ENSURE_NEAR(v, sign * (5.0 - 3) / 2, 2e-3);
            ENSURE_NEAR(q, sign * 0.5 * (5.0 - 3) / 2, 2e-3);
        }
        // thrown, it comes to rest after v^2 / (2 f / m) and turns not back
        q = 0;
        v = 2;
        slide(&s, 0, 1e-4, 3, (limb_integrator)how, &q, &v);
        ENSURE_NEAR(q, 2.0 * 2 / (2 * 3 / 2.0), 2e-3);
        ENSURE(v >= 0 && v < 1e-9);
    }
    limb_test_motion_free(&s);
}

TEST(steps_with_friction_converge)
{
    setup s = limb_test_motion_build(slider, NULL);
    double before = INFINITY;
    for (double dt = 0.02; dt > 1e-4; dt /= 2) {
        double q = 0, v = 2;
        slide(&s, -1, dt, 0.64, LIMB_INTEGRATOR_SEMI_IMPLICIT, &q,
              &v); // against friction and the push
        const double exact_v = 2 - 0.64 * (3 + 1) / 2.0, exact_q = 0.64 * (2 + exact_v) / 2;
        const double off = fabs(q - exact_q) + fabs(v - exact_v);
        ENSURE(off < 0.7 * before); // order one
        before = off;
    }
    ENSURE(before < 1e-3);
    limb_test_motion_free(&s);
}

// two rods of length 1 with point masses m1 and m2 at their ends, turning about z, gravity along -y
static const char two_links[] =
    "<robot name='rr'><link name='base'/>"
    "<link name='l1'><inertial><origin xyz='1 0 0'/><mass value='3'/>"
    "<inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial></link>"
    "<link name='l2'><inertial><origin xyz='0.8 0 0'/><mass value='2'/>"
    "<inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial></link><link name='tip'/>"
    "<joint name='j1' type='continuous'><parent link='base'/><child link='l1'/>"
    "<axis xyz='0 0 1'/></joint>"
    "<joint name='j2' type='continuous'><parent link='l1'/><child link='l2'/>"
    "<origin xyz='1 0 0'/><axis xyz='0 0 1'/></joint>"
    "<joint name='end' type='fixed'><parent link='l2'/><child link='tip'/>"
    "<origin xyz='0.8 0 0'/></joint></robot>";

TEST(a_planar_arm_is_the_textbook)
{
    const double gravity[3] = {0, -G, 0};
    setup s = limb_test_motion_build(two_links, &(limb_model_opts){.gravity = gravity});
    const double m1 = 3, m2 = 2, l1 = 1, l2 = 0.8;
    for (int i = 0; i < 20; i++) {
        const double q[2] = {0.3 * i, 1 - 0.7 * i}, v[2] = {0.5, -1.1}, a[2] = {0.2, 0.9};
        const double s1 = sin(q[0]), c1 = cos(q[0]), s12 = sin(q[0] + q[1]), c12 = cos(q[0] + q[1]);
        const double c2 = cos(q[1]), s2 = sin(q[1]);
        // where the tip is and how it moves
        double jacobian[12];
        limb_fk(s.model, s.work, q);
        const int tip = limb_model_find_link(s.model, "tip");
        const double *pose = limb_link_pose(s.model, s.work, tip);
        ENSURE_NEAR(pose[3], l1 * c1 + l2 * c12, 1e-14);
        ENSURE_NEAR(pose[7], l1 * s1 + l2 * s12, 1e-14);
        limb_jacobian(s.model, s.work, tip, NULL, LIMB_REFERENCE_ALIGNED, jacobian);
        ENSURE_NEAR(jacobian[6], -l1 * s1 - l2 * s12, 1e-14);
        ENSURE_NEAR(jacobian[7], -l2 * s12, 1e-14);
        ENSURE_NEAR(jacobian[8], l1 * c1 + l2 * c12, 1e-14);
        ENSURE_NEAR(jacobian[4], 1, 1e-15);
        // mass matrix, Coriolis and gravity terms
        const double m11 = m1 * l1 * l1 + m2 * (l1 * l1 + l2 * l2 + 2 * l1 * l2 * c2);
        const double m12 = m2 * (l2 * l2 + l1 * l2 * c2), m22 = m2 * l2 * l2;
        const double h = m2 * l1 * l2 * s2;
        const double t1 = m11 * a[0] + m12 * a[1] - h * (2 * v[0] * v[1] + v[1] * v[1]) +
                          (m1 + m2) * G * l1 * c1 + m2 * G * l2 * c12;
        const double t2 = m12 * a[0] + m22 * a[1] + h * v[0] * v[0] + m2 * G * l2 * c12;
        double mass[4], tau[2];
        limb_mass_matrix(s.model, s.work, q, mass);
        limb_inverse_dynamics(s.model, s.work, q, v, a, NULL, 0, tau);
        ENSURE_NEAR(mass[0], m11, 1e-12);
        ENSURE_NEAR(mass[1], m12, 1e-12);
        ENSURE_NEAR(mass[3], m22, 1e-12);
        ENSURE_NEAR(tau[0], t1, 1e-11);
        ENSURE_NEAR(tau[1], t2, 1e-11);
    }
    limb_test_motion_free(&s);
}

static double energy_of(setup *s, const double *q, const double *v)
{
    return limb_kinetic_energy(s->model, s->work, q, v) +
           limb_potential_energy(s->model, s->work, q);
}

TEST(a_double_pendulum_keeps_its_energy)
{
    const double gravity[3] = {0, -G, 0};
    setup s = limb_test_motion_build(two_links, &(limb_model_opts){.gravity = gravity});
    // Runge-Kutta: the error falls with the fourth power of the step
    double drift[2];
    for (int fine = 0; fine < 2; fine++) {
        double q[2] = {0.5, 0.8}, v[2] = {0};
        const double before = energy_of(&s, q, v);
        const int steps = fine ? 4000 : 2000;
        const limb_simulate_opts opts = {.integrator = LIMB_INTEGRATOR_RK4};
        for (int i = 0; i < steps; i++)
            ENSURE_INT(limb_simulate_step(s.model, s.work, NULL, 4.0 / steps, &opts, q, v),
                       LIMB_OK);
        drift[fine] = fabs(energy_of(&s, q, v) - before);
    }
    printf("double pendulum, 4 s: energy off by %.2g J at 2 ms, %.2g J at 1 ms\n", drift[0],
           drift[1]);
    ENSURE(drift[0] < 1e-5 && drift[1] < drift[0] / 8);
    limb_test_motion_free(&s);
}

static const char body[] =
    "<robot name='b'><link name='b'><inertial><mass value='1.5'/>"
    "<inertia ixx='0.02' ixy='0' ixz='0' iyy='0.02' iyz='0' izz='0.05'/></inertial></link></robot>";

TEST(a_free_body_falls_and_precesses)
{
    setup s = limb_test_motion_build(body, &(limb_model_opts){.floating_base = true});
    ENSURE_INT(s.model->nq, 7);
    // symmetric: the spin stays, the sideways part turns about it with (Izz - Ixx) / Ixx times spin
    double q[7] = {0, 0, 0, 0, 0, 0, 1}, v[6] = {0.3, 0, 10, 1, 0, 0};
    const double rate = (0.05 - 0.02) / 0.02 * 10;
    const limb_simulate_opts opts = {.integrator = LIMB_INTEGRATOR_RK4};
    const int steps = 2000;
    double before[6], after[6];
    limb_momentum(s.model, s.work, q, v, before);
    for (int i = 0; i < steps; i++)
        ENSURE_INT(limb_simulate_step(s.model, s.work, NULL, 1.0 / steps, &opts, q, v), LIMB_OK);
    ENSURE_NEAR(v[2], 10, 1e-12);
    ENSURE_NEAR(v[0], 0.3 * cos(rate), 1e-7);
    ENSURE_NEAR(v[1], 0.3 * sin(rate), 1e-7);
    ENSURE_NEAR(q[0], 1, 1e-9);
    ENSURE_NEAR(q[2], -0.5 * G, 1e-9);
    ENSURE_NEAR(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6], 1, 1e-14);
    limb_momentum(s.model, s.work, q, v, after);
    for (int k = 0; k < 3; k++)
        ENSURE_NEAR(after[k], before[k], 1e-8); // angular momentum in the world
    limb_test_motion_free(&s);
}

// a gyroscope: two gimbals without mass carry a heavy disc that spins fast
static const char top[] =
    "<robot name='top'><link name='base'/><link name='yaw'/><link name='tilt'/>"
    "<link name='disc'><inertial><origin xyz='0 0 0.1'/><mass value='1'/>"
    "<inertia ixx='0.004' ixy='0' ixz='0' iyy='0.004' iyz='0' izz='0.008'/></inertial></link>"
    "<joint name='yaw' type='continuous'><parent link='base'/><child link='yaw'/>"
    "<axis xyz='0 0 1'/></joint>"
    "<joint name='tilt' type='continuous'><parent link='yaw'/><child link='tilt'/>"
    "<axis xyz='0 1 0'/></joint>"
    "<joint name='spin' type='continuous'><parent link='tilt'/><child link='disc'/>"
    "<axis xyz='0 0 1'/></joint></robot>";

TEST(a_spinning_top_precesses)
{
    setup s = limb_test_motion_build(top, NULL);
    // steady precession W at tilt b: C n W = m g l + A W^2 cos b, n the whole spin along the axis,
    // A about the tip
    const double tilt = 0.6, m = 1, l = 0.1, C = 0.008, A = 0.004 + m * l * l;
    const double W = 2;
    const double n = (m * G * l + A * W * W * cos(tilt)) / (C * W);
    double q[3] = {0, tilt, 0}, v[3] = {W, 0, n - W * cos(tilt)};
    double a[3];
    const double none[3] = {0};
    ENSURE_INT(limb_forward_dynamics(s.model, s.work, q, v, none, NULL, 0, a), LIMB_OK);
    for (int k = 0; k < 3; k++)
        ENSURE_NEAR(a[k], 0, 1e-9);
    const limb_simulate_opts opts = {.integrator = LIMB_INTEGRATOR_RK4};
    for (int i = 0; i < 1000; i++)
        ENSURE_INT(limb_simulate_step(s.model, s.work, NULL, 1e-3, &opts, q, v), LIMB_OK);
    ENSURE_NEAR(q[0], W, 1e-6);
    ENSURE_NEAR(q[1], tilt, 1e-6);
    limb_test_motion_free(&s);
}

TEST(a_joint_without_inertia_is_reported)
{
    static const char massless[] =
        "<robot name='m'><link name='a'/><link name='b'/><joint name='j' type='continuous'>"
        "<parent link='a'/><child link='b'/></joint></robot>";
    setup s = limb_test_motion_build(massless, NULL);
    double q = 0, v = 0, tau = 1, a, mass;
    ENSURE_INT(limb_forward_dynamics(s.model, s.work, &q, &v, &tau, NULL, 0, &a),
               LIMB_ERROR_NUMERIC);
    ENSURE_INT(limb_forward_dynamics_dense(s.model, s.work, &q, &v, &tau, NULL, 0, &mass, &a),
               LIMB_ERROR_NUMERIC);
    ENSURE_INT(limb_simulate_step(s.model, s.work, &tau, 1e-3, NULL, &q, &v), LIMB_ERROR_NUMERIC);
    ENSURE(q == 0 && v == 0);
    limb_test_motion_free(&s);
}

TEST(far_from_the_origin_nothing_is_lost)
{
    // the same free robot here and a hundred kilometers away
    const double gravity[3] = {0};
    setup s = limb_test_motion_build(two_links,
                                     &(limb_model_opts){.floating_base = true, .gravity = gravity});
    double q[9] = {0, 0, 0, 0.1, 0.2, 0.3, 0.9, 0.4, -0.7};
    const double v[8] = {0.1, 0.5, -0.3, 1, 2, 0.2, 0.7, -0.4}, tau[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    double here[8], there[8];
    // the base has no mass of its own, so only the joints' part is asked for
    limb_inverse_dynamics(s.model, s.work, q, v, tau, NULL, 0, here);
    q[0] = 1e5;
    q[1] = -1e5;
    limb_inverse_dynamics(s.model, s.work, q, v, tau, NULL, 0, there);
    for (int k = 0; k < 8; k++)
        ENSURE_NEAR(there[k], here[k], 1e-9);
    double near_mass[64], far_mass[64];
    limb_mass_matrix(s.model, s.work, q, far_mass);
    q[0] = q[1] = 0;
    limb_mass_matrix(s.model, s.work, q, near_mass);
    for (int k = 0; k < 64; k++)
        ENSURE_NEAR(far_mass[k], near_mass[k], 1e-9);
    limb_test_motion_free(&s);
}
