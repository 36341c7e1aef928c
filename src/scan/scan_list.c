// Lists of numbers: by the path that this machine has.
#include "scan/scan_list.h"

#include "base/wide.h"

int limb__scan_floats(const char **at, const char *end, float *value, int capacity)
{
    return LIMB__MESH_PATH(limb__mesh_is_wide(), limb__scan_floats)(at, end, value, capacity);
}

int limb__scan_indices(const char **at, const char *end, uint32_t *value, int capacity)
{
    return LIMB__MESH_PATH(limb__mesh_is_wide(), limb__scan_indices)(at, end, value, capacity);
}
