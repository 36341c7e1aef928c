// The kernels of blocks of configurations in lanes of floats.
#include "numbers/simd/number_float.h"

#include "numbers/kernels/fk_lanes.inc"
#include "numbers/kernels/rnea_lanes.inc"
