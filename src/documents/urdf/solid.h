// Primitive shapes as solids, in their own frame, whose origin is their center. The formulas of all
// shapes are in this one file; a mesh has none here and gives 0.
#ifndef LIMB_URDF_SOLID_H
#define LIMB_URDF_SOLID_H

#include "limb/robot.h"

// Returns whether no size of the shape is negative or not finite; a mesh has no sizes.
bool limb__shape_is_sound(const limb_shape *shape);

// Returns how far the shape extends from its center along a unit vector (m).
double limb__shape_reach(const limb_shape *shape, const double direction[3]);

// Returns the radius of the smallest ball about the center that contains the shape (m).
double limb__shape_radius(const limb_shape *shape);

// Returns the volume (m^3); inertia: xx xy xz yy yz zz about the center at density 1 (kg/m^3).
// Sizes that are not positive have no volume.
double limb__shape_volume(const limb_shape *shape, double inertia[6]);

#endif
