// Numbers out of mesh text: the rare cases.
#include "geometry/mesh_files/scan.h"

const char *limb__scan_float_slow(const char *text, const char *end, float *value)
{
    double read;
    const char *stop;
    if (limb__number_parse(text, end, &read, &stop) == LIMB__NUMBER_MALFORMED) return NULL;
    *value = (float)read;
    return stop;
}
