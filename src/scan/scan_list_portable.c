// The portable path of reading lists of numbers.
#include "scan/scan_list.inc"
