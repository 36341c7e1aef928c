// The portable path of forward kinematics.
#include "kin/fk.inc"
#define LIMB__FLOAT_LANES 0
#include "kin/lanes.inc"
#undef LIMB__FLOAT_LANES
#define LIMB__FLOAT_LANES 1
#include "kin/lanes.inc"
