// The portable path of reading lists of numbers.
#include "mesh/scan_list.inc"
