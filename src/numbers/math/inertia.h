// Inertia of a rigid body as ten parameters, and the eigenvalues of a tensor.
//
// inertia[10] = m, m cx, m cy, m cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz: mass, mass times center, tensor
// about the origin of the frame, entries of the matrix. In this form inertias of bodies can be
// added, and forces are linear in it.
#ifndef LIMB_MATH_INERTIA_H
#define LIMB_MATH_INERTIA_H

#include "limb/base.h"

// From the tensor about the center of mass, in the frame's axes.
void limb__inertia_from_center(double mass, const double center[3], const double tensor[6],
                               double inertia[10]);
// The same body in the frame in which its pose is given.
void limb__inertia_transform(const double pose[12], const double inertia[10], double out[10]);
void limb__inertia_add(const double inertia[10], double sum[10]);
// out = R tensor R^T, both xx xy xz yy yz zz, R the left part of the pose.
void limb__tensor_rotate(const double pose[12], const double tensor[6], double out[6]);
// Eigenvalues in ascending order and, unless NULL, unit eigenvectors as columns (3x3 row-major).
void limb__tensor_eigen(const double tensor[6], double value[3], double vectors[9]);
// Approximate eigenvectors as unit vectors, in any order, computed quickly.
void limb__tensor_axes(const double tensor[6], double vectors[9]);

#endif
