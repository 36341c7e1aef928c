// The portable path of forward kinematics.
#include "kin/fk.inc"
#define LIMB__LANES 8
#include "kin/lanes.inc"
#undef LIMB__LANES
#define LIMB__LANES 16
#include "kin/lanes.inc"
