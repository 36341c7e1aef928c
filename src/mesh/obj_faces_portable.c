// The portable path of reading plain faces of OBJ.
#include "mesh/obj_faces.inc"
