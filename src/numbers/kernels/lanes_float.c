// The kernels of blocks of configurations in lanes of floats.
#include "kernels/number_float.h"

#include "kernels/fk_lanes.inc"
#include "kernels/rnea_lanes.inc"
