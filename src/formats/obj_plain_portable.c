// The portable path of reading plain lines of OBJ.
#include "formats/obj_plain.inc"
