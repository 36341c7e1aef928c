// Rotations in URDF's two representations, and as matrices.
//
// Matrices are 3x3 row-major. Roll, pitch and yaw turn about the fixed axes x, y, z:
// R = Rz(yaw) Ry(pitch) Rx(roll). Quaternions are x y z w.
#ifndef LIMB_MATH_ROTATION_H
#define LIMB_MATH_ROTATION_H

void limb__rpy_to_rotation(const double rpy[3], double rotation[9]);
// Returns angles that reproduce the rotation to rounding, including at the poles: no angle is
// rounded unless the matrix allows it. Among equally accurate angles the shortest to write are
// chosen (multiples of pi/12, at most 15 decimals, no yaw at a pole).
void limb__rotation_to_rpy(const double rotation[9], double rpy[3]);

// The quaternion need not be unit, but must not be zero.
void limb__quat_to_rotation(const double quat[4], double rotation[9]);
// Unit, w >= 0 (Shepperd's method: divides by the largest component).
void limb__rotation_to_quat(const double rotation[9], double quat[4]);

// Returns the nearest number with 15 decimals if that is within rounding of a meter or a radian, so
// that 0.30000000000000004 becomes 0.3 and 5e-17 becomes 0; large numbers are unchanged.
double limb__tidy(double value);

#endif
