// Absolute paths without symbolic links.
#define _XOPEN_SOURCE 700 // realpath

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

bool limb__file_real_path(const char *path, char out[LIMB__PATH_MAX])
{
    char *real = realpath(path, NULL);
    const bool fits = real && strlen(real) < LIMB__PATH_MAX;
    if (fits) strcpy(out, real);
    free(real);
    return fits;
}
