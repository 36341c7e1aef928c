// What limb_scene_create accepts.
#ifndef LIMB_SCENE_SCENE_CREATE_H
#define LIMB_SCENE_SCENE_CREATE_H

#include "limb/collision.h"

// False: limb_scene_create refuses the collider. Its pose must be finite and within 1e15 m, and so
// must the sizes of a primitive, which are not negative.
bool limb__collider_is_sound(const limb_collider *collider);

#endif
