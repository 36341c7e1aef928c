// The portable path of reading plain faces of OBJ.
#include "formats/obj_faces.inc"
