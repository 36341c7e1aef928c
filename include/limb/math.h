// Poses and rotations: the little mathematics that a user of the other headers needs.
//
// A pose is a 3x4 matrix, row-major (r00 r01 r02 x, r10 r11 r12 y, r20 r21 r22 z), that takes
// coordinates in the inner frame to the outer one: world from link. Quaternions are x y z w. Angles
// are radians; rpy is about the fixed axes x, y, z: R = Rz(yaw) Ry(pitch) Rx(roll). Outputs may be
// the same array as an input.
//
// Threads: the functions share nothing.
#ifndef LIMB_MATH_H
#define LIMB_MATH_H

#include "limb/base.h"

#ifdef __cplusplus
extern "C" {
#endif

LIMB_API void limb_pose_identity(double pose[12]);
LIMB_API void limb_pose_multiply(const double a[12], const double b[12], double out[12]);
LIMB_API void limb_pose_inverse(const double pose[12], double out[12]);
// out = pose applied to a point.
LIMB_API void limb_pose_apply(const double pose[12], const double point[3], double out[3]);

LIMB_API void limb_pose_from_rpy(const double xyz[3], const double rpy[3], double pose[12]);
// The quaternion need not have unit length; one without length means no rotation.
LIMB_API void limb_pose_from_quat(const double xyz[3], const double quat[4], double pose[12]);
// Turns back to the same rotation to rounding, also at and near pitch = +-pi/2, where roll and yaw
// turn about the same axis: at the pole itself yaw is 0.
LIMB_API void limb_pose_to_rpy(const double pose[12], double rpy[3]);
// Unit, w >= 0.
LIMB_API void limb_pose_to_quat(const double pose[12], double quat[4]);

LIMB_API void limb_quat_from_rpy(const double rpy[3], double quat[4]);
LIMB_API void limb_quat_to_rpy(const double quat[4], double rpy[3]);

// What turns and moves a into b, seen from outside: rotation vector (rad, in the outer axes, length
// at most pi), then the way from a's origin to b's (m).
LIMB_API void limb_pose_difference(const double a[12], const double b[12], double out[6]);

#ifdef __cplusplus
}
#endif
#endif // LIMB_MATH_H
