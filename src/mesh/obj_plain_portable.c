// The portable path of reading plain lines of OBJ.
#include "mesh/obj_plain.inc"
