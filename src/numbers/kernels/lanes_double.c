// The kernels of blocks of configurations in lanes of doubles.
#include "numbers/simd/number_double.h"

#include "numbers/kernels/fk_lanes.inc"
#include "numbers/kernels/rnea_lanes.inc"
