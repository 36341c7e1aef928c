// The portable path of dynamics.
#include "dyn/kernels.inc"
