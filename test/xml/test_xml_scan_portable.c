// The searches of scan.h as they are on a machine without vector instructions.
#define LIMB_NO_SIMD
#include "xml/test_xml_scan.c"
