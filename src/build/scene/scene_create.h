// Validation for limb_scene_create.
#ifndef LIMB_SCENE_SCENE_CREATE_H
#define LIMB_SCENE_SCENE_CREATE_H

#include "limb/collision.h"

// Returns false if limb_scene_create rejects the collider. Its pose must be finite and within 1e15
// m, and so must the sizes of a primitive, which must not be negative.
bool limb__collider_is_sound(const limb_collider *collider);

#endif
