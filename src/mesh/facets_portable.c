// The portable path of measuring facets.
#include "mesh/facets.inc"
