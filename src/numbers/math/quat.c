// Axes, quaternions and rotation vectors: composing, normalizing, exponential and logarithm.
#include "numbers/math/pose.h"
#include "numbers/math/sin_cos.h"

#include <math.h>

bool limb__axis_unit(const double axis[3], double unit[3])
{
    // scaled first, so that squares neither overflow nor underflow
    const double largest = fmax(fabs(axis[0]), fmax(fabs(axis[1]), fabs(axis[2])));
    if (!(largest > 0) || isinf(largest)) return false;
    for (int k = 0; k < 3; k++)
        unit[k] = axis[k] / largest;
    const double length = sqrt(unit[0] * unit[0] + unit[1] * unit[1] + unit[2] * unit[2]);
    for (int k = 0; k < 3; k++)
        unit[k] /= length;
    return true;
}

void limb__quat_rotation(const double quat[4], double pose[12])
{
    const double length2 =
        quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3];
    const double s = length2 > 0 ? 2 / length2 : length2; // NaN stays NaN
    const double x = quat[0], y = quat[1], z = quat[2], w = quat[3];
    pose[0] = 1 - s * (y * y + z * z);
    pose[1] = s * (x * y - w * z);
    pose[2] = s * (x * z + w * y);
    pose[4] = s * (x * y + w * z);
    pose[5] = 1 - s * (x * x + z * z);
    pose[6] = s * (y * z - w * x);
    pose[8] = s * (x * z - w * y);
    pose[9] = s * (y * z + w * x);
    pose[10] = 1 - s * (x * x + y * y);
}

void limb__quat_normalize(double quat[4])
{
    const double length =
        sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]);
    if (length == 0) {
        quat[0] = quat[1] = quat[2] = 0;
        quat[3] = 1;
        return;
    }
    for (int k = 0; k < 4; k++)
        quat[k] /= length;
}

void limb__quat_multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

void limb__quat_from_vector(const double vector[3], double quat[4])
{
    const double angle = sqrt(limb__dot(vector, vector));
    // sin(angle / 2) / angle, by its series where the quotient would lose precision
    double sine, cosine;
    limb__sin_cos(0.5 * angle, &sine, &cosine);
    const double factor = angle > 1e-4 ? sine / angle : 0.5 - angle * angle * (1.0 / 48);
    quat[0] = factor * vector[0];
    quat[1] = factor * vector[1];
    quat[2] = factor * vector[2];
    quat[3] = cosine;
}

void limb__rotation_vector(const double pose[12], double vector[3])
{
    double quat[4];
    limb_pose_to_quat(pose, quat);
    const double sine = sqrt(limb__dot(quat, quat)); // of half the angle
    // angle / sin(angle / 2), 2 in the limit
    const double factor = sine > 1e-9 ? 2 * atan2(sine, quat[3]) / sine : 2;
    for (int k = 0; k < 3; k++)
        vector[k] = factor * quat[k];
}

void limb__rotation_to_axis(const double axis[3], double rotation[9])
{
    const double x = axis[0], y = axis[1], z = axis[2];
    if (x == 0 && y == 0) {
        // z itself, or 180 degrees about x
        const double sign = z < 0 ? -1 : 1;
        const double half_turn[9] = {1, 0, 0, 0, sign, 0, 0, 0, sign};
        for (int k = 0; k < 9; k++)
            rotation[k] = half_turn[k];
        return;
    }
    // Rodrigues about z x axis; 1 / (1 + z) in the form that does not cancel near -z
    const double f = z > 0 ? 1 / (1 + z) : (1 - z) / (x * x + y * y);
    rotation[0] = 1 - f * x * x;
    rotation[1] = -f * x * y;
    rotation[2] = x;
    rotation[3] = -f * x * y;
    rotation[4] = 1 - f * y * y;
    rotation[5] = y;
    rotation[6] = -x;
    rotation[7] = -y;
    rotation[8] = z;
}

void limb__directions_across(const double axis[3], double u[3], double v[3])
{
    double rotation[9];
    limb__rotation_to_axis(axis, rotation);
    for (int k = 0; k < 3; k++) {
        u[k] = rotation[3 * k];
        v[k] = rotation[3 * k + 1];
    }
}
