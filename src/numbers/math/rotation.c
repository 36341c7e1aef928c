// Rotation matrices from and to roll-pitch-yaw and quaternions.
//
// Converting a matrix to angles is where readers lose precision: near pitch = +-pi/2 roll and yaw
// rotate about the same axis, and each alone is ill-conditioned. Here yaw is computed from the
// first column, however small it is, and roll from the matrix with that yaw removed, so roll
// compensates errors of yaw and the product is accurate to rounding everywhere.
#include "numbers/math/rotation.h"

#include "numbers/math/pose.h"
#include "numbers/math/sin_cos.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
// two units in the last place of 1: the error of sines, cosines and three products at best
static const double ROUNDING = 4.5e-16;
// below this cosine of the pitch, angles without yaw are also tried
static const double NEAR_POLE = 1e-7;

static void exact_angles(const double r[9], double rpy[3]);
static void prefer_no_yaw(const double r[9], double allowed, double rpy[3]);
static void prefer_short(const double r[9], double allowed, double rpy[3], int angle);
static double misfit(const double r[9], const double rpy[3]);
static double multiple_of_15_degrees(double angle);

void limb__rpy_to_rotation(const double rpy[3], double r[9])
{
    double sr, cr, sp, cp, sy, cy;
    limb__sin_cos(rpy[0], &sr, &cr);
    limb__sin_cos(rpy[1], &sp, &cp);
    limb__sin_cos(rpy[2], &sy, &cy);
    r[0] = cy * cp;
    r[1] = cy * sp * sr - sy * cr;
    r[2] = cy * sp * cr + sy * sr;
    r[3] = sy * cp;
    r[4] = sy * sp * sr + cy * cr;
    r[5] = sy * sp * cr - cy * sr;
    r[6] = -sp;
    r[7] = cp * sr;
    r[8] = cp * cr;
}

void limb__rotation_to_rpy(const double r[9], double rpy[3])
{
    exact_angles(r, rpy);
    const double allowed = fmax(misfit(r, rpy), ROUNDING);
    prefer_no_yaw(r, allowed, rpy);
    for (int angle = 0; angle < 3; angle++)
        prefer_short(r, allowed, rpy, angle);
}

void limb__quat_to_rotation(const double quat[4], double r[9])
{
    double pose[12];
    limb__quat_rotation(quat, pose);
    for (int row = 0; row < 3; row++)
        memcpy(r + 3 * row, pose + 4 * row, 3 * sizeof *r);
}

void limb__rotation_to_quat(const double r[9], double quat[4])
{
    // 4 q_i^2 for each component; the largest is at least 1
    const double square[4] = {1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8],
                              1 - r[0] - r[4] + r[8], 1 + r[0] + r[4] + r[8]};
    int largest = 3;
    for (int i = 0; i < 3; i++)
        if (square[i] > square[largest]) largest = i;
    switch (largest) {
    case 0:
        quat[0] = square[0], quat[1] = r[1] + r[3], quat[2] = r[2] + r[6], quat[3] = r[7] - r[5];
        break;
    case 1:
        quat[0] = r[1] + r[3], quat[1] = square[1], quat[2] = r[5] + r[7], quat[3] = r[2] - r[6];
        break;
    case 2:
        quat[0] = r[2] + r[6], quat[1] = r[5] + r[7], quat[2] = square[2], quat[3] = r[3] - r[1];
        break;
    default:
        quat[0] = r[7] - r[5], quat[1] = r[2] - r[6], quat[2] = r[3] - r[1], quat[3] = square[3];
        break;
    }
    const double length =
        sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]);
    const double scale = quat[3] < 0 ? -1 / length : 1 / length;
    for (int i = 0; i < 4; i++)
        quat[i] = quat[i] * scale + 0.0; // no -0
}

double limb__tidy(double value)
{
    if (!(fabs(value) < 4)) return value;
    return round(value * 1e15) / 1e15 + 0.0; // no -0
}

static void exact_angles(const double r[9], double rpy[3])
{
    const double yaw = atan2(r[3], r[0]);
    const double sy = sin(yaw), cy = cos(yaw);
    rpy[0] = atan2(sy * r[2] - cy * r[5], cy * r[4] - sy * r[1]);
    rpy[1] = atan2(-r[6], sqrt(r[0] * r[0] + r[3] * r[3]));
    rpy[2] = yaw;
}

static void prefer_no_yaw(const double r[9], double allowed, double rpy[3])
{
    if (r[0] * r[0] + r[3] * r[3] > NEAR_POLE * NEAR_POLE) return;
    const double other[3] = {atan2(-r[5], r[4]), copysign(PI / 2, -r[6]), 0};
    if (misfit(r, other) <= allowed) memcpy(rpy, other, sizeof other);
}

static void prefer_short(const double r[9], double allowed, double rpy[3], int angle)
{
    const double candidate[2] = {multiple_of_15_degrees(rpy[angle]), limb__tidy(rpy[angle])};
    for (int i = 0; i < 2; i++) {
        double other[3] = {rpy[0], rpy[1], rpy[2]};
        other[angle] = candidate[i];
        if (fabs(candidate[i] - rpy[angle]) <= 2 * ROUNDING && misfit(r, other) <= allowed) {
            rpy[angle] = candidate[i];
            return;
        }
    }
}

// the largest difference of an entry
static double misfit(const double r[9], const double rpy[3])
{
    double again[9];
    limb__rpy_to_rotation(rpy, again);
    double worst = 0;
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, fabs(again[i] - r[i]));
    return worst;
}

// rounded once if the fraction of pi is a half, a quarter or a whole, as people write it
static double multiple_of_15_degrees(double angle)
{
    const double steps = round(angle / (PI / 12));
    double numerator = steps, denominator = 12;
    static const double prime[3] = {2, 2, 3};
    for (int i = 0; i < 3; i++) {
        if (fmod(numerator, prime[i]) != 0) continue;
        numerator /= prime[i];
        denominator /= prime[i];
    }
    return numerator * PI / denominator + 0.0;
}
