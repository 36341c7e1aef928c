// The portable path of inverse kinematics.
#include "kin/ik.inc"
