// The portable path of forward kinematics.
#include "kin/fk.inc"
