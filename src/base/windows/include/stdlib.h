// Windows: see posix_files.h.
#include_next <stdlib.h>
#ifndef LIMB_WINDOWS_STDLIB_H
#define LIMB_WINDOWS_STDLIB_H

#include <posix_files.h>

#define realpath limb__posix_realpath

#endif
