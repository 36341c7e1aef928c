// Vectors, rotations and poses, inline: used by every algorithm.
//
// Poses are 3x4 row-major, rotations 3x3 row-major unless they are the left part of a pose.
// Outputs must not overlap inputs here; the public functions in limb/model.h allow it.
#ifndef LIMB_MATH_POSE_H
#define LIMB_MATH_POSE_H

#include "limb/model.h"

//---- vectors -------------------------------------------------------------------------------------

static inline void limb__copy3(const double a[3], double out[3])
{
    out[0] = a[0];
    out[1] = a[1];
    out[2] = a[2];
}

static inline double limb__dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void limb__cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// out += a x b
static inline void limb__cross_add(const double a[3], const double b[3], double out[3])
{
    out[0] += a[1] * b[2] - a[2] * b[1];
    out[1] += a[2] * b[0] - a[0] * b[2];
    out[2] += a[0] * b[1] - a[1] * b[0];
}

static inline void limb__subtract(const double a[3], const double b[3], double out[3])
{
    out[0] = a[0] - b[0];
    out[1] = a[1] - b[1];
    out[2] = a[2] - b[2];
}

//---- poses ---------------------------------------------------------------------------------------

static inline void limb__pose_copy(const double pose[12], double out[12])
{
    for (int k = 0; k < 12; k++)
        out[k] = pose[k];
}

static inline void limb__pose_origin(const double pose[12], double out[3])
{
    out[0] = pose[3];
    out[1] = pose[7];
    out[2] = pose[11];
}

// out = R a
static inline void limb__pose_rotate(const double pose[12], const double a[3], double out[3])
{
    out[0] = pose[0] * a[0] + pose[1] * a[1] + pose[2] * a[2];
    out[1] = pose[4] * a[0] + pose[5] * a[1] + pose[6] * a[2];
    out[2] = pose[8] * a[0] + pose[9] * a[1] + pose[10] * a[2];
}

// out = R^T a
static inline void limb__pose_rotate_back(const double pose[12], const double a[3], double out[3])
{
    out[0] = pose[0] * a[0] + pose[4] * a[1] + pose[8] * a[2];
    out[1] = pose[1] * a[0] + pose[5] * a[1] + pose[9] * a[2];
    out[2] = pose[2] * a[0] + pose[6] * a[1] + pose[10] * a[2];
}

static inline void limb__pose_point(const double pose[12], const double point[3], double out[3])
{
    limb__pose_rotate(pose, point, out);
    out[0] += pose[3];
    out[1] += pose[7];
    out[2] += pose[11];
}

static inline void limb__pose_multiply(const double a[12], const double b[12], double out[12])
{
    for (int row = 0; row < 12; row += 4) {
        for (int column = 0; column < 4; column++) {
            out[row + column] =
                a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column];
        }
        out[row + 3] += a[row + 3];
    }
}

static inline void limb__pose_inverse(const double pose[12], double out[12])
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            out[4 * row + column] = pose[4 * column + row];
        out[4 * row + 3] =
            -(pose[row] * pose[3] + pose[4 + row] * pose[7] + pose[8 + row] * pose[11]);
    }
}

// Returns whether every number is finite and the left part is a rotation: its rows are orthonormal
// to within the tolerance, and it is not a reflection.
bool limb__pose_is_rigid(const double pose[12], double tolerance);

//---- rotations -----------------------------------------------------------------------------------

// Normalizes an axis; false if it has no length, or an infinite one.
bool limb__axis_unit(const double axis[3], double unit[3]);
// The smallest rotation from z to the unit vector axis; 180 degrees about x if axis is -z.
void limb__rotation_to_axis(const double axis[3], double rotation[9]);
// Two unit vectors normal to a unit axis: u, v, axis are right-handed.
void limb__directions_across(const double axis[3], double u[3], double v[3]);
// Rotation of a quaternion of any length into a pose's left part; the identity if it is zero.
void limb__quat_rotation(const double quat[4], double pose[12]);
// The rotation vector: along the axis, with the angle as its length, at most pi.
void limb__rotation_vector(const double pose[12], double vector[3]);
// exp: the unit quaternion of a rotation vector.
void limb__quat_from_vector(const double vector[3], double quat[4]);
void limb__quat_multiply(const double a[4], const double b[4], double out[4]);
void limb__quat_normalize(double quat[4]); // to the identity if it is zero

#endif
