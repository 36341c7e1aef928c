// The searches of scan.h as compiled for a machine without vector instructions.
#define LIMB_NO_SIMD
#include "xml/test_xml_scan.c"
