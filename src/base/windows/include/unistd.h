// Windows: see posix_files.h.
#ifndef LIMB_WINDOWS_UNISTD_H
#define LIMB_WINDOWS_UNISTD_H

#include <posix_files.h>
#include_next <unistd.h>

#undef getcwd
#define getcwd limb__posix_getcwd
#define pread  limb__posix_pread

#endif
