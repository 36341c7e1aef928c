// Rotations: conversion to angles and back is accurate to rounding everywhere, and
// gives clean numbers.
#include "harness.h"
#include "limb/model.h"
#include "numbers/math/rotation.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static double difference(const double a[9], const double b[9])
{
    double worst = 0;
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

static double round_trip(const double rpy[3])
{
    double rotation[9], again[3], back[9];
    limb__rpy_to_rotation(rpy, rotation);
    limb__rotation_to_rpy(rotation, again);
    limb__rpy_to_rotation(again, back);
    return difference(rotation, back);
}

TEST(angles_come_back_as_the_same_rotation)
{
    limb_test_rng rng = {1};
    for (int i = 0; i < 100000; i++) {
        const double rpy[3] = {limb_test_uniform(&rng, -7, 7), limb_test_uniform(&rng, -7, 7),
                               limb_test_uniform(&rng, -7, 7)};
        ENSURE_NEAR(round_trip(rpy), 0, 1e-15);
    }
}

TEST(poles_lose_nothing)
{
    // from the pole itself out to where urdfdom stops snapping, on both sides
    limb_test_rng rng = {2};
    for (int i = 0; i < 100000; i++) {
        const double away = pow(10, limb_test_uniform(&rng, -18, -1));
        const double side = limb_test_below(&rng, 2) ? 1 : -1;
        const double rpy[3] = {limb_test_uniform(&rng, -PI, PI), side * (PI / 2 - away),
                               limb_test_uniform(&rng, -PI, PI)};
        ENSURE_NEAR(round_trip(rpy), 0, 1e-15);
    }
    const double gimbal[3] = {0.3, 1.567, 0.2};
    ENSURE_NEAR(round_trip(gimbal), 0, 1e-15);
}

TEST(multiples_of_fifteen_degrees_stay_clean)
{
    // all triples with a unique answer: pitch inside the poles
    for (int i = -11; i <= 12; i++) {
        for (int j = -5; j <= 5; j++) {
            for (int k = -11; k <= 12; k++) {
                const double rpy[3] = {i * PI / 12, j * PI / 12, k * PI / 12};
                double rotation[9], again[3];
                limb__rpy_to_rotation(rpy, rotation);
                limb__rotation_to_rpy(rotation, again);
                for (int a = 0; a < 3; a++) {
                    const double turn = fabs(again[a] - rpy[a]);
                    ENSURE(turn < 1e-15 || fabs(turn - 2 * PI) < 1e-15);
                }
            }
        }
    }
}

static void expect_angles(const double rpy[3], double roll, double pitch, double yaw)
{
    double rotation[9], again[3];
    limb__rpy_to_rotation(rpy, rotation);
    limb__rotation_to_rpy(rotation, again);
    ENSURE(again[0] == roll);
    ENSURE(again[1] == pitch);
    ENSURE(again[2] == yaw);
}

TEST(written_values_come_back_to_the_digit)
{
    expect_angles((const double[3]){0, 0, 0}, 0, 0, 0);
    expect_angles((const double[3]){1.5707963267948966, 0, 0}, 1.5707963267948966, 0, 0);
    expect_angles((const double[3]){0, 1.5707963267948966, 0}, 0, 1.5707963267948966, 0);
    expect_angles((const double[3]){0, -1.5707963267948966, 0}, 0, -1.5707963267948966, 0);
    expect_angles((const double[3]){1.5707963267948966, 0, 1.5707963267948966}, 1.5707963267948966,
                  0, 1.5707963267948966);
    expect_angles((const double[3]){0, 0, 3.1415926535897931}, 0, 0, 3.1415926535897931);
    expect_angles((const double[3]){0.1, 0.2, 0.3}, 0.1, 0.2, 0.3);
    expect_angles((const double[3]){-0.7, 0.25, 2.5}, -0.7, 0.25, 2.5);
    // at the pole only the sum of roll and yaw counts: all of it becomes roll
    expect_angles((const double[3]){0, 1.5707963267948966, 0.5}, -0.5, 1.5707963267948966, 0);
}

TEST(quaternions_and_matrices_agree)
{
    limb_test_rng rng = {3};
    for (int i = 0; i < 100000; i++) {
        const double rpy[3] = {limb_test_uniform(&rng, -7, 7), limb_test_uniform(&rng, -7, 7),
                               limb_test_uniform(&rng, -7, 7)};
        double rotation[9], quat[4], back[9];
        limb__rpy_to_rotation(rpy, rotation);
        limb__rotation_to_quat(rotation, quat);
        limb__quat_to_rotation(quat, back);
        ENSURE_NEAR(difference(rotation, back), 0, 1.5e-15);
        ENSURE(quat[3] >= 0);
    }
    // each component as the largest
    for (int axis = 0; axis < 3; axis++) {
        double quat[4] = {0, 0, 0, 0}, rotation[9], again[4];
        quat[axis] = 1;
        limb__quat_to_rotation(quat, rotation);
        limb__rotation_to_quat(rotation, again);
        ENSURE(memcmp(quat, again, sizeof quat) == 0);
    }
}

TEST(poses_quaternions_and_angles_are_one_rotation)
{
    static const double origin[3] = {1, 2, 3};
    limb_test_rng rng = {4};
    for (int i = 0; i < 1000; i++) {
        const double rpy[3] = {limb_test_uniform(&rng, -3, 3), limb_test_uniform(&rng, -1.5, 1.5),
                               limb_test_uniform(&rng, -3, 3)};
        double pose[12], quat[4], from_angles[4], back[12], angles[3];
        limb_pose_from_rpy(origin, rpy, pose);
        limb_pose_to_quat(pose, quat);
        limb_quat_from_rpy(rpy, from_angles);
        limb_quat_to_rpy(quat, angles);
        limb_pose_from_quat(origin, quat, back);
        ENSURE(quat[3] >= 0);
        const double sign = from_angles[3] < 0 ? -1 : 1;
        for (int k = 0; k < 4; k++)
            ENSURE_NEAR(quat[k], sign * from_angles[k], 1e-15);
        for (int k = 0; k < 12; k++)
            ENSURE_NEAR(back[k], pose[k], 2e-15);
        for (int k = 0; k < 3; k++)
            ENSURE_NEAR(angles[k], rpy[k], 1e-13);
    }
}

TEST(tidy_keeps_what_is_not_noise)
{
    ENSURE(limb__tidy(0.1 + 0.2) == 0.3);
    ENSURE(limb__tidy(-5e-17) == 0 && !signbit(limb__tidy(-5e-17)));
    ENSURE(limb__tidy(0.123456789012345) == 0.123456789012345);
    ENSURE(limb__tidy(12345.678901234567) == 12345.678901234567);
    ENSURE(limb__tidy(1e-12) == 1e-12);
}
