// The kernels of blocks of configurations in lanes of doubles.
#include "kernels/number_double.h"

#include "kernels/fk_lanes.inc"
#include "kernels/rnea_lanes.inc"
