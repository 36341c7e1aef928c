// What a primitive shape is as a solid, in its own frame, whose origin is its center. One file
// knows the formulas of every shape; a mesh has none here and gives 0.
#ifndef LIMB_URDF_SOLID_H
#define LIMB_URDF_SOLID_H

#include "limb/robot.h"

// No size of the shape is negative or not finite; a mesh has none.
bool limb__shape_is_sound(const limb_shape *shape);

// How far the shape extends from its center in a direction of length 1 (m).
double limb__shape_reach(const limb_shape *shape, const double direction[3]);

// The radius of the smallest ball about the center that holds the shape (m).
double limb__shape_radius(const limb_shape *shape);

// Returns the volume (m^3); inertia: xx xy xz yy yz zz about the center at density 1 (kg/m^3).
// Sizes that are not positive have no volume.
double limb__shape_volume(const limb_shape *shape, double inertia[6]);

#endif
