// Lists of numbers: with the instruction set that this processor has.
#include "geometry/mesh_files/scan_list.h"

int limb__scan_floats(const char **at, const char *end, float *value, int capacity)
{
    return limb__list_scanner_of(limb__isa_choose(LIMB_ISA_AUTO))->floats(at, end, value, capacity);
}

int limb__scan_indices(const char **at, const char *end, uint32_t *value, int capacity)
{
    return limb__list_scanner_of(limb__isa_choose(LIMB_ISA_AUTO))
        ->indices(at, end, value, capacity);
}
