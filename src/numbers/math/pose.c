// Poses: the public functions, safe when an output is also an input.
#include "numbers/math/pose.h"

#include "numbers/math/rotation.h"

#include <math.h>

static void put_rotation(const double rotation[9], const double xyz[3], double pose[12]);
static void take_rotation(const double pose[12], double rotation[9]);

void limb_pose_identity(double pose[12])
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    limb__pose_copy(identity, pose);
}

void limb_pose_multiply(const double a[12], const double b[12], double out[12])
{
    double product[12];
    limb__pose_multiply(a, b, product);
    limb__pose_copy(product, out);
}

void limb_pose_inverse(const double pose[12], double out[12])
{
    double inverse[12];
    limb__pose_inverse(pose, inverse);
    limb__pose_copy(inverse, out);
}

void limb_pose_apply(const double pose[12], const double point[3], double out[3])
{
    double moved[3];
    limb__pose_point(pose, point, moved);
    limb__copy3(moved, out);
}

bool limb__pose_is_rigid(const double pose[12], double tolerance)
{
    for (int i = 0; i < 3; i++) {
        if (!isfinite(pose[4 * i + 3])) return false;
        for (int j = 0; j < 3; j++) {
            const double product = limb__dot(pose + 4 * i, pose + 4 * j);
            if (!(fabs(product - (i == j ? 1 : 0)) <= tolerance)) return false;
        }
    }
    double normal[3];
    limb__cross(pose, pose + 4, normal);
    return limb__dot(normal, pose + 8) > 0;
}

void limb_pose_difference(const double a[12], const double b[12], double out[6])
{
    // R_b R_a^T rotates a to b in the outer axes
    double turn[12] = {0};
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            turn[4 * row + column] = limb__dot(b + 4 * row, a + 4 * column);
    }
    const double way[3] = {b[3] - a[3], b[7] - a[7], b[11] - a[11]};
    limb__rotation_vector(turn, out);
    limb__copy3(way, out + 3);
}

void limb_pose_from_rpy(const double xyz[3], const double rpy[3], double pose[12])
{
    double rotation[9];
    limb__rpy_to_rotation(rpy, rotation);
    put_rotation(rotation, xyz, pose);
}

void limb_pose_from_quat(const double xyz[3], const double quat[4], double pose[12])
{
    const double origin[3] = {xyz[0], xyz[1], xyz[2]};
    limb__quat_rotation(quat, pose);
    pose[3] = origin[0];
    pose[7] = origin[1];
    pose[11] = origin[2];
}

void limb_pose_to_rpy(const double pose[12], double rpy[3])
{
    double rotation[9];
    take_rotation(pose, rotation);
    limb__rotation_to_rpy(rotation, rpy);
}

void limb_pose_to_quat(const double pose[12], double quat[4])
{
    double rotation[9];
    take_rotation(pose, rotation);
    limb__rotation_to_quat(rotation, quat);
}

void limb_quat_from_rpy(const double rpy[3], double quat[4])
{
    double rotation[9];
    limb__rpy_to_rotation(rpy, rotation);
    limb__rotation_to_quat(rotation, quat);
}

void limb_quat_to_rpy(const double quat[4], double rpy[3])
{
    double pose[12] = {0};
    limb__quat_rotation(quat, pose);
    limb_pose_to_rpy(pose, rpy);
}

static void put_rotation(const double rotation[9], const double xyz[3], double pose[12])
{
    const double origin[3] = {xyz[0], xyz[1], xyz[2]};
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            pose[4 * row + column] = rotation[3 * row + column];
        pose[4 * row + 3] = origin[row];
    }
}

static void take_rotation(const double pose[12], double rotation[9])
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            rotation[3 * row + column] = pose[4 * row + column];
    }
}
