// The portable path of sincos.
#include "math/sincos.inc"
